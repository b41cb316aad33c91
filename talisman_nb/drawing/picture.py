"""`Picture`, an SVG text that renders in a notebook, and what it is built of: marks of seats, letters, shapes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any, TypeAlias
from xml.etree import ElementTree

from .palette import THEMES, style_sheet

if TYPE_CHECKING:
    import svgwrite
    from svgwrite.base import BaseElement

SEATS = (  # in the order of the seats, about 48 units wide
    "M-24 0a24 24 0 1 1 48 0a24 24 0 1 1-48 0z",
    "M-21-21h42v42h-42z",
    "M0-29L29 21h-58z",
    "M-26 0l13-23h26l13 23l-13 23h-26z",
    "M0-30L28 0L0 30L-28 0z",
    "M-23-22h46v18q0 20-23 30q-23-10-23-30z",
)


def look_of(seat: int) -> tuple[int, int]:
    """The shape and the colour of a seat's mark: the second six have the shapes of the first in other colours.

    >>> look_of(0), look_of(5), look_of(6)
    ((0, 0), (5, 5), (0, 3))
    """
    return seat % len(SEATS), (seat + 3 * (seat // len(SEATS))) % len(SEATS)


LEAF = "M-1 6a9.5 9.5 0 1 1-8-13a9.5 9.5 0 1 1 18 0a9.5 9.5 0 1 1-8 13l3 9h-8z"

COUNTERS = {  # about 16 units wide
    "strength": "M-7-7h14v14h-14z",
    "craft": "M0-9L9 0L0 9L-9 0z",
    "fate": "M-8 0a8 8 0 1 1 16 0a8 8 0 1 1-16 0zm5 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z",
    "life": "M0-10q8 9 7 13q-2 6-7 6t-7-6q-1-4 7-13z",
    "gold": "M-8 0a8 8 0 1 1 16 0a8 8 0 1 1-16 0z",
}

CARD_MARKS = {  # on 60 x 60, one solid piece each
    "event": "M35 2L10 34h15L18 58L50 23H33z",
    "animal": "M30 56c-26 0-13-25 0-25s26 25 0 25zM9 36a6 8 0 1 1 .1 0zM22 25a6 8 0 1 1 .1 0zM38 "
    "25a6 8 0 1 1 .1 0zM51 36a6 8 0 1 1 .1 0z",
    "monster": "M8 55Q4 22 40 6Q54 1 53 6Q36 18 38 38Q39 49 32 56z",
    "dragon": "M4 50Q6 16 40 5L37 16Q52 18 57 30Q50 29 46 35Q51 40 50 49Q43 43 37 46Q36 51 38 57Q28 50 4 50z",
    "spirit": "M12 55Q6 40 11 24Q16 5 31 5Q47 6 49 24Q51 40 46 46Q44 53 51 57Q40 57 36 50Q31 58 25 51Q20 59 12 55z",
    "stranger": "M6 56Q8 40 16 34Q14 10 30 4Q46 10 44 34Q52 40 54 56zM23 33Q30 41 37 33Q38 18 30 15Q22 18 23 33z",
    "follower": "M16 4q11-1 11 14q0 8-4 13h-10q-9-26 3-27zM12 36h12q0 10-6 10t-6-10z"
    "M43 16q-10 0-10 15q0 8 4 12h10q8-26-4-27zM37 47h11q0 9-5 9t-6-9z",
    "object": "M18 3h24l-5 16Q54 32 54 46Q54 57 30 57T6 46Q6 32 23 19z",
    "magic-object": "M18 3h24l-5 16Q54 32 54 46Q54 57 30 57T6 46Q6 32 23 19zM30 25l-4 9h-9l7 6l-3 "
    "9l9-5l9 5l-3-9l7-6h-9z",
    "place": "M25 3h10v5h12l10 8l-10 8H35v4h6v14H35v16H25V42H13L3 35l10-7h12v-4H13V8h12z",
    "terrain": "M2 54L19 20L29 37L42 8L58 54z",
    "spell": "M30 2L36 23L58 30L36 37L30 58L24 37L2 30L24 23z",
    "purchase": "M30 4a26 26 0 1 1-.1 0zM22 18v24h16V18z",
    "talisman": "M30 3L58 54H2zM30 22L16 46h28z",
    "quest": "M8 6H44Q54 6 54 14H48V54H14Q6 54 6 46H12V14Q6 14 8 6z",
}


NARROW, WIDE = "iljtfrI.,'’ |!:;()ł", "mwMWŚ@%"
"""Letters of less and more than average width."""
LINE_LETTERS, MOST_LINES = 11, 3
"""Characters to which a line is filled; upper bound of lines."""


def lines_of(name: str) -> list[str]:
    """Break a name into at most `MOST_LINES` lines; a name with line breaks is split only there.

    >>> lines_of("Portal of Power"), lines_of("Ruins")
    (['Portal of', 'Power'], ['Ruins'])
    """
    if "\n" in name:
        return name.split("\n")
    lines: list[str] = []
    for word in name.split():
        if lines and (len(lines[-1]) + 1 + len(word) <= LINE_LETTERS or len(lines) == MOST_LINES):
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def width_of(text: str) -> float:
    """Estimate the width of a text, in letter sizes, for a wide bold sans (an upper estimate)."""
    return sum(
        0.41 if letter in NARROW else 1.06 if letter in WIDE else 0.79 if letter.isupper() else 0.69 for letter in text
    )


def fitting(lines: list[str], width: float, largest: float) -> float:
    """Return the largest letter size, at most `largest`, at which every line fits in `width`."""
    return min([largest, *(width / width_of(line) for line in lines if line)])


GAP = 12.0
"""Distance between pictures that stand beside each other, in px."""
SIZED = {side: re.compile(rf'<svg[^>]* {side}="([\d.]+)"') for side in ("width", "height")}
"""Matches the size in px that a picture is shown in."""


class Picture(str):
    """SVG text with a notebook representation; `str(picture)` can be embedded in a page or written to a file."""

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"image/svg+xml": str(self), "text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<Picture {len(self.encode()) / 1000:.1f} kB>"


def empty_drawing() -> svgwrite.Drawing:
    """Return an empty drawing of svgwrite, which is loaded for the first of them."""
    import svgwrite

    return svgwrite.Drawing(debug=False)


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
    drawing = empty_drawing()
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


def finish(drawing: svgwrite.Drawing) -> Picture:
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


def sized(picture: str, wide: float, high: float) -> Picture:
    """Return a picture that fills its container in a size of its own, in px.

    >>> sized("<svg/>", 220, 180)[:31]
    '<svg width="220" height="180"/>'
    """
    return Picture(picture.replace("<svg", f'<svg width="{short(wide)}" height="{short(high)}"', 1))


def beside(*pictures: Picture, label: str = "", down: bool = False) -> Picture:
    """Return one picture of several, left to right, or top to bottom with `down`, each as large as it is by itself.

    >>> one = finish(canvas((0, 0, 9, 9), "one", "", size=90))
    >>> beside(one, one, label="two")[-12:], beside(one, one).count("<svg"), beside(one, one).count('x="102"')
    ('</svg></svg>', 3, 1)
    """
    sizes = [(float(SIZED["width"].findall(each)[0]), float(SIZED["height"].findall(each)[0])) for each in pictures]
    x = y = wide = high = 0.0
    parts = []
    for each, (w, h) in zip(pictures, sizes, strict=True):
        parts.append(each.replace("<svg", f'<svg x="{short(x)}" y="{short(y)}"', 1))
        wide, high = max(wide, x + w), max(high, y + h)
        x, y = (x, y + h + GAP) if down else (x + w + GAP, y)
    size = f'viewBox="0 0 {short(wide)} {short(high)}" width="{short(wide)}" height="{short(high)}"'
    named = f'role="group" aria-label="{escape(label)}"'
    return Picture(f'<svg xmlns="http://www.w3.org/2000/svg" {named} {size}>{"".join(parts)}</svg>')


class Element:
    """An element as `Pen` draws it; it may also stand in a drawing of svgwrite, and have parts that are drawn by that.

    Attributes are written in the order of their names, as svgwrite does.
    """

    def __init__(self, name: str, text: str = "", **about: Any) -> None:
        self.attribs = {key.rstrip("_").replace("_", "-"): value for key, value in about.items()}
        self._name, self._text, self._parts = name, text, list[Any]()

    def add(self, part: Any) -> None:
        """Add a part behind those it has."""
        self._parts.append(part)

    def get_xml(self) -> ElementTree.Element:
        """Return the element with its parts."""
        made = ElementTree.Element(self._name, {key: str(value) for key, value in sorted(self.attribs.items())})
        made.text = self._text or None
        made.extend(part.get_xml() for part in self._parts)
        return made

    def tostring(self) -> str:
        """Return the element as a text."""
        return ElementTree.tostring(self.get_xml(), encoding="unicode")


class Pen:
    """The few methods of a drawing of svgwrite that a picture beside the first question needs.

    svgwrite takes as long to load as a tenth of all that a widget waits for; whoever draws a board loads it.
    """

    def g(self, debug: bool = False, **about: Any) -> Element:
        """Return an empty group."""
        return Element("g", **about)

    def path(self, d: str, **about: Any) -> Element:
        """Return a path."""
        return Element("path", d=d, **about)

    def circle(self, center: tuple[float, float], r: float, **about: Any) -> Element:
        """Return a circle."""
        return Element("circle", cx=center[0], cy=center[1], r=r, **about)

    def text(self, text: str, debug: bool = False, **about: Any) -> Element:
        """Return a text; `x` and `y` are lists of one number, as svgwrite wants them."""
        at = {key: about.pop(key)[0] for key in ("x", "y") if key in about}
        return Element("text", text, **at, **about)


Ink: TypeAlias = "svgwrite.Drawing | Pen"
"""A drawing to draw in: of svgwrite, or a pen."""
Part: TypeAlias = "BaseElement | Element"
"""An element that either has drawn."""


def group(drawing: Ink, parts: Iterable[BaseElement] = (), **about: Any) -> BaseElement:
    """Return a `<g>` of parts; `about`: attributes, `class_` for class, `_` for `-`."""
    made = drawing.g(debug=False, **{key.rstrip("_").replace("_", "-"): value for key, value in about.items()})
    for part in parts:
        made.add(part)
    return made


def write(drawing: Ink, text: str, x: float, y: float, size: float, **about: Any) -> BaseElement:
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


def mark_of(type_: str) -> str:
    """Return the key of the mark (`CARD_MARKS`) of a card's type.

    >>> mark_of("magic object")
    'magic-object'
    """
    kind = type_.replace(" ", "-")
    return kind if kind in CARD_MARKS else "object"


# Text that fits.


def wrapped(text: str, wide: float, size: float) -> list[str]:
    """Break a text into lines that fit in `wide` at a letter size; a word that is too long is cut.

    >>> wrapped("Ada. It had been 17 %.", 200, 22)
    ['Ada. It had', 'been 17 %.']
    """
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer) * size <= wide:
            lines[-1] = longer
        else:
            lines.append(_cut(word, wide / size))
    return lines


def _cut(word: str, most: float) -> str:
    if width_of(word) <= most:
        return word
    while word and width_of(f"{word}…") > most:
        word = word[:-1]
    return f"{word}…"


def fitted(text: str, wide: float, largest: float, most: int, least: float) -> tuple[list[str], float]:
    """Return the lines of a text, at most `most`, and the largest letter size at which they fit; never under `least`.

    >>> fitted("Ada wins", 470, 118, 3, 20)
    (['Ada', 'wins'], 118)
    """
    size = largest
    while size > least and (len(lines := wrapped(text, wide, size)) > most or any("…" in line for line in lines)):
        size -= 2
    lines = wrapped(text, wide, size)
    return (lines if len(lines) <= most else [*lines[: most - 1], _cut(" ".join(lines[most - 1 :]), wide / size)]), size
