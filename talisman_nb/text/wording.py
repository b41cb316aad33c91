"""A wording: one language, the names of the players, and what everything is called in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

from talisman_nb.board import Board
from talisman_nb.engine.covers import covers_of
from talisman_nb.model import UNSEEN, State
from talisman_nb.rules.book import Book, book_of, open_book, plain_card

from .grammar import BARE, PERSON, Noun, Nouns, Over, Role
from .names import UnknownNameError, in_language, kind_of, load_names, names_of
from .phrases import Phrases, load_phrases, sentence

CARD_SECTIONS = ("card", "spell", "purchase", "talisman", "creature", "form", "person")
NAMED = ("character", "space", "form", "deck", "card", "spell", "purchase", "talisman", "creature", "person")
NOBODY = Noun("")
NOTHING: Mapping[str, str] = MappingProxyType({})


@lru_cache(maxsize=64)
def phrases_of(book: Book, lang: str) -> Phrases:
    """The phrases of a language, with the words that layers of a book have for their questions and rolls. Cached."""
    phrases, given = load_phrases(lang), book.own_names
    asks = {key: words[lang] for key, words in given.get("question", {}).items()}
    rolls = {key: words[lang] for key, words in given.get("roll", {}).items()}
    if not asks and not rolls:
        return phrases
    asked = {f"{kind}.{key}": _escape_mark(words) for kind in ("choose", "pick") for key, words in asks.items()}
    purposes = {key: _escape_mark(words) for key, words in rolls.items()}
    topics = phrases.topics
    more = {"asks": {**topics["asks"], **asked}, "purposes": {**topics["purposes"], **purposes}}
    return Phrases(lang, {**topics, **more})


def _escape_mark(words: str) -> str:
    """Words of a layer as a phrase: the mark of another language, in square brackets, stays as it is."""
    return words.replace("[", "[[").replace("]", "]]")


class Wording:
    """Says things in one language at one table; `book` has the definitions in force, None where no game is told of.

    >>> wording = Wording("it", ("Ada", "Bruno"))
    >>> str(wording.card("purchase/sword")), str(wording.card("goblin@ghoul.raised")), str(wording.space("fields-3"))
    ('Spada', 'Goblin', 'Campi')
    """

    def __init__(
        self, lang: str, players: Sequence[str] = (), book: Book | None = None, covers: Mapping[str, str] = NOTHING
    ) -> None:
        """`covers` are the covered spaces, each with the card on it."""
        self.lang, self.players, self._book, self.covers = lang, tuple(players), book, covers
        self.phrases = load_phrases(lang) if book is None else phrases_of(book, lang)
        self.names = load_names() if book is None else names_of(book)
        self.say, self.first = self.phrases.say, self.phrases.first
        self._nouns: dict[tuple[str, str], Noun] = {}  # by kind and key: a screen says the same few names all the time

    @property
    def book(self) -> Book:
        """The definitions of the game, or those of the usual edition."""
        return self._book or open_book()

    def noun(self, text: str, kind: str = "") -> Noun:
        """A name as part of a sentence."""
        return Noun(text, self.lang, kind)

    def _once(self, kind: str, key: str, find: Callable[[str], Noun]) -> Noun:
        found = self._nouns.get((kind, key))
        if found is None:
            found = self._nouns[kind, key] = find(key)
        return found

    def who(self, seat: int) -> Noun:
        """A player; nobody for seats there are not.

        >>> [str(Wording("it", ("Ada", "Troll")).who(seat)) for seat in (0, 1)]
        ['Ada', 'il Troll']
        """
        if not 0 <= seat < len(self.players):
            return NOBODY
        name = self.players[seat]
        is_role = name in self.names.by_lang[self.lang]["character"].values()
        return Role(name, self.lang) if is_role else self.noun(name, PERSON)

    def space(self, space: str) -> Noun:
        """A space; one that a card covers is called by the card, with the name that is printed behind it."""
        if cover := self.covers.get(space):
            return self._once("covered", space, lambda key: Over.of(self.card(cover), self.printed(key)))
        return self.printed(space)

    def printed(self, space: str) -> Noun:
        """A space by the name that is printed on the board."""
        return self._once("space", space, self._space)

    def _space(self, space: str) -> Noun:
        return self.noun(self.names.name("space", space, self.lang)) if space else NOBODY

    def between(self, board: Board, space: str) -> str:
        """Which of several spaces of one name: the one between these two, or with one name on both sides."""
        a, b, *_ = [*board.neighbours(space), space, space]
        key = "between-alike" if board.kind(a) == board.kind(b) else "between"
        return self.say("words", key, a=self.space(a), b=self.space(b))

    def card(self, key: str) -> Noun:
        """A card, Spell, creature, own card or unseen Spell, whatever it carries and wherever it lies."""
        return self._once("card", key, self._card)

    def _card(self, key: str) -> Noun:
        if not key:
            return NOBODY
        if "|" in key:
            key = key.partition("|")[2]
        if key.startswith("own/"):
            return self.noun(plain_card(key).removeprefix("own/"), BARE)
        if key.startswith(UNSEEN) or key == "?":
            return self.noun(self.say("words", "unseen-spell"), BARE)
        section, name = self._card_name(key)
        return self.noun(name, BARE if section == "spell" and self.lang == "en" else "")

    def _card_name(self, key: str) -> tuple[str, str]:
        """The section a card's name stands in, and the name."""
        section, slash, name = plain_card(key).rpartition("/")
        for one in (section,) if slash else CARD_SECTIONS:
            try:
                return one, self.names.name(one, name, self.lang)
            except UnknownNameError:
                continue
        raise UnknownNameError(f'no name for the card "{key}" in {self.lang}')

    def our_own(self, key: str) -> bool:
        """Whether the name of a card, character or space is of our own making, no official one being known.

        >>> Wording("it").our_own("wolf"), Wording("it").our_own("bear"), Wording("fr").our_own("space.runes-2")
        (True, False, True)
        """
        section, dot, name = key.partition(".")
        if not dot:
            section, name = self._card_name(key)[0], key.rpartition("/")[2]
        return f"{section}.{kind_of(name)}" in self.names.own[self.lang]

    def cards(self, keys: Iterable[str]) -> Nouns:
        """Several cards."""
        return Nouns((self.card(key) for key in keys), self.lang)

    def goods(self, cards: Iterable[str], gold: int, spells: int = 0) -> Nouns:
        """Return cards with gold and unseen Spells behind them, as one list.

        >>> Wording("fr").goods(["sword"], 2).form("the"), str(Wording("en").goods([], 0, spells=1))
        ("l'Épée et 2 pièces d'or", '1 Spell')
        """
        amounts = [self.say("words", "price", n=gold)] if gold else []
        amounts += [self.amount("spell", spells)] if spells else []
        return Nouns((*map(self.card, cards), *(self.noun(amount, BARE) for amount in amounts)), self.lang)

    def source(self, key: str) -> Noun:
        """Where something comes from: a card, `character.troll`, `space.city`, `blizzard.snow` …"""
        return self._once("source", key, self._source)

    def _source(self, key: str) -> Noun:
        section, dot, rest = key.partition(".")
        if not dot:
            return self.space(key) if self._is_space(key) else self.card(key) if key else NOBODY
        if section in ("turn", "rule"):
            return NOBODY
        if section not in NAMED:
            return self.card(section)
        if rest.startswith("own/"):
            return self.card(rest)
        name = rest.partition(".")[0]
        return self.noun(self.names.name(section, name, self.lang)) if section != "card" else self.card(name)

    def _is_space(self, key: str) -> bool:
        try:
            self.names.name("space", key, self.lang)
        except UnknownNameError:
            return False
        try:
            self._card_name(key)
        except UnknownNameError:
            return True
        return key.rpartition("-")[2].isdigit()

    def place(self, place: str) -> Noun:
        """A place as corrections and moves name it: "seat:1", "trophies:0", "space:ruins", "discards:adventure" …

        >>> str(Wording("fr", ["Ada"]).place("trophies:0"))
        "trophées d'Ada"
        """
        kind, _, name = place.partition(":")
        if kind == "space" or not self.phrases.has("hands", f"place.{kind}"):
            return self.space(name or place)
        who = self.who(int(name)) if name.isdigit() else NOBODY
        what = self.pile(name) if kind in ("deck", "discards") else ""
        return self.noun(self.say("hands", f"place.{kind}{'.of' if what else ''}", who=who, what=what), BARE)

    def deck(self, deck: str) -> str:
        """Return the name of a deck."""
        return self.names.name("deck", deck, self.lang)

    def pile(self, deck: str) -> str:
        """A deck by its name, where the cards don't tell which one is meant: more than one is met, or drawn face up."""
        face_up = [name for name in self.book.decks if name != self.book.face_down]
        return self.deck(deck) if deck in face_up and len(face_up) > 1 else ""

    def amount(self, what: str, n: int | str) -> str:
        """So much of a figure: "2 lives", "1 gold"."""
        return self.phrases.count(n, what)

    def panel_words(self) -> dict[str, str]:
        """The words of the panel that depend on the edition: where no cards are kept of Enemies, it has experience."""
        points = self.book.table["trophy.kept"] == "points"
        return {"trophies": sentence(self.word("experience"))} if points else {}

    def word(self, key: str) -> str:
        """A word of its own."""
        return self.say("words", key)

    def marker(self, effect: str) -> Noun:
        """Return the name of a piece on a space, as the definition of its effect has it; of others nothing."""
        found = self.book.find(effect)
        return self.noun(in_language(found.facts.name, self.lang)) if found and found.facts.name else NOBODY

    def keyword(self, key: str) -> str:
        """Return the name of a keyword: by a phrase of the program, the name a layer gives it, or its key."""
        if self.phrases.has("words", f"keyword.{key}"):
            return self.word(f"keyword.{key}")
        return self.names.by_lang[self.lang]["keyword"].get(key, key)

    def alignment(self, key: str) -> str:
        """An alignment as a word within a sentence: "good"."""
        return self.names.name("alignment", key, self.lang).lower()

    def own_label(self, source: str, key: str) -> str:
        """Return a layer's label for an option or a use of a definition of its own; "" for those that have phrases."""
        return self.names.by_lang[self.lang].get("label", {}).get(f"{plain_source(source)}.{key}", "")

    def is_person(self, key: str) -> bool:
        """Whether an option is called by the name of somebody on a space, such as the Healer."""
        return key in self.names.by_lang[self.lang].get("person", {})

    def use_label(self, source: str, key: str) -> str:
        """Return the label for using a card or an ability: "build a raft"."""
        if own := self.own_label(source, key):
            return own
        return self.first("options", (f"use.{plain_source(source)}.{key}", f"use.{key}"), card=self.source(source))


def plain_source(source: str) -> str:
    """A source without what its card carries.

    >>> plain_source("goblin@ghoul.raised"), plain_source("pool-of-life:3"), plain_source("character.druid")
    ('ghoul.raised', 'pool-of-life', 'character.druid')
    """
    return source.partition("@")[2] or source.partition(":")[0]


Table: TypeAlias = "State | Sequence[str] | Wording"
"""Whom a sentence is about: a game, the names of its players, or a wording made before."""


def wording_of(table: Table, lang: str) -> Wording:
    """The wording of a table."""
    if isinstance(table, Wording):
        return table if table.lang == lang else Wording(lang, table.players, table._book, table.covers)
    if isinstance(table, State):
        return _wording_of_game(lang, tuple([p.name for p in table.players]), table.book, covers_of(table))
    return Wording(lang, table)


@lru_cache(maxsize=16)
def _wording_of_game(lang: str, players: tuple[str, ...], book: str, covers: tuple[tuple[str, str], ...]) -> Wording:
    return Wording(lang, players, book_of(book), dict(covers))
