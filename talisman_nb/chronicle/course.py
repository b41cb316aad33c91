"""How strength, craft, life and gold of every seat changed, line by line and over the rounds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from talisman_nb.engine.totals import total, without_fight
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import State
from talisman_nb.table import AnswerRecord

FIGURES = ("strength", "craft", "life", "gold")
"""What is followed."""

Figures = tuple[int | None, ...]
"""The values of `FIGURES` of one seat; None while it has no character."""


class Round(NamedTuple):
    """The figures of every seat at the end of a round; round 0 is the beginning."""

    round: int
    n: int  # its last line
    seats: tuple[Figures, ...]


def figures(state: State) -> tuple[Figures, ...]:
    """Return the figures of every seat as its sheet shows them; None without a character.

    >>> from talisman_nb.engine import new_game
    >>> figures(new_game([("Ada", "dwarf"), ("Bruno", "thief")]))
    ((3, 3, 5, 1), (3, 3, 4, 1))
    """
    g = without_fight(state)
    return tuple(_of_seat(g, seat) for seat in range(len(state.players)))


def _of_seat(g: WorkingState, seat: int) -> Figures:
    player = g.players[seat]
    if not player.character:
        return (None,) * len(FIGURES)
    return total(g, seat, "strength"), total(g, seat, "craft"), player.life, player.gold


def rounds(start: State, lines: Iterable[AnswerRecord]) -> tuple[Round, ...]:
    """Return the figures at the beginning and after every round, the current one too."""
    found = [Round(0, 0, figures(start))]
    last: AnswerRecord | None = None
    for line in lines:
        if last is not None and line.before.round != last.before.round:
            found.append(_after(last))
        last = line
    return (*found, _after(last)) if last is not None else tuple(found)


def _after(line: AnswerRecord) -> Round:
    return Round(line.before.round, line.n, figures(line.after))
