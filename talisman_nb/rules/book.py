"""Builds and caches the book of an edition: board, table of figures, definitions, compiled programs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any

import msgspec

from talisman_nb.board import Board, way_table
from talisman_nb.board.graph import plain_name
from talisman_nb.board.load import board_from_text
from talisman_nb.board.toml_reading import File, did_you_mean, read_toml
from talisman_nb.cards.check_book import check_book
from talisman_nb.cards.compile import compile_inline, compile_program
from talisman_nb.cards.decode import CardError, define
from talisman_nb.cards.definition import Definition, Program
from talisman_nb.cards.operation_tree import operations_in, operations_of
from talisman_nb.cards.operations import Begin, Call, PromiseOp

from .edition import edition_table
from .sources import EDITION_FIGURES, PROGRAMS, board_file, cards_folder, in_folder, program_texts

DECKS = ("adventure", "spell")
"""The decks, in the order of `State.decks`."""
SECTIONS = ("adventure", "spell", "stock", "character", "form")
"""The folders of an edition's cards, in the order they are read."""
UNKNOWN = "?"


class Book:
    """Everything the engine needs of one edition with its house rules. Immutable.

    >>> book = open_book("revised4")
    >>> book.card("wolf").facts.strength
    2
    """

    def __init__(
        self, edition: str, house: Mapping[str, Any] | None = None, texts: Mapping[str, str] | None = None
    ) -> None:
        """Decode the `texts` of an edition, keyed by path; None takes those of the program (`sources.program_texts`).

        Figures missing from stored texts take the edition's present values. Raises `CardError` or `BoardError`, with
        file, table and path, for a text that can't be decoded.
        """
        self.texts = dict(program_texts(edition, house) if texts is None else texts)
        figures, plain = json.loads(self.texts[EDITION_FIGURES]), edition_table(edition)
        self.table: Mapping[str, Any] = MappingProxyType({**plain, **figures})
        self.edition = edition
        # house rules that change nothing are dropped: books of one id have the same house rules
        self.house = {name: value for name, value in (house or {}).items() if value != plain.get(name)}
        board = board_file(self.table)
        self.board: Board = board_from_text(self.texts[board], board.removeprefix("boards/"))
        self.ways = way_table(self.board)
        self.definitions: dict[str, Definition] = {}
        self._digest = hashlib.sha256(json.dumps(figures, sort_keys=True).encode())
        self._sections: dict[str, list[str]] = {}
        self._read_all()
        self.id = f"{edition}:{self._digest.hexdigest()[:12]}"

    def _read_all(self) -> None:
        """Decode all texts: the turn's programs, the cards of each section, the spaces; then resolve twins."""
        for file in in_folder(self.texts, PROGRAMS):
            self._read(file, "")
        for section in SECTIONS:
            for file in in_folder(self.texts, f"{cards_folder(self.table)}/{section}"):
                self._read(file, section)
        for id in self.board.spaces:
            space = self.board.space(id)
            self._define("space", f"space.{id}", space.rules, f"boards/{self.board.file}", space.origins)
        self._twins()

    def _read(self, file: File, section: str) -> None:
        prefix = {"character": "character.", "form": "form.", "": "turn."}.get(section, "")
        for name, table in read_toml(file, CardError).items():
            self._define(section, f"{prefix}{name}", table, file.name, written=name)

    def _define(
        self,
        section: str,
        key: str,
        table: Mapping[str, Any],
        file: str,
        origins: Mapping[str, str] | None = None,
        written: str = "",
    ) -> None:
        """Add a definition and those nested in it; raises `CardError` if its key is taken."""
        if key in self.definitions:
            raise CardError(f"{file}: [{written or key}] is defined twice (first in {self.definitions[key].file})")
        made = define(key, table, file, origins, written)
        self._digest.update(f"{key}{json.dumps(table, sort_keys=True)}".encode())
        self.definitions |= made
        self._sections.setdefault(section, []).append(key)

    def _twins(self) -> None:
        """Give each card with a `twin` the definition of that deck card, keeping its own key and number of copies."""
        drawn = {card: self.definitions[card] for deck in DECKS for card in self._sections.get(deck, ())}
        others = [key for key, found in drawn.items() if not found.facts.twin]
        for key, found in list(self.definitions.items()):
            if found.facts.twin:
                if found.facts.twin not in others:
                    near = did_you_mean(found.facts.twin, others)
                    raise CardError(f"{found.at('twin')}: expected a card of a deck, got {found.facts.twin!r}{near}")
                like = drawn[found.facts.twin]
                facts = msgspec.structs.replace(like.facts, copies=found.facts.copies, twin=like.key)
                self.definitions[key] = msgspec.structs.replace(
                    like, key=key, facts=facts, file=found.file, table=found.table
                )

    @cached_property
    def characters(self) -> tuple[str, ...]:
        """Return the keys of the characters in the box."""
        return tuple(key.removeprefix("character.") for key in self._sections.get("character", ()))

    @cached_property
    def deck_cards(self) -> dict[str, tuple[str, ...]]:
        """Return the distinct cards of each deck, in a fixed order."""
        return {deck: tuple(self._sections.get(deck, ())) for deck in DECKS}

    @cached_property
    def stock_cards(self) -> tuple[str, ...]:
        """Return the cards with an open stock: purchases, Talismans."""
        return tuple(self._sections.get("stock", ()))

    @cached_property
    def deck_of(self) -> dict[str, str]:
        """Maps each card to its deck, or to `stock`."""
        decks = {card: deck for deck, cards in self.deck_cards.items() for card in cards}
        return decks | dict.fromkeys(self.stock_cards, "stock")

    def copies(self, cards: tuple[str, ...]) -> tuple[int, ...]:
        """Return the number of printed copies of each card."""
        return tuple(self.definitions[card].facts.copies for card in cards)

    def find(self, key: str) -> Definition | None:
        """Return a definition, or None; ignores a role or counters (`goblin@raised`, `pool-of-life:3`)."""
        return self.definitions.get(key) or self.definitions.get(plain_card(key))

    def card(self, key: str) -> Definition:
        """Return a definition by key; raises `CardError` with the nearest key."""
        found = self.find(key)
        if found is None:
            raise CardError(f"no definition {key!r}{did_you_mean(key, self.definitions)}")
        return found

    @cached_property
    def programs(self) -> dict[str, Program]:
        """Maps keys to compiled programs: every block of every definition, and every modifier's inline program."""
        given = self.given
        named = {
            f"{d.key}.{name}": compile_program(d, name, given.get(f"{d.key}.{name}", ()))
            for d in self.definitions.values()
            for name in d.blocks
        }
        inline = {
            f"{d.key}.{name}": compile_inline(d, name, modifier.do, given.get(d.key, ()))
            for d in self.definitions.values()
            for name, modifier in modifiers(d)
            if not isinstance(getattr(modifier, "do", ""), str)
        }
        return named | inline

    @cached_property
    def given(self) -> dict[str, tuple[str, ...]]:
        """Maps each program, or definition of an effect, to the names of the variables it is started with."""
        given: dict[str, tuple[str, ...]] = {f"{card}.cast": ("target",) for card in self.deck_cards["spell"]}
        for definition in self.definitions.values():
            for op in operations_of(definition):
                if isinstance(op, (Call, PromiseOp)) and op.with_:
                    given[self._program(definition.key, op.program if isinstance(op, Call) else op.do)] = op.with_
                if isinstance(op, Begin) and op.with_:
                    body = self.definitions.get(f"{definition.key}.{op.what}")
                    given |= {f"{body.key}.{name}": op.with_ for name in body.blocks} if body else {}
                    given |= {body.key: op.with_} if body else {}
        return given

    def program_key(self, owner: str, name: str) -> str:
        """Return the key of a program named in a definition: its own block, else the turn's. Raises `CardError`."""
        if found := self._program(owner, name):
            return found
        own = self.definitions.get(owner)
        raise CardError(f"[{owner}]: no program {name!r}{did_you_mean(name, own.blocks if own else ())}")

    def _program(self, owner: str, name: str) -> str:
        own = self.definitions.get(owner)
        if own is not None and name in own.blocks:
            return f"{owner}.{name}"
        return f"turn.{name}.do" if f"turn.{name}" in self.definitions else ""


