"""Plots: figures over the rounds as steps, and differences as bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import svgwrite
from msgspec import Struct
from svgwrite.base import BaseElement

from .pawns import STYLE as SEAT_STYLE
from .pawns import Pawn, seat_mark
from .picture import Picture, canvas, finish, group, path_of, write

WIDE, HIGH = 220.0, 180.0
"""Size of a plot in units, which are pixels where it is as wide as that."""
LEFT, RIGHT, TOP, LOW = 26.0, 34.0, 12.0, 26.0
"""Margins of the area of a plot."""
APART = 2.6
"""Distance of lines that have the same value."""
MARK = 0.36
"""Scale of the marks at the end of the lines."""
BAR, ROW = 16.0, 44.0
"""Height of a bar, and of its row."""
CROSS: tuple[str | float, ...] = ("m", -4, -4, "l", 8, 8, "m", 0, -8, "l", -8, 8)
"""A cross at the point of a path."""
STYLE = (
    SEAT_STYLE
    + """
.tnb .grid{fill:none;stroke:var(--tnb-closed);stroke-width:1.2}
.tnb .axis{fill:none;stroke:var(--tnb-ink);stroke-width:1.5}
.tnb .course{fill:none;stroke:currentColor;stroke-width:2.5;stroke-linejoin:round}
.tnb .bar{fill:currentColor}
.tnb .mark-of text{font-size:25px;font-weight:700;text-anchor:middle;fill:var(--tnb-seat-letter)}
.tnb .scale{fill:var(--tnb-muted);font-size:12px}
.tnb .said{fill:var(--tnb-ink);font-size:13px}
"""
)


class Series(Struct, frozen=True):
    """The values of a seat, one for each of the rounds of a plot; None where it has none."""

    seat: int
    letter: str
    values: tuple[float | None, ...]

    @property
    def last(self) -> float:
        """Return the last value there is, 0 without any."""
        return next((value for value in reversed(self.values) if value is not None), 0)


def draw_steps(series: Sequence[Series], rounds: Sequence[int], label: str, theme: str = "auto") -> Picture:
    """Return the courses of a figure over `rounds` as steps, each ended by its seat's mark, with a cross at each gap.

    `label` is the accessible name.
    """
    drawing = canvas((0, 0, WIDE, HIGH), label, STYLE, theme)
    most = max((value or 0 for each in series for value in each.values), default=0)
    step = max(1, -(-int(most) // 4))
    top = step * -(-int(most + 0.999) // step) or 1
    last = rounds[-1]
    for part in _grid(drawing, top, step, last):
        drawing.add(part)
    offsets = _offsets(series)
    for each, off in zip(series, offsets, strict=True):
        points = [
            (_x(n, last), None if value is None else _y(value, top) + off)
            for n, value in zip(rounds, each.values, strict=True)
        ]
        course = [drawing.path(_path(points), class_="course")] if any(y is not None for _, y in points) else []
        drawing.add(group(drawing, course, class_=f"s{each.seat % 6}"))
    for part in _marks(drawing, series, [_y(each.last, top) for each in series]):
        drawing.add(part)
    return finish(drawing)


def _offsets(series: Sequence[Series]) -> list[float]:
    """Return a small shift per course, so that equal ones are seen beside one another."""
    middle = (len(series) - 1) / 2
    return [(n - middle) * APART for n in range(len(series))]


def _x(round_: float, rounds: int) -> float:
    return LEFT + (WIDE - LEFT - RIGHT) * (round_ / rounds if rounds else 0)


def _y(value: float, top: float) -> float:
    return HIGH - LOW - (HIGH - LOW - TOP) * value / top


def _path(points: Sequence[tuple[float, float | None]]) -> str:
    """Return steps through points; where the next one is missing they end in a cross, and begin anew after it."""
    parts: list[str | float] = []
    drawn = False
    for x, y in points:
        if y is not None:
            parts += ["H", x, "V", y] if drawn else ["M", x, y]
        elif drawn:
            parts += ["H", x, *CROSS]
        drawn = y is not None
    return path_of(*parts)


def _grid(drawing: svgwrite.Drawing, top: int, step: int, rounds: int) -> Iterator[BaseElement]:
    for value in range(0, top + 1, step):
        y = _y(value, top)
        yield drawing.path(path_of("M", LEFT, y, "H", WIDE - RIGHT), class_="grid")
        yield write(drawing, str(value), LEFT - 6, y + 4, 12, class_="scale", text_anchor="end")
    every = max(1, -(-rounds // 4))
    shown = [n for n in range(0, rounds + 1, every) if n == 0 or rounds - n >= every / 2] + [rounds]
    for n in dict.fromkeys(shown):
        yield write(drawing, str(n), _x(n, rounds), HIGH - 6, 12, class_="scale")


def _marks(drawing: svgwrite.Drawing, series: Sequence[Series], ends: Sequence[float]) -> Iterator[BaseElement]:
    """Draw the marks at the right edge, moved apart where courses end at the same height."""
    room = 19.0
    order = sorted(range(len(series)), key=lambda n: ends[n])
    places = [min(max(ends[n], TOP + 4), HIGH - LOW - 4) for n in order]
    for n in range(1, len(places)):
        places[n] = max(places[n], places[n - 1] + room)
    for n in range(len(places) - 1, -1, -1):
        highest = HIGH - LOW + 6 - room * (len(places) - 1 - n)
        places[n] = min(places[n], highest)
    for n, y in zip(order, places, strict=True):
        pawn = Pawn(series[n].seat % 6, series[n].letter, "")
        yield group(drawing, [seat_mark(drawing, pawn, WIDE - 16, y, MARK)], class_="mark-of")


class Bar(Struct, frozen=True):
    """A difference of a seat, and what stands beside it."""

    seat: int
    letter: str
    value: float
    text: str


def draw_bars(bars: Sequence[Bar], label: str, ends: tuple[str, str], theme: str = "auto") -> Picture:
    """Return differences as bars left and right of a middle line; `ends`: words for either side."""
    high = ROW * len(bars) + 30
    drawing = canvas((0, 0, WIDE, high), label, STYLE, theme)
    middle, half = WIDE / 2 + 14, WIDE / 2 - 20
    most = max((abs(bar.value) for bar in bars), default=0) or 1
    for n, bar in enumerate(bars):
        y = ROW * n + 6
        long = half * abs(bar.value) / max(most, 2)
        x = middle if bar.value >= 0 else middle - long
        shape = drawing.rect((round(x, 1), round(y + 16, 1)), (round(long, 1), BAR), class_="bar")
        pawn = Pawn(bar.seat % 6, bar.letter, "")
        drawing.add(group(drawing, [shape], class_=f"s{bar.seat % 6}"))
        drawing.add(drawing.path(path_of("M", middle, y + 13, "v", BAR + 6), class_="axis"))
        drawing.add(group(drawing, [seat_mark(drawing, pawn, 12, y + 20, MARK)], class_="mark-of"))
        drawing.add(write(drawing, bar.text, 28, y + 10, 13, class_="said", text_anchor="start"))
    drawing.add(write(drawing, ends[0], middle - 8, high - 6, 12, class_="scale", text_anchor="end"))
    drawing.add(write(drawing, ends[1], middle + 8, high - 6, 12, class_="scale", text_anchor="start"))
    return finish(drawing)
