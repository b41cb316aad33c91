"""Walks every branch of the engine's questions from a state to the outcomes that a question about chances names."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.engine import NotAllowedError, asides, ask, step
from talisman_nb.model import Answer, Ask, Event, Option, State
from talisman_nb.rules.book import book_of

from .graph import Node, Value, choose, solve

MOST_STATES = 60_000
"""States that are walked before a question counts as too long; about three seconds."""
LAST_RESORTS = frozenset({"own", "settle", "hand"})
"""Answers for what the program doesn't know; they are nobody's choice."""
ATTACKS = frozenset({"attack", "psychic"})

Ends = Callable[[State, State, tuple[Event, ...], int], "str | int"]
"""Says of a step (state before and after, events, turns left) which outcome it is, or how many turns are left now."""


class TooLongError(ValueError):
    """More states than allowed lie between a state and the outcomes."""


class Aim(Struct, frozen=True):
    """What a player wants: the outcomes of the first group as often as possible, then those of the second, and so on.

    >>> WIN.rank(("won", "standoff", "lost"), (15, 6, 15, 36))
    (15, 21)
    """

    name: str
    wanted: tuple[tuple[str, ...], ...]

    def rank(self, outcomes: tuple[str, ...], value: Value) -> tuple[int, ...]:
        """Return the numerators that are compared, of the chances of these outcomes."""
        chances = dict(zip(outcomes, value, strict=False))
        return tuple([sum([chances.get(name, 0) for name in group]) for group in self.wanted])


WIN = Aim("win", (("won",), ("won", "standoff", "away", "spared")))
"""To win a fight; else not to lose a life in it."""
LIVE = Aim("live", (("won", "standoff", "away", "spared"), ("won",)))
"""To lose no life in a fight; else to win it."""
REACH = Aim("reach", (("reached",), ("reached", "open")))
"""To reach a goal; else to be still on the way when the turns are over."""


class Said(NamedTuple):
    """An answer that is tried, the seat that gives it as an aside (-1: who is asked), and how often chance does."""

    key: str
    seat: int = -1
    weight: int = 1


class Considered(Struct, frozen=True):
    """Which answers are tried besides the options of a question, all of them those of the rules.

    `fate`: rerolls; `abilities`: what characters and cards let one use, and other weapons than the best ones; `spells`:
    the Spells in the hand of `seat`, cast where it is asked or may answer. `straight`: nobody goes back from the Crown
    or attacks a character.
    """

    seat: int
    fate: bool = True
    abilities: bool = True
    spells: bool = False
    straight: bool = False

    def answers(self, state: State, found: Ask) -> list[Said]:
        """Return the answers that are tried at a question."""
        if found.chance:
            weights = found.weights or (1,) * len(found.options)
            pairs = zip(found.options, weights, strict=True)
            return [Said(option.key, -1, weight) for option, weight in pairs if weight and not option.closed]
        keys = [o.key for o in found.options if not o.closed and o.key not in LAST_RESORTS and self._goes_on(state, o)]
        keys += [offer.key for offer in found.offers if not offer.closed and self._taken(state, offer)]
        said = [Said(key) for key in keys]
        if self.spells and found.seat in (self.seat, -1):
            said += [Said(o.key, self.seat) for o in asides(state, self.seat) if o.verb == "cast" and not o.closed]
        return said

    def _taken(self, state: State, offer: Option) -> bool:
        if offer.verb == "wield":
            return self.abilities and state.fight is not None and offer.item not in state.fight.wielded
        return self.fate if offer.verb == "fate" else self.abilities and offer.verb in ("use", "bribe")

    def _goes_on(self, state: State, option: Option) -> bool:
        if not self.straight:
            return True
        board = book_of(state.book).board
        if option.space and not board.rolls(here := state.players[self.seat].space):
            return board.steps_to_crown(option.space) < board.steps_to_crown(here)
        return option.verb not in ATTACKS


class Tried(Struct, frozen=True):
    """The chances of the outcomes after one answer, in the order of the outcomes."""

    key: str
    value: Value


class Solved(Struct, frozen=True):
    """The chances of the outcomes, the best answer now ("" where chance or somebody else decides) and all answers."""

    outcomes: tuple[str, ...]
    value: Value
    best: str
    answers: tuple[Tried, ...]
    states: int


def walked(
    start: State, outcomes: tuple[str, ...], ends: Ends, aim: Aim, considered: Considered, *, turns: int = 0,
    states: int = MOST_STATES, passing: Callable[[State, State, tuple[Event, ...]], State] | None = None,
) -> Solved:  # fmt: skip
    """Return the exact chances of the outcomes if every seat chooses its best answers, others against the aim.

    `passing` may put another state in place of the one a step leads to. Raises `TooLongError` past `states` states,
    and `LoopError` where both sides decide in a loop.
    """
    walk = _Walk(outcomes, ends, considered, states, passing)
    walk.explore(start, turns)

    def rank(value: Value) -> tuple[int, ...]:
        return aim.rank(outcomes, value)

    values = solve(walk.nodes, rank)
    first, said = walk.nodes[walk.first], walk.said_first
    tried = tuple(Tried(one.key, values[to]) for one, to in zip(said, first.follows, strict=True))
    best = said[choose(rank, [one.value for one in tried], "best")].key if first.kind == "best" else ""
    return Solved(outcomes, values[walk.first], best, tried, len(walk.nodes) - len(outcomes))


class _Walk:
    """The graph of what can be answered, a node per state without what can't matter any more."""

    def __init__(
        self, outcomes: tuple[str, ...], ends: Ends, considered: Considered, most: int,
        passing: Callable[[State, State, tuple[Event, ...]], State] | None,
    ) -> None:  # fmt: skip
        n = len(outcomes)
        self.nodes = [Node("end", value=(*(int(at == one) for one in range(n)), 1)) for at in range(n)]
        self.first = n
        self.said_first: list[Said] = []
        self._outcomes = {name: at for at, name in enumerate(outcomes)}
        self._ends, self._considered, self._most, self._passing = ends, considered, most, passing
        self._numbers: dict[tuple[State, int], int] = {}
        self._waiting: list[tuple[int, State, int]] = []

    def explore(self, start: State, turns: int) -> None:
        """Fill the graph from a state on."""
        self._number(start, turns)
        while self._waiting:
            at, state, left = self._waiting.pop()
            self.nodes[at] = self._node(at, state, left)

    def _number(self, state: State, left: int) -> int:
        key = (without_past(state), left)
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.nodes)
            if found > self._most:
                raise TooLongError(f"more than {self._most} states lie between this one and the outcomes")
            self.nodes.append(Node("best"))
            self._waiting.append((found, state, left))
        return found

    def _node(self, at: int, state: State, left: int) -> Node:
        question = ask(state)
        said, follows = [], []
        for one in self._considered.answers(state, question):
            try:
                follows.append(self._after(state, one, left))
            except NotAllowedError:  # an answer with conditions of its own, such as a bargain
                continue
            said.append(one)
        if at == self.first:
            self.said_first = said
        if question.chance:
            weights: dict[int, int] = {}
            if at == self.first:
                return Node("chance", tuple(follows), tuple(one.weight for one in said))
            for to, one in zip(follows, said, strict=True):
                weights[to] = weights.get(to, 0) + one.weight
            return Node("chance", tuple(weights), tuple(weights.values()))
        mine = question.seat in (self._considered.seat, -1)
        return Node("best" if mine else "worst", tuple(follows))

    def _after(self, state: State, said: Said, left: int) -> int:
        after, events = step(state, Answer(state.ply, said.key, said.seat))
        end = self._ends(state, after, events, left)
        if isinstance(end, str):
            return self._outcomes[end]
        if self._passing is not None:
            after = self._passing(state, after, events)
        return self._number(after, end)


def without_past(state: State) -> State:
    """Return a state without what no question to come depends on: the number of the answer, of the round.

    Between two turns also the result of the program that ended last, which the next one overwrites before it is read.
    """
    if len(state.stack) == 1:
        return replace(state, ply=0, round=0, result=None)
    return replace(state, ply=0, round=0)
