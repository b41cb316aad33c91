"""Do the program's players see only what they may, answer what is open, and play the better the further they look?"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from editions import PLAYED, TESTED
from shares import some_seeds
from test_view import with_other_hands

from talisman_nb.bots import LAST_RESORTS, TERMS, Player, View, thrown, view_of
from talisman_nb.bots.lookout import Lookout
from talisman_nb.bots.players import GreedyPlayer, PlannerPlayer, SearchPlayer, dealt
from talisman_nb.bots.worth import Drive, talisman_sources, turns_to
from talisman_nb.engine import ask, new_game, step
from talisman_nb.engine.view import seen_by
from talisman_nb.model import EVERYBODY, UNSEEN, Answer, State, read_key
from talisman_nb.notation.situation import situation
from talisman_nb.odds.gates import alone
from talisman_nb.odds.journeys import entry
from talisman_nb.rules.book import open_book
from talisman_nb.simulate import MOST_ROUNDS, PLAYERS, Games, simulate
from talisman_nb.simulate.invariants import violations


def met(text: str) -> View:
    """What the active seat knows in a situation."""
    state = situation(text)
    return view_of(state, ask(state), state.turn)


def player(kind: str, seed: int) -> Player:
    """A player of a kind; one by search plays on just a few times."""
    dice = random.Random(seed)
    return SearchPlayer(dice, playouts=4) if kind == "search" else PLAYERS[kind](dice)


def questions(edition: str, seed: int, answers: int) -> Iterator[State]:
    """States of a random game in which a seat has something to choose."""
    dice, book = random.Random(seed), open_book(edition)
    state = new_game([(f"P{n}", one) for n, one in enumerate(dice.sample(book.characters, 3))], book)
    for _ in range(answers):
        found = ask(state)
        if found.kind == "over":
            return
        if not found.chance and found.seat != EVERYBODY and len(found.open()) > 1:
            yield state
        key = thrown(found, dice) if found.chance else dice.choice([k for k in found.open() if k not in LAST_RESORTS])
        state, _ = step(state, Answer(state.ply, key))


@pytest.mark.parametrize("kind", PLAYERS)
def test_a_choice_depends_on_nothing_hidden(kind: str) -> None:
    """Whatever others hold, and whatever of it lies in the deck instead: the same answer by the same dice."""
    dice, compared = random.Random(5), 0
    for state in questions(PLAYED[0], 11, 260):
        seat = ask(state).seat
        other = with_other_hands(state, seat, dice)
        if other == state or compared == 8:
            continue
        one, same = (player(kind, 1).choose(view_of(each, ask(each), seat)) for each in (state, other))
        assert one == same
        compared += 1
    assert compared


@pytest.mark.parametrize("edition", PLAYED)
@pytest.mark.parametrize("kind", PLAYERS)
def test_an_answer_is_open_in_every_edition(edition: str, kind: str) -> None:
    plays, asked = player(kind, 2), 0
    for state in questions(edition, 4, 120):
        found = ask(state)
        answer = plays.choose(view_of(state, found, found.seat))
        assert answer is not None
        assert answer.key in found.open() or read_key(answer.key).verb in ("cast", "use", "trade"), found.kind
        step(state, answer)
        asked += 1
    assert asked > 10


@pytest.mark.parametrize("kind", ["greedy", "planner", "search"])
def test_it_flees_what_it_cannot_beat_and_fights_what_it_can(kind: str) -> None:
    """The same Enemy, met by somebody weak and by somebody strong who may both slip away."""
    for strength, key in ((3, "evade"), (9, "fight")):
        view = met(f"elf graveyard, strength {strength} | thief city > 1 > clockwise > giant")
        said = player(kind, 1).choose(view)
        assert said is not None and said.key == key


@pytest.mark.parametrize("kind", ["greedy", "planner", "search"])
def test_fate_is_paid_where_it_may_win_and_kept_where_it_can_not(kind: str) -> None:
    for faces, paid in (("1 > 4", True), ("6 > 1", False)):
        view = met(f"dwarf crags, fate 2 | thief city > 1 > anticlockwise > bear > fight > {faces}")
        assert view.ask.kind == "result"
        said = player(kind, 1).choose(view)
        assert said is not None and said.key.startswith("fate") == paid


@pytest.mark.parametrize("edition", PLAYED)
@pytest.mark.parametrize("kind", PLAYERS)
def test_what_is_weighed_first_is_what_is_chosen(edition: str, kind: str) -> None:
    """The reasons are those of the choice itself, best first, and add up to its worth above what was before."""
    chooses, weighs = player(kind, 2), player(kind, 2)
    told = 0
    for state in questions(edition, 4, 60):
        found = ask(state)
        view = view_of(state, found, found.seat)
        weighed = weighs.weigh(view)
        assert weighed[0].answer == chooses.choose(view)
        assert [one.worth for one in weighed[1:]] == sorted((one.worth for one in weighed[1:]), reverse=True)
        assert len({one.answer for one in weighed}) == len(weighed)
        assert all(reason.term in TERMS for one in weighed for reason in one.reasons)
        before = {round(one.worth - sum(reason.points for reason in one.reasons), 6) for one in weighed if one.reasons}
        if any(reason.points for one in weighed for reason in one.reasons):
            assert len(before) == 1, "all are compared with the same position"
            told += 1
    assert told or kind == "random"


def test_reasons_say_what_chance_may_bring() -> None:
    giant = "graveyard, strength {} | thief city > 1 > clockwise > giant"
    flees, fights = GreedyPlayer(random.Random(1)).weigh(met("elf " + giant.format(3)))
    assert flees.answer is not None and flees.answer.key == "evade"
    chances = {reason.term: reason.amount for reason in fights.reasons}
    assert chances["won"] < 0.1 < 0.8 < chances["lost"] and not any(reason.points for reason in fights.reasons)
    hurt = met("wizard castle, strength 9, craft 9, life 2 | thief city > 3")
    terms = {reason.term for one in PlannerPlayer(random.Random(1)).weigh(hurt) for reason in one.reasons}
    assert "to-healer" in terms


def test_a_plan_leads_to_a_talisman_and_from_there_to_the_goal() -> None:
    planner, book = PlannerPlayer(random.Random(1)), open_book()
    grown = "strength 9, craft 9, life 6"
    to_talisman = planner.drive(met(f"wizard castle, {grown} | thief city"))
    assert all(to_talisman.of(space) == 0 for space in talisman_sources(book))
    to_goal = planner.drive(met(f"wizard castle, {grown}, has talisman | thief city"))
    assert to_goal.of(book.board.goal) == 0 > to_goal.of("castle") > to_goal.of("city")
    assert not planner.drive(met("wizard castle | thief city")).weight, "too weak, and whole: nowhere in particular"


@pytest.mark.parametrize("edition", PLAYED)
def test_hidden_spells_are_dealt_anew_among_those_nobody_has_seen(edition: str) -> None:
    """What a player imagines looks to its seat as what it sees, and is a state that can be."""
    dice, named = random.Random(3), 0
    for state in questions(edition, 11, 200):
        seat = ask(state).seat
        seen = seen_by(state, (seat,))
        imagined = dealt(seen, dice)
        assert not any(UNSEEN in p.spells for p in imagined.players)
        assert seen_by(imagined, (seat,)) == seen and not violations(imagined)
        named += imagined != seen
    assert named


@pytest.mark.parametrize("edition", TESTED)
def test_a_course_to_the_goal_fights_all_that_it_meets(edition: str) -> None:
    """Several Enemies of one space in a turn are the same question several times; no course is given up for that."""
    book = open_book(edition)
    state = entry(
        situation(f"edition {edition} | wizard castle, strength 6, craft 14, life 6, has talisman | thief city"), 0
    )
    straight = Drive(turns_to(book.board, frozenset({book.board.goal})), 6.0, "to-goal")
    lookout, reached = Lookout(alone(state, 0), 0, straight), 0
    for course in range(12):
        reached += lookout.turns_to_goal(None, random.Random(course)) >= 0
        me = lookout.ended.players[0]
        assert ask(lookout.ended).kind != "fight" or not me.character
    assert reached > 3


def test_a_search_has_a_budget_of_courses_or_of_time() -> None:
    """By courses the same dice choose the same; without time it is what the planner finds best."""
    hurt = met("wizard castle, strength 9, craft 9, life 3, has talisman | thief city > 3")
    one, same = (SearchPlayer(random.Random(1), playouts=12).weigh(hurt) for _ in range(2))
    assert one == same
    at_once = SearchPlayer(random.Random(1), seconds=1e-9).weigh(hurt)
    assert at_once == PlannerPlayer(random.Random(1)).weigh(hurt)


@pytest.mark.campaign(cases=2)
@pytest.mark.parametrize("edition", PLAYED)
@pytest.mark.parametrize("kind", PLAYERS)
def test_every_edition_is_played_to_its_end_by_answers_that_are_open(edition: str, kind: str) -> None:
    """By two seats, each of them asked some hundred times; what is refused is answered otherwise, and counted."""
    rounds = 6 if kind == "search" else MOST_ROUNDS  # it plays some fifty games ahead for an answer
    (row,) = simulate(1, [kind] * 2, edition=edition, seed=next(iter(some_seeds(1))), rounds=rounds)
    assert (row.over or row.rounds == rounds) and row.refused <= row.answers / 100


@pytest.mark.parametrize("edition", PLAYED)
def test_the_same_seed_plays_the_same_game(edition: str) -> None:
    kinds = ("greedy", "random", "planner")
    games = simulate(2, kinds, edition=edition, seed=5, rounds=3)
    assert games[1:] == simulate(1, kinds, edition=edition, seed=6, rounds=3)
    assert games[0].players != games[1].players, "they go round the table"


@pytest.mark.slow
@pytest.mark.parametrize("edition", PLAYED)
def test_no_turn_goes_round_for_ever(edition: str) -> None:
    """Things put down are not taken up without end, nor is a place visited for nothing."""
    (row,) = simulate(1, ["planner", "greedy"], edition=edition, seed=0, rounds=30)
    assert row.answers < 40 * row.rounds * len(row.players)


@pytest.mark.campaign
@pytest.mark.parametrize(("better", "worse"), [("greedy", "random"), ("planner", "greedy")])
def test_the_better_pair_wins_more_often(better: str, worse: str) -> None:
    """With two seats of each, from even chairs; the bar of many games is 65 %, of so few that it is not below half."""
    games: Games = simulate(8, [better, worse] * 2, seed=100)
    won = games.wins(better)
    print(f"{better} {float(won.chance('won')):.0%} of {won.games}, interval {won.interval('won')}")
    assert won.interval("won")[1] > 0.65
