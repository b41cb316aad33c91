"""Pictures that layers have for cards, characters and spaces: SVG files of which only plain shapes are kept.

Nothing of a file reaches a page but what is named here: elements, attributes and the form of their values. A small
picture of points (`bitmaps.py`) is all that its file has.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias
from xml.parsers import expat

from msgspec import Struct

from talisman_nb.board.graph import plain_kind
from talisman_nb.board.toml_reading import did_you_mean, quote_value
from talisman_nb.cards.decode import CardError
from talisman_nb.model.bounds import MOTIF_STROKES, NESTING, PICTURE_SHAPES, PICTURE_SIZE

from .bitmaps import bitmap_in
from .layers import MOTIFS, PICTURES, SVG, Layer
from .merging import written_by

Motif: TypeAlias = tuple[str, ...]
"""The strokes of a motif, in the order they are drawn."""
STROKE = re.compile(r"[=#^]?[Mm][MmZzLlHhVvCcSsQqTtAa\d., -]*")
"""Matches a stroke: its sign and its path data, which begins with a move."""


def motifs_of(layer: Layer) -> Iterator[tuple[str, str, Motif]]:
    """Yield the motifs of a layer, each with its file and its name there. Raises `CardError` for what is no stroke.

    >>> list(motifs_of(Layer("mine", {"motifs/a.toml": "wolf = ['M1 1h9', '#M3 3h4z']"})))
    [('mine/motifs/a.toml', 'wolf', ('M1 1h9', '#M3 3h4z'))]
    """
    for path in layer.paths(MOTIFS):
        for name, strokes in _flat(layer.tables(path)):
            yield layer.at(path), name, _check_motif(strokes, f"{layer.at(path)}: {name}")


def _flat(tables: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Yield what the tables hold by its full name: `dwarf` of `[character]` is `character.dwarf`."""
    for name, value in tables.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{name}.")
        else:
            yield above + name, value


def _check_motif(strokes: Any, at: str) -> Motif:
    if not isinstance(strokes, list) or not 1 <= len(strokes) <= MOTIF_STROKES:
        raise CardError(f"{at}: expected a list of 1 to {MOTIF_STROKES} strokes, got {quote_value(strokes)}")
    for number, stroke in enumerate(strokes):
        if not isinstance(stroke, str) or not STROKE.fullmatch(stroke):
            expected = "path data that begins with M, before it = # ^ or nothing"
            raise CardError(f"{at}[{number}]: expected {expected}, got {quote_value(stroke)}")
    return tuple(strokes)


_NUMBER = r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d{1,2})?(px)?"
_LENGTH = rf"{_NUMBER}%?"
_NUMBERS = r"[-+\d.eE,\s]*"
_PAINT = r"#[\da-fA-F]{3,8}|[a-zA-Z]{3,20}|rgba?\([\d.,%\s]*\)"
_TURN = rf"((translate|scale|rotate|matrix|skewX|skewY)\s*\({_NUMBERS}\)[\s,]*)*"
LOOKS = {
    **dict.fromkeys(("fill", "stroke"), _PAINT),
    **dict.fromkeys(("stroke-linecap", "stroke-linejoin", "fill-rule", "display", "visibility"), r"[a-z-]{4,12}"),
    **dict.fromkeys(("stroke-width", "stroke-miterlimit", "opacity", "fill-opacity", "stroke-opacity"), _NUMBER),
    "stroke-dasharray": rf"none|{_NUMBERS}",
    "transform": _TURN,
}
"""The attributes any shape may have, each with the form of its values; all but `transform` may stand in `style` too."""
SHAPES: dict[str, tuple[str, ...]] = {
    "g": (), "path": ("d",), "rect": ("x", "y", "width", "height", "rx", "ry"), "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"), "line": ("x1", "y1", "x2", "y2"), "polyline": ("points",),
    "polygon": ("points",),
}  # fmt: skip
"""The elements that are kept, with the attributes that only they have."""
LISTS = {"d": r"[MmZzLlHhVvCcSsQqTtAa\d.eE,+\-\s]*", "points": _NUMBERS}
"""The form of the attributes that are no single number."""
SAID = ("title", "desc", "metadata")
"""Elements that are left out with all they contain: what drawing programs say of a file."""
UNSEEN = "defs"
"""The element whose contents are checked and left out."""
OUTSIDE = re.compile(r"url\s*\(|javascript:|@import", re.IGNORECASE)
"""Texts that a value must not have: they would fetch or run something."""
NAMESPACE = "http://www.w3.org/2000/svg"


class Shape(Struct, frozen=True):
    """An element of a picture, with the shapes inside a group."""

    tag: str
    attributes: tuple[tuple[str, str], ...] = ()
    inside: tuple[Shape, ...] = ()


