"""Structs of the operations that draw cards and look at decks, as decoded from TOML.

`engine.ops.card_draws` executes them.
"""

from __future__ import annotations

from typing import Literal

from talisman_nb.cards.terms import Amount
from talisman_nb.cards.vocabulary import SeatName
from talisman_nb.model.bounds import Name, Some, Variable

from .base import Operation


class Draw(Operation, tag="draw"):
    """Draw `n` cards from a deck, one ask each: into the hand, or face up onto the space.

    Of a deck that is in parts the seat draws from the one that its space draws from.
    Never more Spells than the seat's limit allows; `up_to_limit` ignores `n` and draws to that limit.
    """

    deck: Name
    to: Literal["hand", "space"] = "hand"
    n: Amount = 1
    who: SeatName = "you"
    up_to_limit: bool = False
    left: Variable = "to_draw"


class Look(Operation, tag="look"):
    """Show the frame's `you` the top `n` cards of the deck `at`, or (`at="spells"`) all Spells of its `other`."""

    at: Name
    n: Some = 1
