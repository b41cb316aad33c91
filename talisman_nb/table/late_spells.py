"""Reaction points that the policy has just passed, at which a Spell may still be put in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from talisman_nb.engine import asides
from talisman_nb.engine.view import seen_by
from talisman_nb.model import Option

from .records import POLICY, AnswerRecord


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
            if option.verb == "cast" and not option.closed and option.key not in told:
                told.add(option.key)
                yield line, option
