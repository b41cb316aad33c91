"""A situation laid out: a short text becomes a state, and a state a short text. `model.situation` tells how it is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from talisman_nb.engine import NotAllowedError
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Event, State
from talisman_nb.model.situation import NOBODY, Position, Seat, SituationError, Word, Written
from talisman_nb.model.situation_reading import written
from talisman_nb.rules.book import DECKS, Book, book_of, open_book
from talisman_nb.rules.edition import edition_table

from .notation.layout import Laid, lay_out, shown_by
from .notation.possibility import wrongs
from .notation.reading import read_position
from .notation.seat_readers import told_of
from .notation.writing import print_position
from .text_answers import CannotPlayError, say

UNSAID = ("ply", "result")
"""Fields of a state that no text needs: a number of answers, a value nobody reads any more."""


def situation(text: str) -> State:
    """The game a text says, at its first question or, with answers behind `>`, at the one after the last.

    Raises `SituationError` with the place: what isn't understood, what can't be and by which rule, an answer that isn't open.

    >>> from talisman_nb.engine import ask
    >>> ask(situation("dwarf crags, life 2 | thief city")).purpose
    'move'
    >>> ask(situation("dwarf crags, life 2 | thief city > 3")).kind
    'way'
    >>> situation("dwarv crags")
    Traceback (most recent call last):
    ...
    talisman_nb.model.situation.SituationError: column 1: no character and no other part is called "dwarv"; did you mean "dwarf"?
    """
    split = written(text)
    state = laid_text(text, split).state
    for answer in split.answers:
        state = said(text, state, answer)[0]
    return state


def laid_text(text: str, split: Written) -> Laid:
    """The position of a split text, its answers left away."""
    try:
        return lay_out(read_position(split, open_book))
    except SituationError as wrong:
        raise wrong.placed(text) from None


def said(text: str, state: State, answer: Word) -> tuple[State, tuple[Event, ...]]:
    """One answer of a text; the state after it and what was told."""
    events: tuple[Event, ...] = ()
    try:
        for after, told in say(state, answer.text):
            state, events = after, events + told
    except (NotAllowedError, CannotPlayError) as wrong:
        raise SituationError(f'the answer "{answer.text}": {wrong}', answer.at).placed(text) from None
    return state, events


def read_situation(text: str) -> Position:
    """What a text says, by key; raises `SituationError`. Whether it can be is looked at when it is laid out."""
    try:
        return read_position(written(text), open_book)
    except SituationError as wrong:
        raise wrong.placed(text) from None


def check_words(text: str) -> None:
    """Refuse a text that can't be read, as `read_situation` does, in the usual book: rulings are many, editions slow to open."""

    def usual(edition: str, house: Mapping[str, Any]) -> Book:
        edition_table(edition, house)
        return open_book()

    try:
        read_position(written(text), usual)
    except SituationError as wrong:
        raise wrong.placed(text) from None


def situation_text(state: State) -> str:
    """The text of a state at the beginning of a turn: `situation` gives the state back, all but the number of its answers.

    Raises `SituationError` where a text can't say all of it; nothing is ever left away. What no game could come to is marked.

    >>> situation_text(situation("dwarf crags, life 2 | *thief city | on ruins, bear, gold 2"))
    'dwarf crags, life 2 | *thief city | on ruins, bear, gold 2'
    """
    lost: list[str] = []
    for arrived in (False, True):
        position = replace(position_of(state), arrived=arrived)
        position = position.insisting(_impossible(state, position))
        text = print_position(book_of(state.book), position)
        again = situation(text)
        differs = [name for name in State.__struct_fields__ if name not in UNSAID and getattr(again, name) != getattr(state, name)]
        if not differs:
            return text
        lost = lost or differs
    raise SituationError(f"a text says the beginning of a turn or of an encounter; of this state it would not say: {', '.join(lost)}")


def _impossible(state: State, position: Position) -> frozenset[str]:
    """The clauses that say what can't be."""
    return frozenset(wrong.where for wrong in wrongs(WorkingState(book_of(state.book), state), position) if not wrong.hard)


def position_of(state: State) -> Position:
    """What of a state stands in a text."""
    book = book_of(state.book)
    spaces = book.board.spaces
    lying = {space: _unshown(state, space, cards) for space, cards in zip(spaces, state.spaces, strict=True)}
    spells = len(state.players[state.turn].spells)
    return Position(
        tuple(Seat(p.character or NOBODY, p.space, told_of(book, p, at)) for at, p in enumerate(state.players)),
        book.edition,
        book.house,
        state.turn,
        lying={space: cards for space, cards in lying.items() if cards},
        gold={space: n for space, n in zip(spaces, state.gold, strict=True) if n},
        discards=tuple(card for deck in state.decks for card in deck.discards),
        box=state.box,
        known={name: (deck.known, deck.knowers) for name, deck in zip(DECKS, state.decks, strict=True) if deck.known},
        effects=state.effects,
        own=state.own,
        round=state.round,
        crown=state.crown and not any(player.space == book.board.crown for player in state.players),
        cast=state.cast,
        held=-1 if state.held == spells else state.held,
    )


def _unshown(state: State, space: str, cards: tuple[str, ...]) -> tuple[str, ...]:
    """What lies on a space besides the cards that show something lasting; all of it where those are not the last ones."""
    shown = shown_by(state.effects, space)
    rest = cards[: len(cards) - len(shown)]
    return rest if list(cards[len(rest) :]) == shown and not set(shown) & set(rest) else cards
