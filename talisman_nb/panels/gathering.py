"""What the screens of one hosted table share (`Gathering`): who is in, who gave which answer, a hold, who passed."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence

from talisman_nb.table import AnswerRecord

HOLD = 10.0
"""Seconds for which a hold stops the game."""
LAPTOP, NOBODY = -1, -2
"""In place of a seat: the laptop, and an answer that none of these screens gave."""


class Gathering:
    """State shared by the screens of a table.

    >>> seconds = iter((0.0, 9.0, 11.0))
    >>> table = Gathering(lambda: next(seconds))
    >>> table.hold(2)
    >>> table.held, table.held
    (True, False)
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.inside: Counter[int] = Counter()  # connected phones by seat
        self.windows = 1
        self._now = now
        self._until, self._holder, self._stopped = 0.0, NOBODY, False
        self._authors: dict[int, int] = {}  # answer id -> seat that gave it, LAPTOP or NOBODY
        self._passed: tuple[int, set[int]] = (-1, set())

    # --- a hold ---

    @property
    def held(self) -> bool:
        """Whether somebody has stopped the game just now."""
        return self._now() < self._until

    def hold(self, seat: int) -> None:
        """Stop the game for `HOLD` seconds."""
        self._until, self._holder, self._stopped = self._now() + HOLD, seat, True

    def goes_on(self) -> bool:
        """Return whether a hold has ended since the last call."""
        ended = self._stopped and not self.held
        self._stopped = self._stopped and not ended
        return ended

    def may_let_go(self, seat: int) -> bool:
        """Whether it was this seat that stopped the game."""
        return self._holder == seat and self.held

    def let_go(self) -> None:
        """End a hold."""
        self._until = 0.0

    # --- who answered ---

    def note(self, lines: Sequence[AnswerRecord], seat: int) -> None:
        """Record that `seat` has given the last answers, those that are not known yet."""
        for line in reversed(lines):
            if line.id in self._authors:
                return
            self._authors[line.id] = seat

    def author(self, line: AnswerRecord) -> int:
        """Return the seat that gave an answer, `LAPTOP`, or `NOBODY` if it came from elsewhere."""
        return self._authors.get(line.id, NOBODY)

    def forget(self) -> None:
        """Forget who answered and who passed: another table has its own answers, with the same numbers."""
        self._authors.clear()
        self._passed = (-1, set())

    # --- a question to everybody ---

    def passes(self, ply: int, seat: int) -> set[int]:
        """Record that a seat has no answer to question `ply`; return all that have none."""
        if self._passed[0] != ply:
            self._passed = (ply, set())
        self._passed[1].add(seat)
        return self._passed[1]

    def has_passed(self, ply: int, seat: int) -> bool:
        """Return whether a seat has said that it has no answer to question `ply`."""
        return self._passed[0] == ply and seat in self._passed[1]
