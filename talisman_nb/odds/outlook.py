"""What a question about chances is answered with: the chances of its outcomes, the best answer, how sure that is."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt

from msgspec import Struct

from .graph import Value
from .walk import Solved

NORMAL_95 = 1.959964
"""Half the width of the middle 95 % of a normal distribution, in standard deviations."""


class Outlook(Struct, frozen=True):
    """The chances of outcomes, which add up to 1, if every side answers as well as it can.

    `best` is the answer to give now, the first of several equal ones; "" where chance decides or one answer is open.
    `aim` is what it maximises. `answers` has the chances after each answer that is open now. If not `exact`, the
    chances are those of `games` sampled with `seed`, each within `error` in 95 of 100 cases.

    >>> half = Fraction(1, 2)
    >>> found = Outlook({"won": half, "standoff": half / 2, "lost": half / 2})
    >>> found.chance("won", "standoff"), found.error()
    (Fraction(3, 4), 0.0)
    """

    chances: Mapping[str, Fraction]
    best: str = ""
    aim: str = ""
    answers: Mapping[str, Mapping[str, Fraction]] = {}
    exact: bool = True
    states: int = 0
    games: int = 0
    seed: int = 0

    def chance(self, *outcomes: str) -> Fraction:
        """Return the chance that one of these outcomes comes; that of an outcome that can't come is 0."""
        return sum((self.chances.get(name, Fraction(0)) for name in outcomes), Fraction(0))

    def interval(self, *outcomes: str) -> tuple[float, float]:
        """Return the bounds between which the chance lies in 95 of 100 cases (Wilson's); both are it if it is exact."""
        p = float(self.chance(*outcomes))
        if self.exact:
            return p, p
        n, z = self.games, NORMAL_95
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    def error(self, *outcomes: str) -> float:
        """Return half the width of the interval, by default of the least certain outcome; 0 if it is exact."""
        named = [outcomes] if outcomes else [(name,) for name in self.chances]
        return max((high - low) / 2 for low, high in (self.interval(*names) for names in named))


def outlook(solved: Solved, aim: str, never: str) -> Outlook:
    """Return what was solved as chances; `never` is the outcome of what comes to none, such as a way that is closed."""
    answers = {one.key: _chances(solved.outcomes, one.value, never) for one in solved.answers}
    best = solved.best if len(answers) > 1 else ""
    return Outlook(_chances(solved.outcomes, solved.value, never), best, aim, answers, states=solved.states)


def _chances(outcomes: tuple[str, ...], value: Value, never: str) -> dict[str, Fraction]:
    found = {name: Fraction(n, value[-1]) for name, n in zip(outcomes, value, strict=False)}
    return {**found, never: found[never] + 1 - sum(found.values())}
