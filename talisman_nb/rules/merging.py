"""Merges the definitions of a stack of layers: a later layer adds, changes, replaces or removes what lies below it."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from talisman_nb.board.graph import plain_kind
from talisman_nb.board.toml_reading import did_you_mean, quote_value, read_as
from talisman_nb.cards.decode import CardError, block, define
from talisman_nb.cards.definition import PARTS, Definition
from talisman_nb.model.bounds import Variable

from .layers import (
    BLOCKS,
    BOARD,
    DECKS,
    FILES,
    FIXED_FOLDERS,
    HEAD,
    LANGUAGES,
    MOTIFS,
    NAMES,
    PICTURES,
    PROGRAMS,
    RULINGS,
    SVG,
    Layer,
)

PREFIX = {"programs": "turn.", "character": "character.", "form": "form."}
"""Prefix of the keys of definitions by the folder they lie in; cards and Spells have none."""
CHANGES = ("like", "without", "instead", "gone")
"""Keys by which a table refers to the layers below its own."""


class WrittenDefinition(NamedTuple):
    """A definition after merging: its folder, its name there, its table, and the file and layer that wrote it last.

    `origins` maps parts of a space to the table of the board they come from.
    """

    folder: str
    name: str
    table: Mapping[str, Any]
    file: str
    layer: str
    parts: Mapping[str, str] = {}  # maps each part to the layer that wrote or dropped it
    origins: Mapping[str, str] | None = None
    first: str = ""  # the layer that had it first
    like: str = ""  # the other definition whose table it took over


LeftOut: TypeAlias = "Mapping[str, tuple[WrittenDefinition, Layer]]"
"""Definitions that are left out, by key, each with the layer that does so."""
NOTHING: LeftOut = MappingProxyType({})


class Merged(NamedTuple):
    """The definitions of a stack, and those a layer leaves out, alone or by folder, each with that layer."""

    definitions: dict[str, WrittenDefinition]
    left_out: LeftOut


class Absent:
    """The definitions that the layers of a stack leave out. Immutable; what is decoded is kept."""

    def __init__(self, layers: Sequence[Layer], left_out: LeftOut) -> None:
        self._layers, self._left_out = layers, left_out
        self._above: dict[int, Mapping[str, Definition]] = {}

    @cached_property
    def files(self) -> Mapping[str, str]:
        """Return the file of the layer that leaves something out, by its key and by its name."""
        files = {key: by.at(HEAD) for key, (_, by) in self._left_out.items()}
        return files | {self._left_out[key][0].name.rpartition("/")[2]: file for key, file in files.items()}

    @property
    def said(self) -> bytes:
        """Return the part of a book's hash that tells what is left out: nothing where no layer leaves out a folder."""
        by_folder = any(layer.head.without for layer in self._layers)
        return json.dumps([*self.files]).encode() if by_folder else b""

    def above(self, names: Collection[str]) -> Mapping[str, Definition]:
        """Return the definitions left out by layers above the lowest of some layers; for no name, by any layer."""
        lowest = min((at for at, layer in enumerate(self._layers) if layer.name in names), default=-1)
        if lowest not in self._above:
            above = {layer.name for layer in self._layers[lowest + 1 :]}
            found: dict[str, Definition] = {}
            for key, (written, by) in self._left_out.items():
                if by.name in above:
                    found |= define(key, written.table, written.file, written.origins, written.name)
            self._above[lowest] = found
        return self._above[lowest]


