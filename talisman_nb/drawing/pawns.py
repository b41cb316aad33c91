"""The overlay of the board's picture: pawns, pieces, face-up cards, gold and destinations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeVar

from msgspec import Struct

from talisman_nb.board import Board
from talisman_nb.engine.covers import cards_below_cover, covers_of, hidden_covers
from talisman_nb.engine.dying import lifeless
from talisman_nb.engine.working_state import WorkingState, working_state
from talisman_nb.model import Seen
from talisman_nb.model.bounds import MOST_SEATS
from talisman_nb.rules.book import Book
from talisman_nb.rules.pictures import LayerPicture
from talisman_nb.text.names import letters
from talisman_nb.text.wording import wording_of

from .cells import SIGNPOST_STYLE, Box, cell, draw_goal
from .palette import LIGHT
from .picture import (
    CARD_MARKS,
    LEAF,
    SEATS,
    Ink,
    Part,
    Pen,
    empty_drawing,
    fitting,
    group,
    look_of,
    mark_of,
    path_of,
    short,
)


class SpaceHighlight(Struct, frozen=True):
    """A space that can be chosen, with the letter of its option."""

    space: str
    letter: str = ""


STEP = 36.0  # pawns overlap by a quarter: their letters stay visible and three fit on a space
MOST_PAWNS = MOST_MARKS = 3
"""Upper bound of pawns, and of card types, drawn on a space; the rest is a number."""
TAG_WIDE, TAG_HIGH = 27.0, 33.0
"""Size of a small card, in board units."""
_TAG = path_of("h", TAG_WIDE, "v", TAG_HIGH, "h", -TAG_WIDE, "z")
STYLE = (
    "".join(f".tnb .s{seat}{{color:var(--tnb-seat-{seat})}}" for seat in range(len(SEATS)))
    + """
