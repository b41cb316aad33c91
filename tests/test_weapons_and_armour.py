"""Which Weapons and Armour may be used in a fight, and what do they do?"""

from __future__ import annotations

import pytest
from situations import seat, situation


def test_of_three_weapons_a_warrior_uses_two_and_may_choose() -> None:
    game = situation(
        seat("warrior", "hills-1", goods=("sword", "axe", "runesword")),
        seat("thief", "city"),
        lying={"fields-1": ("dragon",)},
    )
    game.walk("fields-1")
    assert game.total(0, "strength") == 6 and [key for key in game.open() if key.startswith("wield:")]


@pytest.mark.parametrize("character", ["monk", "priest"])
def test_who_may_use_no_weapon_has_none_to_choose(character: str) -> None:
    """`have-use`, `golden.cannot`: carried, never wielded."""
    game = situation(
        seat(character, "hills-1", goods=("sword", "holy-lance")),
        seat("thief", "city"),
        lying={"fields-1": ("dragon",)},
    )
    game.walk("fields-1")
    assert [key for key in game.open() if key.startswith("wield:")] == []


def test_in_the_cursed_glade_no_weapon_counts_so_none_is_chosen() -> None:
    """`stat.blocked`."""
    armed = seat("warrior", "hills-3", goods=("sword", "axe", "runesword", "unicorn"))
    game = situation(armed, seat("thief", "city"), lying={"cursed-glade": ("bear",)}).walk("cursed-glade")
    assert game.total(0, "strength") == 5 and [key for key in game.open() if key.startswith("wield:")] == []


def test_a_holy_lance_leaves_the_hand_that_turns_evil_in_the_middle_of_a_fight() -> None:
    """`alignment.forbidden`, `stat.total`: at once, and what it added with it."""
    game = situation(
        seat("druid", "hills-1", fate=0, goods=("holy-lance",)), seat("thief", "city"), lying={"fields-1": ("dragon",)}
    )
    game.walk("fields-1")
    before = game.total(0, "strength")
    game.aside(0, "use:character.druid.align").say("evil")
    assert before > game.total(0, "strength") == 2 and game.lying("fields-1") == ("dragon", "holy-lance")
    assert "use:character.druid.align" not in game.may(0), "once a turn"


def test_the_runesword_drinks_only_from_a_life_that_was_really_taken() -> None:
    game = situation(seat("assassin", "fields-1", goods=("runesword",)), seat("thief", "graveyard", life=3))
    game.walk("graveyard").say("attack:1", "fight", 6)
    game.until("spoils")
    game.say("life")
    assert (game[0].life, game[1].life) == (5, 2)


def test_who_is_attacked_uses_the_runesword_rather_than_a_plain_one() -> None:
    game = situation(
        seat("troll", "fields-1", fate=0), seat("thief", "graveyard", goods=("sword", "runesword"), fate=0)
    )
    game.walk("graveyard").say("attack:1", "fight", 1, 6, "life")
    assert (game[0].life, game[1].life) == (5, 5)


def test_one_armour_is_tried_for_each_life_and_never_in_psychic_combat() -> None:
    worn = seat("thief", "hills-1", goods=("helmet", "shield"), fate=0)
    game = situation(worn, seat("troll", "city"), lying={"fields-1": ("dragon",)})
    game.walk("fields-1").say("fight", 1, 6)
    assert (game.ask.kind, game.ask.purpose) == ("pick", "armour") and set(game.open()) == {"helmet", "shield", "none"}
    game.say("shield", 4)
    assert game[0].life == 3, "a Shield saves on a five or more, and no second armour is tried"
    game = situation(worn, seat("troll", "city"), lying={"fields-1": ("ghost",)})
    game.walk("fields-1").say("fight", 1, 6)
    assert game[0].life == 3 and not game.told("saved")
