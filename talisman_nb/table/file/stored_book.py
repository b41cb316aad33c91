"""The book stored in a table's file: its layers are written there, and read when the program's own have changed."""

from __future__ import annotations

import json
import re
import tomllib
import zlib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from talisman_nb.board import BoardError
from talisman_nb.cards.decode import CardError
from talisman_nb.rules.book import Book, open_book, registered_book, remember
from talisman_nb.rules.edition import with_house
from talisman_nb.rules.house_rules import can_be_boxed
from talisman_nb.rules.layers import BASE, BOARD, DOUBTS, FIGURES, JOIN, Layer, SetupError, find_layer
from talisman_nb.table.records import Settings

from .file_error import TableFileError
from .game_log import KEPT

LARGEST = 1 << 26
"""Upper bound of the definitions of a game in bytes; those of an edition are a third of a million."""
_layers = msgspec.json.Decoder(dict[str, str] | list[tuple[str, dict[str, str]]]).decode
OLDER = "edition.json"
"""The path under which earlier versions stored the figures of the edition and its house rules, as JSON."""

STEP_REGION = re.compile(r'^move = "step".*$', re.MULTILINE)
RENAMED = tomllib.loads((files("talisman_nb") / "table" / "renamed.toml").read_text(encoding="utf-8"))
"""Maps what definitions of earlier versions write otherwise to how it is written today."""
_RENAMED = [(re.compile(r"\s*".join(map(re.escape, old.split()))), new) for old, new in RENAMED.items()]
EARLIER = {"counters_run_out": "counters_run_out = false\n"}
"""Maps switches that earlier versions did not have to what these took for granted."""
EARLIER_DEATH = """
[dies]
do = [
  { op = "leave_behind", what = ["goods", "gold"], to = "space", cites = ["death.goods"] },
  { op = "leave_behind", what = ["spells", "trophies"], to = "piles", cites = ["death.rest"] },
  { op = "leave_board", character = "box", cites = ["death.rest"] },
  { op = "if", when = { crown_reached = true }, do = [{ op = "out", who = "you", cites = ["crown.reached"] }] },
]
"""
"""Program of a death in earlier versions, which had none among their definitions."""
FACTS_OF_STEP_REGIONS = r"\g<0>\nmeeting = false\nevading = false\nspells = false\nturning_back = true"
"""Facts of a region without dice that earlier versions took for granted, and boards say themselves now."""


def pack_book(book: Book) -> bytes:
    """Return the layers of a book as zlib-compressed JSON (`LogEntry.definitions`)."""
    return zlib.compress(json.dumps([[layer.name, dict(layer.texts)] for layer in book.layers]).encode())


def reopen_book(path: Path, settings: Settings, stored: bytes) -> Book:
    """Return the book with the id `settings.book`: cached, the program's own, or made of `stored` (see `pack_book`).

    Raises `TableFileError` when `stored` is needed but empty ("definitions-missing"), can't be decoded
    ("definitions-unusable") or gives a book of another id ("definitions-changed"), or if cards in the box are
    none of its own ("unreadable").
    """
    book = registered_book(settings.book) or _book_of_the_program(settings, stored)
    if book is None:
        if not stored:
            raise TableFileError("definitions-missing", path=str(path), book=settings.book, older=_older_file(path))
        book = remember(_stored_book(path, settings, stored), settings.book)
    for name in set(settings.edition.split(JOIN)) - {layer.name for layer in book.layers}:
        find_layer(name)  # raises: neither the file nor the program has it
    with_house(book.usual, settings.house, book.figure_ranges)
    if not can_be_boxed(book, settings.boxed):
        raise TableFileError("unreadable", path=str(path), n=2)
    return book


def _book_of_the_program(settings: Settings, stored: bytes) -> Book | None:
    """The book that the program and the installed layers give, if it has the id of the settings."""
    try:
        book = open_book(settings.edition, settings.house)
    except SetupError as error:
        if error.key != "edition-unknown" or not stored:
            raise
        return None  # a layer of the group that is not here: the file has it
    except (CardError, BoardError):
        return None  # a layer of the group that is not as it was: likewise
    return book if book.id == settings.book else None


