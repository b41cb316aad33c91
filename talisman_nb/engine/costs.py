"""Amounts as numbers; whether a seat can pay a cost, and taking it."""

from __future__ import annotations

from typing import Any, Final

from talisman_nb.cards.terms import CostTable
from talisman_nb.cards.vocabulary import STATS
from talisman_nb.model import ClosedReason, Foe, Roll

from .active_modifiers import kind_held
from .card_transfers import space_card
from .conditions import Asked
from .registry import text_rule
from .totals import loose_followers, objects, printed, total
from .working_state import WorkingState


def number(g: WorkingState, term: Any) -> int:
    """The value of an amount for the running frame."""
    if type(term) is int:
        return term
    if type(term) is str:
        return as_number(g.get(term))
    f = g.frame
    return number_for(g, term, Asked(f.you, f.source, f.other))


def counted(g: WorkingState, term: Any) -> int:
    """The value of an amount that is gained, lost or paid; a difference below zero is nothing."""
    return max(number(g, term), 0)


def number_for(g: WorkingState, term: Any, asked: Asked) -> int:
    """The value of an amount for the seat, source and second party of `asked`.

    Amounts: 2, "left", { stat = "craft" }, { value = "craft" }, { printed = "strength" }, { minus = ["a", 1] }.
    """
    if isinstance(term, int):
        return term
    if isinstance(term, str):
        return _variable(g, term, asked)
    name, value = term.only
    if name == "stat":
        return total(g, asked.seat, value)
    if name == "value":
        return printed(g, asked.seat, value)
    if name == "printed":
        return int(getattr(g.facts[asked.source], value))
    if name == "foe":
        return foe_figure(g, value)
    if name == "have":
        return int(getattr(g.players[asked.seat], value))
    if name == "rule":
        return int(g.figures[value])
    left, right = (number_for(g, part, asked) for part in value)
    return left - right if name == "minus" else left + right


def foe_named(g: WorkingState, name: str) -> tuple[int, Foe] | None:
    """The index of a foe in the fight and the foe itself; None if the variable names none.

    The variable holds an index or a card on the board (`ruins|bear`).
    """
    named, foes = g.get(name), g.fight.foes if g.fight is not None else ()
    if isinstance(named, str):
        card = space_card(named)[1]
        return next(((at, foe) for at, foe in enumerate(foes) if card and foe.card == card), None)
    at = as_number(named)
    return (at, foes[at]) if 0 <= at < len(foes) else None


def foe_figure(g: WorkingState, name: str) -> int:
    """The strength (battle) or craft (psychic combat) of the foe a variable names; 0 if there is no such foe."""
    found = foe_named(g, name)
    return int(getattr(found[1], g.fight.stat)) if found and g.fight is not None else 0


def _variable(g: WorkingState, name: str, asked: Asked) -> int:
    for slot, value in asked.slots:
        if slot == name:
            return as_number(value)
    return as_number(g.get(name))


def as_number(value: Any) -> int:
    """The value of a variable as a number: a `Roll` gives its value, anything else that is no number gives 0."""
    if isinstance(value, Roll):
        return value.value
    return value if isinstance(value, int) else 0


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
    """Take the counters and gold of a cost. Objects and Followers are picked and given up by the program itself."""
    for what, amount in cost.items() if cost is not None else ():
        if what in STATS:
            n = number_for(g, amount, asked)
            g.set(asked.seat, **{what: getattr(g.players[asked.seat], what) - n})
            g.tell("paid", asked.seat, what=what, n=n, source=asked.source, cites=(pay_rule(what, asked.source),))