class OwnPicture(Struct, frozen=True):
    """A picture of a layer: its view box and its shapes."""

    box: tuple[float, float, float, float]
    shapes: tuple[Shape, ...]


LayerPicture: TypeAlias = OwnPicture | Motif
"""A picture that a layer has, as a file or as strokes."""


DECK, KEYWORD = "deck.", "keyword."
"""Prefixes of the keys of decks and of keywords, whose drawings mark their cards."""


def drawable(definitions: Iterable[str], decks: Iterable[str], keywords: Iterable[str]) -> tuple[str, ...]:
    """The keys of all that may have a picture.

    >>> drawable(["wolf"], ["adventure"], ["weapon"])
    ('wolf', 'deck.adventure', 'keyword.weapon')
    """
    return (*definitions, *(DECK + deck for deck in decks), *(KEYWORD + word for word in keywords))


def pictures_of(layers: Sequence[Layer], known: Collection[str]) -> dict[str, LayerPicture]:
    """The pictures of a stack of layers, by the key of a definition or a kind of space; files win over motifs.

    Of two pictures of a kind the later layer's counts.
    A file is named after the key: `wolf.svg`, `character.elf.svg`, `space.runes.svg`, `purchase.mule.svg`,
    `deck.spell.svg`, `keyword.weapon.svg`. What is not known is left out (see `pictures_of_nothing`). Raises
    `CardError` for a picture that can't be read.
    """
    keys = _keys_by_name(known)
    found: dict[str, LayerPicture] = {}
    for layer in layers:
        found |= {keys[name]: motif for _, name, motif in motifs_of(layer) if name in keys}
    for layer in layers:
        read = {name: read_picture(layer.texts[path], layer.at(path)) for path, name in _files(layer)}
        found |= {keys[name]: picture for name, picture in read.items() if name in keys}
    return found


def pictures_of_nothing(layers: Sequence[Layer], known: Collection[str]) -> Iterator[str]:
    """Yield a message for each picture whose name is no key; one that a layer removes may have been drawn below."""
    keys = _keys_by_name(known)
    removed = _keys_by_name({key for layer in layers for key in written_by(layer)})
    for layer in layers:
        named = [(layer.at(path), name) for path, name in _files(layer)]
        named += [(f"{file}: {name}", name) for file, name, _ in motifs_of(layer)]
        for at, name in named:
            if name not in keys and name not in removed:
                yield f"{at}: the book has no definition {quote_value(name)}{did_you_mean(name, keys)}"


def _files(layer: Layer) -> Iterator[tuple[str, str]]:
    """Yield the path of each file with a picture, and what it is named after."""
    for path in layer.paths(PICTURES):
        yield path, path.removeprefix(f"{PICTURES}/").removesuffix(SVG)


def _keys_by_name(known: Collection[str]) -> dict[str, str]:
    """Map what pictures are named after to the keys: `purchase.mule` to `purchase/mule`, also the kinds of spaces."""
    kinds = {f"space.{plain_kind(key.removeprefix('space.'))}" for key in known if key.startswith("space.")}
    return {key.replace("/", "."): key for key in (*known, *kinds)}


def read_picture(text: str, file: str) -> OwnPicture:
    """Read an SVG text; raises `CardError`, with file and line, for whatever is not a plain shape or a small picture.

    >>> read_picture('<svg viewBox="0 0 4 4"><circle cx="2" cy="2" r="1"/></svg>', "mine/pictures/wolf.svg").box
    (0.0, 0.0, 4.0, 4.0)
    >>> read_picture("<svg viewBox='0 0 4 4'><script/></svg>", "mine/pictures/wolf.svg")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    talisman_nb.cards.decode.CardError: mine/pictures/wolf.svg: line 1: <script>: expected only shapes: g, path, ...
    """
    if bitmap := bitmap_in(text, file):
        size = {"width": str(bitmap.wide), "height": str(bitmap.high), "href": bitmap.address}
        return OwnPicture((0.0, 0.0, bitmap.wide, bitmap.high), (Shape("image", tuple(size.items())),))
    if len(text) > PICTURE_SIZE:
        raise CardError(f"{file}: expected a picture of at most {PICTURE_SIZE:,} characters, got {len(text):,}")
    return _Reader(file).read(text)


