"""States made from others: after some answers, with a player changed; for odds, lessons and tests."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from talisman_nb.engine import step
from talisman_nb.model import Answer, State


def follow(state: State, keys: Sequence[str]) -> State:
    """Return the state after these answers, given as option keys.

    >>> from talisman_nb.rulings.situation import situation
    >>> follow(situation("dwarf crags | thief city"), ["1", "anticlockwise", "bear", "fight", "6"]).fight.mine.faces
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
