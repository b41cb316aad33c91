"""Players: who is asked sees what its seat may see, and chooses an answer; here those that choose by lot."""

from __future__ import annotations

import random
from typing import NamedTuple, Protocol

from talisman_nb.engine import asides, ask
from talisman_nb.engine.view import seen_by, view_ask
from talisman_nb.model import EVERYBODY, UNSEEN, Answer, Ask, CardType, Option, OwnCard, Seen, State, key_of, read_key
from talisman_nb.rules.book import book_of

LAST_RESORTS = frozenset({"own", "settle", "hand"})
"""Answers for what the program doesn't know; they are nobody's choice."""
BARGAINS = frozenset({"give", "want"})
"""Verbs of what people put on the table as they talk; no player of the program bargains."""
PUT_IN = frozenset({"cast", "use", "trade"})
"""Verbs of what a player may do before a question is answered."""
UNREAD = key_of("cast", UNSEEN)
"""To cast a Spell that lies face down, as a real card does before the program: it can't read it."""
NOBODY = "nobody"
"""The answer of a reaction point to which nothing is put in."""


class View(NamedTuple):
    """All that a seat knows as it is asked: the state with the hands of others unnamed, and the question.

    The state can be played on with `engine.step`, so that a player may look ahead with the engine itself.
    """

    state: Seen
    ask: Ask
    seat: int

    def answers(self) -> list[Answer]:
        """Return every answer a player may choose: open options, offers, and what the seat may put in."""
        state, found = self.state, self.ask
        said = [] if found.chance else [Answer(state.ply, o.key) for o in open_options(found)]
        if found.seat in (self.seat, EVERYBODY):
            offered = {one.key for one in said}
            open_ = (o for o in asides(state, self.seat) if not o.closed and o.key not in (UNREAD, *offered))
            more = (o for o in open_ if o.verb in PUT_IN)
            said += [Answer(state.ply, o.key, self.seat) for o in more]
        return said


def view_of(state: State, found: Ask, seat: int) -> View:
    """Return what a seat knows of a state and of its question.

    >>> from talisman_nb.engine import ask
    >>> from talisman_nb.notation.situation import situation
    >>> state = situation("wizard ruins, spells hex healing | thief city")
    >>> view_of(state, ask(state), 1).state.players[0].spells
    ('spell?', 'spell?')
    """
    return View(seen_by(state, (seat,)), view_ask(found, seat), seat)


def open_options(found: Ask) -> list[Option]:
    """Return the open options of a question that are somebody's choice; bargains and putting things down are not.

    Where nothing else is open they are returned all the same.
    """
    open_ = [o for o in (*found.options, *found.offers) if not o.closed and o.key not in LAST_RESORTS]
    chosen = [o for o in open_ if (verb := read_key(o.key).verb) != "drop" and verb not in BARGAINS]
    return chosen or open_


def thrown(found: Ask, dice: random.Random) -> str:
    """Return what chance answers: a die or card by its frequency; a card that nobody has typed is never drawn."""
    keys = [option.key for option in found.options if not option.closed]
    return dice.choices(keys, found.weights)[0] if found.weights and any(found.weights) else dice.choice(keys)


class Reason(NamedTuple):
    """One thing that speaks for or against an answer, without a word of it.

    `term`: what it is, one of `TERMS`. `amount`: how much of it, as the mean of what chance may bring: lives, points,
    cards, turns, or a chance from 0 to 1. `points`: what that is worth to the player; 0 for what is only told.
    """

    term: str
    amount: float
    points: float = 0.0


TERMS = (
    "strength", "craft", "lead", "life", "fate", "gold", "spells", "things", "talisman", "trophies", "turns", "form",
    "dies", "wins", "won", "lost", "to-goal", "to-talisman", "to-healer", "reached", "rivals", "playouts",
)  # fmt: skip
"""The terms of reasons.

Up to `trophies` it is more or less of what a sheet shows; `lead`: what the better of Strength and Craft is above the
other; `turns`: turns to come, those to be missed taken off; `form`: to be in another shape. Chances: `dies` and `wins`
(the game) by the end of what was looked at, `won` and `lost` a fight, `reached` the goal alive. `to-…`: turns nearer to
where the player wants to be. `rivals`: points others gain. `playouts`: the part of games played on from there and won.
"""


class Weighed(NamedTuple):
    """An answer that a player has looked at, None for putting nothing in; its worth to it, and what that is made of."""

    answer: Answer | None
    worth: float
    reasons: tuple[Reason, ...] = ()


class Player(Protocol):
    """Who answers the questions of a seat: each question once, by either of the two."""

    def choose(self, view: View) -> Answer | None:
        """Return an answer, or None where the seat puts nothing in: before a die, or to what somebody else does."""

    def weigh(self, view: View) -> list[Weighed]:
        """Return the answers it looked at, that which it chooses first, with its reasons; it takes longer.

        Only an answer that was never weighed against another has no reasons: a lone one, or one by lot.
        """


class RandomPlayer:
    """Chooses among all open answers by lot, and puts something in now and then.

    >>> from talisman_nb.engine import ask, new_game
    >>> state = new_game([("Ada", "dwarf"), ("Bruno", "thief")])
    >>> RandomPlayer(random.Random(1)).choose(view_of(state, ask(state), 0)) is None  # the die is thrown
    True
    """

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice

    def choose(self, view: View) -> Answer | None:
        """Return any open answer."""
        put_in = view.ask.chance or view.ask.seat == EVERYBODY
        if put_in and self._dice.random() < 0.5:
            return None
        said = view.answers()
        return self._dice.choice(said) if said else None

    def weigh(self, view: View) -> list[Weighed]:
        """Return one answer by lot, for no reason."""
        return [Weighed(self.choose(view), 0.0)]


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
