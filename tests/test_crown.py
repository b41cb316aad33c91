"""What happens on the Crown of Command?"""

from __future__ import annotations

from situations import seat, situation

from talisman_nb.table.policy import answer as by_itself
from talisman_nb.table.records import Settings


def test_at_the_crown_with_three_one_meets_a_character() -> None:
    game = situation(
        seat("troll", "crown-of-command"), seat("thief", "crown-of-command"), seat("elf", "crown-of-command")
    )
    assert game.ask.kind == "whom"
    assert set(game.open()) == {"attack:1", "attack:2"}, "not the space: no Command while others stand there"


def test_with_four_on_the_crown_one_meets_a_character_and_nobody_casts_command() -> None:
    at_crown = [seat(name, "crown-of-command") for name in ("troll", "thief", "dwarf", "wizard")]
    game = situation(*at_crown)
    assert game.ask.kind == "whom" and [key for key in game.open() if key.startswith("attack:")] == [
        "attack:1",
        "attack:2",
        "attack:3",
    ]
    assert "the space" not in game.open(), "somebody has to be met"


def test_an_ability_used_on_somebody_at_the_crown_is_the_meeting() -> None:
    """`crown.meet`, `meet.character`: attack or ability, and that is the turn."""
    game = situation(seat("thief", "crown-of-command", fate=0), seat("elf", "crown-of-command", fate=0, gold=3))
    assert set(game.open()) == {"attack:1", "use:character.thief.steal@1"}
    game.say("use:character.thief.steal@1")
    assert (game[0].gold, game[1].gold) == (2, 2) and game.ask.kind == "close"
    game.turn_end()
    assert game.ask.kind == "fight" and game.ask.seat == 1, "no choice: the Elf has nobody else to meet"


def test_fate_may_change_the_die_of_the_command_spell() -> None:
    """`fate.reroll`, `crown.command`: the space told its visitor to throw it."""
    game = situation(seat("troll", "crown-of-command", fate=1), seat("thief", "city")).say(1, "fate:0", 5)
    assert game[1].life == 3 and game[0].fate == 0


def test_the_turn_on_the_crown_has_a_start_too() -> None:
    ruler = seat("wizard", "crown-of-command", spells=("acquisition", "healing"))
    game = situation(ruler, seat("priest", "city", spells=("immobility",), goods=("sword",)), seat("thief", "village"))
    assert "cast:acquisition" in game.may(0)
    assert by_itself(game.ask, game.state, Settings(players=())) == "", "a table waits here"
    game.aside(1, "cast:immobility")
    assert game.state.turn == 1 and not game.told("commands"), "held fast it commands nobody"
    game = situation(seat("troll", "crown-of-command"), seat("thief", "village"))
    assert game.ask.purpose == "command", "without a Spell in any hand there is nothing to wait for"
