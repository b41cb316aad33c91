"""A card as a picture: type, motif, figures, text, the number that gives its turn."""

from __future__ import annotations

from collections.abc import Iterator

import svgwrite
from msgspec import Struct
from svgwrite.base import BaseElement

from talisman_nb.drawing import motifs
from talisman_nb.drawing.lettering import fitting, width_of
from talisman_nb.drawing.palette import LIGHT
from talisman_nb.drawing.picture import Picture, canvas, finished, group, short, write
from talisman_nb.drawing.shapes import COUNTERS

WIDE, HIGH = 240.0, 340.0
LETTERS = 14.0
STYLE = (
    motifs.STYLE
    + """
.tnb .sheet{fill:var(--tnb-page);stroke:var(--tnb-ink);stroke-width:2.5}
.tnb .art .frame,.tnb .art .g,.tnb .art .c{fill:var(--tnb-inner)}
.tnb .art .mo{stroke:var(--tnb-inner-ink)}
.tnb .art .k{fill:var(--tnb-inner-ink)}
.tnb text{fill:var(--tnb-ink)}
.tnb .soft{fill:var(--tnb-muted)}
.tnb .value{fill:none;stroke:var(--tnb-ink);stroke-width:2}
"""
)


class Card(Struct, frozen=True):
    """What a card shows, in words of the table's language: `type` a card type, `figures` pairs like ("strength", 4)."""

    name: str
    type: str
    type_word: str = ""
    number: int = 0
    figures: tuple[tuple[str, int], ...] = ()
    lines: tuple[str, ...] = ()


def draw_card(card: Card, theme: str = "auto", size: float | None = None) -> Picture:
    """The card, 240 x 340 units; its lines are broken to its width, and set smaller where they are many."""
    drawing = canvas((0, 0, WIDE, HIGH), card.name, STYLE, theme, size)
    drawing.add(drawing.rect((2, 2), (WIDE - 4, HIGH - 4), rx=12, class_="sheet", fill=LIGHT["page"], stroke=LIGHT["ink"]))
    drawing.add(write(drawing, card.name, WIDE / 2, 32, fitting([card.name], WIDE - 28, 20), font_weight="650"))
    drawing.add(write(drawing, card.type_word, WIDE / 2, 50, 13, class_="soft"))
    drawing.add(
        group(
            drawing,
            [
                drawing.rect((14, 60), (WIDE - 28, 112), class_="frame", fill=LIGHT["inner"]),
                motifs.motif(drawing, card.type, WIDE / 2 - 45, 71, 90, LIGHT["inner"], LIGHT["inner-ink"]),
            ],
            class_="art",
        )
    )
    for part in (*_figures(drawing, card), *_text(drawing, card)):
        drawing.add(part)
    if card.number:
        drawing.add(write(drawing, str(card.number), WIDE - 16, HIGH - 14, 15, text_anchor="end", class_="soft"))
    return finished(drawing)


def _figures(drawing: svgwrite.Drawing, card: Card) -> Iterator[BaseElement]:
    left = WIDE / 2 - 27 * (len(card.figures) - 1)
    for place, (kind, value) in enumerate(card.figures):
        if kind not in COUNTERS:
            raise ValueError(f"figure of {card.name!r}: expected one of {', '.join(COUNTERS)}, got {kind!r}")
        x = left + place * 54
        yield drawing.path(
            COUNTERS[kind],
            class_="value",
            fill="none",
            stroke=LIGHT["ink"],
            transform=f"translate({short(x)} 196)scale(1.9)",
            vector_effect="non-scaling-stroke",
        )
        yield write(drawing, str(value), x, 202, 17, font_weight="650", aria_label=f"{kind} {value}")


def _text(drawing: svgwrite.Drawing, card: Card) -> Iterator[BaseElement]:
    top, room = (224, HIGH - 30 - 224) if card.figures else (192, HIGH - 30 - 192)
    letters = next((size / 2 for size in range(28, 15, -1) if _fits(card.lines, size / 2, room)), 8)
    for number, line in enumerate(broken(card.lines, (WIDE - 32) / letters)):
        yield write(drawing, line, 16, top + number * letters * 1.35, letters, text_anchor="start")


def _fits(lines: tuple[str, ...], letters: float, room: float) -> bool:
    return len(broken(lines, (WIDE - 32) / letters)) * letters * 1.35 <= room


def broken(lines: tuple[str, ...], width: float) -> list[str]:
    """Lines broken at words to a width in letter sizes.

    >>> broken(("one two three",), 6)
    ['one two', 'three']
    """
    rows: list[str] = []
    for line in lines:
        row = ""
        for word in line.split():
            if row and width_of(f"{row} {word}") > width:
                rows.append(row)
                row = word
            else:
                row = f"{row} {word}".strip()
        rows.append(row)
    return rows
