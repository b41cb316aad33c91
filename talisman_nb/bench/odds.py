"""Measures chances: odds of fights against icepool, what a companion shows beside a question, the way to the Crown."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from time import process_time

import icepool

from talisman_nb.engine import ask, new_game, step
from talisman_nb.engine.view import seen_by
from talisman_nb.model import Answer, State
from talisman_nb.notation.situation import situation
from talisman_nb.odds import Odds, best_fight, chance_of_crown, fight_odds
from talisman_nb.panels.table.beside_question import with_parts
from talisman_nb.rules.book import open_book
from talisman_nb.text.questions.question import question

from .measurement import Measurement, micros

ONE_DIE = "dwarf crags, fate 1 | thief city > 1 > anticlockwise > bear"
HIGHEST = "warrior crags, fate 1 | thief city > 1 > anticlockwise > bear"
DUEL = "dwarf fields-2, fate 1 | thief crags, fate 1 > 1 > clockwise > attack:1"
TO_CROWN = "warrior sentinel, has talisman, strength 12, fate 1 | thief city"
"""Positions that are measured; they stay the same from version to version."""
QUESTIONS = 300
"""Questions of a random game whose chances are measured."""
RUNS = 50


def rank(die: icepool.Die[int]) -> tuple[Fraction, Fraction]:
    """Won more often, else lost less often."""
    return die.probability("==", 1), -die.probability("==", -1)


def by_icepool(mine: int, theirs: int, fate: bool, their_fate: bool, dice: int = 1) -> Odds:
    """The odds of a fight, counted by icepool: the highest of `dice` against one die, each side may reroll one."""

    def compared(high: int, face: int) -> int:
        a, b = mine + high, theirs + face
        return (a > b) - (a < b)

    @cache
    def defended(high: int, face: int) -> icepool.Die[int]:
        kept = icepool.Die([compared(high, face)])
        return (
            max(kept, icepool.d6.map(lambda new: compared(high, new)), key=lambda die: rank(-die))
            if their_fate
            else kept
        )

    @cache
    def again(others: int, face: int) -> icepool.Die[int]:
        return icepool.d6.map(lambda new: defended(max(new, others), face))

    def attacked(ours: tuple[int, ...], face: int) -> icepool.Die[int]:
        kept = defended(max(ours), face)
        if not fate:
            return kept
        rerolled = [again(max((*ours[:at], *ours[at + 1 :]), default=0), face) for at in range(dice)]
        return max([kept, *rerolled], key=rank)

    both = icepool.map(attacked, icepool.tupleize(*[icepool.d6] * dice), icepool.d6, star=False)
    return Odds(both.probability("==", 1), both.probability("==", 0), both.probability("==", -1))


def compared_plainly() -> Odds:
    """The odds of one die each without fate, as one writes it with icepool."""
    difference = (icepool.d6 + 3) - (icepool.d6 + 3)
    return Odds(difference.probability(">", 0), difference.probability("==", 0), difference.probability("<", 0))


def states_of_a_game(seed: int = 5) -> Iterator[State]:
    """The states of a random game of four."""
    dice = random.Random(seed)
    state = new_game([(f"P{at}", character) for at, character in enumerate(dice.sample(open_book().characters, 4))])
    while ask(state).kind != "over":
        yield state
        found = ask(state)
        keys = [option.key for option in found.options] if found.chance else found.open()
        state, _ = step(state, Answer(state.ply, dice.choice(keys)))


def slowest_question() -> float:
    """Return the milliseconds within which 95 of 100 questions of a random game have everything beside them."""
    times = []
    for _, state in zip(range(QUESTIONS), states_of_a_game(), strict=False):
        found, seen = ask(state), seen_by(state)
        asked = question(seen, found, "en")
        start = process_time()
        with_parts(asked, seen, found, "en")
        times.append(1000 * (process_time() - start))
    return sorted(times)[int(0.95 * len(times))]


def odds_measurements() -> list[Measurement]:
    """Run the benchmarks of chances, each fight beside the same counted by icepool."""
    one, highest, duel = situation(ONE_DIE), situation(HIGHEST), situation(DUEL)
    peers: tuple[tuple[str, Callable[[], Odds], Callable[[], Odds]], ...] = (
        ("one die each", lambda: fight_odds(one), compared_plainly),
        ("one die each, fate", lambda: fight_odds(one, fate=True), lambda: by_icepool(3, 3, True, False)),
        ("highest of two, fate", lambda: fight_odds(highest, True), lambda: by_icepool(4, 3, True, False, dice=2)),
        ("characters, fate of both", lambda: fight_odds(duel, True), lambda: by_icepool(3, 3, True, True)),
    )
    found = []
    for name, ours, theirs in peers:
        if ours() != theirs():
            raise ValueError(f"{name}: the odds differ, {ours()} and {theirs()}")
        mine = micros(ours, RUNS)
        found += [
            Measurement(f"odds, {name}", mine, "us", at_most=1_000.0),
            Measurement(f"odds, {name}", mine, "us", "icepool", micros(theirs, RUNS // 5), at_most=1.0),
        ]
    crown = situation(TO_CROWN)
    return [
        *found,
        Measurement("the best fight, every decision", micros(lambda: best_fight(one), RUNS // 5), "us"),
        Measurement("everything beside a question, 95 %", slowest_question(), "ms", at_most=20.0),
        Measurement("Sentinel to Crown, exactly", micros(lambda: chance_of_crown(crown), 1, 3) / 1e6, "s", at_most=2.0),
    ]
