"""The book a table was begun with: its texts are stored in the table's file, for when those of the program have changed since."""

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
    """The texts of a book as they are stored in a table's file."""
    return zlib.compress(json.dumps(book.texts).encode())


def reopened(path: Path, settings: Settings, stored: bytes) -> Book:
    """The book a table was begun with: the program's own, or the one `stored` in its file if the program's has changed."""
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
