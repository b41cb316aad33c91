"""Reads the parts of a situation, one seat, card or effect after the other, into a position."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from talisman_nb.cards.decode import CardError
from talisman_nb.model import Effect, Message
from talisman_nb.model.situation import (
    NOBODY,
    PART_WORDS,
    SEAT_WORDS,
    Position,
    Seat,
    SituationError,
    Word,
    Written,
    message,
    words_of,
)
from talisman_nb.rules.book import Book

from . import rules_said
from .effect_words import EffectWords, effect_read, lasting_words
from .name_lookup import OWN_PERSON, NameLookup, cut, near_names
from .part_readers import PARTS, RULES, Part, Reading
from .seat_readers import SeatReader, is_star, told_of

FIRST = ("own",)
"""Parts read before the seats, which may name their cards."""
SECOND = ("turn",)
"""Parts read after the seats and before effects, whose default owner is the seat whose turn it is."""


def read_position(written: Written, open_book: Callable[[str, Mapping[str, Any]], Book]) -> Position:
    """Decode a split text; raises `SituationError` with the column.

    `open_book` opens the book of an edition with house rules.
    """
    edition, house, at = rules_said(written)
    try:
        book = open_book(edition, house)
    except CardError as wrong:
        raise SituationError("of-a-layer", "{reason}", at, reason=wrong) from None
    return PositionReader(book).read(written.parts, edition, house)


class PositionReader:
    """Reader of the parts of one text."""

    def __init__(self, book: Book) -> None:
        self.book, self.lasting = book, lasting_words(book)
        self.reading = Reading(book)
        self.effects: list[Effect] = []
        self.seats: list[SeatReader] = []

    def read(self, parts: Sequence[Part], edition: str, house: dict[str, Any]) -> Position:
        """Decode the parts, in dependency order: own cards, seats, the turn, effects on seats, other parts."""
        r, kinds = self.reading, [(self._kind(part), part) for part in parts]
        self._parts(kinds, lambda kind: kind in FIRST)
        r.names = NameLookup(self.book, r.said["own"])
        for kind, part in kinds:
            if not kind:
                self._seat(part)
        if not self.seats:
            raise SituationError("no-seat", 'no seat: expected at least one, such as "dwarf crags"', parts[0][0].at)
        self._parts(kinds, lambda kind: kind in SECOND)
        for at, seat in enumerate(self.seats):
            for one, rest, clause in seat.effects:
                self._effect(effect_read(one, rest, clause.at, r.names, r.who, at, r.turn or 0), (clause,))
        self._parts(kinds, lambda kind: bool(kind) and kind not in (*FIRST, *SECOND, *RULES))
        told = [told_of(self.book, p, at, r.said["own"]) for at, p in enumerate(r.players)]
        stand = tuple(Seat(p.character or NOBODY, p.space, said) for p, said in zip(r.players, told, strict=True))
        return Position(
            stand,
            edition,
            house,
            r.turn or 0,
            effects=tuple(self.effects),
            insisted=frozenset(r.insisted),
            at=r.at,
            **r.said,
        )

    def _kind(self, part: Part) -> str:
        """Return the keyword of a part, "" for a seat."""
        word = part[0].words[0]
        name = word.text.lower()
        return name if not word.quoted and (name in PART_WORDS or name in self.lasting.by_word) else ""

    def _parts(self, kinds: Sequence[tuple[str, Part]], wanted: Callable[[str], bool]) -> None:
        """Read the parts whose keyword passes the predicate."""
        for kind, part in kinds:
            if wanted(kind):
                word, *rest = words_of(part)
                if kind in PARTS:
                    PARTS[kind](self.reading, word, rest, part)
                else:
                    self._lasting(word, rest, part)

    def _lasting(self, word: Word, rest: Sequence[Word], part: Part) -> None:
        one, r = self.lasting.meant(word), self.reading
        if one.at:
            raise SituationError(
                "word-of-seat",
                '{word} belongs to a character: "dwarf crags, {example}"',
                word.at,
                word=one.word,
                example=one.example,
            )
        self._effect(effect_read(one, rest, word.at, r.names, r.who, -1, r.turn or 0), part)

    def _effect(self, effect: Effect, part: Part) -> None:
        self.reading.mark(f"effect.{len(self.effects)}", part)
        self.effects.append(effect)

    # --- seats ---

    def _seat(self, part: Part) -> None:
        """Read the part of a seat."""
        r, at, words = self.reading, len(self.seats), part[0].words
        starred = is_star(words[0])
        if starred:
            r.whose_turn(at, words[0])
            words = words[1:]
        if not words:
            raise SituationError(
                "star-alone", 'expected a character and a space after the star: "*dwarf crags"', part[0].at
            )
        character, space, form = self._character_and_space(words, part[1:])
        seat = SeatReader(self.book, r.names, self.lasting, at, "" if character == NOBODY else character, space)
        if form:
            seat.begins_as(form, part[0].at)
        for clause in part[1:]:
            seat.read(clause)
        self.seats.append(seat)
        r.players.append(seat.player())
        r.at |= {str(at): part[0].at, **{f"{at}.{name}": place for name, place in seat.at.items()}}
        r.insisted |= {f"{at}.{name}" for name in seat.insisted} | ({str(at)} if part[0].insisted else set())
        if "arrived" in seat.said:
            if not starred:
                r.whose_turn(at, words[0])
            r.said["arrived"] = True

    def _character_and_space(self, words: Sequence[Word], clauses: Part) -> tuple[str, str, str]:
        """Return the character of a seat, its space, and the form that is named in place of the space, "" for none."""
        names = self.reading.names
        if not names.characters.longest(words)[1]:
            raise self._not_a_seat(words)
        character, used = names.character(words)
        if len(words) == used:
            raise SituationError(
                "space-missing", 'expected a space after {who}: "{who} crags"', words[0].at, who=character
            )
        form, more = names.forms.longest(words[used:])
        if form and not names.spaces.longest(words[used:])[1]:
            space = self._marked_space(character, form[0], words[used], clauses)
        else:
            form, (space, more) = (), names.space(words[used:])
        if len(words) > used + more:
            raise SituationError(
                "comma-missing",
                '"{said}" is too much: a comma is missing before it',
                words[used + more].at,
                said=cut(words[used + more].text),
            )
        return character, space, form[0] if form else ""

    def _marked_space(self, character: str, form: str, word: Word, clauses: Part) -> str:
        """Return the space of whoever is named with a form only: where a piece of its own lies."""
        for clause in clauses:
            first, *rest = clause.words
            if not first.quoted and first.text.lower() in self.lasting.markers and rest:
                return self.reading.names.space(rest)[0]
        text = 'expected the space of {who}: "{who} crags, as {form}"'
        raise SituationError("form-space", text, word.at, who=character, form=form)

    def _misplaced_hint(self, word: Word) -> Message | None:
        """Return a hint if the first word of a part belongs elsewhere: a word of a seat, a card, a space."""
        name = word.text.lower()
        if name in SEAT_WORDS or name in self.lasting.on_seats:
            text = '{name} belongs to a seat, after a comma: "dwarf crags, {name} …"'
            return message("hint-clause", text, name=name)
        if self.reading.names.cards.longest([word])[1]:
            text = 'a card lies somewhere or somebody has it: "on ruins, {name}", "dwarf crags, has {name}"'
            return message("hint-card", text, name=name)
        if name in self.book.board.index:
            text = 'a space comes after a character ("dwarf {name}") or after "on" ("on {name}, bear")'
            return message("hint-space", text, name=name)
        return None

    def _not_a_seat(self, words: Sequence[Word]) -> SituationError:
        """Return the error for a part that begins with neither a keyword nor a character."""
        first, known = words[0], (*PART_WORDS, *self._part_words(self.lasting))
        characters = self.reading.names.characters.keys
        otherwise, near = self._misplaced_hint(first), near_names(first.text, (*characters, NOBODY, *known))
        if otherwise:
            text = '"{said}" begins no part: {hint}'
            return SituationError("begins-no-part", text, first.at, said=cut(first.text), hint=otherwise)
        expected = near or message(
            "hint-parts", "; expected a character and a space, or one of {known}", known=", ".join(known)
        )
        if not characters:
            text = '; the characters are in no list, so type one first, as a part: "{example}"'
            expected = message("hint-own-character", text, example=OWN_PERSON)
        text = 'no character and no other part is called "{said}"{hint}'
        return SituationError("no-part", text, first.at, said=cut(first.text), hint=expected)

    @staticmethod
    def _part_words(lasting: EffectWords) -> list[str]:
        """Return the words of effects that last elsewhere than on a character."""
        return [word for word, found in lasting.by_word.items() if found[0].on != "seat" and "." not in word]
