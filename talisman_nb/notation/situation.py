"""Converts a situation, a short text, to a state and back; `model.situation` defines the notation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from talisman_nb.cards.decode import CardError
from talisman_nb.engine import NotAllowedError, ask
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Effect, Event, Message, State
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
from talisman_nb.model.situation_reading import parse_text
from talisman_nb.rules.book import Book, book_of, open_book
from talisman_nb.rules.edition import edition_table, with_house

from .book_choice import rules_said
from .effect_words import EffectWords, effect_read, lasting_words
from .layout import LaidPosition, before_first_question, lay_out, open_edition, shown_by
from .name_lookup import OWN_PERSON, NameLookup, cut, near_names
from .part_readers import PARTS, RULES, Part, Reading
from .possibility import wrongs
from .seat_readers import SeatReader, is_star, told_of
from .text_answers import CannotPlayError, say
from .writing import print_position

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


UNSAID = ("ply", "result")
"""Fields of a state that a situation leaves out: the number of answers, and an obsolete value."""


def situation(text: str) -> State:
    """Return the state of a situation at its first question or, with answers behind `>`, after the last of them.

    Parameters
    ----------
    text
        The situation, as `talisman_nb.model.situation` tells.

    Returns
    -------
    State
        The state of the game.

    Raises
    ------
    SituationError
        A text that can't be read, a position that is impossible (with the rule it breaks), or an answer that isn't
        open; with the column.

    Examples
    --------
    >>> from talisman_nb.engine import ask
    >>> ask(situation("dwarf crags, life 2 | thief city")).purpose
    'move'
    >>> ask(situation("dwarf crags, life 2 | thief city > 3")).kind
    'way'
    >>> situation("dwarv crags")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    talisman_nb.model.situation.SituationError: column 1: no character ... is called "dwarv"; did you mean "dwarf"?
    """
    split = parse_text(text)
    state = laid_text(text, split).state
    for answer in split.answers:
        state = give_answer(text, state, answer)[0]
    return state


def laid_text(text: str, split: Written) -> LaidPosition:
    """Return the position of a split text, laid out without its answers; raises `SituationError` with the column."""
    try:
        return lay_out(read_position(split, open_book))
    except SituationError as wrong:
        raise wrong.placed(text) from None


def give_answer(text: str, state: State, answer: Word) -> tuple[State, tuple[Event, ...]]:
    """Give one answer of a text; return the state after it and the events. Raises `SituationError` if refused."""
    events: tuple[Event, ...] = ()
    try:
        for after, told in say(state, answer.text):
            state, events = after, events + told
    except (NotAllowedError, CannotPlayError) as wrong:
        character = state.players[seat].character if (seat := ask(state).seat) >= 0 else ""
        who = {"character": character, "book": state.book} if character else {}
        said = 'the answer "{answer}" is not allowed: {reason}'
        refused = SituationError("answer-refused", said, answer.at, answer=answer.text, reason=wrong, **who)
        raise refused.placed(text) from None
    return state, events


def read_situation(text: str) -> Position:
    """Decode a text to a position; raises `SituationError`. `lay_out` checks whether it is possible."""
    try:
        return read_position(parse_text(text), open_book)
    except SituationError as wrong:
        raise wrong.placed(text) from None


def check_words(text: str, book: Book | None = None) -> Position:
    """Decode a text with the names of a book, whatever edition it names; raises `SituationError`.

    None stands for the default book, since opening one for each ruling is slow; the edition's own is opened if that
    does not have all the names.
    """

    def usual(edition: str, house: Mapping[str, Any]) -> Book:
        edition_table(edition, None if book else house)
        if book:
            with_house(book.usual, house, book.figure_ranges)
        return book or open_book()

    try:
        return read_position(parse_text(text), usual)
    except SituationError as wrong:
        try:
            if book is None:
                return read_position(parse_text(text), open_edition)
        except SituationError as still:
            raise still.placed(text) from None
        raise wrong.placed(text) from None


def insisting_text(text: str) -> str:
    """Return a text with `!` behind each clause that is impossible by the rules but may be insisted on.

    A text without such a clause is returned as it is. Raises `SituationError` for one that can't be read.

    >>> insisting_text("dwarf crags, has bear | thief city > 3")
    'dwarf crags, has bear ! | thief city > 3'
    """
    split = parse_text(text)
    position = read_situation(text)
    book = open_edition(position.edition, position.house)
    more = _impossible_at(book, before_first_question(book, position), position)
    if more <= position.insisted:
        return text
    body = print_position(book, position.insisting(position.insisted | more))
    return " > ".join((body, *(answer.text for answer in split.answers)))


def situation_text(state: State) -> str:
    """Return the text of a state at the beginning of a turn or of an encounter; `situation` is the inverse.

    The round trip keeps every field but those in `UNSAID`. Clauses that are impossible by the rules are marked with
    `!`.

    Parameters
    ----------
    state
        The state of the game.

    Returns
    -------
    str
        The situation as one line.

    Raises
    ------
    SituationError
        The notation can't express the whole state.

    Examples
    --------
    >>> situation_text(situation("dwarf crags, life 2 | *thief city | on ruins, bear, gold 2"))
    'dwarf crags, life 2 | *thief city | on ruins, bear, gold 2'
    """
    lost = [] if all(player.space for player in state.players) else ["players"]  # one to be dealt stands nowhere
    for arrived in () if lost else (False, True) if state.players[state.turn].character else (False,):
        position = replace(position_of(state), arrived=arrived)
        position = position.insisting(_impossible(state, position))
        text = print_position(book_of(state.book), position)
        again = situation(text)
        differs = [
            name
            for name in State.__struct_fields__
            if name not in UNSAID and getattr(again, name) != getattr(state, name)
        ]
        if not differs:
            return text
        lost = lost or differs
    text = "a text says the beginning of a turn or of an encounter; of this state it would not say: {fields}"
    raise SituationError("unsaid", text, fields=", ".join(lost))


def _impossible(state: State, position: Position) -> frozenset[str]:
    """Return the clauses that are impossible by a rule but may be insisted on."""
    return _impossible_at(book_of(state.book), state, position)


def _impossible_at(book: Book, state: State, position: Position) -> frozenset[str]:
    return frozenset(wrong.where for wrong in wrongs(WorkingState(book, state), position) if not wrong.hard)


def position_of(state: State) -> Position:
    """Return the part of a state that the notation can express."""
    book = book_of(state.book)
    spaces = book.board.spaces
    lying = {space: _without_shown(state, space, cards) for space, cards in zip(spaces, state.spaces, strict=True)}
    players = state.players
    spells = len(players[state.turn].spells)
    return Position(
        tuple(Seat(p.character or NOBODY, p.space, told_of(book, p, at, state.own)) for at, p in enumerate(players)),
        book.edition,
        book.house,
        state.turn,
        lying={space: cards for space, cards in lying.items() if cards},
        gold={space: n for space, n in zip(spaces, state.gold, strict=True) if n},
        discards=tuple(card for deck in state.decks for card in deck.discards),
        box=state.box,
        known={deck: (top.known, top.knowers) for deck, top in zip(book.decks, state.decks, strict=True) if top.known},
        effects=state.effects,
        own=state.own,
        round=state.round,
        crown=state.crown and not any(player.space == book.board.crown for player in players),
        cast=state.cast,
        held=-1 if state.held == spells else state.held,
        seating=state.seating,
        texts=state.texts,
    )


def _without_shown(state: State, space: str, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cards of a space without the last ones if those show effects, for `lay_out` adds them itself."""
    shown = shown_by(state.effects, space)
    rest = cards[: len(cards) - len(shown)]
    return rest if list(cards[len(rest) :]) == shown and not set(shown) & set(rest) else cards