def merge_layers(layers: Iterable[Layer], decks: Iterable[str]) -> Merged:
    """The definitions of a stack, keyed as in a book, in the order of folders, layers, files and tables.

    `decks` are the names of the decks: each is a folder of cards. Raises `CardError`, naming layer, file and table,
    for a table that changes what is not there, or that has the name of another without saying that it changes it.

    >>> below = Layer("one", {"adventure/a.toml": "[wolf]\\ntype = 'animal'\\nstrength = 2"})
    >>> above = Layer("two", {"adventure/b.toml": "[wolf]\\nlike = 'wolf'\\nstrength = 4"})
    >>> merge_layers([below, above], ["adventure"]).definitions["wolf"].table
    {'type': 'animal', 'strength': 4}
    >>> bare = Layer("three", {"layer.toml": "[layer]\\nwithout = ['adventure']"})
    >>> [list(part) for part in merge_layers([below, bare], ["adventure"])]
    [[], ['wolf']]
    """
    found: dict[str, WrittenDefinition] = {}
    left_out: dict[str, tuple[WrittenDefinition, Layer]] = {}
    listed, folders = list(layers), folders_of(decks)
    named = (name for layer in listed if DECKS in layer.texts for name in layer.tables(DECKS))
    known = tuple(dict.fromkeys((*folders, *named)))  # also decks that a later layer removes, and their cards with them
    for layer in listed:
        _check_paths(layer, known)
        _check_folders(layer, [folder for folder in known if folder != PROGRAMS])
    for folder in folders:
        for layer in listed:
            _leave_out(found, left_out, folder, layer)
            below = dict(found)
            for path in layer.paths(folder):
                for name, table in layer.tables(path).items():
                    _merge(found, below, folder, name, table, layer, path, left_out)
    _leave_out_twins(found, left_out, listed)
    blocks = SharedBlocks(listed)
    gone = {key: (blocks.fill(written), by) for key, (written, by) in left_out.items() if key not in found}
    return Merged({key: blocks.fill(written) for key, written in found.items()}, gone)


def _check_folders(layer: Layer, folders: Sequence[str]) -> None:
    """Raise `CardError` for a folder named in the head that there is not, with the nearest."""
    for fact, names in (("without", layer.head.without), ("with", layer.head.with_)):
        if unknown := [name for name in names if name not in folders]:
            expected = f"expected one of {', '.join(folders)}{did_you_mean(unknown[0], folders)}"
            raise CardError(f"{layer.at(HEAD)}: [layer] {fact}: {expected}, got {quote_value(unknown[0])}")


def _leave_out(
    found: dict[str, WrittenDefinition], left_out: dict[str, tuple[WrittenDefinition, Layer]], folder: str, layer: Layer
) -> None:
    """Move what lies below a layer in a folder to what is left out, and back, as its head says."""
    before = {key: each for key, each in left_out.items() if each[0].folder == folder}
    if folder in layer.head.without:
        gone = {key: written for key, written in found.items() if written.folder == folder}
        if not gone and not before:
            raise CardError(f"{layer.at(HEAD)}: [layer] without: nothing that lies below is in {folder!r}")
        for key in gone:
            del found[key]
        left_out |= {key: (written, layer) for key, written in gone.items()}
    if folder in layer.head.with_:
        if not before:
            raise CardError(f"{layer.at(HEAD)}: [layer] with: no layer below leaves out {folder!r}")
        for key, (written, by) in before.items():
            if folder in by.head.without:  # not what a layer has taken out by itself
                found.setdefault(key, written)
                if left_out[key][1] is by:
                    del left_out[key]


def _leave_out_twins(
    found: dict[str, WrittenDefinition], left_out: dict[str, tuple[WrittenDefinition, Layer]], layers: Sequence[Layer]
) -> None:
    """Leave out the twins of cards that are left out, but those that the layer itself has, or one above it."""
    at = {layer.name: number for number, layer in enumerate(layers)}
    for key, written in list(found.items()):
        twin = written.table.get("twin")
        if isinstance(twin, str) and twin in left_out and twin not in found:
            by = left_out[twin][1]
            if at[written.first] < at[by.name]:
                left_out[key] = (found.pop(key), by)


def written_by(layer: Layer) -> Iterator[str]:
    """Yield the key of every definition that a layer writes, changes or removes, spaces and their kinds included."""
    for path in layer.texts:
        folder = path.rpartition("/")[0]
        if folder and folder not in (NAMES, RULINGS, PICTURES, MOTIFS):
            yield from (PREFIX.get(folder, "") + name for name in layer.tables(path))
    board = layer.tables(BOARD) if BOARD in layer.texts else {}
    yield from (f"space.{name}" for part in ("space", "kind") for name in board.get(part, {}))


class SharedBlock(NamedTuple):
    """A block with the layer that wrote it last, and how many layers lie below that one."""

    operations: list[Any]
    layer: str
    above: int
    at: str  # its file and name, for messages