.tnb .m{fill:currentColor;stroke:var(--tnb-page);stroke-width:4;stroke-linejoin:round;paint-order:stroke}
.tnb .ghost .m{fill:var(--tnb-page);stroke:currentColor;stroke-width:5;stroke-dasharray:9 5;paint-order:normal}
.tnb .turn{fill:none;stroke:currentColor;stroke-width:4}
.tnb .lay text{font-size:25px;font-weight:700;text-anchor:middle;fill:var(--tnb-seat-letter)}
.tnb .lay .n{font-size:17px}
.tnb .lay .ghost text,.tnb .lay .number text,.tnb .lay .cover text,.tnb .lay .back text{fill:var(--tnb-ink)}
.tnb .cover .edge{fill-opacity:.85;stroke-dasharray:9 6}
.tnb .cover .mo{stroke:var(--tnb-middle-ink)}
.tnb .cover .k{fill:var(--tnb-middle-ink)}
.tnb .cover .g,.tnb .cover .c{fill:var(--tnb-middle)}
.tnb .lay .cover .below{font-weight:500;text-decoration:line-through}
.tnb .leaf{fill:var(--tnb-good);stroke:var(--tnb-page);stroke-width:3}
.tnb .tag{fill:var(--tnb-panel);stroke:var(--tnb-ink);stroke-width:2}
.tnb .back path{fill:var(--tnb-middle);stroke:var(--tnb-middle-ink);stroke-width:3}.tnb .lay .back text{font-size:20px}
.tnb .mark{fill:var(--tnb-ink);fill-rule:evenodd}
.tnb .coin{fill:var(--tnb-warn);stroke:var(--tnb-page);stroke-width:2}
"""
    + SIGNPOST_STYLE
)


class Pawn(Struct, frozen=True):
    """A pawn on the board.

    `seat`: 0 to 11, chooses shape and colour; `letter`: one or two letters; `active`: ring of the seat whose turn it
    is; `toad`: turns left in a form, 0 for none; `ghost`: drawn as a dashed outline, as who
    lives without life is.
    """

    seat: int
    letter: str
    space: str
    active: bool = False
    toad: int = 0
    ghost: bool = False


class Lying(Struct, frozen=True):
    """The face-up cards on a space, by type, and its gold."""

    space: str
    types: tuple[str, ...] = ()
    gold: int = 0


class Stone(Struct, frozen=True):
    """A piece that lies on a space for a seat, with the letter of its owner."""

    seat: int
    letter: str
    space: str


class DrawnCover(Struct, frozen=True):
    """A card that covers a space: its name, the one that is printed on the board, and the drawing of the card."""

    space: str
    name: str
    below: str
    picture: LayerPicture | None = None


def draw_overlay(
    board: Board, pawns: Iterable[Pawn] = (), cards: Iterable[Lying] = (), highlights: Iterable[SpaceHighlight] = (),
    covers: Iterable[DrawnCover] = (), stones: Iterable[Stone] = (), backs: Iterable[str] = (),
) -> str:  # fmt: skip
    """Return a `<g>` with pawns, cards and destinations, to be appended to the `<svg>` of the board.

    A separate `<svg>` laid over the board needs the board's view box and the classes `tnb auto`.

    Parameters
    ----------
    board, pawns, cards, highlights, covers, stones, backs
        The board, its pawns, face-up cards by space, spaces that can be chosen, cards that cover spaces, pieces that
        lie on spaces, and spaces on which a card lies face down.

    Returns
    -------
    str
        The SVG fragment, for `draw_board(..., over=...)`.

    Raises
    ------
    ValueError
        For an unknown seat or card type.

    Examples
    --------
    >>> from talisman_nb.rules.book import open_book
    >>> draw_overlay(open_book().board, [Pawn(0, "A", "city")], highlights=[SpaceHighlight("village", "b")])[:15]
    '<g class="lay" '
    """
    drawing = Pen()
    cards, pawns, shown = list(cards), list(pawns), group(drawing, class_="lay", pointer_events="none")
    for cover in covers:
        shown.add(_cover(drawing, cover, cell(board, cover.space)))
    for part in _all_lying(drawing, board, cards):
        shown.add(part)
    for space in backs:
        shown.add(_back(drawing, cell(board, space)))
    for space, laid in _by_space(stones).items():
        for number, stone in enumerate(laid[:MOST_STONES]):
            shown.add(_stone(drawing, stone, cell(board, space), number))
    lower = {lying.space for lying in cards}
    for space, there in _by_space(pawns).items():
        small = space in lower or space in board.by_hand
        for part in _standing(drawing, there, _room(board, space), small):
            shown.add(part)
    for space in {*lower, *(pawn.space for pawn in pawns)} & board.by_hand:
        box, beside = cell(board, space), min(sum(pawn.space == space for pawn in pawns), MOST_PAWNS)
        n = drawing.text(str(board.space(space).ring + 1), x=[box.middle[0] + 18 + 14 * beside], y=[box.y + 39])
        shown.add(group(drawing, [n], class_="number"))
    for goal in highlights:  # over the pawns: a letter is never hidden
        shown.add(draw_goal(drawing, goal.letter, cell(board, goal.space)))
    return str(shown.tostring())


def _room(board: Board, space: str) -> Box:
    """Return the box in which pawns stand: in the strip of a numbered region in its middle, small."""
    box = cell(board, space)
    return Box(box.x, box.middle[1] - 60, box.w, box.h) if space in board.by_hand else box


def _cover(drawing: Ink, cover: DrawnCover, box: Box) -> Part:
    """Draw a sheet with dashed edges and the drawing of the card, its name and, struck, the printed one on a plate."""
    left, foot, across, made = box.x + 5, box.y + box.h - 7, box.w - 10, group(drawing, class_="cover")
    made.add(drawing.path(path_of("M", left, foot, "v", 14 - box.h, "h", across, "v", box.h - 14), class_="tag edge"))
    if cover.picture:
        from .motifs import motif

        side = min(box.h - 14 - PLATE - 8, across - 8)
        at = box.middle[0] - side / 2, foot - PLATE - 4 - side
        made.add(motif(empty_drawing(), "", *at, side, LIGHT["panel"], LIGHT["ink"], cover.picture))
    made.add(drawing.path(path_of("M", left, foot, "h", across, "v", -PLATE, "h", -across, "z"), class_="tag"))
    for text, y, size, look in ((cover.name, foot - 27, LARGE, "name"), (cover.below, foot - 8, SMALL, "name below")):
        scale = fitting([text], box.w - 14, size) / PRINTED
        where = f"translate({short(box.middle[0])} {short(y)})scale({scale:.2f})"
        made.add(drawing.text(text, transform=where, class_=look))
    return made


def _back(drawing: Ink, box: Box) -> Part:
    """Draw a small card that lies face down at the top of a space: nothing says which one it is."""
    made = group(drawing, transform=f"translate({short(box.middle[0])} {short(box.y - 4)})", class_="back")
    made.add(drawing.path(path_of("M", -TAG_WIDE / 2, 0) + _TAG))
    made.add(drawing.text("?", y=[TAG_HIGH / 2 + 7]))
    return made


PLATE, LARGE, SMALL, PRINTED = 50.0, 23.0, 18.0, 25.0
"""Height of the plate over a covered space, sizes of the two names on it, and that of the style sheet."""


def seat_mark(drawing: Ink, pawn: Pawn, x: float, y: float, scale: float = 1) -> Part:
    """Draw a pawn, about 48 units wide, with its letter; ring, leaf or dashes by its state. Raises `ValueError`."""
    if not 0 <= pawn.seat < MOST_SEATS:
        raise ValueError(f"seat: expected 0 to {MOST_SEATS - 1}, got {pawn.seat}")
    shape, colour = look_of(pawn.seat)
    where = f"translate({short(x)} {short(y)})" + (f"scale({scale:.2f})" if scale != 1 else "")
    made = group(drawing, transform=where, class_=f"s{colour}" + (" ghost" if pawn.ghost else ""), data_pawn=pawn.seat)
    if pawn.active:
        made.add(drawing.circle((0, 0), 29, class_="turn"))
    made.add(drawing.path(SEATS[shape], class_="m"))
    made.add(drawing.text(pawn.letter, y=[14 if shape == 2 else 9]))
    if pawn.toad:
        made.add(drawing.path(LEAF, class_="leaf", transform="translate(19 25)scale(.85)"))
        made.add(drawing.text(str(pawn.toad), x=[19], y=[28], class_="n"))
    return made


MOST_STONES = 3
_STONE = path_of("M", -14, 2, "v", -20, "a", 14, 14, 0, 0, 1, 28, 0, "v", 20, "z")
"""How many pieces of owners are drawn on a space, and their outline: upright, round above."""


def _stone(drawing: Ink, stone: Stone, box: Box, number: int) -> Part:
    """Draw a small upright stone at the top of a space, from the left corner on, with its owner's letter."""
    x, y = box.x + 15 + number * 31, box.y + 27
    colour = look_of(stone.seat)[1]
    made = group(drawing, transform=f"translate({short(x)} {short(y)})", class_=f"s{colour} stone")
    made.add(drawing.path(_STONE, class_="m"))
    made.add(drawing.text(stone.letter, y=[-6], class_="n"))
    return made


