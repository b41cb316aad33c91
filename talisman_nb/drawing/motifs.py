"""Draws the motif of a kind of space or card type; an unknown one gets a frame with its first letter."""

from __future__ import annotations

import svgwrite
from svgwrite.base import BaseElement

from talisman_nb.rules.pictures import LayerPicture, Motif, OwnPicture, Shape

from .picture import group, short, write
from .space_art import SPACES

CARDS: dict[str, tuple[str, ...]] = {
    "event": ("=M35 2L10 34h15L18 58L50 23H33z",),
    "animal": (
        "#M30 54q-6-3-11 1q-6-1-3-10q4-10 14-10t14 10q3 9-3 10q-5-4-11-1z",
        "#M10 36q-3-9 2-12q6 2 5 9q-1 5-7 3zM22 27q-3-11 2-15q6 4 5 12q-2 5-7 3z"
        "M38 27q3-11-2-15q-6 4-5 12q2 5 7 3zM50 36q3-9-2-12q-6 2-5 9q1 5 7 3z",
    ),
    "monster": (
        "=M8 55Q4 22 40 6Q54 1 53 6Q36 18 38 38Q39 49 32 56z",
        "M11 40q14-4 26-1M16 27q12-2 23 1M26 16q8 0 14 3",
    ),
    "dragon": (
        "=M4 50Q6 16 40 5L37 16Q52 18 57 30Q50 29 46 35Q51 40 50 49Q43 43 37 46Q36 51 38 57Q28 50 4 50z",
        "M37 16Q22 24 12 48M37 16Q38 26 46 35M37 16Q34 30 37 46",
    ),
    "spirit": (
        "=M12 55Q6 40 11 24Q16 5 31 5Q47 6 49 24Q51 36 46 46Q44 53 51 57Q40 57 36 50Q31 58 25 51Q20 59 12 55z",
        "#M22 24a3 4 0 1 1 6 0a3 4 0 1 1-6 0zM34 24a3 4 0 1 1 6 0a3 4 0 1 1-6 0z",
    ),
    "stranger": (
        "=M6 56Q8 40 16 34Q14 10 30 4Q46 10 44 34Q52 40 54 56z",
        "#M21 34Q20 17 30 13Q40 17 39 34Q30 44 21 34z",
        "M30 46V56",
    ),
    "follower": (
        "#M16 6q9-1 9 12q0 6-3 12h-9q-4-7-4-13q0-10 7-11zM13 33h9q1 8-4 9t-5-9z",
        "#M43 18q8 1 8 11q0 6-4 12h-8q-4-6-4-12q0-11 8-11zM38 44h9q0 9-5 9t-4-9z",
    ),
    "object": (
        "=M20 22Q4 34 8 48Q12 57 30 57T52 48Q56 34 40 22z",
        "=M18 5l6 5l6-5l6 5l6-5l-4 12H22z",
        "M17 20h26M43 20q6 2 5 8",
    ),
    "magic-object": (
        "=M20 22Q4 34 8 48Q12 57 30 57T52 48Q56 34 40 22z",
        "=M18 5l6 5l6-5l6 5l6-5l-4 12H22z",
        "M17 20h26",
        "#M30 27l3.5 8h8.5l-7 5.5l3 8.5l-8-5l-8 5l3-8.5l-7-5.5h8.5z",
    ),
    "place": (
        "M28 58V3M18 58h20",
        "=M8 9h34l9 7l-9 7H8z",
        "=M48 28H18l-9 7l9 7h30z",
    ),
    "terrain": (
        "=M3 50L20 20L30 37L42 8L57 50z",
        "M37 20l6 5l4-5M10 57h40",
    ),
    "spell": ("M30 31q4-5 8 0q3 8-6 12q-12 3-16-9q-2-15 12-20q20-4 26 14q3 22-18 28q-14 2-22-6",),
    "purchase": (
        "=M57 30a27 27 0 1 1-54 0a27 27 0 1 1 54 0z",
        "M49 30a19 19 0 1 1-38 0a19 19 0 1 1 38 0z",
        "#M30 19l4 7l8 1l-6 6l2 8l-8-4l-8 4l2-8l-6-6l8-1z",
    ),
    "talisman": (
        "=M30 5L57 53H3z",
        "M30 21l13 24H17z",
        "#M26 38a4 4 0 1 1 8 0a4 4 0 1 1-8 0z",
    ),
    "quest": (
        "=M14 10H44V46H14z",
        "=M14 10q-8-1-8 5t8 5zM44 46q9 0 9-6t-9-5zM14 46q-9 0-8 5t8 5h30q5-5 0-10z",
        "M21 19h16M21 27h16M21 35h10",
    ),
}

