"""States to ask about that the game is not at: a seat at some part of its turn on some space, others passed over."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from talisman_nb.engine.ops.turn import TURN
from talisman_nb.engine.stepping import run_to_ask
from talisman_nb.model import Event, Frame, State
from talisman_nb.rules.book import book_of

Part = Literal["move", "encounter", "close"]
"""Parts of a turn: its move, what is met on the space, its end."""
ARRIVALS = ("walked", "crossed", "teleported")
"""Kinds of events by which a character comes to a space."""


def at_part(state: State, seat: int, part: Part, space: str = "") -> State:
    """Return the state in which a seat is at this part of its turn, on a space ("": where it stands).

    >>> from talisman_nb.engine import ask, new_game
    >>> game = new_game([("Ada", "dwarf"), ("Bruno", "thief")])
    >>> found = ask(at_part(game, 1, "move"))
    >>> found.kind, found.seat
    ('die', 1)
    """
    book = book_of(state.book)
    program = book.programs[TURN]
    calls = (at for at, (name, op, _) in enumerate(program.code) if name == "call" and op.program == part)
    pc = program.jump_labels["close"] if part == "close" else next(calls)
    player = replace(state.players[seat], space=space or state.players[seat].space)
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    begun = replace(
        state, players=players, stack=(Frame(TURN, pc, seat),), fight=None, turn=seat, moment="turn_start",
        held=len(player.spells), cast=(), result=None,
    )  # fmt: skip
    return run_to_ask(book, begun)[0]


def alone(state: State, seat: int) -> State:
    """Return the state with the turns of all other seats passed over."""
    players = (player if at == seat else replace(player, paused=True) for at, player in enumerate(state.players))
    return replace(state, players=tuple(players))


def without_encounter(before: State, after: State, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    """Return what a step leads to if nothing is met on a space to which one rolls, but its turn is over there.

    What bars the way is met all the same, and so is every space of a region in which one goes a space a turn.
    """
    board, seat = book_of(after.book).board, before.turn
    came = [at for at, event in enumerate(events) if event.kind in ARRIVALS and event.seat == seat]
    if not came and (in_encounter(before) or not in_encounter(after)):
        return after, events
    space = events[came[-1]].space if came else before.players[seat].space
    if not board.rolls(space) or still_moving(after):
        return after, events
    told = events[: came[-1] + 1] if came else ()
    old = before.players[seat]
    paid = sum(event.n for event in told if event.kind == "paid" and event.what == "gold" and event.seat == seat)
    promises = tuple(promise for promise in old.promises if promise.until != "leaving")
    player = replace(old, gold=old.gold - paid, turning_back=False, promises=promises)
    players = (*before.players[:seat], player, *before.players[seat + 1 :])
    return at_part(replace(before, players=players), seat, "close", space), told


def still_moving(state: State) -> bool:
    """Whether the turn waits in its move, and not for what is met."""
    return "move" in _roles(state) and not in_encounter(state)


def in_encounter(state: State) -> bool:
    """Whether something is being met."""
    return "encounter" in _roles(state)


def _roles(state: State) -> list[str]:
    programs = book_of(state.book).programs
    return [programs[frame.program].role for frame in state.stack]
