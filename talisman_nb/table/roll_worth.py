"""Worth of a roll for its seat (good, bad or neutral), if kept and if thrown again; used by the policy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from talisman_nb.engine import ask, step
from talisman_nb.model import Answer, Ask, Event, State
from talisman_nb.rules.book import book_of

GOOD, NEUTRAL, BAD = 1, 0, -1
GAINS = ("gained", "healed", "got", "gained_spell", "taken", "took_gold")
"""Kinds of events that are good for their seat."""
HARMS = ("lost", "will_miss", "became", "discarded", "follower_killed")
"""Kinds of events that are bad for their seat."""
THREATS = ("life_loss", "kill", "armour")
"""Purposes of asks that precede a harm which may still be prevented."""


class Outcome(NamedTuple):
    """Result of an answer: its worth for the seat that rolls, and the state with fate and ply cleared, to compare."""

    worth: int
    state: State


def nothing_better(found: Ask, state: State) -> bool:
    """Return whether a reroll can't improve the result.

    That is so if the kept roll is good, or if it is neutral and every other face is bad or leads to the same state.
    """
    kept = outcome(state, "keep", found.seat)
    if kept.worth != NEUTRAL:
        return kept.worth == GOOD
    others = list(_others(found, state))
    return bool(others) and all(other.worth == BAD or other == kept for other in others)


def outcome(state: State, key: str, seat: int) -> Outcome:
    """Play an answer and judge it for a seat by its events and the next ask."""
    after, events = step(state, Answer(state.ply, key))
    told, asked = [_of(event, seat) for event in events], ask(after)
    drawn = (asked.kind, asked.purpose, asked.seat) == ("card", book_of(after.book).face_down, seat)
    worth = BAD if BAD in told or asked.purpose in THREATS else GOOD if drawn or GOOD in told else NEUTRAL
    return Outcome(worth, replace(after, ply=0, players=tuple(replace(player, fate=0) for player in after.players)))


def _of(event: Event, seat: int) -> int:
    """Return the worth of one event for a seat; a loss of others is good, a gain of 0 is neutral."""
    if event.kind in GAINS:
        return NEUTRAL if not event.n and event.kind in ("gained", "healed") else GOOD if event.seat == seat else BAD
    return NEUTRAL if event.kind not in HARMS else BAD if event.seat == seat else GOOD


def _others(found: Ask, state: State) -> Iterator[Outcome]:
    """Yield the outcome of every other face of each die that may be thrown again for fate."""
    for offer in found.offers:
        if offer.verb == "fate" and not offer.closed:
            lifted, _ = step(state, Answer(state.ply, offer.key))
            yield from (outcome(lifted, str(face), found.seat) for face in range(1, 7) if face != offer.n)


__all__ = ["nothing_better", "outcome"]
