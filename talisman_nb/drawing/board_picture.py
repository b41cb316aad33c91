"""Draws the board: spaces with colour, motif, card backs and name, over the ground."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping

import svgwrite
from svgwrite.base import BaseElement

from talisman_nb.board import Board
from talisman_nb.model import Seen
from talisman_nb.rules.book import Book, book_of
from talisman_nb.rules.pictures import LayerPicture
from talisman_nb.text.names import edition_name, names_of

from . import board_ground as ground
from . import motifs
from . import pawns as figures
from .cells import SIDE, STRIP_NAME, Box, cell, height, strip
from .palette import LIGHT
from .picture import Picture, canvas, finish, fitting, group, lines_of, path_of, short, write

REGIONS = ("outer", "middle", "inner", "crown")
"""Colour roles of regions in the palette."""
LETTERS, INSET, CARD_WIDE = 26.0, 2.0, 15.0
SHOWN_WIDE = 480.0
"""Width of a position in a notebook, in px."""
DISPLAY, LEAST_DISPLAY = 0.89, 19.4
"""Width of the display letters as a part of `width_of`; least size of a name that has them on a page."""
"""Largest letters of a name, inset of a space's outline, width of a card back; in board units."""


def _region_style(region: str) -> str:
    """Return the CSS of one region: ground, lines and letters."""
    own, fill, ink = f".tnb .r-{region} ", f"var(--tnb-{region})", f"var(--tnb-{region}-ink)"
    return (
        f"{own}.t,{own}.g,{own}.c{{fill:{fill}}}{own}.t{{stroke:{ink}}}{own}.mo{{stroke:{ink}}}"
        f"{own}.k,{own}.back{{fill:{ink}}}{own}.own{{color:{ink}}}{own}.back{{stroke:{fill}}}"
    )


STYLE = (
    ground.STYLE
    + motifs.STYLE
    + "".join(map(_region_style, REGIONS))
    + figures.STYLE
    + ".tnb .space text{fill:var(--tnb-ink);font-weight:650}"
)


def draw_board(
    board: Board,
    names: Mapping[str, str] | None = None,
    theme: str = "auto",
    size: float | None = None,
    over: str = "",
    title: str = "",
    pictures: Mapping[str, LayerPicture] | None = None,
) -> Picture:
    """Draw the board, 1000 units wide, in a square.

    Each space is a `<g class="space" data-space="village">`, so that a panel can attach listeners to it.

    Parameters
    ----------
    board
        The board, such as `talisman_nb.rules.book.open_book().board`.
    names
        Names by space id or kind, else those of the board file; line breaks in them are kept.
    theme
        `auto`, `light` or `dark`.
    size
        Width in px; None: it fills its container.
    over
        The SVG fragment of `draw_overlay`.
    title
        The accessible name, else the board's name.
    pictures
        Pictures of layers in the place of the motifs, by space.

    Returns
    -------
    Picture
        The board.

    Raises
    ------
    ValueError
        For an unknown theme.

    Examples
    --------
    >>> from talisman_nb.rules.book import open_book
    >>> draw_board(open_book().board, theme="dark", size=480).count('data-space="village"')
    1
    """
    edge, high = -ground.MARGIN, height(board)
    beside = (high - SIDE) / 2  # a picture with regions below the square is square too, as panels leave room for
    box = (edge - beside, edge, high - 2 * edge, high - 2 * edge)
    drawing = canvas(box, title or board.name, STYLE, theme, size, role="group")
    for part in (*ground.paper(drawing, high), *ground.river(drawing, board), *ground.mountains(drawing, board)):
        drawing.add(part)
    for region in (region for region, move in board.regions.items() if move == "hand"):
        drawing.add(_numbers(drawing, board, region, names or {}))
    for id in (id for id in board.spaces if id not in board.by_hand):
        drawing.add(_space(drawing, board, id, _name(board, id, names or {}), (pictures or {}).get(id)))
    for part in (*ground.arms(drawing, board), *ground.crossings(drawing, board)):
        drawing.add(part)
    return Picture(finish(drawing).replace("</svg>", f"{over}</svg>"))


def _name(board: Board, id: str, names: Mapping[str, str]) -> str:
    return names.get(id) or names.get(board.kind(id)) or board.space(id).name


def look_of(board: Board, id: str) -> str:
    """Return the colour role of a space: `crown` of the goal, else its region, or for a custom one another by order."""
    if id == board.goal:
        return "crown"
    region = board.region(id)
    return region if region in REGIONS else REGIONS[list(board.regions).index(region) % 3]


def _numbers(drawing: svgwrite.Drawing, board: Board, region: str, names: Mapping[str, str]) -> BaseElement:
    """Draw the strip of a region of which only numbers are known, with its name; a press is one on its first space."""
    first, box = board.in_region(region)[0], strip(board, region)
    look, name = look_of(board, first), _name(board, first, names).rpartition(",")[0]
    fill, ink, letters = LIGHT[look], LIGHT[f"{look}-ink"], fitting([name], STRIP_NAME - 24, LETTERS)
    outline = drawing.path(_tile(box, first), class_="t", fill=fill, stroke=ink, stroke_width=2.6)
    text = write(
        drawing,
        name,
        box.x + STRIP_NAME / 2,
        box.middle[1] + letters / 3,
        letters,
        fill=LIGHT["ink"],
        font_weight="650",
    )
    return group(drawing, [outline, text], class_=f"space r-{look}", data_space=first, role="img", aria_label=name)


