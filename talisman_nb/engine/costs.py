"""Checks whether a seat can pay a cost, and takes payments."""

from __future__ import annotations

from typing import Final

from talisman_nb.cards.terms import CostTable
from talisman_nb.model import ClosedReason

from .active_modifiers import kind_held
from .amounts import number_for
from .conditions import Asked
from .text_rules import text_rule
from .totals import loose_followers, objects
from .working_state import WorkingState


def closed_cost(g: WorkingState, cost: CostTable | None, asked: Asked) -> ClosedReason:
    """Why a seat can't pay a cost (`no-gold`, `no-follower` …); "" if it can."""
    for what, amount in cost.items() if cost is not None else ():
        if _owned(g, what, asked.seat) < number_for(g, amount, asked):
            return MISSING[what]
    return ""


MISSING: Final[dict[str, ClosedReason]] = {
    "gold": "no-gold", "fate": "no-fate", "life": "no-life", "strength": "no-strength", "craft": "no-craft",
    "follower": "no-follower", "object": "no-object", "magic_object": "no-magic-object",
}  # fmt: skip
"""Maps what a cost may consist of to the reason an option is closed if there is too little of it."""


def _owned(g: WorkingState, what: str, seat: int) -> int:
    p = g.players[seat]
    if what == "follower":
        return len(loose_followers(g, seat))
    if what == "object":
        return len(objects(g, seat))
    if what == "magic_object":
        return sum(kind_held(g, card) in ("magic object", "talisman") for card in p.goods)
    return int(getattr(p, what))


def pay_rule(what: str, source: str) -> str:
    """The rule to cite for a payment: `gold.pay` for gold, else that of the text which demands it."""
    return "gold.pay" if what == "gold" else text_rule(source)


def pay_cost(g: WorkingState, cost: CostTable | None, asked: Asked) -> None:
    """Take the gold, fate and life of a cost. Objects and Followers are picked and given up by the program itself."""
    for what, amount in cost.items() if cost is not None else ():
        if what in ("gold", "fate", "life"):
            n = number_for(g, amount, asked)
            g.set(asked.seat, **{what: getattr(g.players[asked.seat], what) - n})
            g.tell("paid", asked.seat, what=what, n=n, source=asked.source, cites=(pay_rule(what, asked.source),))
