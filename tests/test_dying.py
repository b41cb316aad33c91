"""What becomes of a killed character, what it had, and the turn it was killed in?"""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from situations import quiet, seat, situation

from talisman_nb import play
from talisman_nb.engine import step
from talisman_nb.engine.dying import Deaths
from talisman_nb.model import Answer, Change


def test_killed_by_a_space_everything_but_spells_and_trophies_stays_there() -> None:
    game = situation(
        seat("wizard", "runes-2", life=1, gold=2, fate=0, goods=("sword",), spells=("hex",)), seat("thief", "city"),
    )  # fmt: skip
    game.walk("chasm")
    while game[0].character == "wizard":
        game.say(1)
    assert game.lying("chasm") == ("sword",) and game.gold("chasm") == 2
    assert "hex" in game.discards("spell") and game.state.turn == 1, "its turn is over"


def test_killed_by_a_card_the_rest_of_the_draw_waits_for_the_next() -> None:
    game = situation(
        seat("dwarf", "ruins", life=1, fate=0),
        seat("thief", "city"),
        lying={"ruins": ("dragon", "sword")},
        arrived=True,
    )
    game.say("fight", 1, 6)
    assert not game[0].character and game.lying("ruins") == ("dragon", "sword")


def test_a_hex_by_somebody_else_kills_before_anything_is_met() -> None:
    game = situation(
        seat("wizard", "city", spells=("hex",)), seat("thief", "hills-1", life=1), lying={"fields-1": ("bear",)}
    )
    game.aside(0, "cast:hex").say("fields-1").turn_of(1).walk("fields-1")
    assert not game[1].character and not game.told("fought") and "bear" in game.lying("fields-1")


def test_whoever_dies_in_the_chasm_throws_no_die_for_its_followers() -> None:
    """`life.zero`, `death.goods`: killed at once, they stay on the space."""
    game = (
        situation(seat("elf", "runes-2", fate=0, life=1, goods=("maiden", "unicorn")), seat("thief", "village"))
        .walk("chasm")
        .say(1)
    )
    assert game.state.turn == 1 and game.lying("chasm") == ("maiden", "unicorn") and not game.told("follower_killed")


def test_the_plunderer_leaves_what_it_may_not_have() -> None:
    """`combat.kill-goods`, `carry.forbidden`."""
    priest = seat("priest", "fields-1", goods=("holy-lance", "sword"), fate=0, life=1)
    game = (
        situation(seat("ghoul", "hills-1", fate=0, strength=9), priest)
        .walk("fields-1")
        .say("attack:1", "fight", 6, 1, "life")
    )
    assert game.closed("holy-lance") == "alignment"
    assert game.say("all")[0].goods == ("sword",) and game.lying("fields-1") == ("holy-lance",)


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


def test_whoever_is_put_out_by_hand_after_the_crown_was_reached_is_told_once() -> None:
    game = situation(seat("troll", "crown-of-command"), seat("thief", "city"), seat("elf", "forest"))
    game.state = replace(game.state, crown=True)
    _, events = step(game.state, Answer(game.state.ply, "hand", changes=(Change("out", 1, 1),)))
    assert [event.kind for event in events] == ["killed", "eliminated"]


def test_what_lay_on_a_killed_character_ends_and_what_lies_elsewhere_goes_on() -> None:
    """`life.zero`: a quest dies with whoever had it; a Hex of theirs stays on its space, and others keep their own."""
    laid = "*thief city, quest 5 | troll temple, slavery | wizard village, quest 2 | hex fields-1, of thief, left 2"
    game = play(laid)
    before = game.state.effects
    assert [effect.on for effect in before] == ["seat", "seat", "space"], "the slave's is a promise"
    after = game.answer("hand life 0 0").state.effects
    assert after == tuple(effect for effect in before if (effect.on, effect.seat) != ("seat", 0))
    assert [(effect.on, effect.seat) for effect in after if effect.on == "seat"] == [("seat", 2)]
    assert any(effect.on == "space" and effect.owner == 0 for effect in after)


@pytest.mark.parametrize(
    ("text", "answers", "told"),
    [
        ("warrior fields-1, fate 0, arrived | thief fields-1, life 1, fate 0", "attack:1 fight 6 1 1 life", (1, 0)),
        ("thief fields-1, life 1, fate 0, arrived | warrior fields-1, fate 0", "attack:1 fight 1 6 1 life", (0, 1)),
        ("thief fields-1, life 1, fate 0, arrived | warrior city | on fields-1, bear", "fight 1 6", (0, -1)),
    ],
)
def test_a_death_is_told_with_what_did_it_and_who(text: str, answers: str, told: tuple[int, int]) -> None:
    state, deaths, found = play(text).state, Deaths(), []
    for key in answers.split():
        after, events = step(state, Answer(state.ply, key))
        found += deaths.of(state, events)
        state = after
    (death,) = found
    assert (death.seat, death.by, death.character, death.round) == (*told, "thief", 1)
    assert death.cause == ("bear" if death.by < 0 else "character.warrior")
