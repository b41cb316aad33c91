"""Hold on: go back to an answer, say something else there, and play what followed again as far as it fits."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from talisman_nb.engine import NotAllowedError, ask
from talisman_nb.model import Ask, State
from talisman_nb.model.hand_move import HandMove

from .history import Draft, same_question
from .records import POLICY, Line


class Replay(NamedTuple):
    """What became of the answers that followed.

    `stopped_at` is the question that none of them answers, None when all fit; `remaining` wait until they fit, or
    until the table lets go of them; `differences` is what hands must do, told when no answer waits; `state` is where
    the game stands then; `skipped` are the answers whose question did not come again. All of them stay in the file.
    """

    kept: int
    stopped_at: Ask | None
    remaining: tuple[Line, ...]
    differences: tuple[HandMove, ...]
    state: State
    skipped: tuple[Line, ...] = ()


def to_replay(lines: list[Line]) -> list[Line]:
    """The answers worth saying again: the policy finds its own anew."""
    return [line for line in lines if line.by != POLICY]


def replay_next(draft: Draft) -> bool:
    """Give the next waiting answer that fits the question; those before it have lost theirs."""
    state = draft.state
    found = ask(state)
    for at, line in enumerate(draft.pending):
        if same_question(found, state, line):
            try:
                draft.add(replace(line.answer, ply=state.ply), line.by)
            except NotAllowedError:
                return False
            draft.skip(at)
            del draft.pending[0]
            return True
    draft.skip(sum(_is_past(draft, line) for line in draft.pending))
    return False


def _is_past(draft: Draft, line: Line) -> bool:
    """Whether the game is in a later turn than the answer was for."""
    return draft.state.round > line.before.round
