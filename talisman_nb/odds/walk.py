"""Walks every branch of the engine's questions from a state to the outcomes that a question about chances names."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from msgspec import Struct

from talisman_nb.cards.engine_needs import READ_BOARD
from talisman_nb.cards.operations import Call
from talisman_nb.engine import NotAllowedError, asides, ask, step
from talisman_nb.engine.ops.dice import KEEP
from talisman_nb.model import Answer, Ask, Event, Option, State, key_of
from talisman_nb.model.kinds import BOARD_TEXT, FIGURE
from talisman_nb.rules.book import Book, book_of, operations_of

from .graph import GraphNode, Kind, Value, choose, solve
from .merging import Throws, all_but_one, throws, throws_of_fight, without_past

MOST_STATES = 60_000
"""States that are walked before a question counts as too long; about three seconds."""
UNKNOWN = "unknown"
"""Outcome of a draw that turns up a card nobody has typed, and what stands for that card among the answers."""
LAST_RESORTS = frozenset({"own", "settle", "hand"})
"""Answers for what the program doesn't know; they are nobody's choice."""
ATTACKS = frozenset({"attack", "psychic"})
TURN_BACK = "turn-back"
"""The answer that gives up the way to the Crown."""

Passing = Callable[[State, State, tuple[Event, ...]], tuple[State, tuple[Event, ...]]]
"""Puts another state and other events in the place of those a step leads to: before, after, events."""
Ends = Callable[[State, State, tuple[Event, ...], int], "str | int"]
"""Says of a step (state before and after, events, turns left) which outcome it is, or how many turns are left now."""


class TooLongError(ValueError):
    """More states than allowed lie between a state and the outcomes."""


class Aim(Struct, frozen=True):
    """A player's preference among outcomes: the first group as often as possible, then the second, and so on.

    Attributes
    ----------
    name
        The name that an `Outlook` gives back.
    wanted
        The groups of outcomes, the most wanted first.
    by_others
        The groups that somebody who decides against it wants; () for the opposite.

    Examples
    --------
    >>> WIN.rank(("won", "standoff", "lost"), (15, 6, 15, 36))
    (15, 21)
    """

    name: str
    wanted: tuple[tuple[str, ...], ...]
    by_others: tuple[tuple[str, ...], ...] = ()  # what they want; (): the opposite

    def rank(self, outcomes: tuple[str, ...], value: Value) -> tuple[int, ...]:
        """Return the numerators that are compared, one for each group.

        Parameters
        ----------
        outcomes
            The names of the outcomes.
        value
            The numerator of each outcome's chance, then their common denominator.

        Returns
        -------
        tuple[int, ...]
            The greatest is the best.

        Examples
        --------
        >>> LIVE.rank(("won", "standoff", "lost"), (15, 6, 15, 36))
        (21, 15)
        """
        return _sums(outcomes, value, self.wanted)

    def rank_of_others(self, outcomes: tuple[str, ...], value: Value) -> tuple[int, ...]:
        """Return the numerators that somebody else compares.

        Parameters
        ----------
        outcomes
            The names of the outcomes.
        value
            The numerator of each outcome's chance, then their common denominator.

        Returns
        -------
        tuple[int, ...]
            The greatest is the best for the other.

        Examples
        --------
        >>> REACH.rank_of_others(("reached", "open", "dead"), (1, 3, 0, 4))
        (-1, -4)
        """
        if self.by_others:
            return _sums(outcomes, value, self.by_others)
        return tuple([-n for n in self.rank(outcomes, value)])


def _sums(outcomes: tuple[str, ...], value: Value, groups: tuple[tuple[str, ...], ...]) -> tuple[int, ...]:
    chances = dict(zip(outcomes, value, strict=False))
    return tuple([sum([chances.get(name, 0) for name in group]) for group in groups])


THEY_WIN = (("lost", "spared"), ("lost", "spared", "standoff", "away"))
"""Outcomes that the other side of a fight wants: to win it; else not to lose it."""
WIN = Aim("win", (("won",), ("won", "standoff", "away", "spared")), THEY_WIN)
"""To win a fight; else not to lose a life in it."""
LIVE = Aim("live", (("won", "standoff", "away", "spared"), ("won",)), THEY_WIN)
"""To lose no life in a fight; else to win it."""
REACH = Aim("reach", (("reached",), ("reached", "open")))
"""To reach a goal; else to be still on the way when the turns are over."""


class TriedAnswer(NamedTuple):
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

    def answers(self, state: State, found: Ask) -> list[TriedAnswer]:
        """Return the answers that are tried at a question."""
        if found.purpose == BOARD_TEXT:
            return [TriedAnswer(UNKNOWN)]
        if found.purpose.startswith(FIGURE):  # the guess is all that is known
            return [TriedAnswer(found.options[0].key)]
        if found.chance:
            weights = found.weights or (1,) * len(found.options)
            pairs = zip(found.options, weights, strict=True)
            said = [TriedAnswer(option.key, -1, weight) for option, weight in pairs if weight and not option.closed]
            return [*said, TriedAnswer(UNKNOWN, -1, found.unknown)] if found.unknown else said
        keys = [o.key for o in found.options if not o.closed and o.key not in LAST_RESORTS and self._goes_on(state, o)]
        keys += [offer.key for offer in found.offers if not offer.closed and self._taken(state, offer)]
        said = [TriedAnswer(key) for key in keys]
        if self.spells and found.seat in (self.seat, -1):
            said += [
                TriedAnswer(o.key, self.seat) for o in asides(state, self.seat) if o.verb == "cast" and not o.closed
            ]
        return said

    def _taken(self, state: State, offer: Option) -> bool:
        if offer.verb == "wield":
            return self.abilities and state.fight is not None and offer.item not in state.fight.wielded
        return self.fate if offer.verb == "fate" else self.abilities and offer.verb in ("use", "bribe")

    def _goes_on(self, state: State, option: Option) -> bool:
        if not self.straight:
            return True
        board = book_of(state.book).board
        if option.space and board.goal and not board.rolls(here := state.players[self.seat].space):
            return board.steps_to_goal(option.space) < board.steps_to_goal(here)
        return option.verb not in ATTACKS and option.key != TURN_BACK


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


def solve_walk(
    start: State, outcomes: tuple[str, ...], ends: Ends, aim: Aim, considered: Considered, *, turns: int = 0,
    states: int = MOST_STATES, passing: Passing | None = None, merging: bool = True,
) -> Solved:  # fmt: skip
    """Return the exact chances of the outcomes if every seat chooses the answers that are best for it.

    `passing` may put another state in place of the one a step leads to; `merging` False: dice between which nothing
    differs are walked one by one, as a check. Raises `TooLongError` past `states` states,
    and `LoopError` where somebody else decides in a loop. Where a card or the text of a space is unknown, `UNKNOWN` is
    an outcome too.
    """
    outcomes = (*outcomes, UNKNOWN) if has_unknown(start) else outcomes
    walk = _Walk(outcomes, ends, considered, states, passing, merging and not considered.spells)
    walk.explore(start, turns)

    def rank(value: Value) -> tuple[int, ...]:
        return aim.rank(outcomes, value)

    def theirs(value: Value) -> tuple[int, ...]:
        return aim.rank_of_others(outcomes, value)

    values = solve(walk.nodes, rank, theirs)
    first, said = walk.nodes[walk.first], walk.said_first
    tried = tuple(Tried(one.key, values[to]) for one, to in zip(said, first.follows, strict=True))
    best = said[choose(rank, [one.value for one in tried])].key if first.kind == "mine" and said else ""
    return Solved(outcomes, values[walk.first], best, tried, len(walk.nodes) - len(outcomes))


def has_unknown(state: State) -> bool:
    """Whether a deck has cards that nobody has typed, or a space a text that only the board has."""
    return any(deck.unknown > 0 for deck in state.decks) or _reads_board(book_of(state.book))


@cache
def _reads_board(book: Book) -> bool:
    spaces = (found for key, found in book.definitions.items() if key.startswith("space."))
    calls = (op for found in spaces for op in operations_of(found) if isinstance(op, Call))
    return any(op.program == READ_BOARD for op in calls)


class _Walk:
    """The graph of what can be answered, a node per state without what can't matter any more."""

    def __init__(
        self, outcomes: tuple[str, ...], ends: Ends, considered: Considered, most: int,
        passing: Passing | None, merging: bool,
    ) -> None:  # fmt: skip
        n = len(outcomes)
        self.nodes = [GraphNode("end", value=(*(int(at == one) for one in range(n)), 1)) for at in range(n)]
        self.first = n
        self.said_first: list[TriedAnswer] = []
        self._outcomes = {name: at for at, name in enumerate(outcomes)}
        self._ends, self._considered, self._most, self._passing = ends, considered, most, passing
        self._merging = merging
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
            self.nodes.append(GraphNode("mine"))
            self._waiting.append((found, state, left))
        return found

    def _node(self, at: int, state: State, left: int) -> GraphNode:
        question = ask(state)
        if at != self.first and self._merging and (thrown := _throws(state, question)):
            return self._thrown(state, question, thrown, left)
        said, follows = [], []
        for one in self._considered.answers(state, question):
            try:
                follows.append(self._after(state, one, left))
            except NotAllowedError:  # an answer with conditions of its own, such as a bargain
                continue
            said.append(one)
        if at == self.first:
            self.said_first = said
        if question.chance and at == self.first:
            return GraphNode("chance", tuple(follows), tuple(one.weight for one in said))
        if question.chance:
            return self._chance([(to, one.weight) for to, one in zip(follows, said, strict=True)])
        mine = question.seat in (self._considered.seat, -1)
        return GraphNode("mine" if mine else "theirs", tuple(follows))

    def _chance(self, weighted: list[tuple[int, int]]) -> GraphNode:
        weights: dict[int, int] = {}
        for to, weight in weighted:
            weights[to] = weights.get(to, 0) + weight
        return GraphNode("chance", tuple(weights), tuple(weights.values()))

    def _thrown(self, state: State, question: Ask, thrown: list[Throws], left: int) -> GraphNode:
        """The node of all dice that are asked for; what follows depends on what counts and whether fate was paid."""
        fate = any(throw.again for throw in thrown)
        if fate and not self._may_reroll(state, thrown[0].keys):  # now; what may be done later depends on the dice
            return self._chance(
                [(self._at_end_of(state, throw.keys, left, keep=False), throw.ways) for throw in thrown]
            )
        kept: dict[int, int] = {}
        rerolled: dict[int, int] = {}
        nodes: dict[GraphNode, int] = {}
        who = state.fight.you if state.fight is not None else question.seat
        decides: Kind = "mine" if who == self._considered.seat else "theirs"

        def number(node: GraphNode) -> int:
            if node not in nodes:
                nodes[node] = len(self.nodes)
                self.nodes.append(node)
            return nodes[node]

        weighted = []
        for throw in thrown:
            if throw.comes not in kept:
                kept[throw.comes] = self._at_end_of(state, throw.keys, left, keep=fate)
            follows = [kept[throw.comes]]
            for die, faces in enumerate(throw.again if self._considered.fate else ()):
                for face, comes in enumerate(faces, 1):
                    if comes not in rerolled:
                        keys = (*throw.keys, key_of("fate", die), str(face))
                        rerolled[comes] = self._at_end_of(state, keys, left, keep=False)
                follows.append(number(self._chance([(rerolled[comes], 1) for comes in faces])))
            weighted.append(
                (follows[0] if len(follows) == 1 else number(GraphNode(decides, tuple(follows))), throw.ways)
            )
        return self._chance(weighted)

    def _may_reroll(self, state: State, keys: tuple[str, ...]) -> bool:
        for key in keys:
            state, _ = step(state, Answer(state.ply, key))
        found = ask(state)
        return found.kind == "result" and any(offer.verb == "fate" for offer in found.offers)

    def _at_end_of(self, state: State, keys: tuple[str, ...], left: int, *, keep: bool) -> int:
        """The number of what follows several answers; `keep`: and after keeping the roll they make."""
        state, keys = all_but_one(state, keys)
        *first, last = (*keys, KEEP.key) if keep else keys
        for key in first:
            state, _ = step(state, Answer(state.ply, key))
        return self._after(state, TriedAnswer(last), left)

    def _after(self, state: State, said: TriedAnswer, left: int) -> int:
        if said.key == UNKNOWN:
            return self._outcomes[UNKNOWN]
        after, events = step(state, Answer(state.ply, said.key, said.seat))
        return self._came(state, after, events, left)

    def _came(self, state: State, after: State, events: tuple[Event, ...], left: int) -> int:
        if self._passing is not None:
            after, events = self._passing(state, after, events)
        end = self._ends(state, after, events, left)
        if isinstance(end, str):
            return self._outcomes[end]
        return self._number(after, end)


def _throws(state: State, question: Ask) -> list[Throws]:
    return throws_of_fight(state, question) or throws(state, question)