def _space(drawing: svgwrite.Drawing, board: Board, id: str, name: str, own: LayerPicture | None) -> BaseElement:
    """Draw a space: outline, motif, card backs, name."""
    look, box, lines = look_of(board, id), cell(board, id), lines_of(name)
    fill, ink = LIGHT[look], LIGHT[f"{look}-ink"]
    largest = LETTERS if len(lines) < 3 else LETTERS - 4
    letters, narrower = fitting(lines, box.w - 13, largest), fitting(lines, (box.w - 8) / DISPLAY, largest)
    parts = [
        drawing.path(_tile(box, id), class_="t", fill=fill, stroke=ink, stroke_width=2.6),
        _art(drawing, board, id, box, box.h - 22 - len(lines) * letters * 1.02, own),
        *_backs(drawing, board.space(id).draw, box, fill, ink),
        *_lettering(drawing, lines, box, letters),
    ]
    return group(
        drawing,
        parts,
        class_=f"space r-{look}",
        data_space=id,
        **({"style": f"--d:{short(narrower)}px"} if narrower >= LEAST_DISPLAY else {}),
        role="img",
        aria_label=_accessible_name(" ".join(name.split()), board.space(id).draw),
    )


def _accessible_name(name: str, draw: int) -> str:
    """Return the accessible name of a space: its name and the number of cards drawn there."""
    return f"{name} ({draw})" if draw else name


def _tile(box: Box, id: str) -> str:
    """Return path data of a space's outline: rounded corners, sides bowed by an amount derived from its id."""
    bows = [(zlib.crc32(f"{id}{side}".encode()) % 7 - 3) / 1.8 for side in range(4)]
    x, y, turn = box.x + INSET, box.y + INSET, 7.0
    w, h = box.w - 2 * INSET, box.h - 2 * INSET
    across, down = w - 2 * turn, h - 2 * turn
    return path_of(
        "M",
        x + turn,
        y,
        "q",
        across / 2,
        bows[0],
        across,
        0,
        "q",
        turn,
        0,
        turn,
        turn,
        "q",
        bows[1],
        down / 2,
        0,
        down,
        "q",
        0,
        turn,
        -turn,
        turn,
        "q",
        -across / 2,
        bows[2],
        -across,
        0,
        "q",
        -turn,
        0,
        -turn,
        -turn,
        "q",
        bows[3],
        -down / 2,
        0,
        -down,
        "q",
        0,
        -turn,
        turn,
        -turn,
        "z",
    )


def _art(
    drawing: svgwrite.Drawing, board: Board, id: str, box: Box, room: float, own: LayerPicture | None
) -> BaseElement:
    size = min(room, 82.0)
    left = box.middle[0] - size / 2 - (5 if board.space(id).draw > 1 else 0)
    look = look_of(board, id)
    return motifs.motif(
        drawing, board.kind(id), left, box.y + 11 + (room - size) / 2, size, LIGHT[look], LIGHT[f"{look}-ink"], own
    )


def _backs(drawing: svgwrite.Drawing, count: int, box: Box, fill: str, ink: str) -> Iterator[BaseElement]:
    """Draw a card back in the corner for each card drawn on the space."""
    for number in range(count):
        x, y = box.x + box.w - 9 - CARD_WIDE - 6 * (count - 1 - number), box.y + 10 + 3 * number
        yield drawing.path(
            path_of(
                "M",
                x,
                y,
                "h",
                CARD_WIDE,
                "v",
                21,
                "h",
                -CARD_WIDE,
                "z",
                "m",
                7.5,
                4,
                "l",
                4,
                6.5,
                "l",
                -4,
                6.5,
                "l",
                -4,
                -6.5,
                "z",
            ),
            class_="back",
            fill=ink,
            fill_rule="evenodd",
            stroke=fill,
            stroke_width=1.5,
        )


def _lettering(drawing: svgwrite.Drawing, lines: list[str], box: Box, letters: float) -> Iterator[BaseElement]:
    for number, line in enumerate(lines):
        foot = box.y + box.h - 13 - (len(lines) - 1 - number) * letters * 1.02
        yield write(drawing, line, box.middle[0], foot, letters, fill=LIGHT["ink"], font_weight="650")


def draw_position(state: Seen, lang: str, size: float | None = SHOWN_WIDE) -> Picture:
    """Draw the board with the pawns, cards and gold that lie on it, as the state tells them; `size`: width in px.

    >>> from talisman_nb.engine import new_game
    >>> from talisman_nb.engine.view import seen_by
    >>> state = seen_by(new_game([("Ada", "dwarf"), ("Bruno", "thief")]))
    >>> len(draw_position(state, "en")) > len(draw_named_board(book_of(state.book), "en"))
    True
    """
    over = "".join(figures.overlay(state, lang).values())
    return draw_named_board(book_of(state.book), lang, size, over)


def draw_named_board(book: Book, lang: str, size: float | None = None, over: str = "") -> Picture:
    """Draw the board with the names of its spaces and its title in a language; other arguments as in `draw_board`.

    >>> from talisman_nb.rules.book import open_book
    >>> 'aria-label="Talisman, Quarta edizione riveduta"' in draw_named_board(open_book(), "it")
    True
    """
    words = names_of(book).by_lang[lang]
    title = f"Talisman, {edition_name(book, lang)}"
    pictures = {id: own for id in book.board.spaces if (own := book.picture(f"space.{id}"))}
    names = {**words["space"], **words.get("map", {})}
    return draw_board(book.board, names, size=size, over=over, title=title, pictures=pictures)
