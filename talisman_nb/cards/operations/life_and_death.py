"""A life about to go."""

from __future__ import annotations

from .base import Operation


class Save(Operation, tag="save"):
    """Whether the armour saves the life, by its die."""

    armour: str = "armour"
    by: str = "die"


class LifeGoes(Operation, tag="life_goes"):
    """The life goes, unless somebody's answer saved it."""

    n: str = "n"
    cause: str = "cause"
    cancelled: str = "cancelled"
