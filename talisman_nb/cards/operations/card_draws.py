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
    """Draw cards from a deck into the hand or face up onto the space; Spells up to the limit."""

    deck: DeckName
    to: Literal["hand", "space"] = "hand"
    n: Amount = 1
    who: SeatName = "you"
    up_to_limit: bool = False
    left: Variable = "to_draw"


class Look(Operation, tag="look"):
    """Look secretly at the top of a deck or at another seat's Spells."""

    at: DeckName | Literal["spells"]
    n: Some = 1
    who: SeatName = "you"