class SharedBlocks:
    """The blocks that several definitions of a stack share, by name; a later layer replaces one.

    A definition that names a block it has not, in a `do` or `else` or in place of a part, has the shared one. Raises
    `CardError`, naming layer, file and block, for one that is no list of operations.

    >>> below = Layer("one", {"blocks.toml": 'pay = [{ op = "lose", what = "gold" }]'})
    >>> beggar = WrittenDefinition("adventure", "beggar", {"type": "stranger", "visited": "pay"}, "a.toml", "one")
    >>> SharedBlocks([below]).fill(beggar).table["visited"]
    [{'op': 'lose', 'what': 'gold'}]
    """

    def __init__(self, layers: Iterable[Layer]) -> None:
        self._order: list[str] = []
        self._blocks: dict[str, SharedBlock] = {}
        for at, layer in enumerate(layers):
            self._order.append(layer.name)
            for name, operations in (layer.tables(BLOCKS) if BLOCKS in layer.texts else {}).items():
                where = f"{layer.at(BLOCKS)}: "
                read_as(Variable, name, where, CardError)
                block(operations, f"{where}{name}")
                self._blocks[name] = SharedBlock(operations, layer.name, at, f"{where}{name}")

    def fill(self, written: WrittenDefinition) -> WrittenDefinition:
        """Return a definition with the shared blocks that it names; the layer of a later one has changed it."""
        table = dict(written.table)
        used = {}
        for part, value in written.table.items():
            if part in PARTS and isinstance(value, str) and value in self._blocks:
                table[part], used[part] = self._blocks[value].operations, self._blocks[value]
        while missing := {name for name in _blocks_named(table) if name not in table and name in self._blocks}:
            for name in sorted(missing):
                table[name], used[name] = self._blocks[name].operations, self._blocks[name]
        if not used:
            return written
        last = max(used.values(), key=lambda each: each.above)
        below = self._order.index(written.layer) if written.layer in self._order else -1
        parts = {**written.parts, **{name: each.layer for name, each in used.items()}}
        origins = {**(written.origins or {}), **{name: each.at for name, each in used.items()}}
        return written._replace(
            table=table,
            parts=parts,
            origins=origins,
            layer=last.layer if written.layer and last.above > below else written.layer,
        )


def _blocks_named(table: dict[str, Any]) -> Iterator[str]:
    """The blocks that a table names outside the definitions nested in it."""
    for value in table.values():
        if isinstance(value, list):
            yield from _in(value)


