"""Layers: named sets of texts that add, change or remove cards, spaces, figures and programs.

A book is a stack of them: an edition, and what an expansion or a group puts over it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

from msgspec import Struct
from msgspec import field as called

from talisman_nb.board import boards_dir
from talisman_nb.board.toml_reading import did_you_mean, parse_toml, read_as
from talisman_nb.cards.decode import CardError
from talisman_nb.model import UserError
from talisman_nb.model.bounds import (
    LAYER_FILES,
    LAYERS,
    LONGEST_NAME,
    Lang,
    Name,
    OwnName,
    OwnSentence,
    Version,
    Words,
)
from talisman_nb.model.data_folder import PLAIN_NAME, box_layers, folders_in, home, kept

from .bitmaps import BITMAPS, as_svg_name, bytes_of, read_bitmap, text_of

SetupErrorKey = Literal[
    "characters-few", "characters-none", "edition-unknown", "figure-twice", "figure-unknown", "player-name",
    "players-few", "players-many", "supply-few", "switch-range", "switch-unknown", "switch-value", "too-many-layers",
]  # fmt: skip
"""Why a game can't be set up; each has its phrase in `setup.toml`."""


class SetupError(UserError, CardError):
    """Raised when a game can't be set up: unknown edition, figure or character, bad value, too many players."""

    topic = "setup"
    key: SetupErrorKey

    def __init__(self, key: SetupErrorKey, message: str, **fields: object) -> None:
        super().__init__(key, message, **fields)


HEAD, FIGURES, BOARD, DOUBTS, DECKS = "layer.toml", "rules.toml", "board.toml", "doubts.toml", "decks.toml"
KEYWORDS, BLOCKS, LISTED = "keywords.toml", "blocks.toml", "listed.toml"
"""Paths, within a layer, of its head, figures, board, doubts, decks, keywords, the blocks its definitions share, and
the names of cards of which no more is known."""
PROGRAMS, FIXED_FOLDERS = "programs", ("programs", "stock", "character", "form")
"""Folders of a layer that hold definitions, besides one for each deck."""
FILES = (HEAD, FIGURES, BOARD, BLOCKS, DOUBTS, DECKS, KEYWORDS, LISTED)
NAMES, RULINGS, PICTURES, MOTIFS = "names", "rulings", "pictures", "motifs"
"""Folders of a layer with names per language, such as `names/pl.toml`, cases, drawings, and drawings in strokes."""
SVG = ".svg"
"""Ending of the files in `pictures/`."""
LANGUAGES: tuple[str, ...] = get_args(Lang)
JOIN = "+"
"""Joins the names of layers in the specification of a stack: `second+my-cards`."""


