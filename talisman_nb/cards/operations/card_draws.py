"""Structs of the operations that draw cards and look at decks, as decoded from TOML.

`engine.ops.card_draws` executes them.
"""

from __future__ import annotations

from typing import Literal

from talisman_nb.cards.terms import Amount
from talisman_nb.cards.vocabulary import DeckName, SeatName
from talisman_nb.model.bounds import Some, Variable

from .base import Operation


class Draw(Operation, tag="draw"):
    """Draw `n` cards from a deck, one ask each: into the hand, or face up onto the space.

    Never more Spells than the seat's limit allows; `up_to_limit` ignores `n` and draws to that limit.
    """

    deck: DeckName
    to: Literal["hand", "space"] = "hand"
    n: Amount = 1
    who: SeatName = "you"
    up_to_limit: bool = False
    left: Variable = "to_draw"


class Look(Operation, tag="look"):
    """Show the frame's `you` the top `n` cards of a deck, or all Spells of the frame's `other` (`at="spells"`)."""

    at: DeckName | Literal["spells"]
    n: Some = 1
