"""What may a Toad do, what does it lose, and when is it itself again?"""

from __future__ import annotations

import pytest
from situations import TOAD, Game, on_quest, seat, situation

# --- what it has ---


def test_a_toad_drops_everything_and_gets_its_own_back() -> None:
    game = situation(
        seat("druid", "fields-1", strength=2, goods=("sword", "maiden"), spells=("healing",), gold=3),
        seat("thief", "city"),
        lying={"graveyard": ("witch",)},
    )
    game.walk("graveyard").say(1)
    assert game.ask.kind == "result", "fate may better it"
    game.say("keep")
    assert game.lying("graveyard") == ("witch", "sword", "maiden") and game.gold("graveyard") == 3
    assert (game.total(0, "strength"), game.total(0, "craft"), game[0].form) == (1, 1, "toad")
    assert game[0].spells == ("healing",) and game.may(0) == (), "kept, not cast"
    game.turn_of(1)
    for _ in range(3):
        assert game[0].form == "toad"
        game.turn_end()
        assert game.ask.kind == "way" and game.ask.n == 1
        game.turn_end()
    assert game[0].form == "" and game.total(0, "strength") == 4


def test_a_toad_with_a_mule_drops_all_it_has_and_takes_nothing_up() -> None:
    game = situation(
        seat("troll", "fields-1", goods=("mule", "sword", "axe"), gold=3), seat("wizard", "city", spells=("random",))
    )
    game.aside(1, "cast:random").say("seat:0", 1, "keep")
    assert game[0].form == "toad" and game[0].goods == () and game[0].gold == 0
    assert set(game.lying("fields-1")) == {"mule", "sword", "axe"} and game.gold("fields-1") == 3
    assert game.total(0, "strength") == 1


def test_a_toad_is_given_no_talisman() -> None:
    """`toad.goods`: it has no Objects, by a quest or a space as little as from the ground."""
    game = situation(seat("troll", "temple", fate=0, **TOAD), seat("thief", "city"), arrived=True).say(6, 4)
    assert game[0].goods == () and game.told("may_not_have")
    game = situation(seat("troll", "hills-1", fate=0, **TOAD), seat("thief", "city"), lying={"sentinel": ("goblin",)})
    on_quest(game, 0, 2).walk("sentinel").say("fight", 6, 1)
    assert game[0].goods == () and game[0].space == "warlocks-cave" and not game.state.effects
    assert sum(game.state.stocks) == sum(situation(seat("troll", "city")).state.stocks), (
        "all four Talismans are in their stock"
    )


def test_a_toad_is_given_no_gold() -> None:
    """`toad.goods`: it has no gold either; life, fate, strength and craft it gains (`toad.stats`, `toad.life-fate`)."""
    game = situation(seat("troll", "tavern", fate=0, **TOAD), seat("thief", "city"), arrived=True).say(4)
    assert game[0].gold == 0 and game.told("may_not_take_gold")
    game = situation(seat("troll", "temple", fate=0, **TOAD), seat("thief", "city"), arrived=True).say(6, 6)
    assert game[0].life == 8
    game = situation(seat("troll", "forest", fate=0, **TOAD), seat("thief", "city"), arrived=True).say(6)
    assert game.total(0, "craft") == 2


def test_a_toads_quest_waits_until_it_has_something_to_give() -> None:
    game = situation(seat("troll", "warlocks-cave", **TOAD), seat("thief", "hills-1"), arrived=True)
    while game.ask.kind == "choose" and "quest" in game.ask.purpose:
        game.say(game.open()[0])
    game.say(*(["4"] if game.ask.kind == "die" else []))
    game.say("keep")
    assert game[0].form == "toad" and game.state.effects, "it is on a quest, with nothing to give yet"


# --- its turns ---


def test_a_toad_made_one_again_in_anothers_turn_counts_three_turns_of_its_own() -> None:
    """`toad.again`: three turns anew, from the next one."""
    game = situation(
        seat("troll", "fields-1", form="toad", form_left=1, fate=0),
        seat("wizard", "city", spells=("random", "hex")),
        turn=1,
    )
    game.aside(1, "cast:random").say("seat:0", 1)
    turns = 0
    while game[0].form:
        turns += game.turn_end().state.turn == 1
    assert turns == 3


@pytest.mark.parametrize(
    "space", ["village", "city", "graveyard", "chapel", "tavern", "forest", "crags", "temple", "castle", "oasis"]
)
def test_a_toad_meets_every_kind_of_space_as_a_character_does(space: str) -> None:
    game = situation(seat("troll", space, **TOAD), seat("thief", "hills-1"), arrived=True)
    for _ in range(30):
        if game.state.turn == 1:
            break
        game.say(game.open()[0])
    assert game.state.turn == 1 and game[0].spells == () and game[0].goods == ()


def test_who_becomes_a_toad_has_no_ability_left_to_finish() -> None:
    """`toad.abilities`: the theft that was announced does not happen."""
    victim = seat("elf", "graveyard", gold=2, goods=("sword",), spells=("random", "random"))
    for said in ((), ("let",)):
        game = situation(seat("thief", "fields-1"), victim).walk("graveyard").say("use:character.thief.steal@1", *said)
        game.aside(1, "cast:random").say("seat:0", 1, "keep")
        game.say(*["let"] * (game.ask.purpose == "slip-away"))
        assert game.ask.kind == "close" and (game[1].gold, game[1].goods) == (2, ("sword",))


# --- in the middle of its move (`toad.move`) ---


def bewitched(game: Game) -> Game:
    """The Thief casts Random at whoever moves, and it shows a 1."""
    game.aside(1, "cast:random").say("seat:0")
    while game.state.players[0].form != "toad":
        keys = game.open()
        game.say(next(key for key in ("nobody", "keep", "1") if key in keys))
    return game


def test_a_toad_does_not_go_by_a_die_thrown_before() -> None:
    game = situation(seat("troll", "fields-3"), seat("thief", "graveyard", spells=("random",))).say(5)
    assert game.ask.kind == "way" and game.ask.n == 5
    bewitched(game)
    assert (game.ask.kind, game.ask.n) == ("way", 1), "the die no longer counts"
    assert not game.ask.offers and not game.ask.rolls, "nor can fate throw it again"
    assert {option.space for option in game.ask.options} == {"woods-2", "city"}


def test_a_toad_made_on_its_way_goes_no_further() -> None:
    game = situation(seat("troll", "hills-1", strength=9), seat("thief", "graveyard", spells=("random",))).say(
        4, "bridge", "fight", 6, 1, "keep"
    )
    assert game.ask.kind == "way" and game.ask.n == 2, "over the bridge, and two steps are left"
    over = game[0].space
    bewitched(game)
    assert game[0].space == over and (game.ask.kind, game.state.turn) == ("card", 0), (
        "the move is over, the encounter follows"
    )
