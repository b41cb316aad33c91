"""Ready-made states for odds, lessons and benchmarks."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from talisman_nb.engine import new_game, step
from talisman_nb.model import Answer, State


def dwarf_meets(card: str, *, edition: str = "revised4") -> State:
    """Return the state in which the Dwarf, on the Fields next to the Crags, has drawn an enemy and is asked to fight.

    >>> from talisman_nb.engine import ask
    >>> ask(dwarf_meets("bear")).kind
    'fight'
    """
    state = new_game([("Ada", "dwarf"), ("Bruno", "thief")], edition)
    return follow(state, ["1", "anticlockwise", card])


def follow(state: State, keys: Sequence[str]) -> State:
    """Return the state after these answers, given as option keys.

    >>> follow(dwarf_meets("bear"), ["fight", "6"]).fight.mine.faces
    (6,)
    """
    for key in keys:
        state, _ = step(state, Answer(state.ply, key))
    return state


def with_player(state: State, seat: int, **changes: object) -> State:
    """Return the state with the given fields of one player replaced."""
    players = list(state.players)
    players[seat] = replace(players[seat], **changes)
    return replace(state, players=tuple(players))
