"""Where a Spell may still be put in: pauses that the policy has just passed, and answers of the last two turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from talisman_nb.engine import asides
from talisman_nb.engine.view import seen_by
from talisman_nb.model import Option

from .records import BY_HAND, POLICY, AnswerRecord


def late_spells(lines: Sequence[AnswerRecord], seat: int) -> Iterator[tuple[AnswerRecord, Option]]:
    """Yield the Spells that a seat could have cast at reaction points of the last press, each with the latest line.

    Nothing may have been thrown or drawn since, so that nobody knows more than at that moment.
    """
    told: set[str] = set()
    for line in takewhile(lambda line: line.by == POLICY and not line.ask.chance, reversed(lines)):
        if line.undo_group != lines[-1].undo_group:
            return
        if line.ask.kind != "react":
            continue
        for option in asides(seen_by(line.before, (seat,)), seat):
            if _castable(option) and option.key not in told:
                told.add(option.key)
                yield line, option


TURNS = 2
"""How many turns a late Spell reaches back: the one that is played, and the one before it."""


def late_moments(lines: Sequence[AnswerRecord], seat: int = -1) -> Iterator[AnswerRecord]:
    """Yield the answers of the last two turns, the latest first, before which a Spell may be put in late.

    Corrections by hand are no moments of the game. With a `seat` only those before which it could have cast one.
    """
    turns: dict[tuple[int, int], None] = {}
    for line in reversed(lines):
        turns.setdefault((line.before.round, line.before.turn))
        if len(turns) > TURNS:
            return
        if line.by == BY_HAND:
            continue
        if seat < 0 or any(_castable(option) for option in asides(seen_by(line.before, (seat,)), seat)):
            yield line


def _castable(option: Option) -> bool:
    return option.verb == "cast" and not option.closed
