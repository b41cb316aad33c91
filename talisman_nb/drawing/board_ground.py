"""Draws the ground of the board picture: paper, frame, Storm River, mountains, bridges, the portal."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_uppercase

import svgwrite
from svgwrite.base import BaseElement

from talisman_nb.board import Board

from .cells import BANK, MOUNTAINS, SIDE, WATER, Box, attached_spaces, cell, cells_across, depth, square
from .motifs import motif
from .palette import LIGHT
from .picture import group, path_of, write

MARGIN = 22.0
"""Width of the paper round the board, in board units."""
WAVE = 24.0
"""Length of a half wave of the River, in board units."""
STYLE = """
.tnb .paper{fill:var(--tnb-page)}
.tnb .frame{fill:none;stroke:var(--tnb-line)}
.tnb .river{fill:none;stroke:var(--tnb-river);stroke-width:15;stroke-linecap:round;stroke-linejoin:round}
.tnb .wave{fill:none;stroke:var(--tnb-page);stroke-width:2.2;stroke-dasharray:15 21;stroke-linecap:round}
.tnb .peaks,.tnb .plank{fill:var(--tnb-page);stroke-linejoin:round;stroke-linecap:round}
.tnb .peaks{stroke:var(--tnb-line);stroke-width:2.2}
.tnb .plank{stroke:var(--tnb-ink);stroke-width:3}
.tnb .door .t,.tnb .door .g,.tnb .door .c{fill:var(--tnb-page)}
.tnb .door .t,.tnb .door .mo{stroke:var(--tnb-ink)}
.tnb .door .k{fill:var(--tnb-ink)}
"""


def paper(drawing: svgwrite.Drawing, high: float) -> Iterator[BaseElement]:
    """Draw the paper of a board so high, and its frame: a thick line and a thin one."""
    edge, full = -MARGIN, SIDE + 2 * MARGIN
    yield drawing.rect((edge, edge), (full, high + 2 * MARGIN), class_="paper", fill=LIGHT["page"])
    for inset, width in ((5, 5), (12, 1.6)):
        at = edge + inset
        yield drawing.rect(
            (at, at),
            (SIDE - 2 * at, high - 2 * at),
            class_="frame",
            fill="none",
            stroke=LIGHT["line"],
            stroke_width=width,
        )


def river(drawing: svgwrite.Drawing, board: Board) -> Iterator[BaseElement]:
    """Draw the River round the middle region, if there is one."""
    if len(_rings(board)) < 2:
        return
    inset = depth(cells_across(board)) + WATER / 2
    data = round_water(Box(inset, inset, SIDE - 2 * inset, SIDE - 2 * inset))
    for name, colour, width in (("river", LIGHT["river"], 15), ("wave", LIGHT["page"], 2.2)):
        yield drawing.path(data, class_=name, fill="none", stroke=colour, stroke_width=width)


def arms(drawing: svgwrite.Drawing, board: Board) -> Iterator[BaseElement]:
    """Draw an arm of the River, to the edge of the board, and a bridge where a ring edge crosses it."""
    for edge in board.edges:
        if edge.kind == "ring" and edge.river:
            yield from _arm(drawing, cell(board, edge.start), cell(board, edge.end))


def mountains(drawing: svgwrite.Drawing, board: Board) -> Iterator[BaseElement]:
    """Draw the mountains between the middle and the inner region, open at the corner of the Portal."""
    if len(_rings(board)) < 3:
        return
    inner = square(2, cells_across(board)).grown(MOUNTAINS / 2)
    yield drawing.path(
        " ".join(_peaks(inner)), class_="peaks", fill=LIGHT["page"], stroke=LIGHT["line"], stroke_width=2.2
    )


def _rings(board: Board) -> list[str]:
    """The regions that lie within the square, from outside inward."""
    return [region for region in board.regions if not attached_spaces(board).issuperset(board.in_region(region))]


def crossings(drawing: svgwrite.Drawing, board: Board) -> Iterator[BaseElement]:
    """Draw bridges as planks, portals as a door, the edge to the goal as a Talisman.

    The ends of a way to a region that lies apart have the same letter.
    """
    letters, apart = iter(ascii_uppercase), attached_spaces(board)
    for edge in board.edges:
        a, b = cell(board, edge.start), cell(board, edge.end)
        if (edge.start in apart) != (edge.end in apart):
            letter = next(letters, "")
            yield from (_end_of_way(drawing, box, letter) for box in (a, b))
        elif edge.kind in ("bridge", "toll"):
            yield _planks(drawing, _between(a, b))
        elif edge.kind in ("portal", "door"):
            yield _badge(drawing, a, b, "portal-of-power", 21)
        elif board.goal in (edge.start, edge.end):
            yield _badge(drawing, a, b, "talisman", 15)


def round_water(box: Box) -> str:
    """Return path data of a closed wavy line along a box with rounded corners."""
    turn = 22.0
    right, low = box.x + box.w, box.y + box.h
    sides = (
        ((box.x + turn, box.y), (1, 0), (right, box.y), box.w),
        ((right, box.y + turn), (0, 1), (right, low), box.h),
        ((right - turn, low), (-1, 0), (box.x, low), box.w),
        ((box.x, low - turn), (0, -1), (box.x, box.y), box.h),
    )
    data = path_of("M", *sides[0][0])
    for number, (start, way, corner, length) in enumerate(sides):
        after = sides[(number + 1) % 4][0]
        data += " " + waves(start, way, length - 2 * turn) + " " + path_of("Q", *corner, *after)
    return data + "z"


def waves(start: tuple[float, float], way: tuple[int, int], length: float) -> str:
    """Return path data that continues from `start` with waves; `way`: unit direction; `length`: in board units."""
    count = max(2, round(length / WAVE / 2) * 2)
    step = length / count
    (x, y), (dx, dy) = start, way
    bend = path_of("q", dx * step / 2 + dy * 5, dy * step / 2 - dx * 5, dx * step, dy * step)
    on = " ".join([path_of("t", dx * step, dy * step)] * (count - 1))
    return f"{bend} {on} {path_of('L', x + dx * length, y + dy * length)}"


def _arm(drawing: svgwrite.Drawing, a: Box, b: Box) -> Iterator[BaseElement]:
    """Draw an arm of the River between two cells of the outer ring, with its bridge."""
    upright = abs(a.middle[0] - b.middle[0]) < abs(a.middle[1] - b.middle[1])
    border = (max(a.y, b.y) if upright else max(a.x, b.x)) - BANK
    far = (a.middle[0] if upright else a.middle[1]) > SIDE / 2
    reach, out = a.w + WATER / 2, 1 if far else -1
    near = (a.x if upright else a.y) - WATER / 2 if far else reach
    begin = near + 24 * out
    start, way = ((begin, border), (out, 0)) if upright else ((border, begin), (0, out))
    data = _source(near, border, reach, out, upright) + " " + waves(start, way, reach + MARGIN - 38)
    for name, colour, width in (("river", LIGHT["river"], 15), ("wave", LIGHT["page"], 2.2)):
        yield drawing.path(data, class_=name, fill="none", stroke=colour, stroke_width=width)
    x, y = a.middle
    yield _planks(drawing, Box(x - 14, border - 15, 28, 30) if upright else Box(border - 15, y - 14, 30, 28), upright)


def _source(near: float, border: float, reach: float, out: int, upright: bool) -> str:
    """Return path data of the start of an arm: with a bend at a corner of the River, else straight."""
    bank = min(max(border, reach + 30), SIDE - reach - 30)
    points = [(near, bank), (near, border), (near + 24 * out, border)]
    first, bend, last = points if upright else [(y, x) for x, y in points]
    return path_of("M", *first, "Q", *bend, *last)


def _between(a: Box, b: Box) -> Box:
    """Return the box of a bridge between two facing cells, from border to border."""
    wide = 34.0
    left, right = max(a.x, b.x), min(a.x + a.w, b.x + b.w)
    if right > left:
        top, low = sorted((a, b), key=lambda box: box.y)
        return Box((left + right - wide) / 2, top.y + top.h - 3, wide, low.y - top.y - top.h + 6)
    top_, low_ = max(a.y, b.y), min(a.y + a.h, b.y + b.h)
    west, east = sorted((a, b), key=lambda box: box.x)
    return Box(west.x + west.w - 3, (top_ + low_ - wide) / 2, east.x - west.x - west.w + 6, wide)


def _planks(drawing: svgwrite.Drawing, box: Box, upright: bool = True) -> BaseElement:
    """Draw a bridge: five planks between two rails; `upright`: the rails are vertical."""
    count, parts = 5, []
    for number in range(count):
        if upright:
            y = box.y + (number + 0.5) * box.h / count
            parts.append(path_of("M", box.x, y, "h", box.w))
        else:
            x = box.x + (number + 0.5) * box.w / count
            parts.append(path_of("M", x, box.y, "v", box.h))
    rails = (
        ("M", box.x + 4, box.y, "v", box.h, "M", box.x + box.w - 4, box.y, "v", box.h)
        if upright
        else ("M", box.x, box.y + 4, "h", box.w, "M", box.x, box.y + box.h - 4, "h", box.w)
    )
    ground = path_of("M", box.x + 2, box.y, "h", box.w - 4, "v", box.h, "h", 4 - box.w, "z")
    return drawing.path(
        " ".join([ground, path_of(*rails), *parts]),
        class_="plank",
        fill=LIGHT["page"],
        stroke=LIGHT["ink"],
        stroke_width=3,
    )


def _badge(drawing: svgwrite.Drawing, a: Box, b: Box, name: str, radius: float) -> BaseElement:
    """Draw a round mark with a motif in the middle between two cells."""
    x = (max(a.x, b.x) + min(a.x + a.w, b.x + b.w)) / 2
    y = (max(a.y, b.y) + min(a.y + a.h, b.y + b.h)) / 2
    size = radius * 1.35
    return group(
        drawing,
        [
            drawing.circle((round(x, 1), round(y, 1)), radius, class_="t", stroke_width=3),
            motif(
                drawing,
                name,
                x - size / 2,
                y - size / 2 - (radius * 0.12 if name == "talisman" else 0),
                size,
                LIGHT["page"],
                LIGHT["ink"],
            ),
        ],
        class_="door",
        fill=LIGHT["page"],
        stroke=LIGHT["ink"],
    )


def _end_of_way(drawing: svgwrite.Drawing, box: Box, letter: str) -> BaseElement:
    """Draw a mark at the upper left corner of a space, from which a way leads on elsewhere."""
    x, y = box.x + 20, box.y + 20
    ring = drawing.circle((round(x, 1), round(y, 1)), 14, class_="t", stroke_width=3)
    sign = group(drawing, [write(drawing, letter, x, y + 7, 19)], class_="k", fill=LIGHT["ink"], stroke="none")
    return group(drawing, [ring, sign], class_="door", fill=LIGHT["page"], stroke=LIGHT["ink"])


def _peaks(box: Box) -> Iterator[str]:
    """Yield path data of peaks along a box, from top to bottom, so that lower ones overlap upper ones."""
    step = 25.5
    count = int(box.w / step)
    places = [(box.x + (number + 0.5) * box.w / count, y) for y in (box.y, box.y + box.h) for number in range(count)]
    places += [
        (x, box.y + (number + 0.5) * box.h / count) for x in (box.x, box.x + box.w) for number in range(1, count - 1)
    ]
    for number, (x, y) in enumerate(sorted(places, key=lambda place: (place[1], place[0]))):
        if x - box.x + y - box.y > 3 * step / 2:
            high, half = ((20, 12), (14, 10), (17, 11))[number % 3]
            yield path_of(
                "M", x - half, y + 9, "l", half - 1, -high, "l", half + 1, high, "m", -half, -high + 5, "l", 3, high - 9
            )
