"""Do thousands of random whole games keep every invariant, and is a state exactly what was saved?

More games, from another seed:
`TALISMAN_CAMPAIGN=all TALISMAN_GAMES=10000 TALISMAN_FIRST_GAME=50000 pytest tests/test_games.py -m "" -k invariant`.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest
from editions import PLAYED, turned
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import some_answer

from talisman_nb.engine import asides, ask, new_game, step
from talisman_nb.model import Event, Option, State, decode, encode
from talisman_nb.rules.book import open_book
from talisman_nb.rules.index import rule_index
from talisman_nb.rules.layers import BASE
from talisman_nb.simulate.invariants import violations

SEEDS = int(os.environ.get("TALISMAN_GAMES", "2000"))
FIRST = int(os.environ.get("TALISMAN_FIRST_GAME", "0"))
BATCH = 25
LIMIT = 1_000
"""Answers after which a random game is stopped; how many were is printed."""
RULES = frozenset(rule_index())


def start(dice: random.Random, players: int, edition: str) -> State:
    """A new game; every fourth plays by the house rules of the other way."""
    characters = dice.sample(open_book(edition).characters, players)
    people = [(f"P{i}", character) for i, character in enumerate(characters)]
    return new_game(people, edition, house=dice.choice(({}, {}, {}, turned(edition))))


def game(seed: int, edition: str, limit: int = LIMIT) -> Iterator[tuple[State, tuple[Event, ...]]]:
    dice = random.Random(seed)
    state = start(dice, 2 + seed % 5, edition)
    for _ in range(limit):
        if ask(state).kind == "over":
            return
        state, events = step(state, some_answer(state, dice))
        yield state, events


def offered(state: State) -> Iterator[Option]:
    """Everything that may be said, or is refused, by any seat."""
    found = ask(state)
    yield from (*found.options, *found.offers)
    yield from (option for seat in range(len(state.players)) for option in asides(state, seat))


BATCHES = [
    pytest.param(first, marks=pytest.mark.campaign if first > FIRST else ())
    for first in range(FIRST, FIRST + SEEDS, BATCH)
]  # the first is played in every run


@pytest.mark.slow
@pytest.mark.parametrize("batch", BATCHES)
@pytest.mark.parametrize("edition", PLAYED)
def test_random_games_keep_every_invariant(edition: str, batch: int) -> None:
    """Games end or reach the limit; every step is sound; events, questions and refusals cite rules that exist."""
    ended = refused = 0
    for seed in range(batch, min(batch + BATCH, FIRST + SEEDS)):
        last = None
        for at, (state, events) in enumerate(game(seed, edition)):
            wrong = violations(state)
            assert not wrong, f"{edition}, seed {seed}, answer {at}: {wrong}"
            for event in events:
                assert event.cites and RULES.issuperset(event.cites), (
                    f"{edition}, seed {seed}, answer {at}: {event.kind} cites {event.cites}"
                )
            found = ask(state)
            assert found.cites and RULES.issuperset(found.cites), (
                f"{edition}, seed {seed}, answer {at}: {found.kind} cites {found.cites}"
            )
            for option in offered(state):
                refused += bool(option.closed)
                assert RULES.issuperset(option.cites), (
                    f"{edition}, seed {seed}, answer {at}: {option.key} cites {option.cites}"
                )
                assert option.cites or not option.closed, (
                    f"{edition}, seed {seed}, answer {at}: {option.key} is refused and cites nothing"
                )
            last = state
        assert last is not None
        ended += ask(last).kind == "over"
    assert refused > 100
    print(f"{ended} of {BATCH} games ended, the others were stopped after {LIMIT} answers")


@pytest.mark.parametrize(("edition", "games"), [(edition, 12 if edition == BASE else 4) for edition in PLAYED])
def test_random_games_come_to_an_end(edition: str, games: int) -> None:
    """Not only sound but finite: they end with a winner, or with nobody left to play."""
    ends = [list(game(seed, edition, limit=40_000))[-1][0] for seed in range(games)]
    assert all(ask(state).kind == "over" for state in ends)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.integers(0, 10_000), st.integers(0, 300), st.sampled_from(PLAYED))
def test_a_saved_state_is_the_state_and_plays_on_alike(seed: int, at: int, edition: str) -> None:
    dice = random.Random(seed)
    state = start(dice, 2 + seed % 5, edition)
    for _ in range(at):
        if ask(state).kind == "over":
            break
        state, _ = step(state, some_answer(state, dice))
    again = decode(encode(state))
    assert again == state and hash(again) == hash(state)
    for _ in range(20):
        assert ask(again) == ask(state)
        if ask(state).kind == "over":
            break
        answer = some_answer(state, dice)
        state, told = step(state, answer)
        again, told_again = step(again, answer)
        assert again == state and told_again == told
