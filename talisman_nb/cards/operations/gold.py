"""Structs of the operations on gold lying on a space, as decoded from TOML; `engine.ops.gold` executes them."""

from __future__ import annotations

from .base import Operation


class PartOfGold(Operation, tag="part_of_gold"):
    """Take part of the gold on the seat's space, at most the value of a variable."""

    most: str = "most"
