"""Structs of the operations that move a character, as decoded from TOML; `engine.ops.moving` executes them."""

from __future__ import annotations

from talisman_nb.cards.terms import Amount
from talisman_nb.cards.vocabulary import SeatName
from talisman_nb.model.bounds import Variable

from .base import Operation


class Plan(Operation, tag="plan"):
    """Ask for the way of a move."""

    into: Variable
    steps: Amount = 1
    after: str = ""  # variable with the space the seat crossed from; "" at the start of a move
    fate: str = ""  # variable with the roll that may be rerolled in this ask


class Walk(Operation, tag="walk"):
    """Walk the way; `left` gets the steps left at a guarded crossing."""

    along: str
    left: Variable


class Cross(Operation, tag="cross"):
    """Move one step over the bridge or door at the seat's space."""

    into: str  # variable with the steps left; becomes one less


class Teleport(Operation, tag="teleport"):
    """Move seats to a space directly; `meet`: with a new encounter there in the same turn.

    `gate`: through a gate just opened, which `house.teleport` leaves as it is.
    """

    to: str
    who: SeatName = "you"
    meet: bool = False
    gate: bool = False


class CrossedRiver(Operation, tag="crossed_river"):
    """Fire the trigger `crossed_river` after a crossing by ferry or Raft."""


class TurnBack(Operation, tag="turn_back"):
    """Begin turning back in the Inner Region."""

    who: SeatName = "you"