def _stored_book(path: Path, settings: Settings, stored: bytes) -> Book:
    """Decode the book of a table's file; raises `TableFileError`, or `SetupError` for what the settings ask of it."""
    try:
        raw = _layers(_unpack(stored))
        older = isinstance(raw, dict)
        read = [_older(settings.edition, raw)] if isinstance(raw, dict) else [Layer(name, texts) for name, texts in raw]
        layers = [
            Layer(layer.name, {path: _rename_words(text) for path, text in layer.texts.items()}) for layer in read
        ]
        layers[0] = _with_earlier_figures(layers[0])
        layers[0] = _with_earlier_death(layers[0])
        older |= [dict(layer.texts) for layer in layers] != [dict(layer.texts) for layer in read]
        found = Book(settings.edition, settings.house, layers)
    except SetupError:
        raise
    except Exception as error:  # a file may say anything
        raise TableFileError(
            "definitions-unusable", path=str(path), book=settings.book, older=_older_file(path)
        ) from error
    if found.id != settings.book and not older:
        raise TableFileError(
            "definitions-changed", path=str(path), book=settings.book, other=found.id, older=_older_file(path)
        )
    return found


def _unpack(stored: bytes) -> bytes:
    """Decompress definitions. Raises `ValueError` if there are more than any game has, without making them all."""
    unpacking = zlib.decompressobj()
    found = unpacking.decompress(stored, LARGEST)
    if unpacking.unconsumed_tail or not unpacking.eof:
        raise ValueError("too large, or cut off")
    return found


def _older_file(path: Path) -> str:
    """The path of the file as it was before it was converted, "" if there is none."""
    older = path.with_name(path.name + KEPT)
    return str(older) if older.is_file() else ""


def _rename_words(text: str) -> str:
    """A text of a layer with what earlier versions called otherwise under its name of today."""
    for old, new in _RENAMED:
        text = old.sub(new, text)
    return text


def _with_earlier_figures(base: Layer) -> Layer:
    """The first layer with the figures of `EARLIER` that it does not tell."""
    figures = base.texts[FIGURES]
    told = [line for name, line in EARLIER.items() if name not in figures]
    if not told:
        return base
    section = "[switch]\n"
    before, found, after = figures.partition(section)
    return Layer(base.name, {**base.texts, FIGURES: "".join([before, found or f"\n{section}", *told, after])})


def _with_earlier_death(base: Layer) -> Layer:
    """The first layer with what earlier versions took for granted of a death, if it has no program of it."""
    if any(re.search(r"^\[dies\]", text, re.MULTILINE) for text in base.texts.values()):
        return base
    return Layer(base.name, {**base.texts, "programs/death.toml": EARLIER_DEATH})


def _older(edition: str, texts: Mapping[str, str]) -> Layer:
    """The layer of a book as earlier versions stored it: by path in the program, with all figures in one text.

    The lines of the file have checksums, so that the id, which those versions computed otherwise, need not agree.
    """
    figures: dict[str, Any] = json.loads(texts[OLDER])
    folders = {f"cards/{figures['edition.cards']}/": "", "rules/programs/": "programs/"}
    board = STEP_REGION.sub(FACTS_OF_STEP_REGIONS, texts[f"boards/{figures['edition.board']}.toml"])
    # those versions had the cards of one edition only, so that its doubts are the ones about them
    found = {FIGURES: _toml(figures), BOARD: board, DOUBTS: find_layer(BASE).texts[DOUBTS]}
    for folder, inside in folders.items():
        found |= {path.replace(folder, inside, 1): text for path, text in texts.items() if path.startswith(folder)}
    return Layer(edition, found)


def _toml(figures: Mapping[str, Any]) -> str:
    """Figures by dotted name as TOML; those of the retired section "edition" are left out."""
    sections: dict[str, list[str]] = {}
    for name, value in figures.items():
        section, _, figure = name.partition(".")
        if section != "edition":
            sections.setdefault(section, []).append(f"{json.dumps(figure)} = {json.dumps(value)}")
    return "\n".join("\n".join([f"[{section}]", *lines]) for section, lines in sections.items())
