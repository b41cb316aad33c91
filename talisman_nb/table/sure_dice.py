"""Dice that can't matter: whatever they show, the same comes of it, so that nobody has to throw them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from talisman_nb.engine import ask, step
from talisman_nb.model import Answer, Ask, State

from .records import Settings

Policy = Callable[[Ask, State, Settings], str]
MOST = 200
"""Upper bound of automatic answers after a die; beyond it the die counts as one that matters."""
MOVING, OWN, THEIRS = "move", "attack", ("foe", "defend")
"""Purposes of dice: of a move (always thrown), of the attacker, of the other side of a fight."""
FACES = ("1", "6", "2", "3", "4", "5")
"""Faces in the order in which they are tried: what matters is most often seen at the ends."""


class End(NamedTuple):
    """Where a die leads: the state in which people are asked again, and the winner of the fight (empty: none ended)."""

    state: State
    fought: str


def face_that_counts(found: Ask, state: State, settings: Settings, policy: Policy) -> str:
    """Return the face that counts for a die that can't matter: the least favourable one; "" if it matters.

    A die matters if people would be asked anything else, or the game would go on otherwise, after another face; and
    if it begins a fight that is lost: something may be put in before it is thrown.
    """
    if found.purpose == MOVING or found.n != 1:
        return ""
    ends = [_end(state, FACES[0], settings, policy)]
    for face in FACES[1:]:
        ends.append(_end(state, face, settings, policy))
        if ends[-1] is None or ends[-1] != ends[0]:
            return ""
    won = ends[0] is not None and ends[0].fought == "won"
    if found.purpose == OWN:
        return "1" if won else ""
    return "6" if won or found.purpose not in THEIRS else "1"


def _end(state: State, face: str, settings: Settings, policy: Policy) -> End | None:
    """Give a face and all that the policy answers then; None if a fight is still going on."""
    fought = ""
    key = face
    for _ in range(MOST):
        state, events = step(state, Answer(state.ply, key))
        fought = next((event.what for event in events if event.kind == "fought"), fought)
        found = ask(state)
        key = policy(found, state, settings)
        if not key:
            return None if state.fight is not None else End(replace(state, ply=0), fought)
    return None


__all__ = ["face_that_counts"]
