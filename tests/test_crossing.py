"""How does one get from one Region to another: Sentinel, Raft, Portal?"""

from __future__ import annotations

import pytest
from situations import seat, situation


def test_one_roll_may_lead_over_the_bridge_and_to_the_portal() -> None:
    """`bridge.win`, `portal.open`, `portal.result`: two gates in one move, the second ends it."""
    game = situation(seat("troll", "sentinel", fate=1), seat("thief", "city")).say(6, "bridge", "fight", 6, 1, "keep")
    assert {option.key for option in game.ask.options} == {"clockwise", "anticlockwise", "portal"}
    game.say("portal", "strength", 6, 6)
    assert {"fate:0", "fate:1"} <= set(game.open()), "one of the two dice"
    game.say("fate:1", 1)
    assert game[0].space == "portal-of-power" and game[0].fate == 0 and game.ask.kind == "close", (
        "7 against 6, and no fate is left"
    )
    assert game.told("lost")[-1].n == 0, "strength never falls below its value"


def test_craft_lost_at_the_portal_takes_a_spell_with_it() -> None:
    """`portal.result`, `spell.excess`: at once, and not to be cast instead."""
    game = situation(seat("dwarf", "castle", craft=1, spells=("hex", "healing"), fate=0), seat("thief", "city"))
    game.say(3, "portal", "craft", 6)
    assert game.ask.purpose == "too-many-spells" and not [key for key in game.may(0) if key.startswith("cast:")]
    assert game.say("hex")[0].spells == ("healing",) and game.discards("spell") == ("hex",)


@pytest.mark.parametrize("bridges", [True, False])
def test_the_poltergeist_goes_at_the_sentinels_bridge_whatever_a_table_says_of_the_others(bridges: bool) -> None:
    haunted = seat("troll", "hills-3", goods=("poltergeist",), fate=0)
    game = situation(haunted, seat("thief", "city"), house={"switch.river_bridges": bridges})
    assert game.say(game.way_to("sentinel"))[0].goods == ()
    game = situation(
        seat("troll", "village", goods=("poltergeist",)), seat("thief", "city"), house={"switch.river_bridges": bridges}
    )
    assert (game.say(game.way_to("fields-6"))[0].goods == ()) == bridges


@pytest.mark.parametrize("slowed", ["poltergeist", "blizzard"])
def test_a_raft_is_built_instead_of_a_move_of_one_space_too(slowed: str) -> None:
    """`raft.build`: instead of moving, by the die or not; the Poltergeist's victim may leave it behind on a Raft."""
    if slowed == "poltergeist":
        game = situation(seat("troll", "woods-1", goods=("axe", "poltergeist"), fate=0), seat("thief", "city"))
    else:
        game = situation(seat("thief", "hills-1", fate=0), seat("troll", "woods-1", goods=("axe",), fate=0))
        game.walk("fields-1").say("blizzard").turn_end()
    who = game.state.turn
    assert game.ask.kind == "way" and game.ask.n == 1
    game.say("use:axe.build-raft").turn_end().turn_end().say("use:purchase/raft.raft")
    assert game[who].goods == ("axe",) and game[who].space == "hidden-valley"
