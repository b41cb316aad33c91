"""Results of the dice a class throws: their names, and how likely each is before they fall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

from talisman_nb.analysis import Analysis
from talisman_nb.odds import fight_odds
from talisman_nb.odds.fight import FACES
from talisman_nb.odds.foresight import PASSED

OF_FIGHTS = ("won", "standoff", "lost")
"""How a fight ends, for the one who attacks."""
OF_TABLES = ("good", "level", "bad")
"""How a roll on a table ends, for the one who rolls."""
MOST_PASSED = 6
"""Upper bound of the questions behind a throw that are passed, so that it ends."""


def throw_dice(analysis: Analysis, dice: Sequence[int], keep: bool) -> Analysis:
    """Return the analysis after a throw; `keep`: it stands whatever could be done about it.

    Raises `ValueError` if fewer dice are asked for.

    >>> bear = Analysis.of("dwarf fields-1, fate 0, arrived | thief city | on fields-1, bear > fight")
    >>> throw_dice(bear, (4, 2), True).node.events[0].scores
    (7, 5)
    """
    for face in dice:
        if analysis.ask.kind != "die":
            raise ValueError(f"no die is asked for here, but {analysis.ask.kind!r}")
        analysis = analysis.answer(str(face))
    for _ in range(MOST_PASSED if keep else 0):
        if analysis.ask.kind not in PASSED:
            break
        analysis = analysis.answer(PASSED[analysis.ask.kind])
    return analysis


def result(before: Analysis, after: Analysis, dice: Sequence[int]) -> str:
    """Return what a throw brought: how a fight that the dice decided has ended, else the sum of the dice."""
    if of_fight(before, len(dice)):
        way = after.line[before.depth + 1 : after.depth + 1]
        told = (event.what for at in way for event in after.nodes[at].events if event.kind == "fought")
        return next(told, "")
    return str(sum(dice))


def of_fight(before: Analysis, n: int) -> bool:
    """Whether that many dice decide a fight."""
    return before.state.fight is not None and not before.state.fight.result and n > 1


def theory(before: Analysis, n: int) -> Mapping[str, Fraction]:
    """Return how likely each result of a throw of that many dice is, no fate being paid.

    >>> list(theory(Analysis.of("dwarf crags | thief city"), 1)) == ["1", "2", "3", "4", "5", "6"]
    True
    """
    if of_fight(before, n):
        odds = fight_odds(before.state)
        return {name: Fraction(getattr(odds, name)) for name in OF_FIGHTS}
    ways = Counter(sum(faces) for faces in product(FACES, repeat=n))
    return {str(total): Fraction(ways[total], 6**n) for total in sorted(ways)}
