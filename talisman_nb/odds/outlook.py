"""Answers to a question about chances: each outcome with its chance, the best answer, how sure it is.

The best way to fight is such a question: every decision of both sides tried, to the end, with Armour and Spells.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from typing import Any

from msgspec import Struct

from talisman_nb.model import Event, State

from .graph import Value
from .walk import MOST_STATES, WIN, Aim, Considered, Ends, Solved, solve_walk

NORMAL_95 = 1.959964
"""Half the width of the middle 95 % of a normal distribution, in standard deviations."""
OUTCOMES = ("won", "standoff", "spared", "lost", "away")
"""Outcomes of a fight: `spared` is lost without losing a life, `away` is over without dice."""


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


# --- the best way to fight ---


def best_fight(
    state: State, aim: Aim = WIN, *, seat: int | None = None, fate: bool = True, abilities: bool = True,
    spells: bool = False, states: int = MOST_STATES, merging: bool = True,
) -> Outlook:  # fmt: skip
    """Return the exact chances of the running fight for a seat if both sides make the best of all they may decide.

    The outcomes are `won`, `standoff`, `spared` (lost, but no life), `lost` and `away` (evaded, bribed, gone).

    Parameters
    ----------
    state
        A state with a fight.
    aim
        `WIN`, `LIVE`, or one of your own; the other side wants to win, or what the aim says of it.
    seat
        The seat; None: the attacker.
    fate, abilities
        Whether fate is paid, and abilities and the choice among Weapons are used.
    spells
        Whether the seat may cast the Spells in its hand; Spells of others are not reckoned with.
    states
        The most states that are walked.
    merging
        Whether states that come to the same are taken together; only tests turn it off.

    Returns
    -------
    Outlook
        The chances.

    Raises
    ------
    ValueError
        Where no fight is going on that is not decided yet.
    TooLongError
        If more states would be walked.

    Examples
    --------
    >>> from talisman_nb.odds import LIVE
    >>> from talisman_nb.notation.situation import situation
    >>> bear = situation("dwarf crags, has sword helmet, spells preservation | thief city > 1 > anticlockwise > bear")
    >>> best_fight(bear).chance("won"), best_fight(bear).chance("lost")
    (Fraction(161, 216), Fraction(125, 972))
    >>> best_fight(bear, LIVE, spells=True).chance("lost")
    Fraction(0, 1)
    """
    fight = state.fight
    if fight is None or fight.result:
        raise ValueError(
            "no fight is going on here that is not decided yet; one that begins, as a situation: "
            '"dwarf fields-1, arrived | thief city | on fields-1, bear > fight"'
        )
    who = fight.you if seat is None else seat
    considered = Considered(who, fate=fate, abilities=abilities, spells=spells)
    ends = _ends(state, who)
    solved = solve_walk(state, OUTCOMES, ends, aim, considered, states=states, merging=merging)
    return outlook(solved, aim.name, never="away")


def _ends(start: State, seat: int) -> Ends:
    fight, before_it = start.fight, start.players[seat]
    assert fight is not None
    attacker = seat == fight.you

    def ends(before: State, after: State, events: tuple[Event, ...], left: int) -> str | int:
        another = any(event.kind == "attacks" for event in events)
        if after.fight is not None and not another:
            return left
        fought = next((event.what for event in events if event.kind == "fought"), "")
        result = fought or (before.fight.result if before.fight is not None else "")
        if result == "standoff":
            return "standoff"
        if result not in ("won", "lost"):
            return "away"
        if (result == "won") == attacker:
            return "won"
        now = after.players[seat]
        dead = not now.character or now.born != before_it.born
        return "lost" if dead or now.life < before_it.life else "spared"

    return ends
