"""Readers of the clauses of a seat, by first word (`READERS`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from talisman_nb.cards.definition import Facts
from talisman_nb.cards.modifiers import Cannot, SetTo
from talisman_nb.cards.own_card import definition_of
from talisman_nb.engine.characters import fresh_player
from talisman_nb.engine.costs import only_for
from talisman_nb.engine.effects import MISSED, form_turns
from talisman_nb.model import MOST_FIGURE, OwnCard, Player, Promise
from talisman_nb.model.situation import (
    ALIGNMENTS,
    CARDS,
    COUNTERS,
    FLAGS,
    NUMBERS,
    SEAT_WORDS,
    Clause,
    SituationError,
    Word,
    message,
)
from talisman_nb.rules.book import Book

from .effect_words import EffectKind, EffectWords, number, promise_of, too_much, values_read
from .name_lookup import NameLookup, cut, near_names

LISTS = tuple(CARDS)
"""Clauses that continue behind a comma: `has sword, axe`."""
PRINTED = tuple(name for name in Player.__struct_fields__ if name not in ("character", "space"))
"""Fields of a player that a text gives only where they differ from the character's card."""
HIGHEST_NAME = 200
"""Upper bound of the characters in a player's name."""


class Amount(NamedTuple):
    """A figure of the text: absolute, or (`signed`) relative to the printed one; `at`: its column."""

    n: int
    signed: bool
    at: int

    def from_printed(self, printed: int, what: str) -> int:
        """Return the absolute figure; raises `SituationError` if it is not from 0 to `MOST_FIGURE`."""
        found = printed + self.n if self.signed else self.n
        if not 0 <= found <= MOST_FIGURE:
            raise SituationError(
                "figure-range", "{figure}: {n} is not from 0 to {most}", self.at, figure=what, n=found, most=MOST_FIGURE
            )
        return found


def amount(word: Word, what: str) -> Amount:
    """Decode a number with or without a sign. `what`: its name in the error."""
    if word.quoted or not re.fullmatch(r"[+-]?[0-9]{1,4}", word.text):
        text = '{figure}: expected a number such as 3 or, relative to the printed figure, +1, got "{came}"'
        raise SituationError("figure-expected", text, word.at, figure=what, came=cut(word.text))
    return Amount(int(word.text), word.text[0] in "+-", word.at)


def read_cards(names: NameLookup, words: Sequence[Word], what: str) -> tuple[str, ...]:
    """Read a list of cards; `bear*2` is two Bears."""
    found: list[str] = []
    at = 0
    while at < len(words):
        card, used = names.card(words[at:])
        at += used
        times = 1
        if at < len(words) and is_star(words[at]):
            if at + 1 >= len(words):
                raise SituationError(
                    "star-number", "{what}: a number is missing after the star", words[at].at, what=what
                )
            times = number(words[at + 1], 1, MOST_FIGURE, f"{what} *")
            at += 2
        found += [card] * times
    return tuple(found)


def is_star(word: Word) -> bool:
    """Whether a word is the star that marks the seat whose turn it is or the number of copies of a card."""
    return word.text == "*" and not word.quoted


def as_printed(book: Book, character: str, at: int, form: str = "", own: Iterable[OwnCard] = ()) -> Player:
    """Return the player of a new character, without Spells to be drawn, and without gold if its form can have none.

    `own` are the cards in no list, its own among them.
    """
    if not character:
        return Player(f"P{at}", "", "")
    plain = fresh_player(book, f"P{at}", character, facts=_printed_facts(book, character, own))
    return replace(plain, gold=0) if form and _bars_gold(book, form) else plain


def _printed_facts(book: Book, character: str, own: Iterable[OwnCard]) -> Facts:
    """Return what is printed on the card of a character."""
    key = f"character.{character}"
    named = next((card for card in own if card.name == key), None)
    return definition_of(named, book.table).facts if named else book.card(key).facts


def told_of(book: Book, player: Player, at: int, own: Iterable[OwnCard] = ()) -> dict[str, Any]:
    """Return the fields of a player that differ from `as_printed`, by name."""
    plain = as_printed(book, player.character, at, player.form, own)
    return {name: getattr(player, name) for name in PRINTED if getattr(player, name) != getattr(plain, name)}


def _bars_gold(book: Book, form: str) -> bool:
    found = book.find(f"form.{form}")
    return found is not None and any(isinstance(mod, Cannot) and mod.act == "take_gold" for mod in found.mods)


def _base(book: Book, character: str, form: str, stat: str, own: Iterable[OwnCard]) -> int:
    """Return the printed strength or craft of the character, or of the form if that sets one."""
    found = book.find(f"form.{form}") if form else None
    set_to: list[int] = [mod.n for mod in found.mods if isinstance(mod, SetTo) and mod.what == stat] if found else []
    printed: int = getattr(_printed_facts(book, character, own), stat) if character else 0
    return set_to[-1] if set_to else printed


