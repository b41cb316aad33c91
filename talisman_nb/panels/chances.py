"""Odds in percent."""

from __future__ import annotations

from talisman_nb.odds import Odds
from talisman_nb.text.screen.values import Chances


def percents(odds: Odds) -> Chances:
    """Return odds in percent.

    >>> from fractions import Fraction
    >>> percents(Odds(Fraction(5, 12), Fraction(1, 6), Fraction(5, 12)))
    Chances(won=42, standoff=17, lost=42)
    """
    return Chances(*(round(100 * part) for part in (odds.won, odds.standoff, odds.lost)))
