"""Explains a total, explains why an answer is closed, and tries answers out on a copy of the game."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from talisman_nb.engine import NotAllowedError, asides, ask, step
from talisman_nb.engine.totals import Summand, summands
from talisman_nb.engine.working_state import working_state
from talisman_nb.model import Answer, Event, State


class ClosedReason(Struct, frozen=True):
    """Why an option is closed.

    Attributes
    ----------
    closed
        The id of the reason.
    source
        What closes it.
    cites
        The rules.
    """

    closed: str
    source: str
    cites: tuple[str, ...]


def why_total(state: State, seat: int, stat: str) -> tuple[Summand, ...]:
    """Return the summands of a seat's strength or craft, each with its source.

    Parameters
    ----------
    state
        The state of the game.
    seat
        Whose figure.
    stat
        "strength" or "craft".

    Returns
    -------
    tuple[Summand, ...]
        The summands.

    Examples
    --------
    >>> from talisman_nb.notation.situation import situation
    >>> why_total(situation("dwarf crags | thief city > 1 > anticlockwise > bear"), 0, "strength")
    (Summand(source='character.dwarf', n=3),)
    """
    return summands(working_state(state), seat, stat)


def why_not(state: State, key: str, seat: int | None = None) -> ClosedReason | None:
    """Return why an answer or aside is not open.

    Parameters
    ----------
    state
        The state of the game.
    key
        The answer.
    seat
        Whose asides to search; None takes the seat that is asked.

    Returns
    -------
    ClosedReason | None
        The reason; None if it is open.

    Examples
    --------
    >>> from talisman_nb.notation.situation import situation
    >>> why_not(situation("dwarf crags | thief city > 1 > anticlockwise > bear"), "evade").closed
    'evade'
    """
    found = ask(state)
    who = found.seat if seat is None else seat
    for option in (*found.options, *found.offers, *asides(state, max(who, 0))):
        if option.key == key:
            return ClosedReason(option.closed, option.source, option.cites) if option.closed else None
    return ClosedReason("table.not-open", "", ("table.not-open",))


def what_if(state: State, keys: Sequence[str]) -> tuple[State, tuple[Event, ...]]:
    """Return what these answers lead to; the state itself does not change.

    Parameters
    ----------
    state
        The state of the game.
    keys
        The answers, as keys of options.

    Returns
    -------
    tuple[State, tuple[Event, ...]]
        The state after them, and what they caused.

    Raises
    ------
    NotAllowedError
        One of them isn't open; with its number.

    Examples
    --------
    >>> from talisman_nb.notation.situation import situation
    >>> state, told = what_if(situation("dwarf crags | thief city"), ["3", "clockwise"])
    >>> state.players[0].space, told[0].kind
    ('fields-3', 'rolled')
    """
    events: tuple[Event, ...] = ()
    for at, key in enumerate(keys):
        try:
            state, told = step(state, Answer(state.ply, key))
        except NotAllowedError as error:
            raise error.said_as(f"answer {at + 1}: {error}", error.expected) from None
        events += told
    return state, events
