"""How are Followers gained, lent, put down and lost?"""

from __future__ import annotations

import pytest
from situations import seat, situation

from talisman_nb.engine import NotAllowedError

HAG = "cursed-by-a-hag"


def test_a_raised_follower_may_be_put_down_and_is_an_enemy_again_where_it_is_not_discarded() -> None:
    stays = {"switch.turned_discarded": False}  # `followers.turned`
    game = situation(seat("ghoul", "fields-1", goods=("wolf@ghoul.raised",)), seat("thief", "city"), house=stays)
    game.aside(0, "drop:wolf@ghoul.raised")
    assert game[0].goods == () and game.lying("fields-1") == ("wolf",)


def test_a_mercenary_is_hired_once_in_each_turn_also_in_the_others() -> None:
    hirer = seat("thief", "graveyard", goods=("mercenary",), gold=5, fate=0)
    game = situation(seat("troll", "fields-1", fate=0), seat("warrior", "fields-1", fate=0), hirer)
    for turn in (0, 1):
        game.turn_of(turn).walk("graveyard").say("attack:2").aside(2, "use:mercenary.hire")
        assert game.total(2, "strength") == 6 and "use:mercenary.hire" not in game.may(2)
        game.say("fight", 1, *[1] * (turn + 1))  # the Warrior throws two
        while game.state.turn == turn:
            game.say("done" if "done" in game.open() else game.open()[0])
    assert game[2].gold >= 3


def test_the_chasm_takes_a_die_for_each_of_two_followers_alike() -> None:
    game = situation(seat("troll", "runes-2", fate=0, goods=("guide", "guide", "pixie")), seat("thief", "city")).walk(
        "chasm"
    )
    if game.ask.purpose == "roll-here":
        game.say("roll")
    for face in (6, 1, 1, 6):
        game.say(face)
    assert game[0].goods == ("pixie",) and game.ask.kind == "close"


def test_a_mule_that_dies_goes_back_to_its_stock_and_its_load_to_the_space() -> None:
    """`followers.killed`, `purchase.stock`, `carry.excess`."""
    laden = seat("warrior", "runes-2", fate=0, goods=("purchase/mule", "sword", "axe", "ring", "wand", "shield"))
    game = situation(laden, seat("thief", "city")).walk("chasm").say(6, 1)
    assert game.ask.purpose == "too-many-objects"
    game.say("ring")
    assert game.lying("chasm") == ("ring",) and "purchase/mule" not in game.discards("adventure")


# --- Followers nobody wants: the Poltergeist and the Hag ---


def test_the_poltergeist_must_be_taken() -> None:
    game = situation(seat("troll", "hills-1"), seat("thief", "city"))
    game.walk("fields-1").say("poltergeist")
    assert game[0].goods == ("poltergeist",)


def test_the_hag_drives_all_others_away_until_the_mystic() -> None:
    game = situation(
        seat("troll", "hills-1", goods=("maiden", "mule")), seat("thief", "city"), lying={"graveyard": ("unicorn",)}
    )
    game.walk("fields-1").say(HAG)
    assert game[0].goods == (HAG,)
    game = situation(
        seat("troll", "fields-1", goods=(HAG,), fate=0),
        seat("thief", "city"),
        lying={"graveyard": ("unicorn",)},
    )
    game.walk("graveyard")
    game.say(*["done"] if game.ask.kind == "take" else [])
    assert "unicorn" in game.lying("graveyard")
    game = situation(seat("troll", "fields-1", goods=(HAG,), fate=0), seat("thief", "city"))
    game.walk("village").say("mystic", 3)
    assert game[0].goods == () and HAG in game.discards("adventure")


def test_the_hag_is_no_follower_to_give_up() -> None:
    game = situation(seat("dwarf", "runes-2", goods=(HAG,), life=4), seat("thief", "city"))
    game.walk("chasm")
    while game.ask.kind == "die" and game.state.turn == 0:
        game.say(1)
    assert game[0].goods == (HAG,), "only the Mystic takes her away"
    game = situation(seat("dwarf", "warlocks-cave", goods=(HAG,)), seat("thief", "city"), arrived=True)
    game.say("quest", 3, "keep")
    assert game.state.effects and game[0].goods == (HAG,), "nor is she a Follower to deliver"


def test_whom_the_hag_curses_gets_no_follower_by_an_ability_either() -> None:
    cursed = seat("minstrel", "fields-1", goods=(HAG,))
    game = situation(cursed, seat("thief", "graveyard", goods=("maiden", "princess"))).walk("graveyard")
    assert "use:character.minstrel.take-maidens@1" not in game.open()
    game = situation(cursed, seat("thief", "city"), lying={"graveyard": ("wolf",)}).walk("graveyard")
    assert "use:character.minstrel.charm" not in game.open()
    game = situation(
        seat("ghoul", "fields-1", fate=0, goods=(HAG, "ring")), seat("thief", "city"), lying={"graveyard": ("wolf",)}
    )
    game.walk("graveyard").say("fight", 6, 1)
    assert game.ask.purpose != "raise" and game[0].trophies == ("wolf",)


def test_the_hag_cannot_be_put_down() -> None:
    game = situation(seat("troll", "sentinel", goods=(HAG,)), seat("thief", "city"))
    with pytest.raises(NotAllowedError, match="closed"):
        game.aside(0, "drop:cursed-by-a-hag")
