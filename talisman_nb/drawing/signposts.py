"""Draws what marks a space that can be chosen: a dashed frame, and a signpost with the letter of its option.

People are filled shapes in the middle of a space, options are signposts at its edge: white, with a point to the space.
"""

from __future__ import annotations

import svgwrite
from msgspec import Struct
from svgwrite.base import BaseElement

from talisman_nb.drawing.layout import SIDE, Box
from talisman_nb.drawing.picture import group, path_of, write

WIDE, POINT, REACH = 36.0, 11.0, 9.0
"""Side of a signpost, length of its point, and how far the point reaches over the edge; in board units."""
STYLE = (
    ".tnb .goal{fill:none;stroke:var(--tnb-accent);stroke-width:5.5;stroke-dasharray:12 7}"
    ".tnb .tick{fill:none;stroke:var(--tnb-accent);stroke-width:7}"
    ".tnb .sign{fill:var(--tnb-panel);stroke:var(--tnb-accent);stroke-width:4;stroke-linejoin:round}"
    ".tnb .lay .goals text{fill:var(--tnb-accent)}"
)


class Highlight(Struct, frozen=True):
    """A space that can be chosen, with the letter of its option."""

    space: str
    letter: str = ""


def draw_goal(drawing: svgwrite.Drawing, letter: str, box: Box) -> BaseElement:
    """Draw a dashed frame with corner ticks round a space and, on the edge towards the centre, the option's letter."""
    made = group(drawing, _frame(drawing, box.grown(-1)), class_="goals")
    if letter:
        for part in _signpost(drawing, letter, box):
            made.add(part)
    return made


def _frame(drawing: svgwrite.Drawing, box: Box) -> list[BaseElement]:
    x, y, right, low = box.x, box.y, box.x + box.w, box.y + box.h
    corners = ((x, y, 1, 1), (right, y, -1, 1), (right, low, -1, -1), (x, low, 1, -1))
    ticks = [path_of("M", at, up + 16 * down, "V", up, "h", 16 * across) for at, up, across, down in corners]
    outline = path_of("M", x, y, "H", right, "V", low, "H", x, "z")
    return [drawing.path(outline, class_="goal"), drawing.path(" ".join(ticks), class_="tick")]


def _signpost(drawing: svgwrite.Drawing, letter: str, box: Box) -> list[BaseElement]:
    """Return the post and its letter; the point lies over the edge, the rest beside the space."""
    (x, y), half = box.middle, WIDE / 2
    across, down = SIDE / 2 - x, SIDE / 2 - y
    away = half + POINT - REACH
    if abs(across) > abs(down) + 1:
        side = 1 if across > 0 else -1
        x += side * (box.w / 2 + away)
        tip = path_of("M", x - side * (half + POINT), y, "L", x - side * half, y - half)
        body = path_of("H", x + side * half, "V", y + half, "H", x - side * half, "z")
    else:
        side = -1 if down < 0 else 1
        y += side * (box.h / 2 + away)
        tip = path_of("M", x, y - side * (half + POINT), "L", x - half, y - side * half)
        body = path_of("V", y + side * half, "H", x + half, "V", y - side * half, "z")
    return [drawing.path(f"{tip} {body}", class_="sign"), write(drawing, letter, x, y + 9, 25)]
