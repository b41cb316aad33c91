"""Operations for the loss of a life."""

from __future__ import annotations

from .base import Operation


class Save(Operation, tag="save"):
    """Save one of the lives about to be lost if the die of the Armour is high enough; end the program if none is left.

    The fields name the variables with the card, its roll and the number of lives.
    """

    armour: str = "armour"
    by: str = "die"
    n: str = "n"


class LifeGoes(Operation, tag="life_goes"):
    """Take `n` lives, less the one that a Spell saved."""

    n: str = "n"
    cause: str = "cause"
    cancelled: str = "cancelled"
