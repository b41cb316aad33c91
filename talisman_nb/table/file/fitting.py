"""Stored answers played by the rules of today: a file keeps its definitions, but not the engine that took its answers.

Between two answers that were given the table answers for itself (`policy`), as it does in play: what an engine asks in
between since then is answered, and what the policy answered and nobody asks any more is left out.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from talisman_nb.engine import ask, step
from talisman_nb.model import Answer, Ask, Event, State
from talisman_nb.table import policy
from talisman_nb.table.records import POLICY, AnswerRecord, Settings

MOST = 20
"""Upper bound of answers that are put in before a stored one."""
ALWAYS = Settings(players=(), dice="virtual", cards="virtual", spells="known")
"""The settings by which answers are put in: always the same, so that a file reads alike whatever was set since."""
UNKNOWN = Ask(-1, "over", -1)
"""Stands for the question of a waiting answer that no rule of today asks."""


class StoredAnswer(NamedTuple):
    """One answer as it is stored in the log; `parent` 0 is the beginning of the game.

    `round` (0: unknown) and `turn` are those of the press before it.
    """

    id: int
    parent: int
    undo_group: int
    by: str
    answer: Answer
    round: int = 0
    turn: int = 0


def lines_of(row: StoredAnswer, state: State, n: int) -> tuple[AnswerRecord, ...] | None:
    """Return the lines that a stored answer makes in a state; `n` is the number of the first. None: it doesn't fit.

    Answers put in before it have the id of the answer before (`is_put_in`).
    """
    lines: list[AnswerRecord] = []
    for _ in range(MOST):
        if line := _line(row, row.answer, row.by, state, n + len(lines)):
            return (*lines, line)
        if row.by == POLICY:
            return ()
        key = _by_policy(state)
        put_in = key and _line(row._replace(id=row.parent), Answer(state.ply, key), POLICY, state, n + len(lines))
        if not put_in:
            return None
        lines.append(put_in)
        state = put_in.after
    return None


def is_put_in(line: AnswerRecord) -> bool:
    """Return whether a line is no stored answer, but was put in before one."""
    return line.id == line.parent


def waiting_line(row: StoredAnswer, start: State) -> AnswerRecord:
    """Return the line of an answer that waits, whose question is `UNKNOWN`."""
    before = replace(start, round=row.round, turn=row.turn)
    return AnswerRecord(0, row.id, row.parent, row.undo_group, row.answer, row.by, UNKNOWN, (), before, before)


def try_answer(state: State, answer: Answer) -> tuple[State, tuple[Event, ...]] | None:
    """Play an answer as `step` does; None if it can't be played, for whatever reason, or no question follows it."""
    try:
        after, events = step(state, answer)
        if answer.state is not None:
            ask(after)
    except Exception:  # what a file says may be anything: nothing of it may break the rest
        return None
    return after, events


def _line(row: StoredAnswer, answer: Answer, by: str, state: State, n: int) -> AnswerRecord | None:
    answer = replace(answer, ply=state.ply)
    if not (done := try_answer(state, answer)):
        return None
    after, events = done
    return AnswerRecord(n, row.id, row.parent, row.undo_group, answer, by, ask(state), events, state, after)


def _by_policy(state: State) -> str:
    try:
        return policy.answer(ask(state), state, ALWAYS)
    except Exception:  # see `try_answer`
        return ""
