"""Who buys in the shop that is open: a shop for several asks one seat after another."""

from __future__ import annotations

from typing import Final, NamedTuple

from talisman_nb.cards import operations as o
from talisman_nb.engine.ops.shop import DONE, wares_for
from talisman_nb.model import Answer, Option, State

from .stepping import ask, step
from .working_state import WorkingState


class BuyerTurn(NamedTuple):
    """A seat in the order of buying, with what it may buy; `past`: it has had its turn."""

    seat: int
    wares: tuple[Option, ...]
    past: bool


def buyers(g: WorkingState) -> tuple[BuyerTurn, ...]:
    """Return everybody who buys in the open shop, in order; () if none is open.

    >>> from talisman_nb.notation.situation import situation
    >>> from talisman_nb.engine.working_state import working_state
    >>> state = situation("troll fields-6, gold 2 | thief city > 1 > clockwise > blacksmith")
    >>> [row.seat for row in buyers(working_state(state))]
    [0]
    """
    frame = g.stack[-1]
    program = g.runtime.programs[frame.program]
    op = program.code[frame.pc][1]
    if not isinstance(op, o.BuyFromStock):
        return ()
    g.enter(frame, program)
    now = frame.other if op.who == "other" else frame.you
    listed = frame.slots[program.names[SEATS]] if op.who == "other" and SEATS in program.names else (now,)
    seats = [int(one) for one in listed if g.alive(int(one))] if isinstance(listed, tuple) else [now]
    at = seats.index(now)
    return tuple(BuyerTurn(seat, tuple(wares_for(g, op, seat)), n < at) for n, seat in enumerate(seats))


SEATS: Final = "other#list"
"""Variable in which the loop over the buyers keeps them."""


def still_to_buy(state: State) -> tuple[int, ...]:
    """Return the seats that are asked what to buy, one after the other, if each is done at once; () in no shop."""
    found, source = ask(state), ask(state).source
    seats: list[int] = []
    while (found.kind, found.source) == ("shop", source):
        seats.append(found.seat)
        state, _ = step(state, Answer(state.ply, DONE))
        found = ask(state)
    return tuple(seats)


BUYER: Final = "buyer:"
"""Prefix of the key of what a later buyer buys; those before are done then: "buyer:SEAT/KEY"."""

__all__ = ["BUYER", "DONE", "BuyerTurn", "buyers", "still_to_buy"]
