"""Do an Armour and a Spell save one life each, also where more than one would be lost?"""

from __future__ import annotations

import pytest
from golden.changed_book import in_force, with_table
from situations import seat, situation

SPELL = {"type": "spell", "at": ["own_turn"]}


@pytest.mark.parametrize(("lives", "saved", "left"), [(1, 6, 4), (1, 1, 3), (2, 6, 3), (2, 1, 2), (3, 6, 2)])
def test_an_armour_saves_one_of_the_lives_a_battle_takes(lives: int, saved: int, left: int) -> None:
    """A Spell that takes lives in battle from whoever casts it, while a Shield may be used."""
    cast = [{"op": "lose", "what": "life", "n": lives, "cause": "fight"}]
    with in_force(with_table("alchemy", SPELL | {"cast": cast}, "spells.toml")):
        worn = seat("thief", "hills-1", goods=("shield",), spells=("alchemy",), fate=0, life=4)
        game = situation(worn, seat("troll", "city"), lying={"fields-1": ("dragon",)})
        game.walk("fields-1").aside(0, "cast:alchemy").say("shield", saved)
    assert game[0].life == left
    assert sum(event.n for event in game.told("spared")) == lives - (4 - left)
