"""When is a quest of the Warlock fulfilled, and what does it bring?"""

from __future__ import annotations

import pytest
from situations import TALISMAN, on_quest, seat, situation

from talisman_nb.model import Change


def test_the_warlock_rewards_the_quest_at_once() -> None:
    game = situation(seat("thief", "desert-1", goods=("maiden",)), seat("troll", "crags"))
    game.walk("warlocks-cave").say("quest", 3)
    game.keep()
    assert game[0].goods == (TALISMAN,) and game[0].space == "warlocks-cave"


def test_who_draws_the_pestilence_has_taken_no_life_for_the_warlock() -> None:
    game = on_quest(situation(seat("troll", "hills-1", fate=0), seat("thief", "city")), 0, 1)
    quest = game.state.effects
    game.walk("fields-1").say("pestilence")
    assert (game[0].space, game[1].life) == ("fields-1", 3) and game.state.effects == quest


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
    assert game.closed(game.way_to("portal-of-power")) == ""
    game = on_quest(situation(seat("troll", "castle"), seat("thief", "city")), 0, 1).say(3)
    assert game.closed("portal") == "open_portal"


@pytest.mark.parametrize(
    ("character", "answers"),
    [("minstrel", ("use:character.minstrel.charm", "foe:0", 6)), ("ghoul", ("fight", 6, 1, "raise"))],
)
def test_a_follower_charmed_or_raised_is_delivered_at_once(character: str, answers: tuple[str | int, ...]) -> None:
    """`quest.now`: it is a Follower as soon as it is had; what lay beside it stays (`meet.left`)."""
    game = situation(
        seat(character, "hills-1", fate=0, strength=4),
        seat("thief", "city"),
        lying={"fields-1": ("wolf", "bear", "sword")},
    )
    on_quest(game, 0, 3).walk("fields-1").say(*answers)
    assert (game[0].space, game[0].goods) == ("warlocks-cave", (TALISMAN,)) and len(game.discards("adventure")) == 1
    assert "sword" in game.lying("fields-1")


def test_the_spirit_of_the_crags_is_no_enemy_for_the_warlock() -> None:
    """`combat.creature`, `trophy.keep`: what a space brings is a creature, not an Enemy card."""
    game = situation(seat("elf", "crags", fate=0), seat("thief", "city"), arrived=True)
    on_quest(game, 0, 2).say(1, "fight", 6, 1)
    assert game.told("fought")[-1].what == "won" and game[0].trophies == () and game.state.effects


def test_a_quest_without_a_talisman_left_brings_none() -> None:
    game = situation(seat("dwarf", "warlocks-cave", gold=3), seat("thief", "city"), arrived=True)
    game.by_hand(*[Change("card", card=TALISMAN, origin="stock", to="seat:1")] * 4)
    game.say("quest", 5, "keep")
    assert game[0].gold == 0 and not game.state.effects, "the quest is fulfilled with what is at hand"
    assert not [card for card in game[0].goods if "talisman" in card]
