"""Do games of an open box come to their end, with cards typed as they are drawn and with those of a box below?"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest
from editions import BORROWED
from random_games import Striver
from shares import some_seeds

from talisman_nb.bots import RandomBot
from talisman_nb.engine import ask, new_game, step
from talisman_nb.model import State
from talisman_nb.rules.book import open_book
from talisman_nb.simulate.invariants import violations

OPEN_BOX = "third"
LAST = {"strength": "dragon-king-battle", "craft": "dragon-king-craft"}
STRONG = 10
"""The strength or craft with which the rules advise to go into the Tower."""
BOTS: dict[str, Callable[[int], RandomBot]] = {
    "by lot": RandomBot,
    "striving": lambda seed: Striver(seed, STRONG, LAST, "leave-tower"),
}


def people(edition: str, seed: int) -> Sequence[tuple[str, str]]:
    """Two to four seats, with characters where their cards are known."""
    dice, n, known = random.Random(seed), 2 + seed % 3, open_book(edition).characters
    return [(f"P{at}", one) for at, one in enumerate(dice.sample(known, n) if known else [""] * n)]


def played(edition: str, bot: str, seed: int, most: int) -> State:
    """Return the last state of a game of at most so many answers; nothing is ever broken."""
    state, bots = new_game(people(edition, seed), edition), BOTS[bot](seed)
    for n in range(most):
        if ask(state).kind == "over":
            break
        state, _ = step(state, bots.answer(state))
        assert n % 200 or not violations(state), f"{edition}, {bot}, seed {seed}, answer {n}: {violations(state)}"
    return state


@pytest.mark.parametrize("edition", [OPEN_BOX, BORROWED])
@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.campaign) for seed in some_seeds(6))])
def test_a_game_ends_by_the_rule_of_the_edition_or_goes_on(edition: str, bot: str, seed: int) -> None:
    """`win.dragon`, and nothing else: no Crown, nobody left by another one's clause."""
    state = played(edition, bot, seed, 3_000)
    assert state.won_by == (("win.dragon",) if ask(state).kind == "over" else ())


@pytest.mark.parametrize("edition", [OPEN_BOX, BORROWED])
@pytest.mark.campaign
def test_whoever_strives_for_it_beats_the_dragon_king(edition: str) -> None:
    """By lot alone that takes tens of thousands of answers, as hardly anybody gets strong before being killed."""
    ended = [played(edition, "striving", seed, 20_000) for seed in some_seeds(4)]
    assert any(state.won_by == ("win.dragon",) for state in ended)