class LayerHead(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table `[layer]` of `layer.toml`."""

    name: OwnName = ""  # what players call it
    about: OwnSentence = ""  # what is different with it, in a sentence
    offered: bool = True  # whether a new table may choose it; False for an edition that can't be played yet
    over: Name = ""  # the layer that it needs below it; "" for a complete edition or one that fits on any
    without: tuple[Name, ...] = ()  # folders of which nothing that lies below is in the game
    with_: tuple[Name, ...] = called(name="with", default=())  # those that a layer below left out and this takes back
    pack: bool = False  # of a layer of the program: an expansion whose cards are listed by name
    version: Version = "1"  # of a box, which is shared as a file
    author: Words = ""  # who made the box
    source: OwnSentence = ""  # where what it lists was read, and how sure that is
    variant: bool = False  # of a layer of the program: no edition, but another way to play the one that it is over


@dataclass(frozen=True)
class Layer:
    """A named set of TOML texts, keyed by their path in its folder, such as `adventure/enemies.toml`.

    >>> mine = Layer("mine", {"adventure/cards.toml": "[wolf]\\nlike = 'wolf'\\nstrength = 4"})
    >>> mine.tables("adventure/cards.toml")
    {'wolf': {'like': 'wolf', 'strength': 4}}
    """

    name: str
    texts: Mapping[str, str]
    _tables: dict[str, dict[str, Any]] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def digest(self) -> str:
        """A hash of the name and all texts."""
        return hashlib.sha256(json.dumps([self.name, sorted(self.texts.items())]).encode()).hexdigest()

    @cached_property
    def head(self) -> LayerHead:
        """The head; an empty one if the layer has none. Raises `CardError`."""
        tables = self.tables(HEAD) if HEAD in self.texts else {}
        if unknown := [key for key in tables if key != "layer"]:
            raise CardError(f"{self.at(HEAD)}: [{unknown[0]}]: unknown table, expected [layer]")
        return read_as(LayerHead, tables.get("layer", {}), f"{self.at(HEAD)}: [layer] ", CardError)

    def at(self, path: str) -> str:
        """The name of one of its files in messages; boards of the program lie in a folder of their own."""
        return f"boards/{self.name}.toml" if path == BOARD and self.name in program_layers() else f"{self.name}/{path}"

    def tables(self, path: str) -> dict[str, Any]:
        """One of its texts as TOML; cached, not to be changed. Raises `CardError` with layer and file."""
        if path not in self._tables:
            if path != HEAD and is_of_program(self):
                self._tables.update(kept(f"layer-{self.name}", self._parsed, dict[str, dict[str, Any]]))
            else:
                self._tables[path] = parse_toml(self.texts[path], self.at(path), CardError)
        return self._tables[path]

    def _parsed(self) -> dict[str, dict[str, Any]]:
        """All its texts as TOML, its drawings aside."""
        texts = {path: text for path, text in self.texts.items() if not path.endswith(SVG)}
        return {path: parse_toml(text, self.at(path), CardError) for path, text in texts.items()}

    def paths(self, folder: str) -> list[str]:
        """The paths of the files directly in one of its folders, sorted."""
        return sorted(path for path in self.texts if path.rpartition("/")[0] == folder)


LayerLike: TypeAlias = "str | Path | Layer"
"""A layer, its name, or the path of its folder."""


@cache
def program_layers() -> tuple[str, ...]:
    """The names of the layers of the program, editions, variants and packs, sorted. Cached."""
    return tuple(sorted(folder.name for folder in _of_the_program().iterdir() if folder.is_dir()))


@cache
def editions() -> tuple[str, ...]:
    """The names of the editions of the program, sorted. Cached."""
    heads = ((name, find_layer(name).head) for name in program_layers())
    return tuple(name for name, head in heads if not (head.variant or head.pack))


def packs(edition: str) -> tuple[str, ...]:
    """The names of the layers of the program that list the cards of expansions of an edition, sorted.

    >>> packs("revised4")[:2], packs("second")
    (('pack-ancient-beasts', 'pack-blood-moon'), ())
    """
    heads = ((name, find_layer(name).head) for name in program_layers())
    return tuple(name for name, head in heads if head.pack and head.over == edition)


def variants(edition: str) -> tuple[str, ...]:
    """The names of the layers of the program that play an edition another way and are offered, sorted.

    >>> variants("third")
    ('second-cards',)
    """
    heads = ((name, find_layer(name).head) for name in program_layers())
    return tuple(name for name, head in heads if head.variant and head.offered and head.over == edition)


def with_known_cards(edition: str) -> str:
    """The specification that plays an edition with cards that are listed: its own, or those that a variant takes back.

    >>> with_known_cards("second")
    'second'
    """
    return JOIN.join((edition, *(name for name in variants(edition) if find_layer(name).head.with_)))


def edition_and_layers(spec: str) -> tuple[str, tuple[str, ...]]:
    """The edition of a specification with its variants, and the layers of one's own over it.

    >>> edition_and_layers("third+second-cards+my-cards")
    ('third+second-cards', ('my-cards',))
    """
    names = spec.split(JOIN)
    ours = [name for name in names if name in program_layers()]
    return JOIN.join(ours), tuple(name for name in names if name not in ours)


def spell_specification(spec: str) -> str:
    """A specification as a situation says it.

    >>> spell_specification("second+my-cards")
    'second + my-cards'
    """
    return f" {JOIN} ".join(spec.split(JOIN))


def offered_editions() -> tuple[str, ...]:
    """The names of the editions that a new game may be played in, the base first.

    >>> offered_editions()
    ('revised4', 'second', 'third')
    """
    return (BASE, *(name for name in editions() if name != BASE and find_layer(name).head.offered))


def layer_from(folder: Path) -> Layer:
    """Read a layer from a folder, and register it under the folder's name. Raises `CardError`."""
    return register(read_layer(folder))


def read_layer(folder: Path, name: str = "") -> Layer:
    """Read a layer from a folder; its name is the folder's, unless one is given.

    Raises `CardError` for a folder that is missing, empty or too large, and for a file that is not UTF-8.
    """
    if not folder.is_dir():
        raise CardError(f"{folder}: expected the folder of a layer, with files such as adventure/cards.toml")
    texts = dict(_texts(folder, name or folder.name))
    if not texts:
        raise CardError(f"{folder}: expected TOML files such as adventure/cards.toml, found none")
    return Layer(name or folder.name, texts)


def register(layer: Layer) -> Layer:
    """Make a layer known by its name, replacing one of this name; returns it.

    Raises `CardError` for a name that is no word or that of an edition.
    """
    if not PLAIN_NAME.fullmatch(layer.name) or len(layer.name) > LONGEST_NAME:
        expected = f"expected small letters, digits and hyphens, at most {LONGEST_NAME}"
        raise CardError(f"{layer.name!r}: the name of a layer: {expected}")
    if layer.name in program_layers():
        raise CardError(f"{layer.name}: an edition of the program has this name; call the layer something else")
    _registered[layer.name] = layer
    return layer


_registered: dict[str, Layer] = {}
"""Registry of layers that are not of the program, by name."""


def specify(parts: LayerLike | Iterable[LayerLike]) -> str:
    """The specification of a stack from layers, names and folders, which are registered: "second+my-cards".

    >>> specify(["second", Layer("mine", {})])
    'second+mine'
    """
    listed = [parts] if isinstance(parts, (str, Path, Layer)) else list(parts)
    return JOIN.join(_name(part) for part in listed)


def _name(part: LayerLike) -> str:
    if isinstance(part, Layer):
        return register(part).name
    if isinstance(part, Path):
        return layer_from(part).name
    return JOIN.join(name.strip() for name in part.split(JOIN))


def stack(spec: str) -> tuple[Layer, ...]:
    """The layers of a specification, each after those it needs.

    Raises `SetupError` for an unknown name, with the nearest, and for too many layers.

    >>> [layer.name for layer in stack("second")]
    ['revised4', 'second']
    """
    found: dict[str, Layer] = {}
    for name in spec.split(JOIN):
        _add(name, found, ())
    if len(found) > LAYERS:
        raise SetupError("too-many-layers", f"expected at most {LAYERS} layers, got {len(found)}", n=LAYERS)
    return tuple(found.values())


def _add(name: str, found: dict[str, Layer], above: Sequence[str]) -> None:
    """Add a layer after those it stands on."""
    if name in found:
        return
    layer = find_layer(name)
    if name in above:
        raise CardError(f"{layer.at(HEAD)}: [layer] over: {name} stands on itself")
    if over := layer.head.over:
        if over not in (known := _known_names()):
            raise CardError(
                f"{layer.at(HEAD)}: [layer] over: expected an edition or layer, got {over!r}{did_you_mean(over, known)}"
            )
        _add(over, found, (*above, name))
    elif not found and BOARD not in layer.texts:
        _add(BASE, found, (*above, name))
    found[name] = layer


def layers_folder() -> Path:
    """The folder of the layers that are installed for this user, whether it exists or not."""
    return home() / "layers"


def installed_layers() -> tuple[str, ...]:
    """The names of the layers in the user's folder and of those of boxes, sorted; none is that of the program's.

    None where the folder can't be opened: a table that begins says so, since it can't be saved there either.
    """
    found = {each.name for each in folders_in(layers_folder()) if PLAIN_NAME.fullmatch(each.name)}
    return tuple(sorted({*found, *box_layers()} - {*program_layers()}))


def find_layer(name: str) -> Layer:
    """A layer of the program, a registered one or an installed one, by its name.

    Raises `SetupError` with the nearest name, `CardError` for an installed one that can't be read.
    """
    if name in program_layers():
        return _of_program(name)
    if name in _registered:
        return _registered[name]
    if name in installed_layers():
        folder = layers_folder() / name
        return read_layer(folder) if folder.is_dir() else read_layer(box_layers()[name], name)
    known = _known_names()
    message = f"no edition or layer {name!r}: expected one of {', '.join(known)}{did_you_mean(name, known)}"
    raise SetupError("edition-unknown", message, edition=name)


def _known_names() -> tuple[str, ...]:
    return (*program_layers(), *_registered, *installed_layers())


def is_of_program(layer: Layer) -> bool:
    """Whether a layer is one of the program as it is now: not one of one's own, and not what a saved table has kept.

    >>> is_of_program(find_layer("second")), is_of_program(Layer("second", {}))
    (True, False)
    """
    return layer.name in program_layers() and layer is _of_program(layer.name)


@cache
def _of_program(name: str) -> Layer:
    texts = dict(_texts(_of_the_program() / name, name))
    board = boards_dir() / f"{name}.toml"
    return Layer(name, texts | ({BOARD: board.read_text("utf-8")} if board.is_file() else {}))


def _of_the_program() -> Traversable:
    return files("talisman_nb") / "layers"


BASE = next(name for name in program_layers() if not (_of_the_program() / name / HEAD).is_file())
"""The edition on which a layer stands that names none: the one that stands on no other, and so has no `layer.toml`."""


def _texts(folder: Traversable, layer: str, above: str = "") -> Iterator[tuple[str, str]]:
    """The texts below a folder, each with its path in it; raises `CardError` for too many or unreadable ones."""
    try:
        inside = sorted(folder.iterdir(), key=lambda file: file.name)
    except OSError as wrong:
        raise CardError(f"{layer}/{above}: this folder can't be opened: {wrong.strerror}") from None
    for number, found in enumerate(inside):
        if number >= LAYER_FILES:
            raise CardError(f"{layer}: expected at most {LAYER_FILES} files in a folder")
        path, at = f"{above}{found.name}", f"{layer}/{above}{found.name}"
        text = found.name.endswith((SVG, ".toml"))
        if not text and not above and found.is_dir():
            yield from _texts(found, layer, f"{found.name}/")
        elif text:
            yield path, text_of(found, at)
        elif above == f"{PICTURES}/" and not found.name.startswith("."):
            if not found.name.lower().endswith(BITMAPS):
                expected = f"an SVG file, such as wolf{SVG}, or a small PNG, JPEG, WebP or GIF"
                raise CardError(f"{at}: expected a drawing as {expected}")
            if sum(as_svg_name(each.name) == as_svg_name(found.name) for each in inside) > 1:
                raise CardError(f"{at}: expected one drawing of this name, found several")
            yield as_svg_name(path), read_bitmap(bytes_of(found, at), at).text
