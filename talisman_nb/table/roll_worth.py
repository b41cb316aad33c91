"""What a roll brings if it is kept, and what another throw could bring: good, bad, or neither."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from talisman_nb.engine import ask, step
from talisman_nb.model import Answer, Ask, Event, State

GOOD, NEITHER, BAD = 1, 0, -1
GAINS = ("gained", "healed", "got", "gained_spell", "taken", "took_gold")
HARMS = ("lost", "will_miss", "became", "discarded", "follower_killed")
THREATS = ("life_loss", "kill", "armour")
"""Purposes of the questions asked before a harm that something may still prevent."""


class Outcome(NamedTuple):
    """What comes of an answer: its worth for the seat that rolls, and the state without what another throw costs."""

    worth: int
    state: State


def nothing_better(found: Ask, state: State) -> bool:
    """Whether a roll to be kept or thrown again is good as it lies, or every other face would do harm or just the same."""
    kept = outcome(state, "keep", found.seat)
    if kept.worth != NEITHER:
        return kept.worth == GOOD
    others = list(_others(found, state))
    return bool(others) and all(other.worth == BAD or other == kept for other in others)


def outcome(state: State, key: str, seat: int) -> Outcome:
    """What an answer brings a seat, by what is told then and what is asked next."""
    after, events = step(state, Answer(state.ply, key))
    told, asked = [_of(event, seat) for event in events], ask(after)
    drawn = (asked.kind, asked.purpose, asked.seat) == ("card", "spell", seat)
    worth = BAD if BAD in told or asked.purpose in THREATS else GOOD if drawn or GOOD in told else NEITHER
    return Outcome(worth, replace(after, ply=0, players=tuple(replace(player, fate=0) for player in after.players)))


def _of(event: Event, seat: int) -> int:
    """One event for a seat; what others lose by its roll is meant, and to gain nothing is no gain."""
    if event.kind in GAINS:
        return NEITHER if not event.n and event.kind in ("gained", "healed") else GOOD if event.seat == seat else BAD
    return NEITHER if event.kind not in HARMS else BAD if event.seat == seat else GOOD


def _others(found: Ask, state: State) -> Iterator[Outcome]:
    """What every other face of every die that may be thrown again would bring."""
    for offer in found.offers:
        if offer.verb == "fate" and not offer.closed:
            lifted, _ = step(state, Answer(state.ply, offer.key))
            yield from (outcome(lifted, str(face), found.seat) for face in range(1, 7) if face != offer.n)


__all__ = ["nothing_better", "outcome"]
