"""A layer that is being written: its definitions as tables, changed at a place, written as TOML, checked by the loader.

A draft is a layer. What is changed of a table is written back to the text of its file, so that what is saved is what
the loader reads; nothing else of the layer is touched.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.board import BoardError
from talisman_nb.cards.check_book import check_book
from talisman_nb.cards.decode import CardError, toml_text
from talisman_nb.cards.text_keys import text_keys
from talisman_nb.model import Message, Told
from talisman_nb.model.bounds import ENTRIES, LONGEST_NAME, PROBLEMS

from .book import Book
from .layers import BOARD, DECKS, HEAD, NAMES, PICTURES, SVG, Layer, stack
from .merging import CHANGES
from .pictures import picture_text, read_picture

Place: TypeAlias = tuple["str | int", ...]
"""Where a value stands in the table of a definition: ("met", 0, "n")."""
SPACES = "space"
"""The table of a board with its spaces."""
CARDS_FILE = "cards.toml"


class Entry(Struct, frozen=True):
    """A definition of a layer: its file, its name there, its key in a book (`wolf`, `character.elf`, `space.ruins`)."""

    path: str
    name: str

    @property
    def key(self) -> str:
        """The key of the definition in a book.

        >>> Entry("character/cards.toml", "elf").key, Entry("adventure/cards.toml", "wolf").key
        ('character.elf', 'wolf')
        """
        section = SPACES if self.path == BOARD else self.path.partition("/")[0]
        return f"{section}.{self.name}" if section in (SPACES, "character", "form") else self.name

    @property
    def picture(self) -> str:
        """The path of its drawing."""
        return f"{PICTURES}/{self.key.replace('/', '.')}{SVG}"


class Mistake(Struct, frozen=True):
    """A mistake the loader finds: the key of the definition, "" for none, the place in it, and what is wrong there.

    `parts`: the same in every language, without its place; () for one that is English alone.
    """

    key: str
    at: Place
    text: str
    parts: tuple[Message, ...] = ()


# --- entries of a layer, and their tables ---


def entries(layer: Layer) -> tuple[Entry, ...]:
    """The definitions that a layer writes, by their files. Raises `CardError` for a text that is no TOML."""
    found = [path for path in sorted(layer.texts) if path == BOARD or _holds_definitions(path)]
    return tuple(Entry(path, name) for path in found for name in _tables_in(layer, path))


def _holds_definitions(path: str) -> bool:
    folder = path.rpartition("/")[0]
    return (
        path.endswith(".toml") and bool(folder) and folder not in ("programs", "names", "rulings", "motifs", PICTURES)
    )


def _tables_in(layer: Layer, path: str) -> Mapping[str, Any]:
    tables = layer.tables(path).get(SPACES, {}) if path == BOARD else layer.tables(path)
    return {name: table for name, table in tables.items() if isinstance(table, dict)}


def table_of(layer: Layer, entry: Entry) -> dict[str, Any]:
    """The table of a definition; an empty one if it is not there."""
    return dict(_tables_in(layer, entry.path).get(entry.name, {})) if entry.path in layer.texts else {}


def with_table(layer: Layer, entry: Entry, table: Mapping[str, Any] | None) -> Layer:
    """The layer with another table of a definition, or without it."""
    tables = dict(layer.tables(entry.path)) if entry.path in layer.texts else {}
    inside = dict(tables.get(SPACES, {})) if entry.path == BOARD else tables
    if table is None:
        inside.pop(entry.name, None)
    else:
        inside[entry.name] = dict(table)
    if entry.path == BOARD:
        tables[SPACES] = inside
    return with_text(layer, entry.path, toml_text(tables) if inside or tables.get("board") else None)


def left_out(layer: Layer, entry: Entry) -> Layer:
    """The layer without a definition, its drawing, and what only a space of its own has: its ways and its region."""
    tables = dict(layer.tables(BOARD)) if entry.path == BOARD else {}
    own, region = tables.get("board", {}).get("region", {}), table_of(layer, entry).get("region")
    layer = with_picture(with_table(layer, entry, None), entry, "")
    if region not in own:
        return layer
    tables = dict(layer.tables(BOARD))
    spaces = {id: dict(space) for id, space in tables.get(SPACES, {}).items()}
    for ring, space in enumerate(each for each in spaces.values() if each.get("region") == region):
        space["ring"] = ring
    left = {name: each for name, each in own.items() if any(one.get("region") == name for one in spaces.values())}
    edges = [edge for edge in tables.get("edge", []) if entry.name not in (edge.get("from"), edge.get("to"))]
    tables |= {"edge": edges, "board": {**tables["board"], "region": left}, SPACES: spaces}
    return with_text(layer, BOARD, toml_text({key: each for key, each in tables.items() if each}) if spaces else None)


def with_text(layer: Layer, path: str, text: str | None) -> Layer:
    """The layer with another text of a file, or without that file."""
    texts = {name: each for name, each in layer.texts.items() if name != path}
    return Layer(layer.name, texts if text is None else {**texts, path: text})


def with_head(layer: Layer, **head: Any) -> Layer:
    """The layer with other facts of its head: its name for players, and what is different with it."""
    tables = dict(layer.tables(HEAD)) if HEAD in layer.texts else {}
    told = {**tables.get("layer", {}), **head}
    return with_text(layer, HEAD, toml_text({"layer": {key: value for key, value in told.items() if value}}))


def with_picture(layer: Layer, entry: Entry, drawing: str) -> Layer:
    """The layer with the drawing of a definition, "" for none; raises `CardError` for what is no picture of a card.

    `drawing`: an SVG text of plain shapes, or a small picture as an address that holds it (`data:image/png;base64,…`).
    """
    found = read_picture(drawing, layer.at(entry.picture)) if drawing else None
    bitmap = found and found.shapes[:1] and found.shapes[0].tag == "image"
    return with_text(layer, entry.picture, picture_text(found) if found and bitmap else drawing or None)


def file_for(kind: str, book: Book) -> str:
    """The file of a new definition: of a card in the folder of its deck, of a character or form in its own.

    A card that covers the goal of the board is in the first deck of such cards, or in a new one (`ENDINGS`).
    """
    if kind in ("character", "form"):
        return f"{kind}/{CARDS_FILE}"
    if kind == SPACES:
        return BOARD
    if kind == "terrain":
        covering = [deck for deck in book.decks_written if deck in book.covers]
        return f"{covering[0] if covering else ENDINGS}/{CARDS_FILE}"
    drawn = next(deck for deck in book.decks if deck in book.drawn_decks)
    return f"{book.whole_deck(book.face_down if kind == 'spell' else drawn)}/{CARDS_FILE}"


ENDINGS = "endings"
"""The deck of cards that cover the goal of a board, where a layer has none."""


def with_needed(layer: Layer, entry: Entry, book: Book, name: Mapping[str, str]) -> Layer:
    """The layer with what an entry of it needs besides: a board it changes, or a deck of endings, called `name`."""
    if entry.path == BOARD and BOARD not in layer.texts:
        return with_text(layer, BOARD, f'like = "{book.edition.partition("+")[0]}"\n')
    if entry.path.startswith(f"{ENDINGS}/") and ENDINGS not in book.decks_written and DECKS not in layer.texts:
        deck = {ENDINGS: {"name": dict(name), "covers": book.board.goal}}
        begin = {"begin": {"do": [{"op": "draw", "deck": ENDINGS, "to": "space"}]}}
        laid = with_text(layer, DECKS, toml_text(deck))
        return with_text(laid, "programs/begin.toml", toml_text(begin))
    return layer


def slug_of(name: str, known: Any) -> str:
    """A key for a name, other than those that are known.

    >>> slug_of("Łowca Ż", ()), slug_of("Łowca Ż", ("lowca-z",)), slug_of("!", ())
    ('lowca-z', 'lowca-z-2', 'new')
    """
    bare = unicodedata.normalize("NFKD", name.lower().replace("ł", "l")).encode("ascii", "ignore").decode()
    key = re.sub(r"[^a-z0-9]+", "-", bare).strip("-")[: LONGEST_NAME - 4].strip("-") or "new"
    return next(each for n in range(1, 10_000) if (each := key if n == 1 else f"{key}-{n}") not in known)


COPY, LIKE = "copy", "like"
"""Ways to begin with a definition that is there: a copy of it, and one that takes over what is not said."""


def models(book: Book) -> tuple[str, ...]:
    """The keys of the definitions that another may begin with: cards of decks, and characters."""
    cards = (card for deck in book.decks for card in book.deck_cards[deck])
    people = (key for key in book.definitions if key.startswith("character.") and key.count(".") == 1)
    return (*dict.fromkeys(cards), *people)


def modelled(book: Book, key: str, how: str, name: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    """The file and the table of a definition that begins with another one as `COPY` or `LIKE`, under a name."""
    written = dict(book.written())[key]
    all_of_it = {part: value for part, value in written.table.items() if part not in CHANGES}
    taken: dict[str, Any] = {LIKE: written.name} if how == LIKE else all_of_it
    return f"{written.folder}/{CARDS_FILE}", {**taken, "name": dict(name)}


def with_new_space(layer: Layer, book: Book, name: str, beside: str, lang: str) -> tuple[Layer, Entry]:
    """The layer with a space of a region of its own, walked space by space, beside one of the board, and its entry.

    Beside a space of the layer it is the next one of that region, else the first of a new one.
    """
    like = {"like": book.edition.partition("+")[0]}
    tables: dict[str, Any] = dict(layer.tables(BOARD)) if BOARD in layer.texts else dict(like)
    spaces, head = dict(tables.get(SPACES, {})), dict(tables.get("board", {}))
    own = dict(head.get("region", {}))
    id = slug_of(name, {*book.board.index, *book.board.regions, *spaces})
    region = spaces[beside]["region"] if beside in spaces and spaces[beside].get("region") in own else id
    others = [space for space in spaces.values() if space.get("region") == region]
    rows = (book.board.space(each).grid[0] for each in book.board.spaces if each not in book.board.by_hand)
    row = others[0]["grid"][0] if others else max(rows) + 1
    spaces[id] = {"name": name, "region": region, "ring": len(others), "grid": [row, len(others)]}
    edge = {"from": beside, "to": id, "kind": "path" if others else "door"}
    head["region"] = {**own, region: own.get(region, {"move": "step"})}
    tables = {**tables, "edge": [*tables.get("edge", []), edge], "board": head, SPACES: spaces}
    laid = with_text(layer, BOARD, toml_text(tables))
    names = f"{NAMES}/{lang}.toml"
    if not others:
        named = dict(layer.tables(names)) if names in layer.texts else {}
        laid = with_text(laid, names, toml_text({**named, "region": {**named.get("region", {}), region: name}}))
    return laid, Entry(BOARD, id)


GOLD = [{"op": "gain", "what": "gold"}]
BODIES: Mapping[str, Mapping[str, Any]] = {
    "event": {"met": GOLD}, "stranger": {"visited": GOLD}, "place": {"visited": GOLD}, "terrain": {"visited": GOLD},
    "space": {"visited": GOLD}, "follower": {"held": [{"mod": "add", "to": "strength", "n": 1}]},
    "object": {"held": [{"mod": "add", "to": "strength", "n": 1}]},
    "magic object": {"held": [{"mod": "add", "to": "craft", "n": 1}]}, "spirit": {"craft": 3},
    "spell": {"at": ["own_turn"], "cast": GOLD}, "": {"strength": 3},
    "character": {"strength": 3, "craft": 3, "life": 4, "fate": 2, "alignment": "neutral"},
}  # fmt: skip
"""Parts that a new definition of a kind has, so that it plays at once; any other type is an Enemy."""


# --- changes at a place ---


def dotted(at: Place) -> str:
    """A place as a text.

    >>> dotted(("met", 0, "n"))
    'met.0.n'
    """
    return ".".join(map(str, at))


def place_of(text: str) -> Place:
    """A place from a text; the inverse of `dotted`.

    >>> place_of("met.0.n")
    ('met', 0, 'n')
    """
    return tuple(int(step) if step.isdecimal() else step for step in text.split(".")) if text else ()


def value_at(table: Any, at: Sequence[str | int]) -> Any:
    """The value at a place of a table; None where there is none."""
    for step in at:
        if isinstance(table, Mapping):
            table = table.get(step)
        elif isinstance(table, (list, tuple)) and isinstance(step, int) and 0 <= step < len(table):
            table = table[step]
        else:
            return None
    return table


def changed(table: Any, at: Sequence[str | int], value: Any) -> Any:
    """The table with another value at a place, None to take it out; a place in a list past its end adds to it.

    >>> changed({"met": [{"op": "gain"}]}, ("met", 0, "n"), 2)
    {'met': [{'op': 'gain', 'n': 2}]}
    >>> changed({"met": [{"op": "gain"}]}, ("met", 0), None)
    {}
    """
    if not at:
        return value
    step, rest = at[0], at[1:]
    if isinstance(step, int):
        items = list(table) if isinstance(table, (list, tuple)) else []
        inside = changed(items[step] if step < len(items) else {}, rest, value)
        items[step : step + 1] = [] if inside is None else [inside]
        return items[:ENTRIES] or None
    found = dict(table) if isinstance(table, Mapping) else {}
    inside = changed(found.get(step), rest, value)
    if inside is None:
        found.pop(step, None)
    else:
        found[step] = inside
    return found


def moved(table: Any, at: Sequence[str | int], n: int) -> Any:
    """The table with an item of a list moved by `n`; as it is where that leads outside the list.

    >>> moved({"met": [1, 2]}, ("met", 0), 1)
    {'met': [2, 1]}
    """
    *above, step = at
    items = value_at(table, above)
    if not isinstance(items, (list, tuple)) or not isinstance(step, int) or not 0 <= step + n < len(items):
        return table
    listed = list(items)
    listed.insert(step + n, listed.pop(step))
    return changed(table, tuple(above), listed)


# --- checked ---


class Checked(Struct, frozen=True):
    """A draft over an edition: its book, None where its texts can't be decoded, and its mistakes."""

    book: Book | None
    mistakes: tuple[Mistake, ...] = ()


