"""Decides whether a seat may do something: the rule's default, overridden by may, then by cannot (`golden.cannot`)."""

from __future__ import annotations

from typing import Final, NamedTuple, get_args

from talisman_nb.cards.modifiers import Cannot, May
from talisman_nb.model import Act, ClosedReason, Option
from talisman_nb.rules.book import plain_card

from .active_modifiers import active_modifiers
from .conditions import holds_for
from .working_state import WorkingState

CLOSED_BY_DEFAULT: Final = {
    "evade": "evade.what",
    "attack_psychic": "combat.kind",
    "skip_roll": "meet.choice",
}
"""Maps acts that are forbidden by default to the rule that says so."""

ONCE_A_TURN: Final[dict[Act, tuple[str, str, ClosedReason, str]]] = {
    "change_alignment": ("alignment.once", "alignment", "aligned-already", "alignment.change")
}
"""Maps acts an edition may limit to once a turn to: the switch, the entry in `Player.used`, the reason, the rule."""


class Right(NamedTuple):
    """Whether something may be done: `closed` is "" or the reason; `source` and `cites` say what decides it."""

    closed: ClosedReason
    source: str = ""
    cites: tuple[str, ...] = ()


OPEN: Final = Right("")
"""The right to something that no rule restricts."""


def permit(g: WorkingState, seat: int, act: Act, other: int = -1, card: str = "") -> Right:
    """The right of a seat to an act now (`golden.cannot`, `golden.ability`), uses limited to once a turn included.

    `other` is the second party for conditions of modifiers, -1 for none; `card` is what the act is done with.
    """
    modifiers = active_modifiers(g, seat)
    for prohibition in modifiers.of(Cannot, act):
        named = prohibition.mod.cards
        if (not named or plain_card(card).rpartition("/")[2] in named) and holds_for(g, prohibition, seat, other):
            return Right(act, prohibition.source, (*prohibition.mod.cites, "golden.cannot"))
    for permission in modifiers.of(May, act):
        if holds_for(g, permission, seat, other):
            return Right("", permission.source, (*permission.mod.cites, "golden.ability"))
    if act in ONCE_A_TURN:
        return _once_a_turn(g, seat, *ONCE_A_TURN[act])
    return Right(act, "", (CLOSED_BY_DEFAULT[act],)) if act in CLOSED_BY_DEFAULT else OPEN


def source_that_closes(g: WorkingState, seat: int, option: Option) -> str:
    """The card, ability or space that takes away the right to an option of a seat; "" if something else closes it."""
    act = next((act for act in get_args(Act) if act == option.closed), None)
    return permit(g, seat, act, card=option.item).source if act else ""


def _once_a_turn(g: WorkingState, seat: int, figure: str, mark: str, reason: ClosedReason, rule: str) -> Right:
    spent = g.figures[figure] and mark in g.players[seat].used
    return Right(reason, "", (rule,)) if spent else OPEN
