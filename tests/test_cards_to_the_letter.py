"""Each card word by word, in the positions where a quick reading of it goes wrong."""

from __future__ import annotations

import pytest
from situations import Game, seat, situation


def on_arrival(visitor: tuple[str, str, dict[str, object]], *cards: str) -> Game:
    """A visitor whose move is done meets these cards."""
    return situation(visitor, seat("thief", "city", gold=5), lying={visitor[1]: cards}, arrived=True)


# --- at the start of a turn ---


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


def test_immobility_does_not_take_the_boatmans_offer_away() -> None:
    """The ferry stands for the next move; a turn without a move leaves it open."""
    game = situation(seat("troll", "tavern", fate=0), seat("wizard", "city", spells=("immobility",)), arrived=True)
    game.say(6).turn_end().turn_end().aside(1, "cast:immobility").turn_end()
    assert game.ask.purpose == "tavern-boatman"
    game.say("none")
    assert game[0].promises == () and (game.ask.kind, game.ask.purpose) == ("die", "move"), "refused once it is gone"


def test_what_takes_the_place_of_a_move_is_over_when_it_is_settled_by_hand() -> None:
    game = situation(seat("troll", "temple", fate=0), seat("wizard", "city"), arrived=True)
    game.say(2, 3).turn_end().turn_end().aside(0, "settle").say("end-turn")
    assert game[0].promises == ()


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
