"""When may a Spell be cast, and when may another one answer it?"""

from __future__ import annotations

from situations import Game, seat, situation

# --- at the start of a turn and the end of a move ---


def test_the_start_of_a_turn_is_not_over_because_something_was_put_in() -> None:
    """`spell.when`: a die thrown for Random or a change of alignment is no move, so the turn's start goes on."""
    game = situation(
        seat("wizard", "fields-1", spells=("random", "acquisition")), seat("thief", "city", gold=3, fate=0)
    )
    game.aside(0, "cast:random").say("seat:1", 5)
    assert "cast:acquisition" in game.may(0)
    game = situation(
        seat("druid", "fields-1", spells=("acquisition",)), seat("wizard", "city", gold=3, spells=("immobility",))
    )
    game.aside(0, "use:character.druid.align").say("good")
    assert "cast:acquisition" in game.may(0) and "cast:immobility" in game.may(1)
    game.say(3)
    assert game.may(0) == () and game.may(1) == (), "the die for the move is thrown"


def test_the_end_of_a_move_is_not_over_because_something_was_put_in() -> None:
    """Destruction is cast as the move is done; a Spell of somebody else in between takes nothing of that."""
    visitor, other = (
        seat("wizard", "fields-1", spells=("destruction", "hex")),
        seat("thief", "city", spells=("random",), fate=0),
    )
    game = (
        situation(visitor, other, lying={"ruins": ("bear",)}).walk("graveyard").aside(1, "cast:random").say("seat:1", 5)
    )
    assert "cast:destruction" in game.may(0)
    game.say("replenish")
    assert game.may(0) == ()


# --- Counterspell ---


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


# --- Preservation ---


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


def test_preservation_saves_an_enemy_but_no_creature_of_a_space() -> None:
    strong = seat("troll", "woods-1", fate=0, strength=9)
    game = situation(strong, seat("priest", "city", spells=("preservation",)))
    game.say(3, "bridge", "fight", 6, 1)
    assert game.ask.kind == "way", "the Sentinel is no Enemy card"
    game = situation(strong, seat("priest", "city", spells=("preservation",)), lying={"graveyard": ("ogre",)})
    game.walk("graveyard").say("fight", 6, 1)
    assert (game.ask.kind, game.ask.purpose) == ("react", "kill")


def test_preservation_saves_a_follower() -> None:
    game = situation(seat("priest", "runes-1", goods=("maiden",), spells=("preservation",)), seat("thief", "city"))
    game.walk("chasm").say(6)
    game.keep()
    game.say(1)
    game.keep()
    assert (game.ask.kind, game.ask.purpose) == ("react", "kill")
    game.aside(0, "cast:preservation")
    assert game[0].goods == ("maiden",)
