"""How does a fight go: dice, fate, several enemies, and what counts for strength and craft?"""

from __future__ import annotations

from situations import seat, situation


def test_a_warrior_keeps_the_higher_of_two_dice_with_two_weapons_and_one_fate() -> None:
    game = situation(
        seat("warrior", "hills-1", goods=("sword", "axe"), fate=2),
        seat("thief", "city"),
        lying={"fields-1": ("dragon",)},
    )
    game.walk("fields-1").say("fight", 1, 2, 1)
    assert game.total(0, "strength") == 4 + 1 + 1, "a Warrior uses two weapons"
    assert game.ask.rolls == (8, 8) and game.ask.n == 0, "the higher die counts: 6 + 2 against 7 + 1"
    assert {"fate:0", "fate:1"} <= set(game.open())
    game.say("fate:0")
    assert game.ask.kind == "die" and game.ask.n == 1, "one die only is thrown again"
    game.say(6)
    assert game[0].fate == 1 and game.told("fought")[-1].scores == (12, 8)
    assert "dragon" in game[0].trophies


def test_the_warriors_second_die_is_for_battle_alone() -> None:
    game = situation(seat("warrior", "hills-1"), seat("thief", "city"), lying={"fields-1": ("ghost",)})
    game.walk("fields-1").say("fight")
    assert (game.ask.purpose, game.ask.n) == ("attack", 1), "psychic combat"


def test_what_a_potion_adds_does_not_count_in_the_cursed_glade() -> None:
    game = situation(
        seat("troll", "hills-3", goods=("potion-of-strength",)),
        seat("thief", "city"),
        lying={"cursed-glade": ("bear",)},
    )
    game.aside(0, "use:potion-of-strength.drink")
    assert game.total(0, "strength") == 8
    assert game.walk("cursed-glade").total(0, "strength") == 6


def test_whoever_misses_a_turn_defends_itself_and_takes_the_reward() -> None:
    """`turn.miss`, `combat.rewards`: the turn is missed, the fight of another's turn is not."""
    game = (
        situation(seat("troll", "tavern", fate=0), seat("thief", "fields-5", fate=0), arrived=True)
        .say(1)
        .turn_end()
        .walk("tavern")
    )
    game.say("attack:0", "fight", 1, 6, "gold")
    assert game[0].gold == 2 and game.ask.kind == "close" and not game.told("missed")
    game.say("done")
    assert game.state.turn == 1 and game.told("missed"), "and it is the Thief's turn again"


# --- several enemies ---


def test_enemies_of_mixed_kinds_fight_by_kind_the_lower_number_first() -> None:
    game = situation(
        seat("dwarf", "hills-1", fate=0), seat("thief", "city"), lying={"fields-1": ("ghost", "wolf", "bear")}
    )
    game.walk("fields-1").say("fight")
    assert [foe.card for foe in game.state.fight.foes] == ["wolf", "bear"], "what attacks with strength fights as one"  # type: ignore[union-attr]
    game.say(6, 1)
    assert set(game[0].trophies) == {"wolf", "bear"}
    assert game.state.fight is not None and game.state.fight.stat == "craft", "then the Spirit, with craft"


def test_a_lost_first_fight_leaves_the_second_enemy_alone() -> None:
    game = situation(
        seat("dwarf", "hills-1", fate=0), seat("thief", "city"), lying={"fields-1": ("ghost", "wolf", "bear")}
    )
    game.walk("fields-1").say("fight", 1, 6)
    assert game[0].life == 4 and len(game.told("fought")) == 1
    game.turn_end()
    assert len(game.told("fought")) == 1 and "ghost" in game.lying("fields-1"), "a lost fight ends the turn"