P = TypeVar("P", Pawn, Stone)


def _by_space(pawns: Iterable[P]) -> dict[str, list[P]]:
    found: dict[str, list[P]] = {}
    for pawn in pawns:
        found.setdefault(pawn.space, []).append(pawn)
    return found


def _standing(drawing: Ink, there: list[Pawn], box: Box, below_cards: bool) -> Iterator[Part]:
    """Draw up to `MOST_PAWNS` pawns side by side, the active one on top, and the number of further ones."""
    down, scale = (60, 0.8) if below_cards else (45, 1)
    shown = sorted(there, key=lambda pawn: not pawn.active)[:MOST_PAWNS]
    step = STEP * scale
    left = box.middle[0] - step * (len(shown) - 1) / 2
    for number, pawn in reversed(list(enumerate(shown))):
        yield seat_mark(drawing, pawn, left + number * step, box.y + down, scale)
    if len(there) > len(shown):
        high = 72 if below_cards else 16
        yield from _count(drawing, f"+{len(there) - len(shown)}", box.x + box.w - 15, box.y + high)


def _all_lying(drawing: Ink, board: Board, cards: list[Lying]) -> Iterator[Part]:
    """Draw a small card for each type, from the right corner leftward, with its count; then gold."""
    tags, marks, counts = [], group(drawing, class_="mark"), []
    for lying in cards:
        box = cell(board, lying.space)
        x, y = box.x + box.w - 4 - TAG_WIDE, box.y - 4
        counted = Counter(lying.types).most_common()
        for type_, count in counted[:MOST_MARKS]:
            tags.append(path_of("M", x, y) + _TAG)
            marks.add(_mark(drawing, type_, x + 4, y + 7))
            counts += [(str(count), x - 1, y + TAG_HIGH + 2)] if count > 1 else []
            x -= TAG_WIDE + 3
        rest = sum(count for _, count in counted[MOST_MARKS:])
        counts += [(f"+{rest}", box.x + 14, y + TAG_HIGH)] if rest else []
    if tags:
        yield drawing.path(" ".join(tags), class_="tag")
        yield marks
    for text, x, y in counts:
        yield from _count(drawing, text, x, y)
    for lying in (lying for lying in cards if lying.gold):
        box = cell(board, lying.space)
        yield from _count(drawing, str(lying.gold), box.x + box.w - 20, box.y + 54, "coin")


