"""Do games of The Realm of Souls stay sound by any mix of house rules, and with a layer of one's own over it?"""

from __future__ import annotations

import random

import pytest
from editions import EXPANDED, turned
from random_games import some_answer
from shares import some_seeds

from talisman_nb.engine import ask, new_game, step
from talisman_nb.model import State, decode, encode
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import Layer
from talisman_nb.simulate.invariants import violations

(SOULS,) = EXPANDED
VEILED = """
[adventure]
like = "adventure"
drawn_at = ["inner"]
[veil]
like = "veil"
drawn_at = ["everywhere"]
"""
MORE = """
[bone-cart]
name = "Bone Cart"
type = "event"
number = 1
copies = 12
met = [
  { op = "pick", from = "spaces.uncovered", into = "space", by = "chance" },
  { op = "cover", card = "breach", on = "space" },
  { op = "lose", what = "life" },
]
[lantern]
name = "Lantern"
type = "object"
number = 5
copies = 4
keywords = ["soulbound", "cursed"]
held = [{ mod = "add", to = "craft", n = 1 }]
"""
DECKS, CARDS = Layer("veiled", {"decks.toml": VEILED}), Layer("more", {"adventure/more.toml": MORE})
OVER: dict[str, tuple[Layer, ...]] = {"alone": (), "veiled": (DECKS,), "more": (CARDS,), "both": (DECKS, CARDS)}
"""Layers over it: Veil cards drawn everywhere, cards that name its Breach and its keywords, and both."""
ANSWERS = 400


def mixed(dice: random.Random, over: str) -> dict[str, bool]:
    """House rules of a table: none, all turned, or some; those that part a deck go with no other decks."""
    every = turned(SOULS)
    if over in ("veiled", "both"):
        del every["switch.two_decks"]
    share = dice.choice((0, 0, 0.3, 1))
    return {name: value for name, value in every.items() if dice.random() < share}


@pytest.mark.parametrize("over", OVER)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.campaign) for seed in some_seeds(400))])
def test_a_random_game_is_sound_at_every_answer(seed: int, over: str) -> None:
    dice = random.Random(f"{seed} {over}")
    house = mixed(dice, over)
    book = open_book([SOULS, *OVER[over]], house)
    state = new_game([(f"P{n}", one) for n, one in enumerate(dice.sample(book.characters, 2 + seed % 5))], book)
    for at in range(ANSWERS):
        if ask(state).kind == "over":
            break
        state, events = step(state, some_answer(state, dice))
        assert not violations(state), (seed, over, house, at, violations(state))
        assert all(event.cites for event in events)
    assert decode(encode(state)) == state


def test_ghosts_are_made_resurrected_and_killed_for_good() -> None:
    """Or the games above would not show what they should."""
    seen: set[str] = set()
    for seed in range(8):
        dice = random.Random(seed)
        book = open_book([SOULS, CARDS])
        state: State = new_game([(f"P{n}", one) for n, one in enumerate(dice.sample(book.characters, 3))], book)
        for _ in range(600):
            if ask(state).kind == "over":
                break
            state, events = step(state, some_answer(state, dice))
            seen |= {event.kind for event in events} & {"became", "own_form", "eliminated", "covered", "killed"}
    assert seen == {"became", "own_form", "eliminated", "covered", "killed"}
