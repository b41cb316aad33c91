"""Books with one thing changed: a number of a file, or a card without what it does for its owner."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from editions import PLAYED
from msgspec.structs import replace

from talisman_nb.board import Board, Way, WayTable, ways
from talisman_nb.cards.check_book import check_book
from talisman_nb.cards.decode import CardError, define
from talisman_nb.cards.text_keys import text_keys
from talisman_nb.engine import book_runtime as link
from talisman_nb.rules import book as books
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.layers import BASE, Layer
from talisman_nb.rules.merging import SharedBlocks, WrittenDefinition

BOOKS = {edition: open_book(edition) for edition in PLAYED}
BOOK = BOOKS[BASE]
MADE = ("characters", "deck_cards", "stock_cards", "deck_of", "programs", "given", "own_names", "certainty")
"""What a book makes of its definitions at the first look."""

_count = itertools.count()


def unchanged(book: Book) -> Book:
    """The book of the same edition with nothing changed."""
    return BOOKS[book.edition]


def _copy(of: Book = BOOK) -> Book:
    book = copy.copy(of)
    for name in MADE:
        book.__dict__.pop(name, None)
    book.definitions = dict(of.definitions)
    book.id = f"{of.edition}:changed-{next(_count)}"
    return book


def _checked(book: Book) -> Book:
    wrong = check_book(book, text_keys())
    if wrong:
        raise CardError("\n".join(wrong))
    return book


def with_table(key: str, table: Mapping[str, Any], file: str) -> Book:
    """The book with another TOML table for one definition; `CardError` when it does not decode or pass the checks."""
    book = _copy()
    written = SharedBlocks(book.layers).fill(WrittenDefinition("", key, table, file, ""))
    book.definitions.update(define(key, written.table, file))
    book._twins()
    return _checked(book)


def with_board(board: Board, of: Book = BOOK) -> Book:
    """The book on another board, spaces' texts included."""
    book = _copy(of)
    book.board, book.ways = board, _Ways(board)
    for key, written in book.written():
        if key.startswith("space."):
            book.definitions.update(define(key, written.table, written.file))
    return _checked(book)


class _Ways(WayTable):
    """The ways of a board, found when they are asked for."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def __getitem__(self, start: str) -> dict[int, tuple[Way, ...]]:
        return {steps: ways(self.board, start, steps) for steps in range(1, 13)}


def with_layer(edition: str, path: str, tables: dict[str, Any]) -> Book:
    """The book of an edition with other tables in one file of its uppermost layer."""
    *below, top = BOOKS[edition].layers
    book = Book(edition, layers=(*below, Layer(top.name, top.texts, {path: tables})))
    book.id = f"{edition}:changed-{next(_count)}"
    return _checked(book)


def with_figures(figures: Mapping[str, Any]) -> Book:
    """The book with another table of figures."""
    book = _copy()
    book.table = figures
    return _checked(book)


def without_effect(of: Book, key: str) -> Book:
    """The book in which a card, character or space does nothing for who has it or stands there; its figures stay."""
    book = _copy(of)
    found = of.definitions[key]
    facts = replace(found.facts, save=0, keywords=(), gone_after="")
    book.definitions[key] = replace(found, held=(), here=(), mods=(), facts=facts)
    return book


@contextmanager
def in_force(book: Book) -> Iterator[None]:
    """New games are begun with this book; afterwards it is forgotten."""
    books.remember(book)
    opened = {"{}": book}
    try:

        def open_changed(edition: str = "revised4", house: Mapping[str, Any] | None = None) -> Book:
            return opened.setdefault(str(house or {}), _with_house(book, house or {}))

        with (
            patch("talisman_nb.notation.layout.open_book", open_changed),
            patch("talisman_nb.notation.situation.open_book", open_changed),
            patch("talisman_nb.engine.setup.open_book", open_changed),
        ):
            yield
    finally:
        for made in opened.values():
            if made not in BOOKS.values():
                books._BOOKS.pop(made.id, None)
                link._RUNTIMES.pop(made.id, None)


def _with_house(book: Book, house: Mapping[str, Any]) -> Book:
    """The book with house rules."""
    changed = copy.copy(book)
    changed.table = {**book.table, **house}
    changed.id = f"{book.id}:{next(_count)}" if house else book.id
    return books.remember(changed)
