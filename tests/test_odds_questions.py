"""Are the chances of rolls, gates, prayers, Commands and journeys those one comes to by hand or another way?"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from editions import PLAYED
from situations import seat, situation

from talisman_nb.engine import ask, step
from talisman_nb.model import Answer
from talisman_nb.notation.situation import situation as from_text
from talisman_nb.odds import (
    Outlook,
    at_least,
    chance_of_crown,
    chance_within,
    command_odds,
    crown_funnel,
    fight_odds,
    figure_grid,
    gate_odds,
    in_region,
    odds_against,
    odds_with_cards,
    on_space,
    prayers,
    roll_table,
    rolls_on,
    sampling,
)
from talisman_nb.odds.sampling import sample_outlook, sensible
from talisman_nb.odds.walk import REACH, Considered
from talisman_nb.rules.book import book_of

HALF = Fraction(1, 2)


def ways(n: int, whole: int) -> Fraction:
    return Fraction(n, whole)


# --- rolls ---


def test_each_face_says_what_it_brings() -> None:
    forest = roll_table(from_text("dwarf fields-6, fate 1 | thief city > 1 > anticlockwise"))
    assert [face.worth for face in forest.faces] == ["bad", "bad", "bad", "level", "level", "good"]
    assert [face.chance for face in forest.faces] == [ways(1, 6)] * 6
    assert forest.faces[5].events and forest.faces[5].state.players[0].craft == 1
    assert (forest.rerolls, sum(face.fate for face in forest.faces)) == (True, 1)
    assert forest.chances(fate=True) == {"good": ways(11, 36), "level": ways(10, 36), "bad": ways(15, 36)}


def test_without_fate_nothing_is_rerolled() -> None:
    forest = roll_table(from_text("dwarf fields-6, fate 0 | thief city > 1 > anticlockwise"))
    assert not forest.rerolls and forest.chances(fate=True) == forest.chances()


def test_a_die_that_lies_is_part_of_the_sum() -> None:
    inner = situation(seat("warrior", "plain-of-peril", fate=0, craft=4), seat("thief", "city")).walk("mines").say(1)
    table = roll_table(inner.state)
    assert [face.total for face in table.faces] == list(range(3, 14))
    assert table.chances()["level"] == ways(10, 36)  # at most 5: past; 6 goes back to the first inner space


def test_a_question_that_is_no_roll_is_refused() -> None:
    with pytest.raises(ValueError, match="no roll"):
        roll_table(from_text("dwarf crags | thief city"))


def test_the_rolls_of_a_space_are_found_behind_its_choices() -> None:
    game = situation(seat("dwarf", "crags"), seat("thief", "tavern"))
    (roll,) = rolls_on(game.state, "city")
    assert (roll.answers[-1], roll.seat) == ("enchantress", 0)
    assert rolls_on(game.state, "fields-1") == ()


@pytest.mark.parametrize(("character", "expected"), [("dwarf", ways(1, 3)), ("monk", HALF)])
def test_who_adds_to_prayers_prays_better(character: str, expected: Fraction) -> None:
    game = situation(seat(character, "crags", alignment="good"), seat("thief", "tavern"))
    assert dict(prayers(game.state))["chapel"].chances()["good"] == expected


# --- gates ---


def test_a_gate_that_must_be_fought_for_is_a_fight() -> None:
    game = situation(seat("dwarf", "crags", strength=5, fate=0), seat("thief", "tavern"))
    sentinel, portal = gate_odds(game.state)
    assert (sentinel.space, sentinel.to, sentinel.kind) == ("sentinel", "hills-3", "bridge")
    assert sentinel.outlook.chance("through") == figure_grid((8,), (9,))[0][0].odds.won
    assert portal.outlook.best == "strength" and portal.outlook.chance("through") == ways(26, 36)


def test_fate_opens_a_gate_more_often() -> None:
    game = situation(seat("dwarf", "crags", fate=1), seat("thief", "tavern"))
    for gate in gate_odds(game.state):
        assert gate.outlook.chance("through") >= gate.without_fate.chance("through")
    assert gate_odds(game.state)[1].outlook.chance("through") > gate_odds(game.state)[1].without_fate.chance("through")


def test_a_gate_that_is_closed_says_why() -> None:
    quest = from_text("dwarf warlocks-cave, quest 5 | thief city")
    _, portal = gate_odds(quest)
    assert portal.closed == "open_portal" and portal.outlook.chance("barred") == 1


# --- Commands ---


def test_commands_take_lives_half_of_the_time() -> None:
    game = situation(seat("dwarf", "crags", fate=0), seat("thief", "tavern", life=2))
    found = command_odds(game.state, spells=4)
    assert (found.hit, found.hit_with_fate) == (HALF, HALF)
    assert found.dead == {1: (0, ways(1, 4), ways(1, 2), ways(11, 16))}


def test_one_fate_is_one_throw_more() -> None:
    game = situation(seat("dwarf", "crags", fate=1), seat("thief", "tavern", life=1))
    found = command_odds(game.state, spells=3)
    assert found.hit_with_fate == ways(3, 4)
    assert found.dead[1] == (ways(3, 4), ways(7, 8), ways(15, 16))


# --- journeys ---


def test_a_sample_comes_near_what_is_exact_and_says_how_near() -> None:
    crags = from_text("dwarf crags, fate 0 | thief city")
    told: list[tuple[int, int]] = []
    exact = chance_within(crags, on_space("city"), 1, encounters=False)
    found = chance_within(
        crags, on_space("city"), 1, encounters=False, states=1, games=300, seed=5, progress=lambda *n: told.append(n),
        plays=lambda state, question, said, dice: next((o for o in said if _leads(state, o.key, "city")), said[0]),
    )  # fmt: skip
    assert exact.exact and not found.exact and (found.games, found.seed) == (300, 5)
    low, high = found.interval("reached")
    assert low < exact.chance("reached") < high and found.error() < 0.06
    assert told[-1] == (300, 300) and len(told) == 300


def _leads(state: object, key: str, space: str) -> bool:
    return any(option.key == key and option.space == space for option in ask(state).options)  # type: ignore[arg-type]


def test_the_same_seed_samples_the_same_games() -> None:
    crags = from_text("dwarf crags | thief city")
    found = [chance_within(crags, at_least("gold", 3), 2, states=50, games=12, seed=2) for _ in range(2)]
    assert found[0] == found[1] and not found[0].exact


def test_the_sensible_player_pays_fate_where_it_helps() -> None:
    losing = from_text("dwarf crags, fate 1 | thief city > 1 > anticlockwise > bear > fight > 1 > 6")
    found = ask(losing)
    said = Considered(0).answers(losing, found)
    assert sensible(losing, found, said, random.Random(1)).key == "fate:0"
    winning = from_text("dwarf crags, fate 1 | thief city > 1 > anticlockwise > bear > fight > 6 > 1")
    said = Considered(0).answers(winning, ask(winning))
    assert sensible(winning, ask(winning), said, random.Random(1)).key == "keep"


def test_encounters_may_take_one_further() -> None:
    state = from_text("dwarf forest, fate 0, life 1 | thief city")
    plain = chance_within(state, in_region("middle"), 1, encounters=False)
    assert plain.exact and plain.chance("reached") == 0


def test_without_a_talisman_nobody_comes_to_the_crown() -> None:
    state = from_text("warrior werewolf-den, strength 12 | thief city")
    found = chance_of_crown(state)
    assert found.chance("reached") == 0 and sum(found.chances.values()) == 1


def test_nobody_reaches_the_crown_that_the_sentinel_stops() -> None:
    found = chance_of_crown(from_text("wizard crags, has talisman, fate 0 | thief city"))
    assert found.chance("dead") == 1


# --- tables ---


def test_a_row_of_foes_is_the_fight_with_each() -> None:
    bear = from_text("dwarf crags, has sword, fate 1 | thief city > 1 > anticlockwise > bear")
    rows = {row.figure: row for row in odds_against(bear)}
    assert rows[3].odds == fight_odds(bear) and rows[3].with_fate == fight_odds(bear, fate=True)
    won = [row.odds.won for row in rows.values()]
    assert won == sorted(won, reverse=True)


def test_a_grid_depends_on_the_difference_alone() -> None:
    grid = figure_grid(range(1, 6), range(1, 6))
    assert grid[1][0].odds == grid[4][3].odds and grid[0][3].with_fate.won > grid[0][3].odds.won


def test_cards_are_sorted_by_what_they_gain() -> None:
    bear = from_text("dwarf crags | thief city > 1 > anticlockwise > bear")
    rows = odds_with_cards(bear)
    assert "sword" in [row.card for row in rows] and [row.gain for row in rows] == sorted(
        (row.gain for row in rows), reverse=True
    )
    state, _ = step(bear, Answer(bear.ply, "fight"))
    assert odds_with_cards(state, ["mule"])[0].gain == 0


def test_a_card_that_may_not_be_had_is_left_out() -> None:
    bear = from_text("dwarf crags, evil | thief city > 1 > anticlockwise > bear")
    assert "holy-lance" not in [row.card for row in odds_with_cards(bear)]


def test_the_funnel_narrows_towards_the_crown() -> None:
    state = from_text("warrior plain-of-peril, has talisman, strength 9, fate 0, life 2 | thief city")
    ways = crown_funnel(state)
    for stages in ways:
        assert stages[0].reached == 1 and stages[-1].steps == 0
        reached = [stage.reached for stage in stages]
        assert reached == sorted(reached, reverse=True)
    assert len(ways) == 2 and ways[0][-1].reached >= ways[1][-1].reached
    assert ways[0][-1].reached <= chance_of_crown(state).chance("reached")  # which may come back and try again


def test_an_exact_chance_has_no_error() -> None:
    found = Outlook({"won": HALF, "lost": HALF})
    assert found.interval("won") == (0.5, 0.5) and found.error() == 0
    sample = Outlook({"won": Fraction(0), "lost": Fraction(1)}, exact=False, games=100)
    assert sample.interval("won")[0] == 0 and 0.03 < sample.interval("won")[1] < 0.05


def test_a_way_too_long_to_be_walked_is_sampled() -> None:
    state = from_text("warrior plain-of-peril, has talisman, strength 9, fate 0, life 2 | thief city")
    found, exact = chance_of_crown(state, states=20, games=150, seed=3), chance_of_crown(state)
    assert not found.exact and found.interval("reached")[0] < exact.chance("reached")  # the best answers do better
    assert found.chance("reached", "dead") == 1
    stopped = from_text("warrior werewolf-den, strength 12 | thief city")
    assert chance_of_crown(stopped, states=0, games=5).chance("open") == 1


# --- in every edition ---


@pytest.mark.parametrize("edition", PLAYED)
@pytest.mark.parametrize("character", ["dwarf", "warrior", "wizard"])
def test_every_question_has_an_answer_in_every_edition(edition: str, character: str) -> None:
    game = situation(seat(character, "crags", strength=4, life=2), seat("thief", "tavern"), edition=edition)
    for gate in gate_odds(game.state):
        assert sum(gate.outlook.chances.values()) == 1
        assert gate.outlook.chance("through") >= gate.without_fate.chance("through")
    for space in book_of(game.state.book).board.spaces:
        for table in rolls_on(game.state, space):
            assert sum(face.chance for face in table.faces) == sum(face.fate for face in table.faces) == 1
            assert sum(table.chances(fate=True).values()) == 1
    command = command_odds(game.state, spells=3)
    assert 0 < command.hit <= command.hit_with_fate <= 1


@pytest.mark.parametrize("edition", PLAYED)
def test_the_way_to_the_crown_is_solved_in_every_edition(edition: str) -> None:
    goods = ("talisman/talisman",)
    figures = {"strength": 8, "craft": 8, "life": 1, "fate": 0}
    game = situation(seat("dwarf", "plain-of-peril", goods=goods, **figures), seat("thief", "tavern"), edition=edition)
    found, ways = chance_of_crown(game.state), crown_funnel(game.state)
    assert found.exact and sum(found.chances.values()) == 1
    assert 0 < ways[0][-1].reached <= found.chance("reached")


def test_of_answers_that_are_sampled_the_clearly_best_is_named() -> None:
    state = from_text("dwarf crags, fate 0 | thief city > 4")
    ways = {option.space: option.key for option in ask(state).options}
    told: list[tuple[int, int]] = []
    found = chance_within(
        state, on_space("city"), 1, encounters=False, states=0, games=40, progress=lambda *n: told.append(n)
    )
    assert not found.exact and (found.best, found.aim) == (ways["city"], "reach")
    assert found.chance("reached") == 1 and set(found.answers) == set(ways.values())
    assert told[-1] == (80, 80)
    nowhere = chance_within(state, on_space("temple"), 1, encounters=False, states=0, games=10)
    assert nowhere.best == "" and nowhere.chance("reached") == 0


def test_a_sampled_game_without_end_is_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "LONGEST_GAME", 30)
    start, outcomes = from_text("dwarf crags | thief city"), ("reached", "open", "dead")
    told = sample_outlook(start, outcomes, lambda *now: now[-1], Considered(0), aim=REACH, games=2, seed=1)
    assert told.chances == {"reached": 0, "open": 1, "dead": 0}
