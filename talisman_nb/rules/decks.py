"""The decks of a stack of layers: their cards, where they are drawn, which one is held face down."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.board import Board
from talisman_nb.board.toml_reading import did_you_mean, read_as
from talisman_nb.cards.decode import CardError
from talisman_nb.cards.definition import Facts, Keyword, switch_figure, switch_names
from talisman_nb.cards.vocabulary import COVERING, ACardType, names
from talisman_nb.model import CardType
from talisman_nb.model.bounds import CardsOfADeck, Figure, ListedName, Name, OwnName, Some

from .layers import BASE, DECKS, FIXED_FOLDERS, KEYWORDS, LISTED, NAMES, RULINGS, Layer, find_layer, program_layers
from .merging import WrittenDefinition, merged_file

EVERYWHERE = "everywhere"
"""In `drawn_at`: every space that no other deck names."""
ANYWHERE = "anywhere"
"""In `covers`: the space on which a card is drawn, where the board lets cards lie that cover it."""


class Taken(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which cards of a whole deck a part of it has: those listed, or all of some types with what else is said."""

    cards: tuple[Name, ...] = ()
    types: tuple[ACardType, ...] = ()
    keyword: Name | None = None
    strength: Figure = 0  # at least
    craft: Figure = 0  # at least
    besides: tuple[Name, ...] = ()  # but not these

    def has(self, card: str, facts: Facts) -> bool:
        """Whether a card is among them."""
        if card in self.besides or (self.keyword and self.keyword not in facts.keywords):
            return False
        if card in self.cards:
            return True
        return facts.type in self.types and facts.strength >= self.strength and facts.craft >= self.craft


