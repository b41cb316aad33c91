"""Structs of the operations that roll dice, as decoded from TOML; `engine.ops.dice` executes them."""

from __future__ import annotations

from msgspec import field

from talisman_nb.cards.terms import AmountOf
from talisman_nb.cards.vocabulary import FateTime, SeatName
from talisman_nb.model.bounds import Dice, Variable

from .base import Operation


class RollDice(Operation, tag="roll"):
    """Roll dice into a variable; a reroll for fate is offered now, later (by a following ask) or never."""

    into: Variable
    purpose: str = field(name="for")
    dice: Dice | AmountOf = 1
    who: SeatName = "you"
    fate: FateTime = "now"
    plus: bool = False
