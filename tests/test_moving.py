"""What slows, holds or replaces a move?"""

from __future__ import annotations

from situations import seat, situation

# --- one space a turn ---


def test_blizzard_slows_everybody_for_two_rounds_and_lies_there() -> None:
    game = situation(seat("dwarf", "hills-1"), seat("thief", "city"))
    game.walk("fields-1").say("blizzard")
    assert game.lying("fields-1") == ("blizzard",)
    game.say(*["done"] if game.ask.kind == "close" else [])
    assert game.ask.kind == "way" and game.ask.n == 1, "no die: one space"
    game.say(game.ask.options[0].key)
    game.turn_end()
    assert game.ask.kind == "way", "the first round has passed"
    game.next_turn()
    assert (game.ask.kind, game.ask.purpose) == ("die", "move"), "the second round has passed"
    assert game.lying("fields-1") == () and "blizzard" in game.discards("adventure")


def test_the_poltergeist_slows_until_the_river_is_crossed() -> None:
    game = situation(seat("troll", "sentinel", goods=("poltergeist",)), seat("thief", "city"))
    assert game.ask.kind == "way" and "drop:poltergeist" not in game.may(0)
    game.say(next(o.key for o in game.ask.options if o.source == "bridge"))
    game.say("fight", 6, 1)
    game.keep()
    assert game[0].space == "hills-3" and game[0].goods == () and "poltergeist" in game.discards("adventure")


# --- slaves of the Temple ---


def test_a_slave_of_the_temple_throws_for_freedom_even_one_space_a_turn() -> None:
    game = situation(seat("troll", "temple", goods=("poltergeist",), fate=0), seat("thief", "city"), arrived=True)
    game.say(2, 3).turn_end().turn_end()
    assert (game.ask.kind, game.ask.purpose) == ("die", "freedom")
    game.say(5)
    assert game.ask.n == 1, "free, it goes its one space"


def test_a_troll_enslaved_in_the_temple_may_regenerate_on_a_six() -> None:
    game = situation(seat("troll", "temple", life=3, fate=0), seat("thief", "city"), arrived=True)
    game.say(2, 3).turn_end().turn_end().say(6, "use:character.troll.regenerate")
    assert game[0].life == 4 and game[0].space == "temple"


def test_immobility_does_not_free_a_slave_of_the_temple() -> None:
    """Held fast one does nothing, so one is not freed either: only the roll frees."""
    game = situation(seat("troll", "temple", fate=0), seat("wizard", "city", spells=("immobility",)), arrived=True)
    game.say(2, 3).turn_end().turn_end()
    assert game.ask.purpose == "freedom"
    game.aside(1, "cast:immobility")
    assert game.state.turn == 1
    game.turn_end()
    assert game.ask.purpose == "freedom", "it throws for freedom a turn later"
    game.say(3).turn_end().turn_end()
    assert len(game[0].promises) == 1 and game.ask.purpose == "freedom", "and once for each turn"
    game.say(4)
    assert game[0].promises == ()


def test_a_slave_struck_by_a_spell_throws_for_freedom_once_a_turn() -> None:
    game = situation(
        seat("troll", "temple", fate=0), seat("wizard", "city", spells=("random", "healing")), arrived=True
    )
    game.say(2, 3).turn_end().turn_end().aside(1, "cast:random").say("seat:0", 5, 3)
    assert len(game[0].promises) == 1


def test_what_takes_the_place_of_a_move_is_over_when_it_is_settled_by_hand() -> None:
    game = situation(seat("troll", "temple", fate=0), seat("wizard", "city"), arrived=True)
    game.say(2, 3).turn_end().turn_end().aside(0, "settle").say("end-turn")
    assert game[0].promises == ()


# --- the Boatman of the Tavern ---


def test_immobility_does_not_take_the_boatmans_offer_away() -> None:
    """The ferry stands for the next move; a turn without a move leaves it open."""
    game = situation(seat("troll", "tavern", fate=0), seat("wizard", "city", spells=("immobility",)), arrived=True)
    game.say(6).turn_end().turn_end().aside(1, "cast:immobility").turn_end()
    assert game.ask.purpose == "tavern-boatman"
    game.say("none")
    assert game[0].promises == () and (game.ask.kind, game.ask.purpose) == ("die", "move"), "refused once it is gone"
