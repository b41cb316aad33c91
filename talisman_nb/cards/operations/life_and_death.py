"""Operations for the loss of a life."""

from __future__ import annotations

from .base import Operation


class Save(Operation, tag="save"):
    """Cancel the loss of life if the die of the Armour is high enough."""

    armour: str = "armour"
    by: str = "die"


class LifeGoes(Operation, tag="life_goes"):
    """Take the lives that no Spell saved."""

    n: str = "n"
    cause: str = "cause"
    cancelled: str = "cancelled"
