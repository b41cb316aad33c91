"""The presses on a table, and what the last one did that moves and sounds on a screen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from talisman_nb.table import AnswerRecord, Table
from talisman_nb.text.screen.values import Press

LOOKED_AT = 40
"""Answers that are looked through for a press; a turn has fewer."""
NOTHING_DRAWN = "empty"
"""Answer to the question for a card with which no card is drawn: the deck is empty."""


def presses(table: Table) -> Iterator[tuple[AnswerRecord, ...]]:
    """The last answers that somebody gave, by the press they came of, the last press first."""
    for _, lines in groupby(reversed(table.lines[-LOOKED_AT:]), lambda line: line.undo_group):
        press = tuple(lines)[::-1]
        if _laid_out(press):
            return
        yield press


def _laid_out(press: tuple[AnswerRecord, ...]) -> bool:
    """Whether these are the answers of a table that begins in the middle of a game: nobody gave them."""
    return not press[0].undo_group and any(line.answer.state for line in press)


def last_press(table: Table) -> Press | None:
    """Return what the last press threw, drew and walked; None if it did none of these.

    It names no card: what is drawn may be hidden.
    """
    lines = next(presses(table), ())
    made = Press(
        thrown=tuple(int(line.answer.key) for line in lines if line.ask.kind == "die" and line.answer.key.isdigit()),
        drawn=sum(line.ask.kind == "card" and line.answer.key != NOTHING_DRAWN for line in lines),
        way=next((way for line in reversed(lines) if (way := _way(line))), ()),
    )
    return made if made != Press() else None


def _way(line: AnswerRecord) -> tuple[str, ...]:
    """The spaces of the way that an answer chose, without the first."""
    return next((option.path for option in line.ask.options if option.key == line.answer.key), ())
