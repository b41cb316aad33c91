"""Rights: the rule's default, then may, then cannot; cannot beats can (`golden.cannot`)."""

from __future__ import annotations

from typing import NamedTuple

from talisman_nb.cards.words import ACTS

from .conditions import holds_for
from .kit import kit
from .play import Play

CLOSED_BY_DEFAULT = {
    "evade": "evade.what",
    "attack_psychic": "combat.kind",
    "skip_roll": "meet.choice",
}
"""What the rules forbid unless something allows it, and the rule that says so."""

ONCE_A_TURN = {"change_alignment": ("alignment.once", "alignment", "aligned-already", "alignment.change")}
"""What rules may limit to once a turn: the figure that does, the mark of its use, the reason, the rule that says so."""

TOPICS = {act: (f"cannot.{act}", f"may.{act}") for act in ACTS}
"""Under which topics a kit keeps what speaks about an act."""


class Right(NamedTuple):
    """Whether something may be done, and what says so."""

    closed: str  # "" when open, else a reason
    source: str = ""
    cites: tuple[str, ...] = ()


OPEN = Right("")


def permit(g: Play, seat: int, act: str, other: int = -1) -> Right:
    """Whether a seat may do something now (`golden.cannot`, `golden.ability`), and if once a turn only, whether it is spent."""
    by = kit(g, seat).by
    cannot, may = TOPICS[act]
    for held in by.get(cannot, ()):
        if holds_for(g, held, seat, other):
            return Right(act, held.source, (*held.mod.cites, "golden.cannot"))
    for held in by.get(may, ()):
        if holds_for(g, held, seat, other):
            return Right("", held.source, (*held.mod.cites, "golden.ability"))
    if act in ONCE_A_TURN:
        return _once_a_turn(g, seat, *ONCE_A_TURN[act])
    return Right(act, "", (CLOSED_BY_DEFAULT[act],)) if act in CLOSED_BY_DEFAULT else OPEN


def _once_a_turn(g: Play, seat: int, figure: str, mark: str, reason: str, rule: str) -> Right:
    spent = g.book.table[figure] and mark in g.players[seat].used
    return Right(reason, "", (rule,)) if spent else OPEN