class _Reader:
    """Reads one file from its beginning to its end."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.parser = expat.ParserCreate("UTF-8", " ")
        self.parser.StartElementHandler = self.begin
        self.parser.EndElementHandler = self.end
        self.parser.StartDoctypeDeclHandler = self.doctype
        self.box: tuple[float, float, float, float] | None = None
        self.open: list[tuple[str, tuple[tuple[str, str], ...], list[Shape]]] = []
        self.skipped = 0  # how deep inside an element that is left out
        self.count = 0
        self.shapes: tuple[Shape, ...] = ()

    def read(self, text: str) -> OwnPicture:
        try:
            self.parser.Parse(text.encode(), True)
        except expat.ExpatError as wrong:
            raise CardError(f"{self.file}: this is not SVG: {wrong}") from None
        if self.box is None:
            raise CardError(f'{self.file}: this is not SVG: expected <svg xmlns="{NAMESPACE}">')
        return OwnPicture(self.box, self.shapes)

    def wrong(self, problem: str) -> CardError:
        return CardError(f"{self.file}: line {self.parser.CurrentLineNumber}: {problem}")

    def doctype(self, *_: object) -> None:
        raise self.wrong("<!DOCTYPE>: expected none, a picture has no entities; leave it out")

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        space, _, tag = name.rpartition(" ")
        if self.skipped or tag in SAID or (space not in ("", NAMESPACE) and tag != "script"):
            self.skipped += 1
            return
        if not self.open:
            self._root(tag, attributes)
        elif tag not in (*SHAPES, UNSEEN):
            raise self.wrong(f"<{tag}>: expected only shapes: {', '.join(SHAPES)}")
        self.count += 1
        if self.count > PICTURE_SHAPES or len(self.open) > NESTING:
            raise self.wrong(f"expected at most {PICTURE_SHAPES} shapes, {NESTING} groups deep")
        self.open.append((tag, tuple(self._kept(tag, attributes)), []))

    def end(self, _: str) -> None:
        if self.skipped:
            self.skipped -= 1
            return
        tag, attributes, inside = self.open.pop()
        if not self.open:
            self.shapes = tuple(inside)
        elif tag != UNSEEN:
            self.open[-1][2].append(Shape(tag, attributes, tuple(inside)))

    def _root(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Take the view box of the first element."""
        if tag != "svg":
            raise self.wrong(f"<{tag}>: expected <svg>")
        given = attributes.get("viewBox") or f"0 0 {attributes.get('width', '')} {attributes.get('height', '')}"
        parts = given.replace(",", " ").split()
        if len(parts) != 4 or not all(re.fullmatch(_NUMBER, part) for part in parts):
            raise self.wrong(f'<svg> viewBox: expected four numbers such as "0 0 60 60", got {quote_value(given)}')
        x, y, wide, high = (float(part.removesuffix("px")) for part in parts)
        if wide <= 0 or high <= 0:
            raise self.wrong(f"<svg> viewBox: expected a width and a height above 0, got {quote_value(given)}")
        self.box = (x, y, wide, high)

    def _kept(self, tag: str, attributes: Mapping[str, str]) -> Iterable[tuple[str, str]]:
        """Yield the attributes of an element that are kept; refuse those that would fetch or run something."""
        own = SHAPES.get(tag, ())
        for name, value in attributes.items():
            bare = name.rpartition(" ")[2]
            if bare.lower().startswith("on") or bare in ("href", "src") or OUTSIDE.search(value):
                raise self.wrong(f"<{tag}> {bare}: a picture runs nothing and refers to nothing; leave it out")
            if name == "style":
                yield from self._styled(tag, value)
            elif name in own or name in LOOKS:
                yield name, self._checked(tag, name, value)

    def _styled(self, tag: str, style: str) -> Iterable[tuple[str, str]]:
        """Yield the declarations of a `style` that are kept, as attributes."""
        for declaration in style.split(";"):
            name, _, value = declaration.partition(":")
            if name.strip() in LOOKS and name.strip() != "transform":
                yield name.strip(), self._checked(tag, name.strip(), value.strip())

    def _checked(self, tag: str, name: str, value: str) -> str:
        if not re.fullmatch(LOOKS.get(name) or LISTS.get(name, _LENGTH), value.strip()):
            raise self.wrong(f"<{tag}> {name}: expected what SVG has there, in plain numbers, got {quote_value(value)}")
        return value.strip()


def picture_text(picture: OwnPicture) -> str:
    """Write a picture as an SVG file with nothing in it but what was read.

    >>> picture_text(read_picture('<svg viewBox="0 0 4 4" id="x"><!-- a --><path d="M1 1h2"/></svg>', "mine"))
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M1 1h2"/></svg>\\n'
    """
    box = " ".join(f"{number:.15g}" for number in picture.box)
    return f'<svg xmlns="{NAMESPACE}" viewBox="{box}">{"".join(map(_element, picture.shapes))}</svg>\n'


def _element(shape: Shape) -> str:
    from xml.sax.saxutils import quoteattr  # with it comes all that fetches web pages

    told = "".join(f" {name}={quoteattr(value)}" for name, value in shape.attributes)
    inside = "".join(map(_element, shape.inside))
    return f"<{shape.tag}{told}>{inside}</{shape.tag}>" if inside else f"<{shape.tag}{told}/>"