def checked(layer: Layer, below: str) -> Checked:
    """Check a draft over the layers of a specification, by the checks with which a book is opened."""
    layers = (*stack(below), *(() if layer.name in below.split("+") else (layer,)))
    try:
        book = Book(f"{below}+{layer.name}", {}, layers)
        lines = check_book(book, text_keys())
    except (CardError, BoardError) as wrong:
        told = wrong.args[0] if wrong.args else ""
        said = [told] if isinstance(told, Told) else str(wrong).splitlines()[:PROBLEMS]
        return Checked(None, tuple(_mistake(layer, line) for line in said))
    return Checked(book, tuple(_mistake(layer, line) for line in lines))


_PLACED = re.compile(r"(?P<file>[^:\[]+): \[(?P<table>[^\]]+)\](?P<rest>.*)", re.DOTALL)
_STEPS = re.compile(r"[^.\[\] ]+")


def _without_keys(part: Message) -> Message:
    """A message without its place, a key that was perhaps meant, and types that have an English name only."""
    fields = {**part.fields, **{name: "" for name in ("path", "hint", "near") if name in part.fields}}
    if (expected := _spoken(fields.get("expected"))) is None and part.key in UNNAMED:
        return replace(part, key=UNNAMED[part.key], fields=fields)
    return replace(part, fields=fields | {"expected": expected} if "expected" in fields else fields)


