"""Replay after hold on or amend: which of the later answers are given again, and the result (`Replay`)."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from talisman_nb.engine import NotAllowedError, ask
from talisman_nb.model import Ask, State
from talisman_nb.model.hand_move import HandMove

from .fitting import UNKNOWN, taken
from .history import Draft, same_question
from .records import POLICY, AnswerRecord


class Replay(NamedTuple):
    """Result of a replay: what became of the answers that followed the changed one. All of them stay in the file.

    `kept` counts the answers given again. `stopped_at` is the question that no waiting answer fits, None when all fit.
    `remaining` are the answers that wait until they fit or `Table.let_go` drops them. `differences` are the hand moves,
    empty while answers wait. `state` is the state after the replay. `skipped` are answers whose question did not come
    again.
    """

    kept: int
    stopped_at: Ask | None
    remaining: tuple[AnswerRecord, ...]
    differences: tuple[HandMove, ...]
    state: State
    skipped: tuple[AnswerRecord, ...] = ()


def to_replay(lines: list[AnswerRecord]) -> list[AnswerRecord]:
    """Return the lines to replay: all but the policy's, which autoplay answers anew."""
    return [line for line in lines if line.by != POLICY]


def replay_next(draft: Draft) -> bool:
    """Add the first waiting answer that fits the question to the draft and return True, or return False if none fits.

    Waiting answers before it, and those of turns that are past, are skipped.
    """
    state = draft.state
    found, replaced = ask(state), 0  # of answers whose question is unknown only one may have been given otherwise
    for at, line in enumerate(draft.pending):
        if same_question(found, state, line):
            if line.ask is UNKNOWN and not taken(state, replace(line.answer, ply=state.ply)):
                replaced += 1
                if replaced > 1:
                    break
                continue
            try:
                draft.add(replace(line.answer, ply=state.ply), line.by)
            except NotAllowedError:
                return False
            draft.skip(at)
            del draft.pending[0]
            return True
    draft.skip(sum(_is_past(draft, line) for line in draft.pending))
    return False


def _is_past(draft: Draft, line: AnswerRecord) -> bool:
    """Return whether the draft is in a later round than the answer was."""
    return draft.state.round > line.before.round > 0
