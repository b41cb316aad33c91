"""Figures and goods of a character, and cards wherever they lie."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from talisman_nb.cards.terms import Amount
from talisman_nb.cards.vocabulary import Alignment, DeckName, Payment, SeatName, Stat
from talisman_nb.model.bounds import Figure, Some, Variable

from .base import Operation


class Gain(Operation, tag="gain"):
    """Strength, craft, life, fate or gold; no ceiling."""

    what: Stat
    n: Amount = 1
    who: SeatName = "you"


class Lose(Operation, tag="lose"):
    """Life passes immunities, replacements and the reaction point; the rest goes down to its floor."""

    what: Stat
    n: Amount = 1
    who: SeatName = "you"
    cause: str = "card"


class Heal(Operation, tag="heal"):
    """Life or fate up to the value; `price` gold each; `most` at a time, 0 for no bound."""

    what: Literal["life", "fate"]
    who: SeatName = "you"
    price: Figure = 0
    most: Figure = 0
    free: Figure = 0
    ask: bool = True


class Pay(Operation, tag="pay"):
    """A cost to the stock: must be there in full."""

    n: Amount
    what: Payment = "gold"
    who: SeatName = "you"


class Align(Operation, tag="align"):
    """Change alignment."""

    to: Alignment
    who: SeatName = "you"
    forced: bool = True


class Miss(Operation, tag="miss"):
    """Miss turns, the running one included where it is the one lost; not `running`: only turns to come."""

    turns: Amount = 1
    who: SeatName = "you"
    running: bool = True


class Extra(Operation, tag="extra"):
    """More turns to follow this one."""

    turns: Amount
    who: SeatName = "you"


class Draw(Operation, tag="draw"):
    """Cards from a deck to one's hand, or face up to the space; Spells stop at the limit."""

    deck: DeckName
    to: Literal["hand", "space"] = "hand"
    n: Amount = 1
    who: SeatName = "you"
    up_to_limit: bool = False
    left: Variable = "to_draw"


class Look(Operation, tag="look"):
    """Look secretly at cards: the top of a deck, somebody's Spells."""

    at: DeckName | Literal["spells"]
    n: Some = 1
    who: SeatName = "you"


class Take(Operation, tag="take"):
    """A card from another place into one's goods, perhaps as something else while it is held."""

    card: str
    who: SeatName = "you"
    as_: str = field(default="", name="as")


class Drop(Operation, tag="drop"):
    """Cards face up on one's space."""

    card: str
    who: SeatName = "you"


class Discard(Operation, tag="discard"):
    """Cards to where they belong: discards, stock."""

    card: str
    who: SeatName = "you"


class Place(Operation, tag="place"):
    """A card, or `gold`, face up on a space."""

    card: str
    on: str
    who: SeatName = "you"


class Get(Operation, tag="get"):
    """A card from an open stock, if one is left: by its name, or the one a variable holds."""

    name: str
    who: SeatName = "you"
    price: Amount = 0


class Shop(Operation, tag="shop"):
    """Buy any number of cards from the stock at these prices, one after the other, until done."""

    wares: dict[str, Figure]
    who: SeatName = "you"


class PartOfGold(Operation, tag="part_of_gold"):
    """Take some of the gold lying on one's space, at most so much."""

    most: str = "most"


class Token(Operation, tag="token"):
    """Take counters off a card; the card goes when none is left."""

    n: Some = 1
    card: Literal["this"] = "this"
