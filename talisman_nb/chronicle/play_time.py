"""How long a game was played, from the times of its presses."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import pairwise

PAUSE = 30 * 60
"""Seconds without a press that count as a pause, not as playing."""


def minutes_played(times: Sequence[float]) -> int:
    """Return the minutes between the presses, without pauses.

    >>> minutes_played([0, 60, 120, 10_000, 10_060])
    3
    """
    return round(sum(gap for a, b in pairwise(times) if 0 < (gap := b - a) < PAUSE) / 60)


def ended_on(times: Sequence[float]) -> date:
    """Return the day of the last press; today for a time that is out of range (saved with a wrong clock)."""
    try:
        return date.fromtimestamp(times[-1])
    except (IndexError, ValueError, OverflowError, OSError):
        return date.today()