PEOPLE: dict[str, tuple[str, ...]] = {
    "character": (
        "=M4 57Q6 41 20 38L30 45L40 38Q54 41 56 57z",
        "=M19 24a11 13 0 1 0 22 0a11 13 0 1 0-22 0z",
        "#M17 22Q17 5 30 4T43 22Q37 13 30 13T17 22z",
        "M30 45V57M20 38v6M40 38v6",
    ),
}


FRAME = "M5 7Q30 3 54 6Q58 30 55 54Q30 58 6 55Q2 30 5 7z"
"""Path data of the motif of an unknown name."""
LOOKS = {"=": "g", "#": "k", "^": "c"}
"""Maps the first sign of a stroke (see `space_art`) to its CSS class."""
STYLE = """
.tnb .own{fill:currentColor}
.tnb .mo{fill:none;stroke-width:2.2;stroke-linecap:round;stroke-linejoin:round}
.tnb .mo .k,.tnb .mo .c{stroke:none}
"""


def motif(
    drawing: svgwrite.Drawing,
    name: str,
    x: float,
    y: float,
    size: float,
    ground: str,
    ink: str,
    own: LayerPicture | None = None,
) -> BaseElement:
    """Draw the motif of a kind of space or card type, `size` units wide, with its upper left corner at (x, y).

    `own`: the picture of a layer that is drawn instead; a file has its own colours or else ink.
    `ground` and `ink`: colours for viewers without CSS; a style sheet overrides them for `.g`, `.k` and `.c`.
    """
    if isinstance(own, OwnPicture):
        return _own(drawing, own, x, y, size, ink)
    where = f"translate({short(x)} {short(y)})scale({size / 60:.2f})"
    made = group(drawing, transform=where, class_="mo", fill="none", stroke=ink, stroke_width="2.2")
    strokes = own or usual(name) or (FRAME,)
    for stroke in strokes:
        made.add(_draw_stroke(drawing, stroke, ground, ink))
    if strokes == (FRAME,):
        made.add(write(drawing, name[:1].upper(), 30, 43, 36, class_="k", fill=ink, stroke="none"))
    return made


def fragment(picture: LayerPicture) -> str:
    """Return a picture as SVG elements on 60 x 60 units, without colours.

    The page colours them: `.g` and `.c` are filled with the ground, `.k` with ink, `.own` has its own colours.

    >>> fragment(("M1 1h9", "#M3 3h4z"))
    '<path d="M1 1h9"/><path class="k" d="M3 3h4z"/>'
    """
    if isinstance(picture, OwnPicture):
        return str(_own(svgwrite.Drawing(debug=False), picture, 0, 0, 60, "currentColor").tostring())
    return "".join(_bare(stroke) for stroke in picture)


def _bare(stroke: str) -> str:
    look = LOOKS.get(stroke[0], "")
    return f'<path class="{look}" d="{stroke[1:]}"/>' if look else f'<path d="{stroke}"/>'


def _own(drawing: svgwrite.Drawing, own: OwnPicture, x: float, y: float, size: float, ink: str) -> BaseElement:
    """Draw the picture of a layer in a frame that cuts off whatever lies outside its view box."""
    made = drawing.svg((short(x), short(y)), (short(size), short(size)), debug=False)
    made.attribs |= {"viewBox": " ".join(f"{part:g}" for part in own.box), "class": "own", "color": ink, "fill": ink}
    for shape in own.shapes:
        made.add(_shape(shape))
    return made


def _shape(shape: Shape) -> BaseElement:
    made = BaseElement(debug=False)
    made.elementname = shape.tag
    made.attribs = dict(shape.attributes)
    for inside in shape.inside:
        made.add(_shape(inside))
    return made


def usual(name: str) -> Motif:
    """Return the motif of a kind of space, card type, character or form; () if there is none."""
    return SPACES.get(name) or CARDS.get(name) or PEOPLE.get(name) or ()


def _draw_stroke(drawing: svgwrite.Drawing, stroke: str, ground: str, ink: str) -> BaseElement:
    """Draw one stroke in the style of its first sign."""
    look = LOOKS.get(stroke[0], "")
    made = drawing.path(stroke[1:] if look else stroke, debug=False)
    if look:
        made.attribs |= {"class": look, "fill": ink if look == "k" else ground}
    if look in ("k", "c"):
        made.attribs["stroke"] = "none"
    return made
