"""Draws the motif of a kind of space or card type; an unknown one gets a frame with its first letter."""

from __future__ import annotations

import svgwrite
from svgwrite.base import BaseElement

from talisman_nb.drawing.card_art import CARDS, PEOPLE
from talisman_nb.drawing.picture import group, short, write
from talisman_nb.drawing.space_art import SPACES
from talisman_nb.rules.motifs import Motif
from talisman_nb.rules.pictures import LayerPicture, OwnPicture, Shape

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
        made.add(_drawn(drawing, stroke, ground, ink))
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


def _drawn(drawing: svgwrite.Drawing, stroke: str, ground: str, ink: str) -> BaseElement:
    """Draw one stroke in the style of its first sign."""
    look = LOOKS.get(stroke[0], "")
    made = drawing.path(stroke[1:] if look else stroke, debug=False)
    if look:
        made.attribs |= {"class": look, "fill": ink if look == "k" else ground}
    if look in ("k", "c"):
        made.attribs["stroke"] = "none"
    return made
