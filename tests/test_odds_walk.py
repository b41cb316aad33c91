"""Does the walk of the engine's questions solve loops, and come to the same with and without what it leaves out?"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from editions import PLAYED
from shares import some_seeds
from test_games import game

from talisman_nb.engine import ask, step
from talisman_nb.model import Answer, Event, State
from talisman_nb.notation.situation import situation
from talisman_nb.odds import LIVE, REACH, WIN, LoopError, TooLongError, at_crown, best_fight, chance_of_crown
from talisman_nb.odds.gates import alone, at_part, without_encounter
from talisman_nb.odds.graph import GraphNode, Value, solve
from talisman_nb.odds.journeys import chance_within, on_space
from talisman_nb.odds.walk import Aim, Considered, solve_walk

# --- loops ---

WON, LOST = GraphNode("end", value=(1, 0, 1)), GraphNode("end", value=(0, 1, 1))


def won_most(value: Value) -> tuple[int, ...]:
    return (value[0],)


def lost_most(value: Value) -> tuple[int, ...]:
    return (value[1],)


def chance(node: GraphNode, *others: GraphNode) -> Fraction:
    """The chance to win of a node numbered 2, after the ends 0 (won) and 1 (lost)."""
    value = solve([WON, LOST, node, *others], won_most, lost_most)[2]
    return Fraction(value[0], value[-1])


def test_chance_that_comes_back_is_an_equation() -> None:
    assert chance(GraphNode("chance", (2, 0, 1), (1, 1, 2))) == Fraction(1, 3)


def test_a_loop_one_may_stay_in_has_the_worth_of_its_best_way_out() -> None:
    third, half = GraphNode("end", value=(1, 2, 3)), GraphNode("end", value=(1, 1, 2))
    assert chance(
        GraphNode("mine", (3, 4)), GraphNode("chance", (2, 5), (1, 1)), third, GraphNode("mine", (2, 6)), half
    ) == Fraction(1, 2)


def test_a_loop_without_a_way_out_is_never_won() -> None:
    assert chance(GraphNode("mine", (3,)), GraphNode("chance", (2,), (1,))) == 0


def test_what_is_answered_in_a_loop_is_what_is_best_all_the_way() -> None:
    # 2: to try at once (1 in 3, else lost) or to go to 3, where half the time one comes back and else wins one in two
    at_once = GraphNode("chance", (0, 1), (1, 2))
    assert chance(GraphNode("mine", (4, 3)), GraphNode("chance", (2, 0, 1), (2, 1, 1)), at_once) == Fraction(1, 2)


def test_both_sides_deciding_in_one_loop_is_refused() -> None:
    with pytest.raises(LoopError):
        chance(GraphNode("mine", (3, 0)), GraphNode("theirs", (2, 1)))


def test_the_worst_answer_is_that_of_the_other_side() -> None:
    assert chance(GraphNode("theirs", (0, 3)), GraphNode("chance", (0, 1), (1, 3))) == Fraction(1, 4)


# --- what is left out ---


@pytest.mark.parametrize(("quest", "gold"), [(5, 2), (6, 1)])
def test_gold_that_is_gained_and_delivered_in_one_step_is_no_debt(quest: int, gold: int) -> None:
    """A 4 in the Tavern brings the piece of gold that is missing, which the Warlock has at once (`quest.now`)."""
    met = at_part(situation(f"dwarf tavern, quest {quest}, gold {gold} | thief city"), 0, "encounter")
    rolled, _ = step(met, Answer(met.ply, "4"))
    after, events = step(rolled, Answer(rolled.ply, "keep"))
    passed, told = without_encounter(rolled, after, events)
    assert [(event.kind, event.n) for event in told[:2]] == [("gained", 1), ("paid", gold + 1)]
    assert (passed.players[0].space, passed.players[0].gold) == ("warlocks-cave", 0)
    assert sum(chance_within(met, on_space("city"), 1, encounters=False).chances.values()) == 1


INNER = [
    "dwarf {space}, has talisman, life 2, fate {fate} | thief city",
    "warrior {space}, has talisman, strength 6, life 1, fate {fate} | thief city",
]


def to_crown(state: State, *, merging: bool) -> Value:
    """The chances to get from an inner space to the Crown or out of the region."""

    def ends(before: State, after: State, events: tuple[Event, ...], left: int) -> str | int:
        player = after.players[0]
        if not player.character:
            return "dead"
        if at_crown(after, 0):
            return "reached"
        left -= sum(event.kind == "turn_ends" for event in events)
        return left if left > 0 else "open"

    considered = Considered(0, abilities=False, straight=True)
    names = ("reached", "open", "dead")
    return solve_walk(
        alone(state, 0), names, ends, REACH, considered, turns=3, passing=without_encounter, merging=merging
    ).value


@pytest.mark.matrix
@pytest.mark.slow
@pytest.mark.parametrize("text", INNER)
@pytest.mark.parametrize("space", ["mines", "werewolf-den", "dice-with-death"])
@pytest.mark.parametrize("fate", [0, 1])
def test_throws_taken_together_are_those_walked_one_by_one(text: str, space: str, fate: int) -> None:
    state = situation(text.format(space=space, fate=fate))
    assert to_crown(state, merging=True) == to_crown(state, merging=False)


@pytest.mark.slow
@pytest.mark.parametrize("edition", PLAYED)
@pytest.mark.parametrize("seeds", [range(3), pytest.param(some_seeds(12), marks=pytest.mark.campaign)])
def test_fights_of_random_games_are_the_same_walked_one_by_one(edition: str, seeds: range) -> None:
    compared, dice = 0, random.Random(3)
    for seed in seeds:
        for at, (state, _) in enumerate(game(seed, edition, 300)):
            if ask(state).kind != "fight" or state.fight is None or dice.random() < 0.5:
                continue
            for aim in (WIN, LIVE):
                together, alone_ = (best(state, aim, merging=merging) for merging in (True, False))
                assert together == alone_, f"{edition}, seed {seed}, answer {at}, {aim.name}"
            compared += 1
    assert compared


def best(state: State, aim: Aim, *, merging: bool) -> object:
    try:
        return best_fight(state, aim, abilities=False, states=3_000, merging=merging).chances
    except (TooLongError, LoopError):
        return None


def test_waiting_for_the_die_that_leads_on_is_no_other_chance() -> None:
    """The way to the Crown leaves out how one comes to a gate; walked in full it is as likely."""
    state = situation("dwarf plain-of-peril, has talisman, fate 0, life 1 | thief city")

    def ends(before: State, after: State, events: tuple[Event, ...], left: int) -> str | int:
        if not after.players[0].character:
            return "dead"
        return "reached" if at_crown(after, 0) else left

    considered = Considered(0, abilities=False, straight=True)
    names = ("reached", "open", "dead")
    *full, whole = solve_walk(alone(state, 0), names, ends, REACH, considered, passing=without_encounter).value
    assert chance_of_crown(state).chance("reached") == Fraction(full[0], whole)


# --- journeys ---


def test_a_die_to_the_city_or_one_rerolled() -> None:
    crags = situation("dwarf crags, fate 0 | thief city")
    assert chance_within(crags, on_space("city"), 1, encounters=False).chance("reached") == Fraction(1, 6)


def test_more_turns_are_more_chances() -> None:
    crags = situation("dwarf crags, fate 0 | thief city")
    found = [chance_within(crags, on_space("city"), n, encounters=False).chance("reached") for n in (1, 2, 3)]
    assert found == sorted(found) and found[0] < found[2] < 1
