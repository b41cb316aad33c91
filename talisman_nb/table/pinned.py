"""The definitions a table was begun with: kept in its file, and used when those of the program have changed since."""

from __future__ import annotations

import hashlib
import json
import zlib
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, cast

from talisman_nb.board import way_table
from talisman_nb.board.load import board_from_text, boards_dir
from talisman_nb.cards.decode import CardError
from talisman_nb.rules.book import Book, open_book, remember, remembered
from talisman_nb.rules.edition import edition_table

from .file_error import TableFileError
from .line import Settings

FIGURES = "edition.json"
SECTIONS = ("adventure", "spell", "stock", "character", "form")


class Kept(NamedTuple):
    """A kept text, read like a file."""

    name: str
    text: str

    def read_text(self, encoding: str = "utf-8") -> str:
        """The text."""
        return self.text


class KeptBook(Book):
    """A book made of kept texts instead of the program's own files; figures it does not know yet are as they are now."""

    def __init__(self, texts: dict[str, str], settings: Settings) -> None:
        self.edition, self.house = settings.edition, dict(settings.house)
        kept = json.loads(texts[FIGURES])
        self.table = MappingProxyType({**edition_table(self.edition), **kept})
        board = f"{self.table['edition.board']}.toml"
        self.board = board_from_text(texts[f"boards/{board}"], board)
        self.ways = way_table(self.board)
        self.definitions = {}
        self._digest = hashlib.sha256(json.dumps(kept, sort_keys=True).encode())
        self._sections = {}
        self._texts = texts
        self._read_all()
        self.id = f"{self.edition}:{self._digest.hexdigest()[:12]}"

    def _read_all(self) -> None:
        for file in self._files("rules", "programs"):
            self._read(file, "")
        for section in SECTIONS:
            for file in self._files("cards", str(self.table["edition.cards"]), section):
                self._read(file, section)
        for space in self.board.spaces:
            self._define("space", f"space.{space}", self.board.space(space).rules, f"boards/{self.board.edition}.toml")
        self._twins()

    def _files(self, *folder: str) -> list[Any]:
        within = "/".join(folder) + "/"
        return [Kept(n.removeprefix(within), t) for n, t in sorted(self._texts.items()) if n.startswith(within)]


def texts_of(book: Book) -> dict[str, str]:
    """The texts a book was made of, by file, with the figures of its edition as `edition.json`.

    >>> sorted(texts_of(open_book()))[0]
    'boards/revised4.toml'
    """
    package = Path(str(files("talisman_nb")))
    folders = (package / "rules" / "programs", package / "cards" / str(book.table["edition.cards"]))
    found = [file for folder in folders for file in sorted(folder.rglob("*.toml"))]
    texts = {file.relative_to(package).as_posix(): file.read_text(encoding="utf-8") for file in found}
    board = f"{book.table['edition.board']}.toml"
    texts[f"boards/{board}"] = (boards_dir() / board).read_text(encoding="utf-8")
    return texts | {FIGURES: json.dumps(dict(book.table))}


def packed(book: Book) -> bytes:
    """The texts of a book as a table's file keeps them."""
    return zlib.compress(json.dumps(texts_of(book)).encode())


def reopened(path: Path, settings: Settings, kept: bytes) -> Book:
    """The book a table was begun with: the program's own, or the one `kept` in its file if the program's has changed."""
    known = remembered(settings.book)
    if known is not None:
        return known
    book = open_book(settings.edition, settings.house)
    if book.id == settings.book:
        return book
    if not kept:
        raise TableFileError("definitions-missing", path=str(path), book=settings.book)
    try:
        texts = cast("dict[str, str]", json.loads(zlib.decompress(kept)))
        found = KeptBook(texts, settings)
    except (CardError, KeyError, ValueError, zlib.error) as error:
        raise TableFileError("definitions-unusable", path=str(path), book=settings.book) from error
    if found.id != settings.book:
        raise TableFileError("definitions-changed", path=str(path), book=settings.book, other=found.id)
    remember(found)
    return found
