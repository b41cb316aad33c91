"""Structs of the operations that take, put down, discard and buy cards, as decoded from TOML.

`engine.ops.possessions` executes them.
"""

from __future__ import annotations

from typing import Literal

from msgspec import field

from talisman_nb.cards.terms import Amount
from talisman_nb.cards.vocabulary import SeatName
from talisman_nb.model.bounds import Figure, Some

from .base import Operation


class Take(Operation, tag="take"):
    """Take a card from another place into the goods, with `as` in a role (raised, charmed)."""

    card: str
    who: SeatName = "you"
    as_: str = field(default="", name="as")


class Drop(Operation, tag="drop"):
    """Put cards face up on the seat's space."""

    card: str
    who: SeatName = "you"


class Discard(Operation, tag="discard"):
    """Put cards back to their discard pile or the stock."""

    card: str
    who: SeatName = "you"


class Place(Operation, tag="place"):
    """Put a card, or `gold`, on a space."""

    card: str
    on: str
    who: SeatName = "you"


class Get(Operation, tag="get"):
    """Take a card from the stock, if one is left: by its name, or the one in a variable."""

    name: str
    who: SeatName = "you"
    price: Amount = 0


class Shop(Operation, tag="shop"):
    """Buy any number of cards from the stock at these prices, one at a time."""

    wares: dict[str, Figure]
    who: SeatName = "you"


class Token(Operation, tag="token"):
    """Take counters off a card; it is discarded with the last one."""

    n: Some = 1
    card: Literal["this"] = "this"
