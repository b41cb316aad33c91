"""Which answers of a game belong to its setup: characters, Spells and counters laid out before the first turn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from talisman_nb.table import AnswerRecord, Table

TURN_BEGINS = "turn_begins"
"""Kind of the event at the beginning of a turn."""


def begins_turn(line: AnswerRecord) -> bool:
    """Return whether a turn begins with what comes of an answer."""
    return any(event.kind == TURN_BEGINS for event in line.events)


def laid_out(lines: Sequence[AnswerRecord]) -> int:
    """Return how many answers the table gave itself before the first question: where it begins, hidden Spells."""
    return sum(1 for _ in takewhile(lambda line: not line.undo_group, lines))


def setup_answers(table: Table) -> int:
    """Return how many answers belong to the setup; one more than there are while it goes on.

    >>> setup_answers(Table.new({"Ada": "dwarf", "Bruno": "troll"}))
    0
    """
    lines = table.lines
    if any(event.kind == TURN_BEGINS for event in table.opening) or (lines and lines[0].answer.state is not None):
        return laid_out(lines)
    return next((line.n for line in lines if begins_turn(line)), len(lines) + 1)