UNNAMED = {"value": "check.name", "key-missing": "check.needed"}
"""Phrases that take the place of those that name the type that is expected."""


def _spoken(found: object) -> object:
    """The part of what is expected that has words in every language; None for nothing."""
    if isinstance(found, Message) and found.key == "or":
        first, rest = _spoken(found.fields["first"]), _spoken(found.fields["rest"])
        return replace(found, fields={"first": first, "rest": rest}) if first and rest else first or rest
    return None if type(found) is str else found


def _mistake(layer: Layer, line: str) -> Mistake:
    """Place a message of the loader: it names file, table and place."""
    parts = tuple(map(_without_keys, line.parts)) if isinstance(line, Told) else ()
    found = _PLACED.fullmatch(line)
    if not found or not found["file"].startswith(f"{layer.name}/"):
        return Mistake("", (), line, parts)
    path = found["file"].removeprefix(f"{layer.name}/")
    first, *inside = found["table"].split(".")
    if path == BOARD and inside:
        first, *inside = inside
    at, _, text = found["rest"].strip().partition(": ") if not found["rest"].startswith(":") else ("", "", "")
    if found["rest"].startswith(":"):
        text = found["rest"][1:].strip()
    steps = tuple(int(step) if step.isdigit() else step for step in _STEPS.findall(at))
    return Mistake(Entry(path, first).key, (*inside, *steps), text or at, parts)
