"""Structs of the operations that begin and end turns, as decoded from TOML; `engine.ops.turn` executes them."""

from __future__ import annotations

from .base import Operation


class BeginTurn(Operation, tag="begin_turn"):
    """Begin the turn: tick clocks, reset uses once a turn, bring a new character for a killed one."""


class SetupCharacter(Operation, tag="setup_character"):
    """Give the character what it begins the game with."""


class MissedTurn(Operation, tag="missed_turn"):
    """Tell that the turn is missed."""


class CloseTurn(Operation, tag="close_turn"):
    """Ask for trades of trophies and actions at the end of the turn, and for what may still be taken or visited.

    Nothing may, where `free` names a variable that is empty: something has ended the turn.
    """

    free: str = ""


class EndTurn(Operation, tag="end_turn"):
    """End the turn and begin the next seat's, or an extra turn."""
