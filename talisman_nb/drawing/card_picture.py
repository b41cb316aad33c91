"""Draws a card: name, type, motif, figures, text, encounter number; fits the layout to the length of the text."""

from __future__ import annotations

from collections.abc import Iterator

import svgwrite
from msgspec import Struct
from svgwrite.base import BaseElement

from talisman_nb.rules.pictures import LayerPicture

from . import motifs
from .palette import COOL, LIGHT, TEMPERATURES
from .picture import COUNTERS, Picture, canvas, finish, fitting, group, short, width_of, write

WIDE, HIGH, EDGE = 240.0, 340.0, 16.0
"""Width, least height and margin, in units."""
ROOM = WIDE - 2 * EDGE
"""Width of the text."""
ROOMY, CLOSE, TIGHT = (124.0, 12.0), (100.0, 11.0), (80.0, 10.0)
"""Layouts tried in this order: height of the motif, least letter size; with the last one the card grows."""
MARGIN = 7.0
"""Room around the motif in its frame, in units."""
MARK = 26.0
"""Side of the mark of a deck, in units."""
LARGEST, STEP, LINE = 14.0, 0.5, 1.35
"""Largest letter size, decrement between tries, line height in letter sizes."""
SMALL = 8.5
"""Letter size of the doubt."""
REGULAR = 1.1
"""Factor from the width `width_of` estimates, which is for bold letters, to regular letters."""
BLANK = 0.4
"""Width of a leading blank, in letter sizes; each branch of the text is indented by two."""
OUTLINES = COUNTERS | {"fate": "M-9 0a9 9 0 1 1 18 0a9 9 0 1 1-18 0zM-7.4 0a7.4 7.4 0 1 1 14.8 0a7.4 7.4 0 1 1-14.8 0z"}
"""Maps a figure to the outline of its counter, with room for a number inside."""
STYLE = (
    motifs.STYLE
    + """
.tnb .sheet{fill:var(--tnb-page);stroke:var(--tnb-ink);stroke-width:2.5}
.tnb .art .frame,.tnb .art .g,.tnb .art .c{fill:var(--tnb-ROLE)}
.tnb .art .mo{stroke:var(--tnb-ROLE-ink)}
.tnb .art .k{fill:var(--tnb-ROLE-ink)}
.tnb .art .own{color:var(--tnb-ROLE-ink)}
.tnb text{fill:var(--tnb-ink)}
.tnb .soft{fill:var(--tnb-muted)}
.tnb .doubt{fill:var(--tnb-warn)}
.tnb .value{fill:none;stroke:var(--tnb-ink);stroke-width:2}
"""
)


class Card(Struct, frozen=True):
    """Content of a card picture, worded in the language of the table.

    `type`: key of the motif; `type_word`: the type as text; `number`: encounter number, 0 for none; `figures`: pairs
    like ("strength", 4); `words`: accessible names of the figures; `note`: text in the corner opposite the number,
    such as the copies; `doubt`: why the text is uncertain, in small letters at the foot; `picture`: the picture of a
    layer instead of the motif; `deck`: the mark of its deck, if that has one.
    """

    name: str
    type: str
    type_word: str = ""
    number: int = 0
    figures: tuple[tuple[str, int], ...] = ()
    lines: tuple[str, ...] = ()
    note: str = ""
    doubt: str = ""
    words: dict[str, str] = {}
    picture: LayerPicture | None = None
    deck: LayerPicture | None = None


class Layout(Struct, frozen=True):
    """Computed layout of a card, in units.

    `art`: height of the motif; `letters`: letter size; `top`: where the text begins; `rows`, `doubt`: broken lines;
    `high`: height of the card.
    """

    art: float
    letters: float
    top: float
    rows: tuple[str, ...]
    doubt: tuple[str, ...]
    high: float


def draw_card(card: Card, theme: str = "auto", size: float | None = None) -> Picture:
    """Draw a card, 240 x 340 units, or higher where its text needs it.

    Parameters
    ----------
    card
        Its content.
    theme
        `auto`, `light` or `dark`.
    size
        Width in px; None: it fills its container.

    Returns
    -------
    Picture
        The card.

    Raises
    ------
    ValueError
        For an unknown theme.

    Examples
    --------
    >>> picture = draw_card(Card("Griffin", "enemy", "Enemy - Animal", 2, (("strength", 4),)))
    >>> ">Griffin</text>" in picture
    True
    """
    plan = layout(card)
    drawing = canvas((0, 0, WIDE, plan.high), card.name, STYLE.replace("ROLE", _role(card)), theme, size)
    drawing.add(
        drawing.rect((2, 2), (WIDE - 4, plan.high - 4), rx=12, class_="sheet", fill=LIGHT["page"], stroke=LIGHT["ink"])
    )
    for part in parts_of(drawing, card, plan):
        drawing.add(part)
    return finish(drawing)


