"""The definitions a table was begun with: their source texts are kept in its file."""

from __future__ import annotations

import json
import zlib
from importlib.resources import files
from pathlib import Path

from talisman_nb.board.load import boards_dir
from talisman_nb.rules.book import Book, open_book

from .journal import Journal, TableFileError
from .line import Settings


def texts_of(book: Book) -> dict[str, str]:
    """The texts a book was made of, by file, with the table of its edition as `edition.json`.

    >>> sorted(texts_of(open_book()))[0]
    'boards/revised4.toml'
    """
    package = Path(str(files("talisman_nb")))
    folders = (package / "rules" / "programs", package / "cards" / str(book.table["edition.cards"]))
    found = {str(f.relative_to(package).as_posix()): f for folder in folders for f in sorted(folder.rglob("*.toml"))}
    board = f"{book.table['edition.board']}.toml"
    texts = {name: file.read_text(encoding="utf-8") for name, file in found.items()}
    return texts | {f"boards/{board}": (boards_dir() / board).read_text(encoding="utf-8"), "edition.json": json.dumps(dict(book.table))}


def pin(journal: Journal, book: Book) -> None:
    """Keep the texts of a book in a table's file."""
    if journal.path is not None:
        with journal.writing():
            journal.pin(book.id, zlib.compress(json.dumps(texts_of(book)).encode()))


def reopened(journal: Journal, settings: Settings) -> Book:
    """The book a table was begun with."""
    book = open_book(settings.edition, settings.house)
    if book.id != settings.book:
        raise TableFileError(
            f"{journal.path} was begun with the definitions {settings.book}, here are {book.id}. Install the version of "
            "talisman-nb that wrote it; the definitions are in the file too (table `definitions`)"
        )
    return book
