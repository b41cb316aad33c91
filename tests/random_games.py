"""The answers of a random game."""

from __future__ import annotations

import random

from talisman_nb.engine import asides, ask
from talisman_nb.model import Answer, State


def some_answer(state: State, dice: random.Random) -> Answer:
    """Any open answer; now and then an aside of any seat, an unseen Spell, a wrong order of things."""
    found = ask(state)
    if dice.random() < 0.08:
        seat = dice.randrange(len(state.players))
        keys = [option.key for option in asides(state, seat) if not option.closed]
        if keys:
            return Answer(state.ply, dice.choice(keys), seat)
    if found.weights:
        key = dice.choices([option.key for option in found.options], found.weights)[0]
        return Answer(state.ply, "?" if found.purpose == "spell" and dice.random() < 0.4 else key)
    return Answer(state.ply, dice.choice([key for key in found.open() if key != "own"]))
