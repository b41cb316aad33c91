"""Solves a graph of questions exactly: chance is a mean, what somebody decides is the answer that is best for it.

Loops are solved too (a stand-off brings the same question again): where a player can stay in a loop as long as it
likes it takes the best way out, and where chance leads round the equations of the loop are solved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Literal, NamedTuple

Kind = Literal["end", "chance", "mine", "theirs"]
"""Ways in which a node is decided: `mine` by who asks about the chances, `theirs` by somebody else."""

Value = tuple[int, ...]
"""Chances of the outcomes as numerators, and their denominator last, without a common factor."""
Rank = Callable[[Value], tuple[int, ...]]
"""Numerators by which values are compared, the first counting most; of the denominator of the value."""


class GraphNode(NamedTuple):
    """One question: what follows each answer, by number; `weights` of the answers of chance; an end has its value."""

    kind: Kind
    follows: tuple[int, ...] = ()
    weights: tuple[int, ...] = ()
    value: Value = ()


class LoopError(ValueError):
    """Players against each other decide in a loop: there is no best answer that could be computed."""


def mean(values: Sequence[Value], weights: Sequence[int]) -> Value:
    """Return the weighted mean of values.

    >>> mean([(1, 0, 1), (1, 1, 2)], [1, 1])  # sure, and one in two
    (3, 1, 4)
    """
    whole = lcm(*[value[-1] for value in values])
    factors = [weight * (whole // value[-1]) for value, weight in zip(values, weights, strict=True)]
    n = len(values[0]) - 1
    sums = [sum([factor * value[at] for factor, value in zip(factors, values, strict=True)]) for at in range(n)]
    sums.append(whole * sum(weights))
    common = gcd(*sums)
    return tuple([each // common for each in sums])


def better(rank: Rank, one: Value, other: Value) -> bool:
    """Whether a value ranks above another one."""
    return [n * other[-1] for n in rank(one)] > [n * one[-1] for n in rank(other)]


def choose(rank: Rank, values: Sequence[Value]) -> int:
    """Return the index of the best value, the first of several equal ones."""
    found = 0
    for at in range(1, len(values)):
        if better(rank, values[at], values[found]):
            found = at
    return found


def solve(nodes: Sequence[GraphNode], rank: Rank, theirs: Rank) -> list[Value]:
    """Return the value of every node; `rank` is what who asks wants, `theirs` what everybody else does.

    Raises `LoopError` where somebody else decides in a loop.
    """
    size = next(len(node.value) for node in nodes if node.kind == "end")
    solver = _Solver(list(nodes), rank, theirs, (*(0,) * (size - 1), 1))
    solver.run(range(len(nodes)))
    return [value for value in solver.values if value is not None]


class _Solver:
    """The values found so far; loops in which a player may stay are replaced by one node with all their ways out."""

    def __init__(self, nodes: list[GraphNode], rank: Rank, theirs: Rank, never: Value) -> None:
        self.nodes, self.rank, self.theirs, self.never = nodes, rank, theirs, never
        self.values: list[Value | None] = [None] * len(nodes)

    def run(self, members: Iterable[int]) -> None:
        import networkx as nx

        graph = nx.DiGraph()
        graph.add_nodes_from(members)
        graph.add_edges_from((at, to) for at in graph for to in self.nodes[at].follows if to in graph)
        for together in list(nx.strongly_connected_components(graph)):  # what follows a part comes before it
            if len(together) == 1 and (at := next(iter(together))) not in self.nodes[at].follows:
                self._set(at)
            else:
                self._loop(set(together))

    def _set(self, at: int) -> None:
        node = self.nodes[at]
        if node.kind == "end":
            self.values[at] = node.value
            return
        values = [self._known(to) for to in node.follows]
        if node.kind == "chance":
            self.values[at] = mean(values, node.weights)
        elif values:
            self.values[at] = values[choose(self.rank if node.kind == "mine" else self.theirs, values)]
        else:
            self.values[at] = self.never

    def _known(self, at: int) -> Value:
        found = self.values[at]
        assert found is not None
        return found

    # --- loops ---

    def _loop(self, members: set[int]) -> None:
        if any(self.nodes[at].kind == "theirs" for at in members):
            raise LoopError("the answers of several sides lead back to the same question")
        stays = [held for held in self._stays(members) if held]
        if not stays:
            self._around(members)
            return
        rest = set(members)
        for held in stays:
            exits = {to for at in held if self.nodes[at].kind == "mine" for to in self.nodes[at].follows} - held
            one = min(held)
            self.nodes[one] = GraphNode("mine", tuple(sorted(exits)))
            for at in held - {one}:
                self.nodes[at] = GraphNode("mine", (one,))
            rest -= held - {one}
        leads = {at: min(held) for held in stays for at in held}
        for at in rest:
            node = self.nodes[at]
            self.nodes[at] = node._replace(follows=tuple(leads.get(to, to) for to in node.follows))
        self.run(rest)
        for at in members - rest:
            self._set(at)

    def _stays(self, members: set[int]) -> Iterable[set[int]]:
        """Sets of nodes among which the player can go round for ever, whatever chance does (end components)."""
        import networkx as nx

        waiting = [members]
        while waiting:
            within = waiting.pop()
            left = {at for at in within if not self._leaves(at, within)}
            graph = nx.DiGraph()
            graph.add_nodes_from(left)
            graph.add_edges_from((at, to) for at in left for to in self.nodes[at].follows if to in left)
            parts = [set(part) for part in nx.strongly_connected_components(graph)]
            for part in parts:
                if part == within and len(part) > 1:
                    yield part
                elif len(part) > 1 or any(at in self.nodes[at].follows for at in part):
                    if part == within:
                        yield part
                    else:
                        waiting.append(part)

    def _leaves(self, at: int, within: set[int]) -> bool:
        """Whether a node can't be held within a set: chance may lead out of it, or no answer leads into it."""
        follows = self.nodes[at].follows
        if self.nodes[at].kind == "chance":
            return not within.issuperset(follows)
        return within.isdisjoint(follows)

    def _around(self, members: set[int]) -> None:
        """Solve a loop that chance leaves in the end whatever is answered: answers are changed until none is better."""
        answers = {at: self.nodes[at].follows[0] for at in members if self.nodes[at].kind == "mine"}
        while True:
            self._evaluate(members, answers)
            changed = False
            for at, now in answers.items():
                follows = self.nodes[at].follows
                best = follows[choose(self.rank, [self._known(to) for to in follows])]
                if better(self.rank, self._known(best), self._known(now)):
                    answers[at], changed = best, True
            if not changed:
                return

    def _evaluate(self, members: set[int], answers: dict[int, int]) -> None:
        """Set the values of a loop in which every answer is chosen, by eliminating one node after the other."""
        rows: dict[int, dict[int, Fraction]] = {}
        for at in members:
            node = self.nodes[at]
            pairs = zip(node.follows, node.weights, strict=True) if node.kind == "chance" else ((answers[at], 1),)
            row: dict[int, Fraction] = {}
            whole = sum(node.weights) or 1
            for to, weight in pairs:
                row[to] = row.get(to, Fraction(0)) + Fraction(weight, whole)
            rows[at] = row
        before: dict[int, set[int]] = {at: set() for at in members}
        for at, row in rows.items():
            for to in row:
                if to in before:
                    before[to].add(at)
        order = sorted(members, key=lambda at: (len(before[at]) * len(rows[at]), at))
        left = set(members)
        for at in order:
            left.discard(at)
            row = rows[at]
            stay = row.pop(at, Fraction(0))
            if stay:
                for to in row:
                    row[to] /= 1 - stay
            for origin in before[at] & left:
                share = rows[origin].pop(at)
                for to, part in row.items():
                    rows[origin][to] = rows[origin].get(to, Fraction(0)) + share * part
                    if to in left:
                        before[to].add(origin)
        for at in reversed(order):
            row = rows[at]
            whole = lcm(*(part.denominator for part in row.values()))
            weights = [part.numerator * (whole // part.denominator) for part in row.values()]
            self.values[at] = mean([self._known(to) for to in row], weights)
