"""Whether a roll is kept without asking, and whether a reroll for fate could better it; used by the policy."""

from __future__ import annotations

from collections.abc import Iterator

from talisman_nb.cards.operations import If, Table
from talisman_nb.engine import step
from talisman_nb.engine.foresight import BAD, GOOD, NEUTRAL, Outcome, outcome
from talisman_nb.model import Answer, Ask, State


def kept_unasked(found: Ask, state: State) -> bool:
    """Return whether the people need not be asked about a roll.

    That is so if the kept roll is good, if a table of results says that nothing happens or a creature attacks, or if no
    other face is better. `better_by_fate` says whether a reroll is still worth an offer.
    """
    kept = _outcome(found, state, "keep")
    on_table = bool(found.ahead) and isinstance(found.ahead[0], Table)
    if kept.worth == GOOD or (on_table and kept.worth == NEUTRAL and not kept.open):
        return True
    others = list(_others(found, state))
    return bool(others) and not any(_better(other, kept) for other in others)


def better_by_fate(found: Ask, state: State) -> bool:
    """Return whether a reroll could better the result of a roll that is not good already."""
    kept = _outcome(found, state, "keep")
    return kept.worth != GOOD and any(_better(other, kept) for other in _others(found, state))


def _outcome(found: Ask, state: State, key: str) -> Outcome:
    """Judge an answer to a roll; one that has to reach something fails even with nothing to lose."""
    return outcome(state, key, found.seat, tried=bool(found.ahead) and isinstance(found.ahead[0], If))


def _better(other: Outcome, kept: Outcome) -> bool:
    """Return whether people may prefer another outcome; of two bad ones that differ they decide."""
    return other != kept and (other.worth != BAD or kept.worth == BAD)


def _others(found: Ask, state: State) -> Iterator[Outcome]:
    """Yield the outcome of every other face of each die that may be thrown again for fate."""
    for offer in found.offers:
        if offer.verb == "fate" and not offer.closed:
            lifted, _ = step(state, Answer(state.ply, offer.key))
            yield from (_outcome(found, lifted, str(face)) for face in range(1, 7) if face != offer.n)


__all__ = ["better_by_fate", "kept_unasked"]
