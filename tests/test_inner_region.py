"""What do the spaces of the Inner Region do, and how does one turn back?"""

from __future__ import annotations

import pytest
from situations import TALISMAN, seat, situation


def test_the_crypt_leads_out_by_what_is_missing() -> None:
    for faces, end in (((1, 1, 1), "crypt"), ((3, 1, 1), "crypt"), ((4, 1, 2), "plain-of-peril"), ((6, 6, 6), "city")):
        game = situation(seat("troll", "plain-of-peril", fate=0), seat("thief", "tavern"))
        game.say(game.way_to("crypt"), *faces)
        assert game[0].space == end, faces


def test_the_pits_wait_for_the_fiends_that_are_left() -> None:
    game = situation(seat("troll", "vampires-tower", fate=0), seat("thief", "city")).walk("pits")
    assert game[0].space == "pits"
    game.say(2, "fight", 6, 1)
    assert game.ask.kind == "fight", "the second fiend"
    game.say("fight", 1, 6)
    assert game[0].life == 5
    game.turn_of(1)
    game.turn_end()
    assert game.ask.purpose == "turn-back", "the last fiend waits"
    game.say("go-on", "fight", 6, 1)
    assert game[0].space == "pits"
    game.turn_end()


def test_the_pits_end_the_turn_also_when_the_last_fiend_is_dead() -> None:
    """`inner.pits`: either way the turn is over."""
    game = situation(seat("troll", "vampires-tower", fate=0), seat("thief", "city"), lying={"pits": ("sword",)})
    game.walk("pits").say(1, "fight", 6, 1)
    assert game.ask.kind == "close" and game.lying("pits") == ("sword",)


def test_followers_that_pay_for_all_lives_leave_nothing_to_lose() -> None:
    """`inner.vampire`: no life is lost, so no Spell can be asked for or wasted."""
    game = situation(
        seat("troll", "mines", goods=("guide", "pixie"), fate=0), seat("priest", "city", spells=("preservation",))
    )
    game.walk("vampires-tower").say(1, "guide", "nobody")
    assert game.ask.kind == "close" and game[0].life == 6 and game[0].goods == ("pixie",) and not game.told("lost")


@pytest.mark.parametrize(
    ("start", "space", "won"),
    [("crypt", "dice-with-death", (6, 6, 1, 1)), ("dice-with-death", "werewolf-den", (1, 1, "fight", 6, 1))],
)
def test_what_lies_there_may_be_taken_once_death_or_the_werewolf_is_beaten(
    start: str, space: str, won: tuple[str | int, ...]
) -> None:
    """`meet.take`: after the encounter of the space, and then the turn is over."""
    game = situation(
        seat("troll", start, fate=0), seat("thief", "city"), lying={space: (TALISMAN, "sword")}, gold={space: 2}
    )
    game.walk(space).say(*won)
    assert game.ask.kind == "take" and {TALISMAN, "gold"} <= set(game.open())
    game.say(TALISMAN, "gold", "done")
    assert game[0].goods == (TALISMAN,) and game[0].gold == 3 and game.ask.kind == "close"


def test_whoever_beats_death_in_a_later_turn_takes_what_lies_there_and_moves_in_the_next() -> None:
    """`inner.follow`: higher dice let one move on next turn; until then nothing is taken."""
    game = situation(seat("troll", "crypt", fate=0), seat("thief", "city"), lying={"dice-with-death": ("sword",)})
    game.walk("dice-with-death").say(1, 1, 2, 2)
    assert game.ask.kind == "close" and game[0].life == 5
    game.turn_of(1).turn_end().say("go-on", 6, 6, 1, 1, "sword")
    assert game[0].goods == ("sword",) and game[0].space == "dice-with-death" and game.ask.kind == "close"
    game.turn_end().turn_end()
    assert {option.space for option in game.ask.options} == {"crypt", "werewolf-den"}


def test_the_werewolf_keeps_its_strength_until_it_is_beaten() -> None:
    game = situation(seat("troll", "dice-with-death", fate=0), seat("thief", "city")).walk("werewolf-den")
    game.say(6, 6, "fight", 1, 6)
    assert game[0].life == 5 and game.told("fought")[-1].scores == (7, 18)
    game.turn_of(1)
    game.turn_end()
    game.say("go-on", "fight", 6, 1)
    assert game.told("fought")[-1].scores == (12, 13), "the same Werewolf, no new roll"


def test_fate_may_change_a_die_thrown_for_the_werewolf() -> None:
    game = situation(seat("troll", "dice-with-death", fate=1), seat("thief", "city"))
    game.say(game.way_to("werewolf-den"), 6, 5)
    assert {"fate:0", "fate:1"} <= set(game.open()), "the space told its visitor to throw them"
    game.say("fate:0", 1)
    assert game.state.fight is not None and game.state.fight.foes[0].strength == 6


# --- turning back ---


def test_turning_back_from_the_pits_is_told_once() -> None:
    game = (
        situation(seat("troll", "vampires-tower", fate=0), seat("thief", "city"))
        .walk("pits")
        .say(1, "fight", 1, 6)
        .turn_of(1)
    )
    game.turn_end()
    assert game.ask.cites == ("inner.turn-back",)
    game.say("turn-back", "vampires-tower")
    told = [
        (event.kind, event.cites[0])
        for event in game.events
        if event.kind == "turns_back" or event.space == "vampires-tower"
    ]
    assert told[-2:] == [("turns_back", "inner.turn-back"), ("walked", "inner.turn-back")]
    assert len(game.told("turns_back")) == 1


def test_turning_back_on_arrival_ignores_the_space() -> None:
    game = situation(seat("troll", "mines"), seat("thief", "city"))
    game.say(game.way_to("vampires-tower")).aside(0, "use:space.vampires-tower.turn-back")
    assert game[0].turning_back and game[0].life == 6 and game.ask.kind == "close"
    game.turn_of(1).turn_end()
    assert [option.space for option in game.ask.options] == ["mines"]


def test_turning_back_between_two_pitfiends_but_not_once_the_dice_are_asked_for() -> None:
    game = situation(seat("troll", "vampires-tower", fate=0), seat("thief", "city"))
    game.say(game.way_to("pits"), 3, "fight")
    assert "use:space.pits.turn-back" not in game.may(0)
    game.say(6, 1, "use:space.pits.turn-back")
    assert game[0].turning_back and game[0].promises == () and game.state.fight is None


@pytest.mark.parametrize("declared", [True, False])
def test_who_turns_back_passes_over_the_instructions_not_over_what_lies_there(declared: bool) -> None:
    """`inner.turn-back`: only what the space says is ignored."""
    start = "valley-of-fire" if declared else "vampires-tower"
    game = situation(
        seat("troll", start, fate=0, turning_back=declared), seat("thief", "city"), lying={"pits": ("sword",)}
    ).walk("pits")
    game.say(*["use:space.pits.turn-back"] * (not declared))
    assert game.ask.kind == "take" and not game.told("rolled")
    game.say("sword")
    assert game[0].goods == ("sword",) and game.ask.kind == "close"


def test_a_step_back_in_the_region_declares_it_and_one_out_of_it_does_not() -> None:
    """`inner.turn-back`: the way to the Portal leaves the region, where nothing is turned back from."""
    game = situation(seat("troll", "vampires-tower"), seat("thief", "city"))
    game.say(game.way_to("mines"))
    assert game[0].turning_back and game.ask.kind == "close"
    game = situation(seat("troll", "plain-of-peril"), seat("thief", "city"))
    game.say(game.way_to("portal-of-power"))
    assert not game[0].turning_back and not game.told("turns_back") and game.ask.kind == "card"
