"""Hold on: go back to an answer, say something else there, and play what followed again as far as it fits."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from talisman_nb.engine import NotAllowedError, ask
from talisman_nb.model import Ask

from .difference import HandMove
from .history import Draft, same_question
from .line import POLICY, Line

PASSES = ("keep", "nobody", "done")
"""Answers that only let things go on: where their question does not come again, nothing is lost."""


class Replay(NamedTuple):
    """What became of the answers that followed.

    `stopped_at` is the question that none of them answers, None when all fit; `remaining` wait until they fit, or
    until the table lets go of them; `differences` is what hands must do.
    """

    kept: int
    stopped_at: Ask | None
    remaining: tuple[Line, ...]
    differences: tuple[HandMove, ...]


def to_replay(lines: list[Line]) -> list[Line]:
    """The answers worth saying again: the policy finds its own anew."""
    return [line for line in lines if line.by != POLICY]


def replay_next(draft: Draft) -> bool:
    """Give the next waiting answer if it fits the question; passes whose question is gone are skipped."""
    state = draft.state
    while draft.pending and _is_past(draft, draft.pending[0]):
        del draft.pending[0]
    found = ask(state)
    for at, line in enumerate(draft.pending):
        if same_question(found, state, line):
            try:
                draft.add(replace(line.answer, ply=state.ply), line.by)
            except NotAllowedError:
                return False
            del draft.pending[: at + 1]
            return True
        if line.answer.key not in PASSES:
            return False
    return False


def _is_past(draft: Draft, line: Line) -> bool:
    """Whether the game is in a later turn than the answer was for."""
    return draft.state.round > line.before.round
