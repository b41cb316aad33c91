"""Evenings of four friends for tests: saved tables with a clock, ended by hand, and what else a group is told of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from tables import FOUR

from talisman_nb.model import Change
from talisman_nb.table import Table

DAY = 86_400.0
FIRST = 1_794_900_000.0
"""A day in November 2026."""


class Clock:
    """The time that a table takes for its entries; `set` at a day, it goes on by so many seconds a press."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, seconds: float = 30.0) -> None:
        self.now, self.seconds = FIRST, seconds
        monkeypatch.setattr("talisman_nb.table.history.time.time", self._time)

    def _time(self) -> float:
        self.now += self.seconds
        return self.now

    def on_day(self, day: int) -> None:
        """Go to the beginning of a day, counted from the first one."""
        self.now = FIRST + day * DAY


def evening(
    clock: Clock,
    name: str,
    day: int,
    *,
    winner: int = 0,
    people: Mapping[str, str] = FOUR,
    toad: int = -1,
    house: Mapping[str, Any] | None = None,
    rounds: int = 5,
    ended: bool = True,
) -> None:
    """Save a table: played for some rounds, `toad` by hand in the second, and won by hand."""
    clock.on_day(day)
    table = Table.new(people, "revised4", house, dice="virtual", cards="virtual", spells="known", name=name, seed=7)
    while table.state.round <= rounds:
        if table.state.round == 2 and toad >= 0:
            table.change(Change("form", toad, 3, to="toad"))
            toad = -1
        table.roll() if table.ask.chance else table.answer(table.ask.open()[0])
    if ended:
        others = [seat for seat in range(len(people)) if seat != winner and not table.state.players[seat].out]
        table.change(Change("space", winner, to="crown-of-command"), *(Change("out", seat, 1) for seat in others))
        while table.ask.kind != "over":
            table.roll() if table.ask.chance else table.answer(table.ask.open()[0])
    table.close()
