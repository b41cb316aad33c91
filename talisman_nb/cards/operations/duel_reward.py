"""Structs of the operations on the reward of a fight between characters, as decoded from TOML.

`engine.ops.duel_reward` executes them.
"""

from __future__ import annotations

from .base import Operation


class Spoils(Operation, tag="spoils"):
    """Let the winner over a character take a life, an Object or a gold."""
