"""Tokens on character cards (`house.tokens`): red for who must stand still a turn, black for who moves by single steps.

They only show what holds anyway; where a table does not play with them there are none.
"""

from __future__ import annotations

from typing import Final, Literal

from talisman_nb.cards.modifiers import Step
from talisman_nb.model import Player, State
from talisman_nb.rules.book import book_of

from .active_modifiers import active_modifiers
from .conditions import holds_for
from .working_state import WorkingState

TurnToken = Literal["red", "black"]
MISSED: Final = "turn.missed.do"
"""Program of a missed turn: a promise of it is a turn to miss."""


def turns_missed(p: Player) -> int:
    """How many turns a character must stand still."""
    return sum(promise.program == MISSED for promise in p.promises)


def turn_tokens(state: State) -> tuple[tuple[TurnToken, ...], ...]:
    """The tokens on the card of each seat."""
    book = book_of(state.book)
    if not book.table["switch.tokens"]:
        return ((),) * len(state.players)
    g = WorkingState(book, state)
    return tuple(_of_seat(g, seat) if g.alive(seat) else () for seat in range(len(state.players)))


def _of_seat(g: WorkingState, seat: int) -> tuple[TurnToken, ...]:
    red: tuple[TurnToken, ...] = ("red",) if turns_missed(g.players[seat]) else ()
    by_step = any(holds_for(g, held, seat) for held in active_modifiers(g, seat).of(Step))
    return (*red, "black") if by_step else red
