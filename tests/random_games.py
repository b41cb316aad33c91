"""Random games: an open answer by lot, the states of whole games of a book, and a bot that goes for their end."""

from __future__ import annotations

import random
from collections.abc import Iterator

from talisman_nb.bots import RandomBot
from talisman_nb.engine import asides, ask, new_game, step
from talisman_nb.engine.totals import total
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Ask, OwnCard, State
from talisman_nb.rules.book import Book, book_of
from talisman_nb.simulate.invariants import violations


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
        return Answer(state.ply, "own", own=typed(state, found, dice))
    if found.weights:
        key = dice.choices([option.key for option in found.options], found.weights)[0]
        return Answer(state.ply, "?" if found.purpose == book_of(state.book).face_down and dice.random() < 0.4 else key)
    return Answer(state.ply, dice.choice([key for key in found.open() if key != "own"]))


def typed(state: State, found: Ask, dice: random.Random) -> OwnCard:
    """A card that is in no list, of a type that the deck it is drawn from may have."""
    covers = book_of(state.book).decks_written[found.purpose].table.get("covers")
    kind = "terrain" if covers else dice.choice(("object", "monster", "event", "place"))
    return OwnCard(f"card {dice.randrange(9)}", kind, 0 if covers else 3, words="Wait." if covers else "")


def games(book: Book, seeds: range, answers: int) -> Iterator[list[State]]:
    """Yield the states of games of three, all of them looked at, from the first question on."""
    for seed in seeds:
        dice = random.Random(seed)
        states = [new_game([(f"P{n}", one) for n, one in enumerate(dice.sample(book.characters, 3))], book)]
        while len(states) <= answers and ask(states[-1]).kind != "over":
            state, _ = step(states[-1], some_answer(states[-1], dice))
            assert not violations(state), f"seed {seed}: {violations(state)}"
            states.append(state)
        yield states


class Striver(RandomBot):
    """Answers by lot, but fights, makes the most of experience and, once strong enough, mostly goes for the goal.

    `strong`: the strength or craft at which it goes there, and takes on what waits there (`last`: the answers that do,
    by figure) instead of turning round (`leave`).
    """

    def __init__(self, seed: int, strong: int, last: dict[str, str], leave: str) -> None:
        super().__init__(seed)
        self._strong, self._last, self._leave = strong, last, leave

    def answer(self, state: State) -> Answer:
        """Return an answer or aside to the question of a state."""
        found = ask(state)
        wanted = "" if found.chance or found.seat < 0 else self._wanted(state, found)
        return Answer(state.ply, wanted) if wanted in found.open() else super().answer(state)

    def _wanted(self, state: State, found: Ask) -> str:
        """Return the answer that leads to the end, "" for none in particular."""
        trade = next((key for key in found.open() if key.startswith("trade:")), "")
        if trade or found.kind == "fight" or not state.players[found.seat].character:
            return trade or ("fight" if found.kind == "fight" else "")
        g = WorkingState(book_of(state.book), state)
        figures = {figure: total(g, found.seat, figure) for figure in self._last}
        best = max(figures, key=figures.__getitem__)
        if self._leave in found.open():
            return self._last[best] if figures[best] >= self._strong else self._leave
        if found.kind == "way" and figures[best] >= self._strong and self._dice.random() < 0.8:
            ways = [way for way in found.options if not way.closed]
            return min(ways, key=lambda way: (g.board.steps_to_goal(way.space), -way.n)).key
        return ""
