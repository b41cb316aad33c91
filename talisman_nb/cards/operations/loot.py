"""Structs of the operations on the goods of a killed character, as decoded from TOML.

`engine.ops.loot` executes them.
"""

from __future__ import annotations

from .base import Operation


class Plunder(Operation, tag="plunder"):
    """Let the winner take any of a killed character's goods and gold; `lay` holds the gold on the space before."""

    loot: str = "loot"
    lay: str = "lay"