def _in(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for each in value:
            yield from _in(each)
    elif isinstance(value, dict):
        for key, inner in value.items():
            if isinstance(inner, str) and key in ("do", "else"):
                yield inner
            else:
                yield from _in(inner)


def folders_of(decks: Iterable[str]) -> tuple[str, ...]:
    """The folders of a layer that hold definitions, in the order they are read."""
    rest = tuple(folder for folder in FIXED_FOLDERS if folder != PROGRAMS)
    return (PROGRAMS, *decks, *rest)


def merged_file(layers: Iterable[Layer], path: str) -> dict[str, WrittenDefinition]:
    """The tables of one file of each layer, merged like definitions. Raises `CardError`."""
    found: dict[str, WrittenDefinition] = {}
    for layer in layers:
        below = dict(found)
        for name, table in (layer.tables(path) if path in layer.texts else {}).items():
            _merge(found, below, "", name, table, layer, path, {})
    return found


def _check_paths(layer: Layer, folders: Sequence[str]) -> None:
    """Raise `CardError` for a file that nothing reads, with the nearest name."""
    for path in layer.texts:
        folder, _, file = path.rpartition("/")
        known = folders if folder else FILES
        if folder == NAMES and file.removesuffix(".toml") not in LANGUAGES:
            expected = ", ".join(f"{lang}.toml" for lang in LANGUAGES)
            raise CardError(f"{layer.at(path)}: expected one of {expected} in {NAMES}{did_you_mean(file, LANGUAGES)}")
        read = (folder or path) in (*known, NAMES, RULINGS, PICTURES, MOTIFS)
        if not read or (folder == PICTURES) != file.endswith(SVG):
            near = did_you_mean(folder or path, known)
            expected = ", ".join((*folders, *FILES))
            unread = file if read else folder or path
            raise CardError(f"{layer.at(path)}: nothing reads {unread!r}, expected one of {expected}{near}")


def _merge(
    found: dict[str, WrittenDefinition], below: Mapping[str, WrittenDefinition], folder: str, name: str, table: Any,
    layer: Layer, path: str, left_out: dict[str, tuple[WrittenDefinition, Layer]],
) -> None:  # fmt: skip
    """Apply one table: `below` holds what the layers below have, `found` what has been merged so far.

    One that says just what is there already changes nothing, so that several layers may bring the same; of a deck one
    of them may say how many cards it has.
    """
    key, file = PREFIX.get(folder, "") + name, layer.at(path)
    if not isinstance(table, dict):
        raise CardError(f"{file}: [{name}]: expected a table, got {quote_value(table)}")
    if key in found and key not in below:
        raise CardError(f"{file}: [{name}] is defined twice (first in {found[key].file})")
    if key in found and found[key] is not below[key]:
        raise CardError(f"{file}: [{name}] is changed twice (first in {found[key].file})")
    if table.get("gone"):
        _require(key, below, f"{file}: [{name}] gone", left_out)
        if more := [part for part in table if part != "gone"]:
            raise CardError(f"{file}: [{name}] {more[0]}: what is gone has nothing else")
        written = found.pop(key)
        if folder not in FIXED_FOLDERS:  # a card of a deck: what names it holds without it
            left_out[key] = written, layer
        return
    if key in below and {**table, "size": 0} == {**below[key].table, "size": 0}:
        if "size" not in table or table == below[key].table:
            return
        table = table | {"instead": True}
    resolved = _resolve_table(key, name, table, below, file, left_out)
    was = below[key] if key in below else left_out[key][0] if key in left_out else None
    before = was.parts if was else {}
    taken = before if "like" in table else {}
    parts = {part: layer.name for part in before if part not in resolved}  # what it drops it has changed too
    parts |= {part: layer.name if part in table else taken.get(part, layer.name) for part in resolved}
    base = f"{PREFIX.get(folder, '')}{table['like']}" if "like" in table else ""
    first = was.first if was and (key in below or base == key) else layer.name
    like = was.like if was and base == key else base
    found[key] = WrittenDefinition(folder, name, resolved, file, layer.name, parts, first=first, like=like)


def _resolve_table(
    key: str, name: str, table: dict[str, Any], below: Mapping[str, WrittenDefinition], file: str, left_out: LeftOut
) -> dict[str, Any]:
    """The table with what it takes over from the one it is `like`, without the keys that speak of other layers."""
    own = {part: value for part, value in table.items() if part not in CHANGES}
    if "like" not in table:
        if "without" in table:
            raise CardError(f'{file}: [{name}] without: goes with like = "…", the table whose parts are left out')
        if "instead" in table:
            _require(key, below, f"{file}: [{name}] instead", left_out)
        elif key in below:
            raise CardError(
                f"{file}: [{name}] is in {below[key].file} already: write like = {quote_value(name)} to change it, "
                "or instead = true to write it anew"
            )
        return own
    like = table["like"]
    base = key.removesuffix(name) + like if isinstance(like, str) else ""
    if key in below and base != key:
        raise CardError(f"{file}: [{name}] like: it is in {below[key].file} already, so expected {quote_value(name)}")
    every = {each: out for each, (out, _) in left_out.items()} | dict(below)
    _require(base, every, f"{file}: [{name}] like")
    taken, without = every[base].table, table.get("without", [])
    for part in without if isinstance(without, list) else [without]:
        if part not in taken:
            raise CardError(f"{file}: [{name}] without: [{like}] has no {quote_value(part)}{did_you_mean(part, taken)}")
    return {part: value for part, value in taken.items() if part not in without} | own


def _require(key: str, below: Mapping[str, WrittenDefinition], where: str, left_out: LeftOut = NOTHING) -> None:
    if key not in below and key in left_out:
        folder, by = left_out[key][0].folder, left_out[key][1]
        raise CardError(f"{where}: {by.at(HEAD)} leaves out all that lies below in {folder!r}, this too")
    if key not in below:
        raise CardError(f"{where}: the layers below have no {quote_value(key)}{did_you_mean(key, below)}")


def layers_of_space(layers: Iterable[Layer], key: str) -> list[str]:
    """The names of the layers whose boards say something of a space, itself or its kind, in their order."""
    space = key.removeprefix("space.")
    boards = ((layer.name, layer.tables(BOARD)) for layer in layers if BOARD in layer.texts)
    return [
        name for name, board in boards if space in board.get("space", {}) or plain_kind(space) in board.get("kind", {})
    ]
