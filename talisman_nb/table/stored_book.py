"""The book stored in a table's file: its texts are written there, and read when the program's own have changed."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import cast

from talisman_nb.cards.decode import CardError
from talisman_nb.rules.book import Book, open_book, remember, remembered

from .file_error import TableFileError
from .records import Settings


def packed(book: Book) -> bytes:
    """Return the texts of a book as zlib-compressed JSON (`Entry.definitions`)."""
    return zlib.compress(json.dumps(book.texts).encode())


def reopened(path: Path, settings: Settings, stored: bytes) -> Book:
    """Return the book with the id `settings.book`: cached, the program's own, or decoded from `stored` (see `packed`).

    Raises `TableFileError` when `stored` is needed but empty ("definitions-missing"), can't be decoded
    ("definitions-unusable") or gives a book of another id ("definitions-changed").
    """
    known = remembered(settings.book)
    if known is not None:
        return known
    book = open_book(settings.edition, settings.house)
    if book.id == settings.book:
        return book
    if not stored:
        raise TableFileError("definitions-missing", path=str(path), book=settings.book)
    try:
        texts = cast("dict[str, str]", json.loads(zlib.decompress(stored)))
        found = Book(settings.edition, settings.house, texts)
    except (CardError, KeyError, ValueError, zlib.error) as error:
        raise TableFileError("definitions-unusable", path=str(path), book=settings.book) from error
    if found.id != settings.book:
        raise TableFileError("definitions-changed", path=str(path), book=settings.book, other=found.id)
    remember(found)
    return found
