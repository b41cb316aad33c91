"""Questions that no rule answers, decided yes or no by a die; kept as rulings of the table (`golden.yes-no`)."""

from __future__ import annotations

from talisman_nb.engine.by_hand import FACES
from talisman_nb.model import Ask, Change, Event, Option

from .records import AnswerRecord
from .table import Table


def decide(table: Table, question: str, face: int = 0, *, ply: int | None = None) -> tuple[AnswerRecord, ...]:
    """Decide a question by a die that shows `face`, 0 for one of the table's own; return the lines written.

    A 4, 5 or 6 is yes. Raises `NotAllowedError` where the rules know no such die, for a question that is empty or too
    long, and for a face that no die has.

    >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"}, house={"golden.yes_no": True})
    >>> decide(table, "May the Raft carry two?", 5)[0].events[0].cause
    'yes'
    >>> [event.what for event in die_rulings(table)]
    ['May the Raft carry two?']
    """
    return table.change(Change("ruling", name=question, n=face or _throw_die(table)), ply=ply)


def die_rulings(table: Table) -> tuple[Event, ...]:
    """Return what was decided by a die, in the order of the game: events of the kind "ruled"."""
    return tuple(event for line in table.lines for event in line.events if event.kind == "ruled")


def _throw_die(table: Table) -> int:
    """Throw a die of the table: the same one again after undo."""
    faces = tuple(Option(str(face)) for face in range(1, FACES + 1))
    die = Ask(table.state.ply, "die", table.state.turn, "ruling", faces, chance=True)
    return int(table.source.pick(die, f"ruling.{len(die_rulings(table))}"))
