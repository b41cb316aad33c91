"""Structs of the operations on the loss of a life, elimination and victory, as decoded from TOML.

`engine.ops.life_and_death` executes them.
"""

from __future__ import annotations

from talisman_nb.cards.vocabulary import SeatName

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


class Out(Operation, tag="out"):
    """Eliminate seats for good."""

    who: SeatName


class Win(Operation, tag="win"):
    """End the game with a winner."""

    who: SeatName = "you"