def parts_of(drawing: svgwrite.Drawing, card: Card, plan: Layout) -> Iterator[BaseElement]:
    """Yield all that stands on a card, laid out; its sheet is not among it."""
    yield write(drawing, card.name, WIDE / 2, 32, fitting([card.name], ROOM + 4, 20), font_weight="650")
    yield write(drawing, card.type_word, WIDE / 2, 50, fitting([card.type_word], ROOM + 4, 13), class_="soft")
    yield _art(drawing, card, plan.art)
    yield from (*_figures(drawing, card, plan), *_text(drawing, plan), *_foot(drawing, card, plan))


def layout(card: Card, more: tuple[tuple[float, float], ...] = ()) -> Layout:
    """Return the first layout that holds the text: letters shrink, then the motif; at last the card grows.

    `more`: layouts that are tried before it grows, as `TIGHT` is one.
    """
    doubt = tuple(wrap_lines((card.doubt,), ROOM * REGULAR / SMALL)) if card.doubt else ()
    foot = 30 + len(doubt) * SMALL * LINE
    for art, least in (ROOMY, CLOSE, TIGHT, *more):
        top = 80 + art + 32 * bool(card.figures)
        letters = LARGEST
        while letters >= least:
            rows = wrap_lines(card.lines, ROOM * REGULAR / letters)
            if top + len(rows) * letters * LINE <= HIGH - foot:
                return Layout(art, letters, top, tuple(rows), doubt, HIGH)
            letters -= STEP
    return Layout(art, least, top, tuple(rows), doubt, top + len(rows) * least * LINE + foot)


def _role(card: Card) -> str:
    """Return the role of the palette of a card's picture, by the type its motif is named after."""
    return TEMPERATURES.get(card.type, COOL)


def _art(drawing: svgwrite.Drawing, card: Card, high: float) -> BaseElement:
    side = high - 2 * MARGIN
    left, ground, ink = (WIDE - side) / 2, LIGHT[_role(card)], LIGHT[f"{_role(card)}-ink"]
    frame = drawing.rect((14, 60), (WIDE - 28, high), class_="frame", fill=ground)
    parts = [frame, motifs.motif(drawing, card.type, left, 60 + MARGIN, side, ground, ink, card.picture)]
    if card.deck:
        parts.append(motifs.motif(drawing, "", WIDE - 14 - MARGIN - MARK, 60 + MARGIN, MARK, ground, ink, card.deck))
    return group(drawing, parts, class_="art")


def _figures(drawing: svgwrite.Drawing, card: Card, plan: Layout) -> Iterator[BaseElement]:
    """Draw the figures of a card in their counters; raises `ValueError` for an unknown figure."""
    left, middle = WIDE / 2 - 27 * (len(card.figures) - 1), 84 + plan.art
    for place, (kind, value) in enumerate(card.figures):
        if kind not in OUTLINES:
            raise ValueError(f"figure of {card.name!r}: expected one of {', '.join(OUTLINES)}, got {kind!r}")
        x = left + place * 54
        yield drawing.path(
            OUTLINES[kind],
            class_="value",
            fill="none",
            stroke=LIGHT["ink"],
            transform=f"translate({short(x)} {short(middle)})scale(1.9)",
            vector_effect="non-scaling-stroke",
        )
        yield write(
            drawing,
            str(value),
            x,
            middle + 6,
            17,
            font_weight="650",
            aria_label=f"{card.words.get(kind, kind)} {value}",
        )


def _text(drawing: svgwrite.Drawing, plan: Layout) -> Iterator[BaseElement]:
    for number, row in enumerate(plan.rows):
        left, text = EDGE + _indent(row) * BLANK * plan.letters, row.lstrip(" ")
        yield write(
            drawing, text, left, plan.top + (number + 0.75) * plan.letters * LINE, plan.letters, text_anchor="start"
        )


def _foot(drawing: svgwrite.Drawing, card: Card, plan: Layout) -> Iterator[BaseElement]:
    """Draw the foot: the doubt, below it the note on the left and the number on the right."""
    top = plan.high - 24 - len(plan.doubt) * SMALL * LINE
    for number, line in enumerate(plan.doubt):
        yield write(
            drawing, line, EDGE, top + (number + 0.75) * SMALL * LINE, SMALL, text_anchor="start", class_="doubt"
        )
    if card.number:
        yield write(drawing, str(card.number), WIDE - EDGE, plan.high - 12, 15, text_anchor="end", class_="soft")
    if card.note:
        yield write(drawing, card.note, EDGE, plan.high - 12, 11, text_anchor="start", class_="soft")


def wrap_lines(lines: tuple[str, ...], width: float) -> list[str]:
    """Wrap lines at blanks to `width`, in letter sizes; all rows of an indented line keep its indent.

    >>> wrap_lines(("one two three",), 6)
    ['one two', 'three']
    >>> wrap_lines(("  one two three",), 6)
    ['  one two', '  three']
    >>> wrap_lines(("un choix\\u00a0: deux",), 5)
    ['un', 'choix\\xa0:', 'deux']
    """
    rows: list[str] = []
    for line in lines:
        before, row = " " * _indent(line), ""
        for word in filter(None, line.split(" ")):  # a no-break space does not split
            if row and width_of(f"{row} {word}") > width - len(before) * BLANK:
                rows.append(before + row)
                row = word
            else:
                row = f"{row} {word}".strip()
        rows.append(before + row)
    return rows


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
