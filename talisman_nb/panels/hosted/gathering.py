"""The state that the screens of one hosted table share (`Gathering`): who is in, who gave which answer, a hold."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence

from talisman_nb.panels.table.bot_seats import BotSeats
from talisman_nb.table import AnswerRecord
from talisman_nb.text.screen.values import Device

HOLD = 10.0
"""Seconds for which a hold stops the game."""
REST = 60.0
"""Seconds for which a seat that has stopped the game can't stop it again at the same question."""
LAPTOP, NOBODY = -1, -2
"""In place of a seat: the laptop, and an answer that none of these screens gave."""


class Gathering:
    """State shared by the screens of a table.

    >>> now = 0.0
    >>> table = Gathering(lambda: now)
    >>> table.hold(2, ply=7)
    >>> now = 11.0
    >>> table.held, table.may_hold(2, ply=7), table.may_hold(1, ply=7), table.may_hold(2, ply=8)
    (False, False, True, True)
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.inside: Counter[int] = Counter()  # connected phones by seat
        self.windows = 1
        self.bots = BotSeats()
        self.devices: Callable[[int], tuple[Device, ...]] = lambda viewer: ()  # that a viewer is told of
        self._now = now
        self._until, self._holder, self._stopped = 0.0, NOBODY, False
        self._held: dict[tuple[int, int], float] = {}  # seat and ply of a hold -> when it began
        self._authors: dict[int, int] = {}  # answer id -> seat that gave it, LAPTOP or NOBODY
        self._passed: tuple[int, set[int]] = (-1, set())

    # --- a hold ---

    @property
    def held(self) -> bool:
        """Whether somebody has stopped the game just now."""
        return self._now() < self._until

    def may_hold(self, seat: int, ply: int) -> bool:
        """Whether a seat may stop the game at this question: once in `REST` seconds."""
        return not self.held and self._now() - self._held.get((seat, ply), -REST) >= REST

    def hold(self, seat: int, ply: int) -> None:
        """Stop the game for `HOLD` seconds."""
        now = self._now()
        self._held = {key: began for key, began in self._held.items() if now - began < REST} | {(seat, ply): now}
        self._until, self._holder, self._stopped = now + HOLD, seat, True

    def goes_on(self) -> bool:
        """Return whether a hold has ended since the last call."""
        ended = self._stopped and not self.held
        self._stopped = self._stopped and not ended
        return ended

    def may_let_go(self, seat: int) -> bool:
        """Whether it was this seat that stopped the game; the laptop may always let it go on."""
        return seat in (self._holder, LAPTOP) and self.held

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
        self._held.clear()

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
