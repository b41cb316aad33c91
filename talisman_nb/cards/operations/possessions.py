"""Operations on stats, goods and cards: gaining, losing, drawing, taking, discarding, buying."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from talisman_nb.cards.terms import Amount
from talisman_nb.cards.vocabulary import Alignment, DeckName, Payment, SeatName, Stat
from talisman_nb.model.bounds import Figure, Some, Variable

from .base import Operation


class Gain(Operation, tag="gain"):
    """Gain strength, craft, life, fate or gold; only life may have an upper limit."""

    what: Stat
    n: Amount = 1
    who: SeatName = "you"


class Lose(Operation, tag="lose"):
    """Lose life, which immunities, Armour or Spells may prevent, or another stat down to its lower limit."""

    what: Stat
    n: Amount = 1
    who: SeatName = "you"
    cause: str = "card"


class Heal(Operation, tag="heal"):
    """Restore life or fate up to the printed value, for `price` gold each, at most `most` (0 for no limit)."""

    what: Literal["life", "fate"]
    who: SeatName = "you"
    price: Figure = 0
    most: Figure = 0
    free: Figure = 0
    ask: bool = True


class Pay(Operation, tag="pay"):
    """Pay an amount, which the seat must have in full."""

    n: Amount
    what: Payment = "gold"
    who: SeatName = "you"


class Align(Operation, tag="align"):
    """Change alignment."""

    to: Alignment
    who: SeatName = "you"
    forced: bool = True


class Miss(Operation, tag="miss"):
    """Miss turns; the running turn ends and may count as one, unless `running` is false."""

    turns: Amount = 1
    who: SeatName = "you"
    running: bool = True


class Extra(Operation, tag="extra"):
    """Take extra turns after this one."""

    turns: Amount
    who: SeatName = "you"


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


class PartOfGold(Operation, tag="part_of_gold"):
    """Take part of the gold on the seat's space, at most the value of a variable."""

    most: str = "most"


class Token(Operation, tag="token"):
    """Take counters off a card; it is discarded with the last one."""

    n: Some = 1
    card: Literal["this"] = "this"
