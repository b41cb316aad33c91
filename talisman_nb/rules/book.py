"""Builds and caches the book of an edition: board, table of figures, definitions, compiled programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from types import MappingProxyType
from typing import Any

import msgspec

from talisman_nb.board import Board, way_table
from talisman_nb.board.graph import plain_name
from talisman_nb.board.load import board_from_texts
from talisman_nb.board.toml_reading import did_you_mean
from talisman_nb.cards.check_book import check_book
from talisman_nb.cards.decode import CardError, define, operations_in, operations_of, without_wares
from talisman_nb.cards.definition import Definition, Program, plain_card, switch_figure
from talisman_nb.cards.text_keys import text_keys
from talisman_nb.model.data_folder import Made, kept

from .certainty import Certainty, certainty_of
from .decks import Decks, digest_of, every_card_of, keywords_of_stack, listed_of_stack, written_decks
from .edition import figures_of, figures_told, known_figures, with_house
from .index import EDITIONS
from .layered_names import Named, own_names
from .layers import (
    BASE,
    BOARD,
    DOUBTS,
    Layer,
    LayerLike,
    is_of_program,
    program_layers,
    specify,
    stack,
)  # fmt: skip
from .merging import Absent, SharedBlocks, WrittenDefinition, layers_of_space, merge_layers
from .own_rules import own_rules, unread
from .pictures import LayerPicture, drawable, pictures_of, pictures_of_nothing
from .programs import compile_programs, program_named, variables_given

UNKNOWN = "?"


class Book:
    """Everything the engine needs of one edition with its house rules. Immutable.

    >>> book = open_book("revised4")
    >>> book.card("wolf").facts.strength
    2
    """

    def __init__(
        self, edition: str, house: Mapping[str, Any] | None = None, layers: Sequence[Layer] | None = None
    ) -> None:
        """Decode the definitions of a stack of layers; None takes those that `edition`, its specification, names.

        Raises `SetupError` for an unknown layer or house rule, `CardError` or `BoardError`, with layer, file, table and
        path, for a text that can't be decoded.
        """
        self.layers = tuple(stack(edition) if layers is None else layers)
        self.edition = edition
        self.own_rules = own_rules(self.layers)
        self.figure_ranges = known_figures(self.own_rules)
        told = figures_told(self.layers, self.figure_ranges)
        self.usual: Mapping[str, Any] = MappingProxyType(figures_of(self.layers, told))
        self.table = with_house(self.usual, house, self.figure_ranges)
        # house rules that change nothing are dropped: books of one id have the same house rules
        self.house = {name: value for name, value in (house or {}).items() if value != self.usual[name]}
        boards = tuple((layer.at(BOARD), layer.texts[BOARD]) for layer in self.layers if BOARD in layer.texts)
        self.board: Board = board_from_texts(boards)
        self.ways = way_table(self.board, trusted=self.of_program)
        self.definitions: dict[str, Definition] = {}
        self._sections: dict[str, list[str]] = {}
        self.decks_written = written_decks(self.layers)
        self.keywords, self.keywords_at = keywords_of_stack(self.layers)
        self._merged, left_out = merge_layers(self.layers, self.decks_written)
        self._absent = Absent(self.layers, left_out)
        self.left_out = self._absent.files
        all_written = tuple(self.written())
        for key, written in all_written:
            self.definitions |= define(key, written.table, written.file, written.origins, written.name)
            self._sections.setdefault(written.folder, []).append(key)
        if self.left_out:
            self.definitions = {key: without_wares(one, self.absent(key)) for key, one in self.definitions.items()}
        self._take_out()
        self._twins()
        self.drawable = drawable(self.definitions, self.decks_written, self.keywords)
        self.pictures = pictures_of(self.layers, self.drawable)
        self._decks = decks = self._decks_in_force()
        self.covering, self.covers, self.hidden, self.listed = decks.covering, decks.covers, decks.hidden, decks.listed
        by = edition, json.dumps(self.house, sort_keys=True)
        parts = self.table, told, self.house, self.decks_written, all_written, self._absent.said
        self.id = f"{edition}:{self._kept('id', lambda: digest_of(self.layers, *parts), str, by)}"

    def _kept(self, name: str, make: Callable[[], Made], type: Any, by: Iterable[str]) -> Made:
        """Return what is made of the book, kept if that is the program's own; see `kept`."""
        return kept(name, make, type, by) if self.of_program else make()

    def _decks_in_force(self) -> Decks:
        written, known = self.decks_written, frozenset(every_card_of(self.layers, tuple(self.decks_written)))
        facts, listed = {key: one.facts for key, one in self.definitions.items()}, listed_of_stack(self.layers, written)
        return Decks(written, self._sections, facts, self.table, self.board, known, self.keywords, listed)

    def written(self) -> Iterator[tuple[str, WrittenDefinition]]:
        """Yield the definitions of all layers as merged, then those of the spaces of the board."""
        yield from self._merged.items()
        blocks = SharedBlocks(self.layers)
        for id in self.board.spaces:
            space = self.board.space(id)
            written = WrittenDefinition("space", "", space.rules, self.board.file, "", origins=space.origins)
            yield f"space.{id}", blocks.fill(written)

    def tables(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield each definition and deck, key and table, as its layers write it."""
        for key, written in self.written():
            yield key, written.table
        for key, written in self.decks_written.items():
            yield f"deck.{key}", written.table

    def absent(self, key: str) -> Mapping[str, Definition]:
        """Return the definitions that are left out above the lowest layer a definition is of: it may name them."""
        while not (writers := self._writers(key)) and "." in key:
            key = key.rpartition(".")[0]
        return self._absent.above(writers)

    def _writers(self, key: str) -> Collection[str]:
        """The names of the layers that wrote a part of a definition or said something of a space."""
        return self._merged[key].parts.values() if key in self._merged else layers_of_space(self.layers, key)

    def _take_out(self) -> None:
        """Leave no copies of cards that a house rule takes out (`taken_out`), no needs of spaces without theirs."""
        self.taken_out: dict[str, str] = {}
        for key, found in list(self.definitions.items()):
            figure, needed = switch_figure(found.facts.out_by), switch_figure(found.facts.needs_by)
            changed = found.facts
            if self.table.get(figure):  # a name that is no switch is told by the check of the book
                self.taken_out[key] = figure
                changed = msgspec.structs.replace(changed, copies=0)
            elif changed.needs_by and not self.table.get(needed):
                changed = msgspec.structs.replace(changed, needs="")
            self.definitions[key] = msgspec.structs.replace(found, facts=changed)

    def _twins(self) -> None:
        """Give each card with a `twin` the definition of that deck card, keeping its own key and number of copies."""
        decks = self.decks_written
        drawn = {card: self.definitions[card] for deck in decks for card in self._sections.get(deck, ())}
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
    def own_names(self) -> Mapping[str, Mapping[str, Mapping[str, str]]]:
        """The names that the layers give, by section, key and language; see `layered_names`."""
        hand = self.whole_deck(self.face_down)
        folders = {key: "spell" if d.folder == hand else d.folder for key, d in self._merged.items()}
        more = {f"deck.{name}": (one.name, self._decks.where(name, "name")) for name, one in self._decks.facts.items()}
        more |= {f"keyword.{name}": (keyword.name, self.keywords_at[name]) for name, keyword in self.keywords.items()}
        made = partial(own_names, self.layers, self.definitions, self.board, folders, more)
        return self._kept("own-names", lambda: made(text_keys(), self._absent.above(())), Named, [self.id])

    @cached_property
    def certainty(self) -> Certainty:
        """How certain the facts of the definitions are, by what the layers say of it."""
        return certainty_of(self.layers, self._merged, self.definitions, self.table, self._absent.above(()))

    @property
    def of_program(self) -> bool:
        """Whether all its layers are the program's own, as they are now: what is made of it may be kept."""
        return all(map(is_of_program, self.layers))

    @property
    def rules_of(self) -> str:
        """The edition whose rule texts hold: that of the uppermost layer which is one; no expansion over it."""
        those = (layer for layer in reversed(self.layers) if not layer.head.variant)
        return next((layer.name for layer in those if layer.name in EDITIONS), BASE)

    def picture(self, key: str) -> LayerPicture | None:
        """The picture the layers have of a definition, or None."""
        return self.pictures.get(self.pictured_as(key))

    def pictured_as(self, key: str) -> str:
        """The key of the picture of a definition, "" if there is none.

        That is its own, else that of the card it plays as, of the kind of its space, of the definition it is `like`, or
        of the one it is a part of.
        """
        found = self.find(key)
        if found is None:
            return ""
        space = key.removeprefix("space.") if key.startswith("space.") else ""
        kind = f"space.{self.board.kind(space)}" if space in self.board.spaces else ""
        names = (found.key, found.facts.twin, kind)
        if own := next((name for name in names if name in self.pictures), ""):
            return own
        like = self._merged[found.key].like if found.key in self._merged else ""
        return self.pictured_as(like or found.key.rpartition(".")[0])

    def layer_of(self, key: str) -> str:
        """The name of the layer that wrote a definition last, a space itself or its kind; "" for none."""
        if key in self._merged:
            return self._merged[key].layer
        return next(reversed(layers_of_space(self.layers, key)), "")

    def on_top(self, key: str) -> bool:
        """Whether the uppermost layer, one of one's own, wrote a definition last."""
        top = self.layers[-1].name
        return self.layer_of(key) == top and top not in program_layers()

    def made_by(self, key: str) -> str:
        """The name of the layer that had a definition first; "" for none."""
        if key in self._merged:
            return self._merged[key].first
        return next(iter(layers_of_space(self.layers, key)), "")

    @cached_property
    def forms(self) -> tuple[str, ...]:
        """Return the keys of the forms that a character may take."""
        return tuple(key.removeprefix("form.") for key in self.definitions if key.startswith("form."))

    @cached_property
    def characters(self) -> tuple[str, ...]:
        """Return the keys of the characters in the box."""
        return tuple(key.removeprefix("character.") for key in self._sections.get("character", ()))

    @cached_property
    def decks(self) -> tuple[str, ...]:
        """The decks in force, in the order of `State.decks`."""
        return tuple(self._decks.facts)

    @cached_property
    def deck_cards(self) -> dict[str, tuple[str, ...]]:
        """Return the distinct cards of each deck, in a fixed order."""
        return dict(self._decks.cards)

    @cached_property
    def deck_names(self) -> frozenset[str]:
        """Return the names by which definitions may call a deck: those in force, and those that are in parts."""
        return frozenset((*self.decks, *self._decks.parts))

    @cached_property
    def face_down(self) -> str:
        """The deck whose cards are held face down in the hand: Spells."""
        return self._decks.face_down

    @cached_property
    def drawn_decks(self) -> frozenset[str]:
        """The decks that spaces draw from."""
        return self._decks.drawn

    @cached_property
    def deck_cites(self) -> Mapping[str, tuple[str, ...]]:
        """The rules that are cited for drawing from each deck."""
        own = {name: facts.cites for name, facts in self._decks.facts.items()}
        return {name: ("spell.gain" if name == self.face_down else "meet.draw", *cites) for name, cites in own.items()}

    @cached_property
    def unknown_cards(self) -> Mapping[str, int]:
        """How many cards of each deck nobody has typed."""
        return self._decks.unknown

    def deck_at(self, space: str) -> str:
        """The deck that a space draws from; "" for none."""
        return self._decks.at.get(space, "")

    def deck_meant(self, name: str, space: str) -> str:
        """The deck that a definition names, for somebody on a space: of a deck in parts that of the space."""
        return self._decks.meant(name, space)

    def parts_of(self, deck: str) -> tuple[str, ...]:
        """The parts of a deck; itself if it is in none."""
        return self._decks.parts.get(deck, (deck,))

    def whole_deck(self, deck: str) -> str:
        """The deck that a deck is a part of, else itself: the folder of its cards."""
        return self._decks.whole(deck)

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
        return compile_programs(self.definitions, self.given)

    @cached_property
    def given(self) -> dict[str, tuple[str, ...]]:
        """Maps each program, or definition of an effect, to the names of the variables it is started with."""
        return variables_given(self.definitions, self.deck_cards[self.face_down])

    def program_key(self, owner: str, name: str) -> str:
        """Return the key of a program named in a definition: its own block, else the turn's. Raises `CardError`."""
        if found := program_named(self.definitions, owner, name):
            return found
        own = self.definitions.get(owner)
        raise CardError(f"[{owner}]: no program {name!r}{did_you_mean(name, own.blocks if own else ())}")


_BOOKS: dict[str, Book] = {}
"""Registry of open books, keyed by id; a state names its book by that id."""


@cache
def _open(edition: str, house: str, digests: tuple[str, ...]) -> Book:
    """Open a book; `digests` of its layers make the cache notice a layer that was registered anew."""
    book = Book(edition, json.loads(house))
    book._kept("valid", lambda: ensure_valid(book).id, str, [edition, house])
    return remember(book)


def ensure_valid(book: Book) -> Book:
    """Return the book if it is valid; raises `CardError` with a line for each mistake."""
    shown = pictures_of_nothing(book.layers, book.drawable)
    if wrong := [*check_book(book, text_keys()), *unread(book.layers, book.own_rules), *shown]:
        raise CardError("\n".join(dict.fromkeys(wrong)))
    if any(DOUBTS in layer.texts for layer in book.layers if layer.name not in program_layers()):
        _ = book.certainty  # raises for a mistake in the doubts
    return book


def open_book(layers: LayerLike | Iterable[LayerLike] = BASE, house: Mapping[str, Any] | None = None) -> Book:
    """Return the book of a stack of layers with house rules, validated; cached by what they contain.

    `layers`: an edition, or several layers, the later over the earlier: names, folders, `Layer`s.
    Raises `SetupError` for an unknown layer or house rule, `CardError` or `BoardError` for a mistake in a layer.

    >>> mine = Layer("harder", {"adventure/wolf.toml": "[wolf]\\nlike = 'wolf'\\nstrength = 4"})
    >>> open_book(["second", mine]).card("wolf").facts.strength
    4
    """
    edition = specify(layers)
    digests = tuple("" if is_of_program(layer) else layer.digest for layer in stack(edition))
    return _open(edition, json.dumps(dict(house or {}), sort_keys=True), digests)


def remember(book: Book, id: str = "") -> Book:
    """Register a book under its id and another that is given, for `book_of`; return the one that was there first."""
    found = _BOOKS.setdefault(book.id, book)
    return _BOOKS.setdefault(id or book.id, found)


def registered_book(id: str) -> Book | None:
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
    "UNKNOWN", "Book", "book_of", "ensure_valid", "open_book", "operations_in", "operations_of", "plain_card",
    "plain_name",
]  # fmt: skip
