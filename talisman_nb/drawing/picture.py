"""`Picture`, an SVG text that renders in a notebook, and helpers to build it with svgwrite."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import svgwrite
from svgwrite.base import BaseElement

from .palette import THEMES, style_sheet


class Picture(str):
    """SVG text with a notebook representation; `str(picture)` can be embedded in a page or written to a file."""

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"image/svg+xml": str(self), "text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<Picture {len(self.encode()) / 1000:.1f} kB>"


def canvas(
    box: tuple[float, float, float, float],
    label: str,
    style: str,
    theme: str = "auto",
    size: float | None = None,
    role: str = "img",
) -> svgwrite.Drawing:
    """Return an empty drawing with its style sheet.

    `box`: the view box; `label`: the accessible name; `style`: CSS rules; `size`: width in px, None fills the
    container; `role`: the ARIA role. Raises `ValueError` for an unknown theme.
    """
    if theme not in THEMES:
        raise ValueError(f"theme: expected one of {', '.join(THEMES)}, got {theme!r}")
    drawing = svgwrite.Drawing(debug=False)
    drawing.attribs = {
        "viewBox": " ".join(short(part) for part in box),
        "class": f"tnb {theme}",
        "role": role,
        "aria-label": label,
        "font-family": "sans-serif",
    }
    if size:
        drawing.attribs |= {"width": short(size), "height": short(size * box[3] / box[2])}
    drawing.defs.add(drawing.style(style_sheet(style)))
    return drawing


def finished(drawing: svgwrite.Drawing) -> Picture:
    """Serialise a drawing, without unused attributes and namespaces that svgwrite adds."""
    text: str = drawing.tostring()
    for unused in (
        ' baseProfile="full"',
        ' version="1.1"',
        ' xmlns:ev="http://www.w3.org/2001/xml-events"',
        ' xmlns:xlink="http://www.w3.org/1999/xlink"',
    ):
        text = text.replace(unused, "", 1)
    return Picture(text)


def group(drawing: svgwrite.Drawing, parts: Iterable[BaseElement] = (), **about: Any) -> BaseElement:
    """Return a `<g>` of parts; `about`: attributes, `class_` for class, `_` for `-`."""
    made = drawing.g(debug=False, **{key.rstrip("_").replace("_", "-"): value for key, value in about.items()})
    for part in parts:
        made.add(part)
    return made


def write(drawing: svgwrite.Drawing, text: str, x: float, y: float, size: float, **about: Any) -> BaseElement:
    """Return a line of text, centred on `x`, baseline on `y`; `about`: attributes that override these."""
    named = {"text-anchor": "middle", "font-size": short(size)} | {
        key.rstrip("_").replace("_", "-"): value for key, value in about.items()
    }
    made = drawing.text(text, debug=False)
    made.attribs |= {"x": short(x), "y": short(y), **named}
    return made


def short(number: float) -> str:
    """Format a number with at most one decimal.

    >>> short(3.0), short(2.25), short(-0.04)
    ('3', '2.2', '0')
    """
    text = f"{number:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def path_of(*parts: str | float) -> str:
    """Join commands and numbers to path data: `path_of("M", 1.0, 2.04, "z")` is `M 1 2 z`."""
    return " ".join(part if isinstance(part, str) else short(part) for part in parts)
