"""Structs of the operations on gold lying on a space, as decoded from TOML; `engine.ops.gold` executes them."""

from __future__ import annotations

from .base import Operation


class PartOfTrade(Operation, tag="part_of_trade"):
    """Take lives or Spells, as a variable says, in place of some of the counters that trophies give."""

    var: str = "what"


class PartOfGold(Operation, tag="part_of_gold"):
    """Take part of the gold on the seat's space, at most the value of a variable."""

    most: str = "most"
