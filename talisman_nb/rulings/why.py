"""Why, why not, what if."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from talisman_nb.engine import NotAllowedError, asides, ask, step
from talisman_nb.engine.totals import Summand, summands
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Event, State
from talisman_nb.rules.book import book_of


class Reason(Struct, frozen=True):
    """Why something is closed: a reason, what closes it, the rules."""

    closed: str
    source: str
    cites: tuple[str, ...]


def why_total(state: State, seat: int, stat: str) -> tuple[Summand, ...]:
    """The parts of a seat's strength or craft now, with where each comes from (`stat.total`).

    >>> from talisman_nb.rulings.scenes import dwarf_meets
    >>> why_total(dwarf_meets("bear"), 0, "strength")
    (Summand(source='character.dwarf', n=3),)
    """
    return summands(WorkingState(book_of(state.book), state), seat, stat)


def why_not(state: State, key: str, seat: int | None = None) -> Reason | None:
    """Why an answer or aside is not open now; None when it is.

    >>> from talisman_nb.rulings.scenes import dwarf_meets
    >>> why_not(dwarf_meets("bear"), "evade").closed
    'evade'
    """
    found = ask(state)
    who = found.seat if seat is None else seat
    for option in (*found.options, *found.offers, *asides(state, max(who, 0))):
        if option.key == key:
            return Reason(option.closed, option.source, option.cites) if option.closed else None
    return Reason("table.not-open", "", ("table.not-open",))


def what_if(state: State, keys: Sequence[str]) -> tuple[State, tuple[Event, ...]]:
    """WorkingState on from a state without touching the game; the state after these answers and what happened.

    Raises `NotAllowedError` naming the answer that isn't open.
    """
    events: tuple[Event, ...] = ()
    for at, key in enumerate(keys):
        try:
            state, told = step(state, Answer(state.ply, key))
        except NotAllowedError as error:
            raise NotAllowedError(error.reason, f"answer {at + 1}: {error}", error.cites, error.expected) from None
        events += told
    return state, events
