"""Draws a page of text, such as that of a rule: title, introduction, sections."""

from __future__ import annotations

from collections.abc import Iterator

import svgwrite
from msgspec import Struct
from svgwrite.base import BaseElement

from talisman_nb.drawing.card_picture import REGULAR, broken
from talisman_nb.drawing.palette import LIGHT
from talisman_nb.drawing.picture import Picture, canvas, finished, write
from talisman_nb.text.pages.page import Page

WIDE, EDGE = 560.0, 24.0
"""Width and margin, in units."""
SHOWN_WIDE = 560
"""Default width in a notebook, in px."""
LINE = 1.4
"""Line height, in letter sizes."""
STYLE = """
.tnb .sheet{fill:var(--tnb-page);stroke:var(--tnb-ink);stroke-width:2}
.tnb text{fill:var(--tnb-ink)}
.tnb .soft{fill:var(--tnb-muted)}
.tnb .head{fill:var(--tnb-accent)}
.tnb .doubt{fill:var(--tnb-warn)}
"""


class LaidOutLine(Struct, frozen=True):
    """A laid out line: `foot` is its baseline, `left` its x, `size` its letter size (units), `look` its CSS class."""

    text: str
    foot: float
    left: float
    size: float
    look: str = ""


def draw_page(page: Page, theme: str = "auto", size: float | None = SHOWN_WIDE) -> Picture:
    """Draw a page, 560 units wide and as high as its text; uncertain lines (with "≈") have the colour of a warning.

    `size`: width in px; None fills the container.
    """
    lines = list(_lines(page))
    high = lines[-1].foot + EDGE
    drawing = canvas((0, 0, WIDE, high), page.title, STYLE, theme, size)
    drawing.add(
        drawing.rect((2, 2), (WIDE - 4, high - 4), rx=12, class_="sheet", fill=LIGHT["page"], stroke=LIGHT["ink"])
    )
    for line in lines:
        drawing.add(_written(drawing, line))
    return finished(drawing)


def _written(drawing: svgwrite.Drawing, line: LaidOutLine) -> BaseElement:
    look = {"class_": line.look} if line.look else {}
    weight = {"font_weight": "650"} if line.look == "head" or line.size > 16 else {}
    return write(drawing, line.text, line.left, line.foot, line.size, text_anchor="start", **look, **weight)


def _lines(page: Page) -> Iterator[LaidOutLine]:
    """Yield the wrapped lines of title, introduction and sections, from top to bottom."""
    foot = EDGE
    parts = [
        (page.title, 0.0, 20.0, ""),
        *((about, 0.0, 14.0, "soft" if at else "") for at, about in enumerate(page.about)),
    ]
    for section in page.sections:
        parts.append((section.title, 0.0, 12.0, "head"))
        parts += [(line, 10.0 + 5 * _depth(line), 12.0, "doubt" if "≈" in line else "") for line in section.lines]
    for text, left, size, look in parts:
        foot += 8 * (look == "head")
        for row in broken((text.lstrip(" "),), (WIDE - 2 * EDGE - left) * REGULAR / size):
            foot += size * LINE
            yield LaidOutLine(row, foot, EDGE + left, size, look)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
