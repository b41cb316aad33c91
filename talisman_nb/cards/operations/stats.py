"""Structs of the operations on stats, alignment and turns, as decoded from TOML; `engine.ops.stats` executes them."""

from __future__ import annotations

from typing import Literal

from talisman_nb.cards.terms import Amount
from talisman_nb.cards.vocabulary import Alignment, Payment, SeatName, Stat
from talisman_nb.model.bounds import Figure

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
