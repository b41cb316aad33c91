"""Answers to a question about chances: each outcome with its chance, the best answer, how sure it is."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from typing import Any

from msgspec import Struct

from .graph import Value
from .walk import Solved

NORMAL_95 = 1.959964
"""Half the width of the middle 95 % of a normal distribution, in standard deviations."""


class Outlook(Struct, frozen=True):
    """The chances of outcomes, which add up to 1, if every side answers as well as it can.

    Attributes
    ----------
    chances
        The chance of each outcome.
    best
        The answer to give now, the first of several equal ones; "" where chance decides or one answer is open.
    aim
        The name of the aim that it serves.
    answers
        The chances after each answer that is open now.
    exact
        False if games were sampled.
    games, seed
        How many games were sampled, and the seed of their dice.

    Examples
    --------
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

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show in a notebook each outcome with its chance in percent, and how sure that is; `chances` has fractions."""
        sure = "exact" if self.exact else f"{self.games} games, ±{100 * self.error():.1f}"
        told = ", ".join(f"{name} {100 * float(part):.1f}%" for name, part in self.chances.items())
        best = f"; best: {self.best}" if self.best else ""
        printer.text(f"{told} ({sure}){best}")

    def chance(self, *outcomes: str) -> Fraction:
        """Return the chance that one of some outcomes comes.

        Parameters
        ----------
        outcomes
            Their names.

        Returns
        -------
        Fraction
            Their sum; that of an outcome that can't come is 0.

        Examples
        --------
        >>> Outlook({"won": Fraction(1, 2), "lost": Fraction(1, 2)}).chance("won", "standoff")
        Fraction(1, 2)
        """
        return sum((self.chances.get(name, Fraction(0)) for name in outcomes), Fraction(0))

    def interval(self, *outcomes: str) -> tuple[float, float]:
        """Return the bounds between which a chance lies in 95 of 100 cases (Wilson's interval).

        Parameters
        ----------
        outcomes
            The names of the outcomes.

        Returns
        -------
        tuple[float, float]
            The lower and the upper bound; both are the chance if it is exact.

        Examples
        --------
        >>> Outlook({"won": Fraction(1, 2), "lost": Fraction(1, 2)}).interval("won")
        (0.5, 0.5)
        """
        p = float(self.chance(*outcomes))
        if self.exact:
            return p, p
        n, z = self.games, NORMAL_95
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    def error(self, *outcomes: str) -> float:
        """Return half the width of the interval.

        Parameters
        ----------
        outcomes
            The names of the outcomes; none: the least certain one.

        Returns
        -------
        float
            0 if the chances are exact.

        Examples
        --------
        >>> round(Outlook({"won": Fraction(1, 2), "lost": Fraction(1, 2)}, exact=False, games=400).error("won"), 3)
        0.049
        """
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
