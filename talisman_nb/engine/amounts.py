"""Evaluates amounts (`Term`): a number, a variable of the frame, or a stat of a seat, card or foe."""

from __future__ import annotations

from typing import Any

from talisman_nb.model import Foe, Roll

from .card_transfers import space_card
from .conditions import Asked
from .totals import printed, total
from .working_state import WorkingState


def number(g: WorkingState, term: Any) -> int:
    """The value of an amount for the running frame."""
    if type(term) is int:
        return term
    if type(term) is str:
        return as_number(g.get(term))
    f = g.frame
    return number_for(g, term, Asked(f.you, f.source, f.other))


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
