"""What the rule texts and the board say sentence by sentence, where two sentences meet; every test names its rule."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from situations import Game, seat, situation

from talisman_nb.model import Effect

TOAD = {"form": "toad", "form_left": 3}
TALISMAN = "talisman/talisman"


def on_quest(game: Game, who: int, quest: int) -> Game:
    """The seat has accepted this quest of the Warlock."""
    effect = Effect("space.warlocks-cave.quest", "seat", who, owner=who, source="space.warlocks-cave", slots=(quest,))
    game.state = replace(game.state, effects=(effect,))
    return game


# --- quests ---


def test_two_enemies_beaten_at_once_fulfil_one_quest() -> None:
    """`quest.one`, `quest.talisman`: one quest, one Talisman."""
    game = situation(seat("troll", "hills-1", fate=0), seat("thief", "city"), lying={"fields-1": ("wolf", "ape")})
    on_quest(game, 0, 2).walk("fields-1").say("fight", 6, 1)
    assert game[0].goods == (TALISMAN,) and game[0].space == "warlocks-cave"
    assert set(game[0].trophies) == {"wolf", "ape"} and len(game.told("ended")) == 1


def test_a_quest_is_fulfilled_in_somebody_elses_turn_too() -> None:
    """`quest.now`: as soon as it can be, whoever's turn it is."""
    game = situation(seat("thief", "hills-1", fate=0, gold=2), seat("troll", "fields-1", fate=0, gold=2))
    on_quest(game, 1, 5).walk("fields-1").say("attack:1", "fight", 1, 6, "gold")
    assert game.state.turn == 0 and (game[1].space, game[1].gold, game[1].goods) == ("warlocks-cave", 0, (TALISMAN,))
    assert game.ask.kind == "close", "a fight between characters ends the turn"


def test_whoever_is_attacked_and_takes_a_life_has_taken_it_for_the_warlock() -> None:
    """`quest.now`, `combat.rewards`: the winner, attacker or not."""
    game = situation(seat("thief", "hills-1", fate=0), seat("troll", "fields-1", fate=0))
    on_quest(game, 1, 1).walk("fields-1").say("attack:1", "fight", 1, 6, "life")
    assert (game[1].space, game[1].goods, game[0].life) == ("warlocks-cave", (TALISMAN,), 3)


def test_a_quest_fulfilled_by_a_killing_waits_until_the_dead_is_plundered() -> None:
    """`combat.kill-goods` before the way to the Cave (`quest.now`)."""
    rich = seat("thief", "fields-1", fate=0, life=1, goods=("sword",), gold=3)
    game = situation(seat("troll", "hills-1", fate=0), rich)
    on_quest(game, 0, 1).walk("fields-1").say("attack:1", "fight", 6, 1, "life", "all")
    assert (game[0].space, game[0].gold, set(game[0].goods)) == ("warlocks-cave", 4, {"sword", TALISMAN})


def test_the_way_out_of_the_inner_region_is_no_opening_of_the_portal() -> None:
    """`portal.out`, `portal.quest`: a running quest bars the way in only."""
    game = on_quest(situation(seat("troll", "plain-of-peril"), seat("thief", "city")), 0, 1)
    assert game.closed(next(option.key for option in game.ask.options if option.space == "portal-of-power")) == ""
    game = on_quest(situation(seat("troll", "castle"), seat("thief", "city")), 0, 1).say(3)
    assert game.closed("portal") == "open_portal"
