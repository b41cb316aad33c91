"""Structs of the operations of attack rolls and their result, as decoded from TOML.

`engine.ops.combat` executes them.
"""

from __future__ import annotations

from .base import Operation
from .fight_or_evade import Side


class Throw(Operation, tag="throw"):
    """Make the attack roll of one side."""

    side: Side


class OfferReroll(Operation, tag="luck"):
    """Offer one side to reroll its attack die for fate."""

    side: Side


class Compare(Operation, tag="compare"):
    """Compare both scores and store the result."""


class Beaten(Operation, tag="beaten"):
    """Kill the beaten creatures and keep trophies, unless a Spell saved them."""


class EndFight(Operation, tag="end_fight"):
    """Clear the fight and return its result; one not won ends the turn."""
