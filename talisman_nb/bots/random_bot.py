"""A bot that picks random open answers: for fuzzing the engine, not for winning."""

from __future__ import annotations

import random

from talisman_nb.engine import asides, ask
from talisman_nb.model import Answer, Ask, CardType, OwnCard, State
from talisman_nb.rules.book import book_of


class RandomBot:
    """Answers for every seat and for chance by a seeded generator; the same seed always plays the same game.

    `asides`: probability, 0 to 1, of trying an aside instead of the answer; `unseen`: probability that a drawn Spell
    stays unseen, as at a table with real cards.

    >>> from talisman_nb.engine import new_game
    >>> state = new_game([("Ada", "dwarf"), ("Bruno", "thief")])
    >>> RandomBot(1).answer(state) == RandomBot(1).answer(state)
    True
    """

    def __init__(self, seed: int, asides: float = 0.08, unseen: float = 0.4) -> None:
        self._dice = random.Random(seed)
        self._asides, self._unseen = asides, unseen

    def answer(self, state: State) -> Answer:
        """Return an answer or aside to the question of a state.

        Raises `LookupError` if no answer is open: the game is over, or the engine has a bug.
        """
        return (self._aside(state) if self._dice.random() < self._asides else None) or self._said(state)

    def _aside(self, state: State) -> Answer | None:
        """Pick an open aside of a random seat, None if it has none."""
        seat = self._dice.randrange(len(state.players))
        open_ = [option.key for option in asides(state, seat) if not option.closed]
        return Answer(state.ply, self._dice.choice(open_), seat) if open_ else None

    def _said(self, state: State) -> Answer:
        """Pick an open answer at random, weighted at a chance ask."""
        found = ask(state)
        if found.kind == "card" and self._untyped(state, found):
            return self._own_card(state)
        if found.kind == "character" and not found.options:
            return self._own_character(state)
        if found.weights:
            if found.purpose == book_of(state.book).face_down and self._dice.random() < self._unseen:
                return Answer(state.ply, "?")
            return Answer(state.ply, self._dice.choices([option.key for option in found.options], found.weights)[0])
        open_ = [key for key in found.open() if key != "own"]
        if not open_:
            raise LookupError(f"nothing can be said to {found.kind} ({found.purpose})")
        return Answer(state.ply, self._dice.choice(open_))

    def _untyped(self, state: State, found: Ask) -> bool:
        """Whether the card drawn is one that nobody has typed, as often as such cards are in the deck."""
        decks = book_of(state.book).decks
        unknown = state.decks[decks.index(found.purpose)].unknown if found.purpose in decks else 0
        return unknown > 0 and self._dice.random() * (unknown + sum(found.weights)) < unknown

    def _own_card(self, state: State) -> Answer:
        own = OwnCard(f"card {self._dice.randrange(9)}", self._dice.choice(OWN_TYPES), 3)
        return Answer(state.ply, "own", own=own)

    def _own_character(self, state: State) -> Answer:
        dice, spaces = self._dice, book_of(state.book).board.spaces
        n, (strength, craft) = len(state.own), dice.choices(range(2, 6), k=2)
        own = OwnCard(
            f"character {n}", "character", strength, craft, life=4, gold=dice.randrange(3), start=dice.choice(spaces),
            alignment=dice.choice(("good", "neutral", "evil")),
        )  # fmt: skip
        return Answer(state.ply, "own", own=own)


OWN_TYPES: tuple[CardType, ...] = ("object", "follower", "monster", "stranger", "event")
"""Types of the cards that a bot names where nobody has typed them."""