def _mark(drawing: Ink, type_: str, x: float, y: float) -> Part:
    if type_ not in CARD_MARKS:
        raise ValueError(f"card type: expected one of {', '.join(CARD_MARKS)}, got {type_!r}")
    return drawing.path(CARD_MARKS[type_], transform=f"translate({x:.0f} {y:.0f})scale(.32)")


def _count(drawing: Ink, text: str, x: float, y: float, look: str = "mark") -> Iterator[Part]:
    """Draw a number on a small disc."""
    yield drawing.circle((round(x, 1), round(y, 1)), 14 if look == "coin" else 12, class_=look)
    yield drawing.text(text, x=[round(x, 1)], y=[round(y + 6, 1)], class_="n")


def overlay(state: Seen, lang: str, *, cards: bool = True) -> dict[str, str]:
    """Map each space that is not empty to a picture of its pawns, face-up cards and gold, and of what covers it.

    Without `cards`, for a panel that draws them itself, only their place beside pawns is kept free.
    """
    g = working_state(state)
    marks = letters(*(p.name for p in state.players))
    standing: dict[str, list[Pawn]] = {}
    for seat, p in enumerate(state.players):
        if p.character:
            left, ghost = p.form_left if p.form else 0, lifeless(g, p.form)
            pawn = Pawn(seat, marks[seat], p.space, state.turn == seat, left, ghost)
            standing.setdefault(p.space, []).append(pawn)
    stones: dict[str, list[Stone]] = {}
    for e in state.effects:
        if e.on == "space" and e.seat >= 0:
            stones.setdefault(e.space, []).append(Stone(e.seat, marks[e.seat], e.space))
    lying = {each.space: each for each in _lying(g.board, g, cards)}
    said = wording_of(state, lang)
    covers = {
        space: DrawnCover(space, str(said.card(card)), str(said.printed(space)), g.book.picture(card))
        for space, card in covers_of(state)
    }
    hidden = hidden_covers(state)
    shown = {space: each for space, each in lying.items() if cards or each.gold} | standing | covers | stones | hidden
    return {
        s: _draw_space(
            g.book,
            tuple(standing.get(s, ())),
            lying.get(s),
            covers.get(s),
            tuple(stones.get(s, ())),
            (s,) * (s in hidden),
        )
        for s in shown
    }


@lru_cache(maxsize=1024)
def _draw_space(
    book: Book, pawns: tuple[Pawn, ...], lying: Lying | None, cover: DrawnCover | None, stones: tuple[Stone, ...],
    backs: tuple[str, ...],
) -> str:  # fmt: skip
    """Draw a space; cached, because most spaces don't change from answer to answer."""
    cards, covers = [lying] if lying else (), [cover] if cover else ()
    return draw_overlay(book.board, pawns, cards, (), covers, stones, backs)


def _lying(board: Board, g: WorkingState, drawn: bool) -> list[Lying]:
    occupied = [
        (space, gold) for space, cards, gold in zip(board.spaces, g.spaces, g.gold, strict=True) if cards or gold
    ]
    found = [(space, cards_below_cover(g, space), gold) for space, gold in occupied]
    return [
        Lying(space, tuple(mark_of(g.facts[c].type) for c in cards) if drawn else (), gold)
        for space, cards, gold in found
        if cards or gold
    ]