def modifiers(definition: Definition) -> Iterator[tuple[str, Any]]:
    """Yield the modifiers of a definition, each with the name of its inline program, such as `held[0]`."""
    for name in ("held", "here", "mods"):
        for at, modifier in enumerate(getattr(definition, name)):
            yield f"{name}[{at}]", modifier


@cache
def plain_card(card: str) -> str:
    """Return the name of a card without its role or counters. Cached.

    >>> plain_card("goblin@raised"), plain_card("pool-of-life:3")
    ('goblin', 'pool-of-life')
    """
    return card.partition("@")[0].partition(":")[0]


_BOOKS: dict[str, Book] = {}
"""Registry of open books, keyed by id; a state names its book by that id."""


@cache
def _open(edition: str, house: str) -> Book:
    return remember(checked(Book(edition, json.loads(house))))


def checked(book: Book) -> Book:
    """Return the book if it is valid; raises `CardError` with a line for each mistake."""
    wrong = check_book(book)
    if wrong:
        raise CardError("\n".join(wrong))
    return book


def open_book(edition: str = "revised4", house: Mapping[str, Any] | None = None) -> Book:
    """Return the book of an edition with house rules, validated; cached by both. Raises `CardError`, `BoardError`."""
    return _open(edition, json.dumps(dict(house or {}), sort_keys=True))


def remember(book: Book) -> Book:
    """Register a book under its id, so that `book_of` finds it; return the one registered first."""
    return _BOOKS.setdefault(book.id, book)


def remembered(id: str) -> Book | None:
    """Return the registered book of an id, or None."""
    return _BOOKS.get(id)


def book_of(id: str) -> Book:
    """Return the book of an id (`State.book`); opens the edition's own book if none is registered.

    Raises `LookupError` if that one has another id: the definitions have changed, or the book has house rules.
    """
    book = _BOOKS.get(id)
    if book is None:
        book = open_book(id.partition(":")[0])
        if book.id != id:
            raise LookupError(
                f"this game was begun with the definitions {id!r}, here are {book.id!r}: open it with the program that "
                "wrote it, or through its table file, which keeps the definitions it was begun with"
            )
    return book


__all__ = [
    "DECKS",
    "UNKNOWN",
    "Book",
    "book_of",
    "checked",
    "open_book",
    "operations_in",
    "operations_of",
    "plain_card",
    "plain_name",
]
