"""Are counters and coins as many as the box holds, with the house rule that lets them run out and without it?"""

from __future__ import annotations

import pytest
from situations import Game, seat, situation

from talisman_nb.engine import NotAllowedError, new_game
from talisman_nb.engine.totals import in_use
from talisman_nb.engine.working_state import working_state
from talisman_nb.model import Change
from talisman_nb.rules.edition import SetupError
from talisman_nb.text.errors import describe_error

THIEF = seat("thief", "city")


def table(*seats: tuple, on: bool, **rest: object) -> Game:  # type: ignore[type-arg]
    """A situation where counters and coins run out or do not."""
    return situation(*seats, house={"switch.counters_run_out": on}, **rest)


both_ways = pytest.mark.parametrize("on", [False, True])


@both_ways
def test_what_is_all_in_use_cannot_be_gained(on: bool) -> None:
    lying = {"fields-1": ("two-bags-of-gold",)}
    game = table(seat("troll", "hills-1", gold=9), seat("thief", "city", gold=20), on=on, lying=lying)
    game.walk("fields-1").say("two-bags-of-gold")
    (gained,) = game.told("gained")
    assert (game[0].gold, gained.n) == ((10, 1) if on else (11, 2))
    assert ("setup.supply" in gained.cites) == on


@both_ways
def test_a_correction_leaves_no_more_in_use_than_there_is(on: bool) -> None:
    game = table(seat("troll", "hills-1", gold=9), seat("thief", "city", gold=20), on=on)
    game.by_hand(Change("gold", 0, 20), Change("gold", 1, 9))  # handed over: only the sum counts
    for change in (Change("gold", 0, 22), Change("lying-gold", -1, 2, "ruins")):
        if on:
            with pytest.raises(NotAllowedError) as refused:
                game.by_hand(change)
            assert refused.value.reason == "table.supply" and "setup.supply" in refused.value.cites
        else:
            game.by_hand(change)
    game.by_hand(Change("lying-gold", -1, 1, "ruins"))


def test_whoever_enters_the_game_gets_what_is_left() -> None:
    game = situation(seat("troll", "hills-1", gold=10, life=1), seat("thief", "city", gold=20))
    game.by_hand(Change("life", 0, 0)).by_hand(Change("gold", 1, 20), Change("character", 0, 0, "elf"))
    assert game.gold("hills-1") == 10 and game[0].gold == 0


def test_whoever_enters_the_game_has_a_life_of_those_left() -> None:
    game = situation(seat("troll", "hills-1", life=1), seat("thief", "city", life=6), house={"box.life": 8})
    game.by_hand(Change("life", 0, 0)).by_hand(Change("character", 0, 0, "elf"))
    assert game[0].life == 2


@pytest.mark.parametrize(
    ("edition", "house", "said"),
    [
        ("revised4", {"setup.gold": 16}, "You would begin with 32 gold in all, but the box has 30."),
        ("revised4", {"box.life": 7}, "You would begin with 8 lives in all, but the box has 7."),
        ("revised4", {"box.fate": 3}, "You would begin with 5 fate in all, but the box has 3."),
        ("second", {"box.strength": 5}, "You would begin with 6 Strength in all, but the box has 5."),
    ],
)
def test_a_game_needs_the_counters_and_coins_it_begins_with(edition: str, house: dict[str, int], said: str) -> None:
    people = [("Ada", "elf"), ("Bruno", "thief")]
    with pytest.raises(SetupError) as refused:
        new_game(people, edition, house)
    assert refused.value.key == "supply-few" and describe_error(refused.value, "en") == said
    new_game(people, edition, {**house, "switch.counters_run_out": False})


def test_gold_that_is_the_same_for_all_counts_before_characters_are_dealt() -> None:
    with pytest.raises(SetupError) as refused:
        new_game([("Ada", ""), ("Bruno", "thief")], house={"setup.gold": 16})
    assert refused.value.fields == {"gold": 32, "most": 30}


def test_counters_of_a_form_and_those_put_aside_are_in_use_and_so_is_gold_on_spaces() -> None:
    game = situation(
        seat("troll", "hills-1", form="toad", form_left=2, strength=2, asleep=(3, 0), gold=0), THIEF, gold={"ruins": 4}
    )
    g = working_state(game.state)
    assert (in_use(g, "strength"), in_use(g, "gold")) == (5, 5)
