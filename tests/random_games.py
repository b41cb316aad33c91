"""Random games: an open answer by lot, and the states of whole games of a book."""

from __future__ import annotations

import random
from collections.abc import Iterator

from talisman_nb.engine import asides, ask, new_game, step
from talisman_nb.model import Answer, OwnCard, State
from talisman_nb.rules.book import Book, book_of
from talisman_nb.simulate.invariants import broken


def some_answer(state: State, dice: random.Random) -> Answer:
    """Any open answer; now and then an aside of any seat, an unseen Spell, a wrong order of things."""
    found = ask(state)
    if dice.random() < 0.08:
        seat = dice.randrange(len(state.players))
        keys = [option.key for option in asides(state, seat) if not option.closed]
        if keys:
            return Answer(state.ply, dice.choice(keys), seat)
    decks = book_of(state.book).decks
    unknown = state.decks[decks.index(found.purpose)].unknown if found.kind == "card" and found.purpose in decks else 0
    if unknown and unknown > dice.random() * 5:
        kind = dice.choice(("object", "monster", "event", "place"))
        return Answer(state.ply, "own", own=OwnCard(f"card {dice.randrange(9)}", kind, 3))
    if found.weights:
        key = dice.choices([option.key for option in found.options], found.weights)[0]
        return Answer(state.ply, "?" if found.purpose == book_of(state.book).face_down and dice.random() < 0.4 else key)
    return Answer(state.ply, dice.choice([key for key in found.open() if key != "own"]))


def games(book: Book, seeds: range, answers: int) -> Iterator[list[State]]:
    """Yield the states of games of three, all of them looked at, from the first question on."""
    for seed in seeds:
        dice = random.Random(seed)
        states = [new_game([(f"P{n}", one) for n, one in enumerate(dice.sample(book.characters, 3))], book)]
        while len(states) <= answers and ask(states[-1]).kind != "over":
            state, _ = step(states[-1], some_answer(states[-1], dice))
            assert not broken(state), f"seed {seed}: {broken(state)}"
            states.append(state)
        yield states
