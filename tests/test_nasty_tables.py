"""Do answers to Spells, deaths and corrections in the middle of things come out right?"""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from situations import Game, quiet, seat, situation

from talisman_nb.engine import NotAllowedError, ask
from talisman_nb.model import Change
from talisman_nb.text.screen.sheet import sheets

# --- Spells that answer ---


def test_counterspell_on_counterspell_on_command() -> None:
    game = situation(
        seat("elf", "crown-of-command", spells=("counterspell",)),
        seat("priest", "city", spells=("counterspell",)),
        seat("troll", "crags"),
    )
    game.say("go-on")
    assert (game.ask.kind, game.ask.purpose) == ("react", "spell"), "Command waits for an answer"
    game.aside(1, "cast:counterspell")
    assert game.ask.kind == "react"
    game.aside(0, "cast:counterspell")
    assert game.ask.purpose == "command", "no third Counterspell is in the box"
    game.say(6, "keep")
    assert (game[1].life, game[2].life) == (3, 5), "the Command Spell stands"


def test_counterspell_alone_stops_command() -> None:
    game = situation(seat("wizard", "crown-of-command"), seat("priest", "city", spells=("counterspell",)))
    game.say("go-on").aside(1, "cast:counterspell")
    assert game[1].life == 4 and game.ask.purpose != "command"


def test_preservation_after_a_failed_helmet_in_a_fight_against_two() -> None:
    game = situation(
        seat("priest", "fields-1", goods=("helmet",), spells=("preservation",), fate=2),
        seat("thief", "city"),
        lying={"graveyard": ("bear", "ape")},
    )
    game.walk("graveyard").say("fight", 1, 6)
    game.say("keep", "helmet")
    assert (game.ask.kind, game.ask.purpose) == ("die", "armour")
    game.say(2)
    assert game.ask.kind == "result" and "fate:0" in game.open()
    game.say("fate:0", 3)
    assert (game.ask.kind, game.ask.purpose) == ("react", "life_loss"), "the armour failed, the threat stands"
    game.aside(0, "cast:preservation")
    assert game[0].life == 4 and game[0].fate == 1
    assert game.lying("graveyard") == ("bear", "ape") and game.told("fought")[-1].what == "lost"


def test_preservation_saves_an_enemy_and_makes_it_a_standoff() -> None:
    game = situation(
        seat("warrior", "fields-1"), seat("priest", "city", spells=("preservation",)), lying={"graveyard": ("bear",)}
    )
    game.walk("graveyard").say("fight", 6, 6, 1)
    game.keep()
    assert (game.ask.kind, game.ask.purpose) == ("react", "kill")
    game.aside(1, "cast:preservation")
    assert game.lying("graveyard") == ("bear",) and game[0].trophies == ()
    assert game.ask.kind == "close" or game.state.turn == 1, "a stand-off ends the turn"


def test_preservation_saves_a_follower() -> None:
    game = situation(seat("priest", "runes-1", goods=("maiden",), spells=("preservation",)), seat("thief", "city"))
    game.walk("chasm").say(6)
    game.keep()
    game.say(1)
    game.keep()
    assert (game.ask.kind, game.ask.purpose) == ("react", "kill")
    game.aside(0, "cast:preservation")
    assert game[0].goods == ("maiden",)


# --- six tables ---


def test_pestilence_kills_the_drawer_in_a_draw_of_two_and_a_new_character_comes() -> None:
    game = situation(
        seat("troll", "plains-4", life=1, goods=("ring",)), seat("thief", "city", life=3), seat("elf", "oasis")
    )
    game.walk("ruins").say("pestilence", "sword")
    assert game[0].character == "" and game[1].life == 2 and game[2].life == 4, "the region only"
    assert set(game.lying("ruins")) == {"sword", "ring"} and game.state.turn == 1
    game.turn_of(1)
    while game.ask.kind != "character":
        game.say(quiet(game.ask))
    game.say("monk")
    assert game[0].character == "monk" and game[0].space == "village"


def test_pestilence_after_the_crown_was_reached_is_the_end() -> None:
    game = situation(seat("troll", "plains-4", life=1), seat("thief", "city"), seat("elf", "oasis"))
    game.state = replace(game.state, crown=True)
    game.walk("ruins").say("pestilence", "sword")
    assert game[0].out and game.state.turn == 1 and game.ask.kind != "over"