class DeckFacts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Facts of a deck as a layer has them, a table of `decks.toml`."""

    name: OwnName = ""  # of a deck of one's own, which is in no catalogue of names
    drawn_at: tuple[Name, ...] = ()
    face_down: bool = False
    size: CardsOfADeck = 0  # 0: all its cards are typed
    covers: Name | Literal[""] = ""  # the only space its cards cover, whatever the board says of others; or ANYWHERE
    hidden_by: tuple[str, ...] = ()  # switches that all let a card of it lie there face down until it is turned up
    stock: bool = False  # its cards are got by name and price where something is settled by hand
    by: str = ""
    part_of: str = ""
    takes: tuple[Taken, ...] = ()
    cites: tuple[str, ...] = ()


def written_decks(layers: Sequence[Layer]) -> dict[str, WrittenDefinition]:
    """The tables of the decks of a stack, by name and in order; of layers that say none those of the base edition.

    Raises `CardError`, naming layer, file and table.
    """
    found = merged_file(layers, DECKS) or {
        name: written for name, written in merged_file([find_layer(BASE)], DECKS).items() if "by" not in written.table
    }
    for name, written in found.items():
        read_as(Name, name, f"{written.file}: [{name}]: ", CardError)
        if name in (*FIXED_FOLDERS, NAMES, RULINGS) or "/" in name:
            raise CardError(f"{written.file}: [{name}]: a folder or a stock is called so; call the deck something else")
    return found


class ListedCard(Struct, frozen=True):
    """A card of which a layer says no more than this; the rest is entered once, as it is drawn."""

    name: str
    deck: str
    type: CardType | Literal[""] = ""  # "": only the card says it
    sure: bool = True  # whether that type is read, not guessed
    copies: int = 1
    layer: str = ""  # that lists it


GUESS = "?"
"""Ends a type that is a guess, and stands for one that nobody knows."""


def listed_of_stack(layers: Sequence[Layer], decks: Collection[str]) -> dict[str, tuple[ListedCard, ...]]:
    """Return the cards that a stack lists by name, by deck. `decks` are those that there are.

    Raises `CardError`, naming layer, file and table, for an unknown deck or type and for no number of copies.
    """
    found: dict[str, tuple[ListedCard, ...]] = {}
    for layer in layers:
        for deck, by_type in (layer.tables(LISTED) if LISTED in layer.texts else {}).items():
            where = f"{layer.at(LISTED)}: [{deck}]"
            if deck not in decks:
                raise CardError(f"{where}: expected a deck{did_you_mean(deck, decks)}")
            by_name = read_as(dict[str, dict[ListedName, Some]], by_type, f"{where} ", CardError)
            cards = (
                ListedCard(name, deck, _type(word, where), GUESS not in word, copies, layer.name)
                for word, named in by_name.items()
                for name, copies in named.items()
            )
            found[deck] = (*found.get(deck, ()), *cards)
    return found


def _type(word: str, where: str) -> Any:
    """The type that a table of listed cards names, "" for none."""
    kind = word.removesuffix(GUESS)
    if kind and kind not in names(CardType):
        raise CardError(f"{where}: expected a type of card, got {word!r}{did_you_mean(kind, names(CardType))}")
    return kind


def keywords_of_stack(layers: Sequence[Layer]) -> tuple[dict[str, Keyword], dict[str, str]]:
    """Return the keywords of a stack, and the place of their names; the base edition's where the lowest has none.

    Raises `CardError`, naming layer, file and table.
    """
    base = () if KEYWORDS in layers[0].texts else (find_layer(BASE),)
    written = merged_file((*base, *layers), KEYWORDS)
    places = {name: f"{one.file}: [{name}]" for name, one in written.items()}
    for name, where in places.items():
        read_as(Name, name, f"{where} ", CardError)
    found = {name: read_as(Keyword, one.table, f"{places[name]} ", CardError) for name, one in written.items()}
    return found, {name: f"{where} name" for name, where in places.items()}


class Decks:
    """The decks in force in a book, in the order of `State.decks`. Immutable.

    `facts` and `cards` are by deck, `parts` maps a deck that is in parts to them, `at` maps spaces to the deck they
    draw from, `drawn` are the decks of spaces, `listed` the cards by deck that are known by name alone, `face_down` is
    the deck whose cards are held in the hand, `covering` are the cards that cover the space they lie on, `covers` maps
    decks whose cards cover one space only to that, those whose cards cover any to "", `hidden` spaces on which one of
    these lies face down to its deck.
    """

    def __init__(
        self, written: Mapping[str, WrittenDefinition], folders: Mapping[str, Sequence[str]],
        facts: Mapping[str, Facts],
        figures: Mapping[str, Any], board: Board, known: frozenset[str], keywords: Collection[str],
        listed: Mapping[str, Sequence[ListedCard]],
    ) -> None:  # fmt: skip
        """`folders` are the cards by folder, `known` all cards that any layer has, also those it takes out.

        `keywords` are those of the book, `listed` the cards by deck that are known by name alone.

        Raises `CardError` for a fact that does not fit.
        """
        self._written = written
        self._keywords = keywords
        every = {name: self._read(name, figures, known) for name in written}
        on = {name: deck for name, deck in every.items() if not deck.by or figures[switch_figure(deck.by)]}
        self.parts: Mapping[str, tuple[str, ...]] = self._parts(on)
        order = [each for name, deck in on.items() if not deck.part_of for each in self.parts.get(name, (name,))]
        self.facts: Mapping[str, DeckFacts] = MappingProxyType({name: on[name] for name in order})
        self.listed = self._by_part(listed)
        cards = self._cards(folders, facts)
        self.cards: Mapping[str, tuple[str, ...]] = MappingProxyType({name: cards[name] for name in order})
        self.face_down = self._face_down()
        self.at: Mapping[str, str] = MappingProxyType(self._drawn_at(board))
        self.drawn = frozenset(self.at.values())
        self.unknown = {name: self._unknown(name, facts) for name in order}
        every_card = (card for found in self.cards.values() for card in found)
        self.covering = frozenset(card for card in every_card if facts[card].type in COVERING)
        self.covers: Mapping[str, str] = MappingProxyType(dict(self._covers(board, facts)))
        hidden = [name for name in self.covers if self._lies_hidden(name, figures)]
        self.hidden: Mapping[str, str] = MappingProxyType({self.covers[name]: name for name in hidden})

    def _lies_hidden(self, deck: str, figures: Mapping[str, Any]) -> bool:
        """Whether the switches of a deck let a card of it lie face down."""
        switches = self.facts[deck].hidden_by
        return bool(switches) and all(figures[switch_figure(each)] for each in switches)

    def _covers(self, board: Board, facts: Mapping[str, Facts]) -> Iterator[tuple[str, str]]:
        """Yield the decks whose cards cover one space only, each with that."""
        for name, deck in self.facts.items():
            if deck.covers not in ("", ANYWHERE) and deck.covers not in board.spaces:
                near = did_you_mean(deck.covers, board.spaces)
                raise CardError(f"{self.where(name, 'covers')}: expected a space, got {deck.covers!r}{near}")
            if deck.covers and (deck.face_down or deck.stock or deck.drawn_at):
                raise CardError(
                    f"{self.where(name, 'covers')}: no space draws from such a deck, nor is it held or bought"
                )
            other = [card for card in self.cards[name] if facts[card].type not in COVERING]
            if deck.covers and other:
                raise CardError(f"{self.where(name, 'covers')}: {other[0]!r} covers no space, expected type terrain")
            if deck.covers:
                yield name, "" if deck.covers == ANYWHERE else deck.covers

    def whole(self, deck: str) -> str:
        """The deck that a deck is a part of; itself if it is none."""
        return self.facts[deck].part_of or deck if deck in self.facts else deck

    def meant(self, deck: str, space: str) -> str:
        """The deck that is meant by a name on a space: of a deck in parts the one that the space draws from."""
        parts = self.parts.get(deck)
        if parts is None:
            return deck
        here = self.at.get(space, "")
        return here if here in parts else parts[0]

    def where(self, name: str, fact: str) -> str:
        """The place of a fact of a deck, in the file of the layer that wrote the deck last, for messages."""
        return f"{self._written[name].file}: [{name}] {fact}"

    def _read(self, name: str, figures: Mapping[str, Any], known: frozenset[str]) -> DeckFacts:
        written = self._written[name]
        deck: DeckFacts = read_as(DeckFacts, written.table, f"{written.file}: [{name}] ", CardError)
        if deck.by and deck.by not in switch_names(figures):
            near = did_you_mean(deck.by, switch_names(figures))
            raise CardError(f"{self.where(name, 'by')}: expected a switch, got {deck.by!r}{near}")
        for switch in deck.hidden_by:
            if deck.covers in ("", ANYWHERE) or switch not in switch_names(figures):
                near = did_you_mean(switch, switch_names(figures))
                expected = "expected switches, of a deck with covers"
                raise CardError(f"{self.where(name, 'hidden_by')}: {expected}, got {switch!r}{near}")
        if deck.part_of and (deck.part_of not in self._written or deck.part_of == name):
            near = did_you_mean(deck.part_of, self._written)
            raise CardError(f"{self.where(name, 'part_of')}: expected another deck, got {deck.part_of!r}{near}")
        if deck.takes and not deck.part_of:
            raise CardError(f"{self.where(name, 'takes')}: only a part of a deck takes cards: expected part_of too")
        for taken in deck.takes:
            if taken.keyword and taken.keyword not in self._keywords:
                near = did_you_mean(taken.keyword, self._keywords)
                raise CardError(f"{self.where(name, 'takes')}: no keyword {taken.keyword!r}{near}")
            for card in (*taken.cards, *taken.besides):
                if card not in known:
                    raise CardError(f"{self.where(name, 'takes')}: no card {card!r}{did_you_mean(card, known)}")
        return deck

    def _parts(self, on: Mapping[str, DeckFacts]) -> dict[str, tuple[str, ...]]:
        """The parts in force by their whole: exactly one of them takes nothing in particular, and has the rest."""
        found: dict[str, tuple[str, ...]] = {}
        for name, deck in on.items():
            if deck.part_of:
                found[deck.part_of] = (*found.get(deck.part_of, ()), name)
        for whole, parts in found.items():
            rest = [part for part in parts if not on[part].takes]
            if whole not in on or on[whole].part_of:
                raise CardError(f"{self.where(parts[0], 'part_of')}: {whole!r} is a part itself, or not in force")
            if len(rest) != 1:
                expected = f"of the parts of {whole!r} exactly one takes nothing in particular, and has the rest"
                raise CardError(f"{self.where(parts[0], 'takes')}: {expected}; there are {len(rest)} such parts")
        return found

    def _cards(self, folders: Mapping[str, Sequence[str]], facts: Mapping[str, Facts]) -> dict[str, tuple[str, ...]]:
        found = {name: tuple(folders.get(name, ())) for name in self.facts}
        for whole, parts in self.parts.items():
            of = {card: self._part_with(card, parts, facts[card]) for card in folders.get(whole, ())}
            found |= {part: tuple(card for card, at in of.items() if at == part) for part in parts}
        return found

    def _by_part(self, listed: Mapping[str, Sequence[ListedCard]]) -> Mapping[str, tuple[ListedCard, ...]]:
        """The listed cards by the deck that has them: of one in parts that which takes nothing in particular."""
        parts = self.parts.items()
        rest = {whole: next(part for part in those if not self.facts[part].takes) for whole, those in parts}
        by_deck = ((rest.get(whole, whole), found) for whole, found in listed.items())
        return {deck: tuple([replace(c, deck=deck) for c in found]) for deck, found in by_deck if deck in self.facts}

    def _part_with(self, card: str, parts: Sequence[str], facts: Facts) -> str:
        rest = next(part for part in parts if not self.facts[part].takes)
        taking = (part for part in parts if any(taken.has(card, facts) for taken in self.facts[part].takes))
        return next(taking, rest)

    def _face_down(self) -> str:
        found = [name for name, deck in self.facts.items() if deck.face_down]
        if len(found) != 1:
            told = ", ".join(found) or "none"
            where = self.where((found or [*self._written])[-1], "face_down")
            raise CardError(f"{where}: expected one deck that is held face down in the hand, got {told}")
        return found[0]

    def _drawn_at(self, board: Board) -> dict[str, str]:
        """The deck of each space: of those that name the space, its kind, its region or all, the nearest."""
        known = {EVERYWHERE, *board.spaces, *map(board.kind, board.spaces), *map(board.region, board.spaces)}
        for name, deck in self.facts.items():
            for place in deck.drawn_at:
                if place not in known:
                    expected = f"expected a space, a kind of spaces, a region or {EVERYWHERE!r}, got {place!r}"
                    raise CardError(f"{self.where(name, 'drawn_at')}: {expected}{did_you_mean(place, known)}")
        return {space: drawn for space in board.spaces if (drawn := self._deck_at(board, space))}

    def _deck_at(self, board: Board, space: str) -> str:
        for place in (space, board.kind(space), board.region(space), EVERYWHERE):
            found = [name for name, facts in self.facts.items() if place in facts.drawn_at]
            if len(found) > 1:
                raise CardError(f"{self.where(found[1], 'drawn_at')}: {place!r} draws from {found[0]} already")
            if found:
                return found[0]
        if board.space(space).draw:
            *_, last = self._written
            raise CardError(f"{self.where(last, 'drawn_at')}: no deck is drawn at {space}, where cards are drawn")
        return ""

    def _unknown(self, name: str, facts: Mapping[str, Facts]) -> int:
        """How many cards of a deck nobody has typed: those that are missing to its size, or are listed by name.

        Those that another layer lists than the one that says the size come on top of it.
        """
        size, typed = self.facts[name].size, sum(facts[card].copies for card in self.cards[name])
        of_size = self._written[name].parts.get("size")
        listed = sum(card.copies for card in self.listed.get(name, ()) if card.layer == of_size)
        more = sum(card.copies for card in self.listed.get(name, ())) - listed
        if size and size < typed:
            raise CardError(f"{self.where(name, 'size')}: expected at least {typed}, the copies typed, got {size}")
        return max(size - typed, listed) + more


def every_card_of(layers: Sequence[Layer], folders: Sequence[str]) -> Iterator[str]:
    """Every card that a layer has in one of these folders, also one that a later layer takes out."""
    for layer in layers:
        for folder in folders:
            for path in layer.paths(folder):
                yield from layer.tables(path)


def digest_of(
    layers: Sequence[Layer],
    figures: Mapping[str, Any],
    told: Iterable[str],
    house: Mapping[str, Any],
    decks: Mapping[str, WrittenDefinition],
    written: Iterable[tuple[str, WrittenDefinition]],
    absent: bytes,
) -> str:
    """Return the hash of figures, decks and definitions, as far as the layers say them: no addition of the program.

    `told`: the figures that they say; `house`: the house rules; `decks`, `written`: tables of decks and of definitions;
    `absent`: what is said of those that are left out.
    """
    said = {name: figures[name] for name in (*told, *house)}
    said |= {f"house {name}": True for name in house}  # an older edition may have it as its own
    digest = hashlib.sha256(json.dumps(said, sort_keys=True).encode())
    if any(DECKS in layer.texts for layer in layers):
        tables = [[name, one.table] for name, one in decks.items()]
        digest.update(json.dumps(tables, sort_keys=True).encode())
    for path in (KEYWORDS, LISTED):
        digest.update("".join(layer.texts.get(path, "") for layer in layers[1:]).encode())
    for key, one in written:
        digest.update(f"{key}{json.dumps(one.table, sort_keys=True)}".encode())
    digest.update(absent)
    for own in (layer for layer in layers if layer.name not in program_layers()):
        digest.update(own.digest.encode())  # its names, doubts and pictures too: a table keeps those it began with
    return digest.hexdigest()[:12]
