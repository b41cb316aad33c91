"""Draws a player's sheet: pawn, title, counters one by one, lines of possessions."""

from __future__ import annotations

from collections.abc import Iterator

import svgwrite
from msgspec import Struct
from svgwrite.base import BaseElement

from talisman_nb.drawing import pawns
from talisman_nb.drawing.palette import LIGHT
from talisman_nb.drawing.pawns import Pawn, seat_mark
from talisman_nb.drawing.picture import Picture, canvas, finished, group, short, write
from talisman_nb.drawing.shapes import COUNTERS

WIDE, HEAD, ROW, LINE = 320.0, 46.0, 38.0, 20.0
"""Width of the sheet; heights of its head, of a row of counters, of a line; in units."""
MOST_DRAWN = 6
"""Upper bound of counters drawn one by one; above it a single counter has a number."""
STYLE = (
    pawns.STYLE
    + """
.tnb .page{fill:var(--tnb-panel);stroke:var(--tnb-line);stroke-width:1.5}
.tnb .rule{stroke:var(--tnb-line)}
.tnb .in text{fill:var(--tnb-ink)}
.tnb .in .soft{fill:var(--tnb-muted)}
.tnb .in .hollow,.tnb .in .gained{stroke:var(--tnb-ink);stroke-width:1.8;fill:none}
.tnb .in .gained{fill:var(--tnb-ink);fill-rule:evenodd}
.tnb .in .lost{stroke:var(--tnb-line);stroke-dasharray:2 2.5;fill:none}
"""
)


class Points(Struct, frozen=True):
    """One figure: `kind` strength, craft, fate, life or gold; its word; its present and printed value."""

    kind: str
    word: str
    now: int
    printed: int = 0


class Sheet(Struct, frozen=True):
    """Content of a sheet, worded in the language of the table; `things` are the lines under the counters."""

    pawn: Pawn
    title: str
    alignment: str = ""
    points: tuple[Points, ...] = ()
    things: tuple[str, ...] = ()


def draw_sheet(sheet: Sheet, theme: str = "auto", size: float | None = None) -> Picture:
    """Draw a sheet, 320 units wide: two figures a row, then a line for each thing. `size`: width in px.

    Raises `ValueError` for an unknown figure or seat.
    """
    rows = (len(sheet.points) + 1) // 2
    high = HEAD + rows * ROW + len(sheet.things) * LINE + 14
    drawing = canvas((0, 0, WIDE, high), sheet.title, STYLE, theme, size)
    drawing.add(
        drawing.rect((1, 1), (WIDE - 2, high - 2), rx=8, class_="page", fill=LIGHT["panel"], stroke=LIGHT["line"])
    )
    drawing.add(group(drawing, [seat_mark(drawing, sheet.pawn, 26, 24, 0.6)], class_="lay"))
    drawing.add(group(drawing, _inside(drawing, sheet, rows), class_="in"))
    return finished(drawing)


def _inside(drawing: svgwrite.Drawing, sheet: Sheet, rows: int) -> Iterator[BaseElement]:
    """Draw the title, alignment, figures and lines of a sheet."""
    yield write(drawing, sheet.title, 50, 30, 17, text_anchor="start", font_weight="650")
    yield write(drawing, sheet.alignment, WIDE - 12, 30, 13, text_anchor="end", class_="soft")
    yield drawing.line((10, HEAD - 3), (WIDE - 10, HEAD - 3), class_="rule", stroke=LIGHT["line"])
    for number, points in enumerate(sheet.points):
        yield _row(drawing, points, 12 + (number % 2) * 156, HEAD + (number // 2 + 0.5) * ROW)
    for number, thing in enumerate(sheet.things):
        yield write(drawing, thing, 12, HEAD + rows * ROW + (number + 0.8) * LINE, 13.5, text_anchor="start")


def _row(drawing: svgwrite.Drawing, points: Points, x: float, y: float) -> BaseElement:
    """Draw a figure: its value, its counters (hollow printed, filled gained, dotted lost), its word."""
    if points.kind not in COUNTERS:
        raise ValueError(f"counter: expected one of {', '.join(COUNTERS)}, got {points.kind!r}")
    made = group(
        drawing, transform=f"translate({short(x)} {short(y)})", role="img", aria_label=f"{points.word} {points.now}"
    )
    made.add(write(drawing, str(points.now), 16, 3, 18, text_anchor="end", font_weight="650"))
    looks = counters_drawn(points.now, points.printed)
    for place, look in enumerate(looks):
        made.add(drawing.path(COUNTERS[points.kind], class_=look, transform=f"translate({31 + place * 20} -4)"))
    if points.now > MOST_DRAWN:
        made.add(write(drawing, f"×{points.now}", 46, 2, 15, text_anchor="start"))
    made.add(write(drawing, points.word, 24, 15, 10.5, text_anchor="start", class_="soft"))
    return made


def counters_drawn(now: int, printed: int) -> list[str]:
    """Return the CSS class of each counter: hollow if printed, gained or lost; above `MOST_DRAWN` a single one.

    >>> counters_drawn(5, 4), counters_drawn(2, 4), counters_drawn(9, 3)
    (['hollow', 'hollow', 'hollow', 'hollow', 'gained'], ['hollow', 'hollow', 'lost', 'lost'], ['gained'])
    """
    if now > MOST_DRAWN:
        return ["gained"]
    kept = min(now, printed)
    return ["hollow"] * kept + ["gained"] * (now - kept) + ["lost"] * min(max(printed - now, 0), MOST_DRAWN - now)
