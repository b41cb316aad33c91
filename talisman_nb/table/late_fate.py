"""Rolls that the policy has just kept and that fate may still better: the offer stands until the next answer."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from talisman_nb.model import Option

from .records import POLICY, AnswerRecord
from .roll_worth import better_by_fate

KEEP, FIGHT = "keep", "attack"


def late_rerolls(lines: Sequence[AnswerRecord]) -> tuple[AnswerRecord | None, tuple[Option, ...]]:
    """Return the line of a roll kept by the last press and the dice that may be rerolled; (None, ()) for none.

    Nothing but the policy may have answered since, so that no card or die is known by then.
    """
    last = takewhile(lambda line: line.by == POLICY and line.undo_group == lines[-1].undo_group, reversed(lines))
    line = next((line for line in last if line.ask.kind == "result"), None)
    if line is None or line.answer.key != KEEP or line.ask.purpose == FIGHT:
        return None, ()
    offers = tuple(offer for offer in line.ask.offers if offer.verb == "fate" and not offer.closed)
    return (line, offers) if offers and better_by_fate(line.ask, line.before) else (None, ())


__all__ = ["late_rerolls"]
