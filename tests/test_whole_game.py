"""Does a game come from the first die to its end, with real dice and cards, or all on paper?"""

from __future__ import annotations

import pytest
from editions import PLAYED
from short_game import answer

from talisman_nb.engine import ask, new_game, step
from talisman_nb.model import Answer, Event
from talisman_nb.simulate.invariants import violations

MOST = 2_000


@pytest.mark.parametrize("edition", PLAYED)
def test_three_players_play_to_the_crown(edition: str) -> None:
    state = new_game([("Ada", "dwarf"), ("Bruno", "thief"), ("Carla", "troll")], edition)
    told: list[Event] = []
    for _ in range(MOST):
        if ask(state).kind == "over":
            break
        state, events = step(state, Answer(state.ply, answer(state)))
        assert not violations(state)
        told += events
    kinds = [event.kind for event in told]
    assert state.winner == 0 and ask(state).kind == "over"
    assert "crown_reached" in kinds and kinds.count("eliminated") == 2 and kinds[-1] == "won"
    assert kinds.index("crown_reached") < kinds.index("eliminated")
