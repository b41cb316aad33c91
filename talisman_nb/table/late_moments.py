"""Moments of the past at which something may still be put in: a Spell, or fate for a roll that was kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from talisman_nb.engine import asides
from talisman_nb.engine.view import seen_by
from talisman_nb.model import Option

from .records import BY_HAND, POLICY, AnswerRecord
from .unasked import better_by_fate


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