def test_mesmerism_takes_the_mule_unless_a_third_counters_it() -> None:
    goods = ("mule", "sword", "axe", "shield", "helmet", "armour", "ring", "cross", "wand")

    def scene() -> Game:
        return situation(
            seat("wizard", "fields-1", spells=("mesmerism", "healing")),
            seat("troll", "city", goods=goods),
            seat("priest", "crags", spells=("counterspell",)),
        ).aside(0, "cast:mesmerism")

    game = scene().aside(2, "cast:counterspell")
    assert game[1].goods == goods and game[0].goods == ()
    game = scene().say("nobody")
    assert game[0].goods == ("mule",) and game.ask.purpose == "too-many-objects" and game.ask.seat == 1
    game.say("sword", "axe", "shield", "helmet")
    assert game[1].goods == ("armour", "ring", "cross", "wand") and game.lying("city") == (
        "sword",
        "axe",
        "shield",
        "helmet",
    )


def test_the_cursed_glade_takes_the_crowns_craft_and_spells_must_go_two_of_them_unseen() -> None:
    game = situation(
        seat("elf", "hills-1", goods=("solomons-crown",), spells=("healing", "spell?", "spell?"), fate=0),
        seat("thief", "city"),
    )
    game.walk("fields-1").say("imp", 6)
    assert (game[0].space, game.ask.purpose) == ("cursed-glade", "too-many-spells")
    game.say("spell?")
    assert game[0].spells == ("healing", "spell?") and game.total(0, "craft") == 4
    assert not any(key.startswith("cast:") for key in game.may(0))


def test_a_foe_corrected_away_in_the_middle_of_its_fight() -> None:
    game = situation(seat("wizard", "fields-1"), seat("thief", "city"), lying={"graveyard": ("bear", "ape")})
    game.walk("graveyard").say("fight", 3)
    game.by_hand(Change("card", card="bear", origin="space:graveyard", to="discards:adventure"))
    game.say(6).keep()
    assert game.lying("graveyard") == ("ape",), "the other one is still there"


def test_a_card_that_is_in_no_list_is_met_by_its_type() -> None:
    game = situation(seat("troll", "hills-1"), seat("thief", "city"))
    game.walk("fields-1").own("Gargoyle", "monster", strength=4)
    assert game.ask.kind == "fight"
    game.say("fight", 6, 1).keep()
    assert game[0].trophies == ("own/Gargoyle",)


def test_a_card_that_is_in_no_list_can_be_raised() -> None:
    game = situation(seat("ghoul", "hills-1"), seat("thief", "city"))
    game.walk("fields-1").own("Gargoyle", "monster", strength=1)
    game.say("fight", 6, 1).keep().say("raise")
    assert game[0].goods == ("own/Gargoyle@ghoul.raised",)
    assert sheets(game.state, "pl")[0].goods == ("Gargoyle (Przyjaciel)",)


def test_what_is_closed_says_why() -> None:
    game = situation(seat("troll", "sentinel", goods=("cursed-by-a-hag",)), seat("thief", "city"))
    with pytest.raises(NotAllowedError, match="closed"):
        game.aside(0, "drop:cursed-by-a-hag")


def test_a_seat_gets_another_character_by_hand() -> None:
    game = situation(seat("dwarf", "crags"), seat("thief", "city"))
    game.by_hand(Change("character", 0, to="troll"))
    assert game.state.players[0].character == "troll"
    with pytest.raises(NotAllowedError, match="plays already"):
        game.by_hand(Change("character", 0, to="thief"))
    with pytest.raises(NotAllowedError, match='did you mean "warrior"'):
        game.by_hand(Change("character", 0, to="warior"))


def test_put_on_the_crown_by_hand_in_the_middle_of_a_move() -> None:
    game = situation(seat("dwarf", "crags"), seat("thief", "city"))
    game.by_hand(Change("space", 0, to="crown-of-command"))
    game.say("3")
    assert game.state.players[0].space == "crown-of-command"
    assert ask(game.state).open()
