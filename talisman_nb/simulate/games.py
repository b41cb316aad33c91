"""Plays whole games with random bots."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from talisman_nb.bots.random_bot import RandomBot
from talisman_nb.engine import ask, new_game, step
from talisman_nb.model import State
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import BASE


class Game(NamedTuple):
    """Result of a game: `winner` is a seat or -1; `ended` is False if the limit stopped it."""

    seed: int
    players: int
    answers: int
    rounds: int
    winner: int
    ended: bool


Watch = Callable[[int, State], None]
"""Callback for every state of a game: its seed, the state."""


def play_games(
    seeds: Iterable[int],
    players: int | None = None,
    limit: int = 20_000,
    edition: str = BASE,
    watch: Watch | None = None,
) -> Iterator[Game]:
    """Play a game for each seed and yield its result.

    `players`: None takes 2 to 6 by the seed; `limit`: upper bound of the answers in a game.

    >>> [game.players for game in play_games(range(3), limit=50)]
    [2, 3, 4]
    """
    for seed in seeds:
        yield play_game(seed, players or 2 + seed % 5, limit, edition, watch)


def play_game(
    seed: int, players: int = 4, limit: int = 20_000, edition: str = BASE, watch: Watch | None = None
) -> Game:
    """Play one game of random bots; the seed deals the characters and drives the bot. `limit`: in answers.

    >>> play_game(1, limit=50) == play_game(1, limit=50)
    True
    """
    dealt = random.Random(seed).sample(open_book(edition).characters, players)
    state = new_game([(f"P{seat + 1}", character) for seat, character in enumerate(dealt)], edition)
    bot = RandomBot(seed)
    for answers in range(limit):
        if ask(state).kind == "over":
            return Game(seed, players, answers, state.round, state.winner, True)
        state, _ = step(state, bot.answer(state))
        if watch is not None:
            watch(seed, state)
    return Game(seed, players, limit, state.round, state.winner, ask(state).kind == "over")