class SeatReader:
    """Reader of the clauses of one seat; `player` builds the result after the last clause."""

    def __init__(
        self, book: Book, names: NameLookup, lasting: EffectWords, seat: int, character: str, space: str
    ) -> None:
        self.book, self.names, self.lasting = book, names, lasting
        self.seat, self.character, self.space = seat, character, space
        self.said: dict[str, Any] = {}
        self.promises: list[Promise] = []
        self.effects: list[tuple[EffectKind, Sequence[Word], Clause]] = []
        self.at: dict[str, int] = {}
        self.insisted: set[str] = set()
        self._list = ""
        self.headed = False

    def read(self, clause: Clause) -> None:
        """Read one clause; raises `SituationError` for one that is not a seat's."""
        word, *rest = clause.words
        name = word.text.lower()
        lasting = name in self.lasting.on_seats or name in self.lasting.markers
        if word.quoted or (name not in SEAT_WORDS and not lasting):
            self._continue_list(clause)
        elif lasting:
            self._list = ""
            self._read_lasting(self.lasting.meant(word, self.space), rest, clause)
        else:
            self._list = name if name in LISTS else ""
            self._once("alignment" if name in ALIGNMENTS else name, clause)
            READERS[name](self, word, rest)

    def begins_as(self, form: str, at: int) -> None:
        """Begin as a form: one that lives without life has none, unless a clause says otherwise."""
        self.said["as"], self.at["as"], self.headed = form, at, True

    def _read_lasting(self, one: EffectKind, rest: Sequence[Word], clause: Clause) -> None:
        """Read a promise; store an effect, which `reading` decodes once all seats are known."""
        if not one.at:
            self.effects.append((one, rest, clause))
            return
        values, left = values_read(one, rest, clause.at)
        if left:
            raise too_much(left[0], one.example)
        self._mark(f"promise.{len(self.promises)}", clause)
        self.promises.append(promise_of(one, values))

    def _continue_list(self, clause: Clause) -> None:
        """Read a clause that continues a list of cards; raises `SituationError` if no list is open."""
        first = clause.words[0]
        if not self._list or not self._continues_list(clause.words):
            known = ", ".join((*SEAT_WORDS, *sorted(word for word in self.lasting.on_seats if "." not in word)))
            hint = near_names(first.text, (*SEAT_WORDS, *self.lasting.on_seats))
            if self.names.knows_card(clause.words):
                hint = message("hint-behind", "; a card comes after has, spells or trophies")
            hint = hint or message("hint-words", ": expected one of {known}", known=known)
            raise SituationError(
                "no-word", 'no word "{said}" for a seat{hint}', first.at, said=cut(first.text), hint=hint
            )
        self._mark(self._list, clause)
        self.said[self._list] += self._cards(self._list, clause.words)

    def _continues_list(self, words: Sequence[Word]) -> bool:
        """Whether a clause continues a list: its first words name a card, or resemble no word of a seat."""
        return self._list == "used" or self.names.knows_card(words) or not near_names(words[0].text, SEAT_WORDS)

    def _once(self, name: str, clause: Clause) -> None:
        if name in self.at and name != "misses":
            raise said_twice(name, clause.at)
        self._mark(name, clause)

    def _mark(self, name: str, clause: Clause) -> None:
        self.at.setdefault(name, clause.at)
        if clause.insisted:
            self.insisted.add(name)

    def _cards(self, name: str, words: Sequence[Word]) -> tuple[str, ...]:
        if name == "used":
            return tuple(word.text for word in words)
        found = read_cards(self.names, words, name)
        if wrong := [card for card in found if only_for(card) and name != "trophies"]:
            text = '{card} is a trophy: it stands behind "{word}"'
            raise SituationError("trophy-only", text, words[0].at, card=wrong[0], word="trophies")
        return found

    def cards(self, word: Word, rest: Sequence[Word]) -> None:
        """Read goods, Spells, trophies or marks of what is used up."""
        if not rest:
            raise SituationError("cards-expected", "{word}: expected one card or more", word.at, word=word.text)
        self.said[word.text.lower()] = self._cards(word.text.lower(), rest)

    def figure(self, word: Word, rest: Sequence[Word]) -> None:
        """Read a figure of the character."""
        self.said[word.text.lower()] = amount(_only(word, rest), word.text.lower())

    def flag(self, word: Word, rest: Sequence[Word]) -> None:
        """Read a word that takes no value."""
        if rest:
            raise SituationError(
                "stands-alone",
                '{word} stands alone: "{said}" is too much',
                rest[0].at,
                word=word.text,
                said=cut(rest[0].text),
            )
        self.said[word.text.lower()] = True

    def name(self, word: Word, rest: Sequence[Word]) -> None:
        """Read the player's name."""
        said = _only(word, rest).text
        if len(said) > HIGHEST_NAME:
            raise SituationError("named-long", "named: expected at most {most} characters", word.at, most=HIGHEST_NAME)
        self.said["named"] = said

    def misses(self, word: Word, rest: Sequence[Word]) -> None:
        """Read turns to be missed, with their source behind `by`."""
        n, by = 1, ""
        if rest and rest[0].text.lower() != "by":
            n, rest = number(rest[0], 1, MOST_FIGURE, "misses"), rest[1:]
        if rest and rest[0].text.lower() == "by":
            by, rest = self._source(rest), ()
        if rest:
            text, plain = 'misses: expected "{first}" or "{second}", got "{came}"', f"misses {n}"
            raise SituationError(
                "misses-expected", text, rest[0].at, first=plain, second=f"{plain} by storm", came=cut(rest[0].text)
            )
        if len(self.promises) + n > MOST_FIGURE:
            raise SituationError("misses-most", "misses: at most {most} turns in all", word.at, most=MOST_FIGURE)
        self.promises += [Promise("turn", MISSED, by)] * n

    def _source(self, words: Sequence[Word]) -> str:
        """Read `by` and a card or space."""
        by, *named = words
        if not named:
            raise SituationError("by-expected", 'by: expected a card or a space: "misses 1 by storm"', by.at)
        key, used = self.names.source(named)
        if len(named) > used:
            raise too_much(named[used], "misses 1 by storm")
        return key

    def form(self, word: Word, rest: Sequence[Word]) -> None:
        """Read a form, its turns left, its strength and craft counters."""
        if not rest:
            raise SituationError(
                "form-expected", 'as: expected a form, such as "{example}"', word.at, example="as toad 2"
            )
        form, used = self.names.form(rest)
        self.said["as"], rest = form, rest[used:]
        if rest and rest[0].text[:1].isdigit():
            self.said["left"], rest = number(rest[0], 0, MOST_FIGURE, f"as {form}"), rest[1:]
        while rest:
            stat = rest[0].text.lower()
            if stat not in COUNTERS or f"own {stat}" in self.said:
                text, example = 'as: expected "{example}", got "{came}"', f"as {form} 2 strength +1 craft +1"
                raise SituationError("form-figures", text, rest[0].at, example=example, came=cut(rest[0].text))
            self.said[f"own {stat}"] = amount(_only(rest[0], rest[1:2]), stat)
            rest = rest[2:]

    def player(self) -> Player:
        """Return the player that the clauses describe."""
        form = self.said.get("as", "")
        if self.headed and self.book.card(f"form.{form}").facts.lifeless:
            self.said.setdefault("life", Amount(0, False, 0))
        plain = as_printed(self.book, self.character, self.seat, form, self.names.own.values())
        told: dict[str, Any] = {"space": self.space, "form": form}
        told |= {name: self.said[word] for word, name in CARDS.items() if word in self.said}
        told |= {name: True for word, name in FLAGS.items() if word in self.said}
        told |= {"name": self.said["named"]} if "named" in self.said else {}
        told |= {"alignment": next(word for word in ALIGNMENTS if word in self.said)} if "alignment" in self.at else {}
        for what in NUMBERS:
            if what in self.said:
                told[what] = self.said[what].from_printed(getattr(plain, what), what)
        own = tuple(self._counters(stat, stat, "") for stat in COUNTERS)
        if form:
            told["form_left"] = self.said.get("left", form_turns(self.book, form))
            told["asleep"] = own
            own = tuple(self._counters(f"own {stat}", stat, form) for stat in COUNTERS)
        return replace(plain, strength=own[0], craft=own[1], promises=tuple(self.promises), **told)

    def _counters(self, said: str, stat: str, form: str) -> int:
        """Return the counters above the printed value; raises `SituationError` if below it (`stat.floor`)."""
        if said not in self.said:
            return 0
        base = _base(self.book, self.character, form, stat, self.names.own.values())
        figure = self.said[said]
        n: int = figure.from_printed(base, stat) - base
        if n < 0:
            text = "{figure} is never below the printed {n} (stat.floor)"
            raise SituationError("below-printed", text, figure.at, figure=stat, n=base)
        return n


def _only(word: Word, rest: Sequence[Word]) -> Word:
    if len(rest) == 1:
        return rest[0]
    came, name = " ".join(one.text for one in rest)[:40], word.text
    if name.lower() == "named":
        text = 'named: expected one word after it, got "{came}"; put several words in quotes: {example}'
        raise SituationError("one-name", text, word.at, came=came, example='named "Old Ada"')
    raise SituationError("one-word", '{word}: expected one word after it, got "{came}"', word.at, word=name, came=came)


def said_twice(what: str, at: int) -> SituationError:
    """Return the error for something that a text says twice."""
    return SituationError("said-twice", "{what} is said twice", at, what=what)


Read = Callable[[SeatReader, Word, Sequence[Word]], None]
READERS: dict[str, Read] = {
    **dict.fromkeys((*NUMBERS, *COUNTERS), SeatReader.figure),
    **dict.fromkeys((*ALIGNMENTS, *FLAGS, "arrived"), SeatReader.flag),
    **dict.fromkeys(LISTS, SeatReader.cards),
    "as": SeatReader.form, "misses": SeatReader.misses, "named": SeatReader.name,
}  # fmt: skip
assert set(READERS) == set(SEAT_WORDS)
