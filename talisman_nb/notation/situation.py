"""Converts a situation, a short text, to a state and back; `model.situation` defines the notation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from talisman_nb.engine import NotAllowedError, ask
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Event, State
from talisman_nb.model.situation import (
    NOBODY,
    Position,
    Seat,
    SituationError,
    Word,
    Written,
)
from talisman_nb.model.situation_reading import parse_text
from talisman_nb.rules.book import Book, book_of, open_book
from talisman_nb.rules.edition import edition_table, with_house

from .layout import LaidPosition, before_first_question, lay_out, open_edition, shown_by
from .position_reader import read_position
from .possibility import wrongs
from .seat_readers import told_of
from .text_answers import CannotPlayError, say
from .writing import print_position

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
        asked = ask(state)
        character = state.players[asked.seat].character if asked.seat >= 0 else ""
        who = {"character": character, "book": state.book} if character else {}
        places = {"answer": answer.text, "reason": wrong, **who}
        said = 'the answer "{answer}" is not allowed: {reason}'
        refused = SituationError("answer-refused", said, answer.at, **places)
        if asked.purpose == "move" and isinstance(wrong, NotAllowedError) and wrong.reason == "table.die":
            said = (
                'the answer "{answer}" is not allowed: {reason}; '
                'who has moved already is "arrived", a word behind its space'
            )
            refused = SituationError("answer-to-move", said, answer.at, **places)
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
