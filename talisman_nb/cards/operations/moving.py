"""Moving."""

from __future__ import annotations

from typing import Literal

from talisman_nb.cards.terms import Amount
from talisman_nb.cards.vocabulary import SeatName
from talisman_nb.model.bounds import Variable

from .base import Operation


class Plan(Operation, tag="plan"):
    """Ask the way of a move."""

    into: Variable
    steps: Amount = 1
    after: str = ""  # over the bridge: where one came from
    fate: str = ""  # the roll whose die may be rerolled here


class Walk(Operation, tag="walk"):
    """Along the way, step by step; `left` gets the steps left at a guarded crossing."""

    along: str
    left: Variable


class Crossing(Operation, tag="crossing"):
    """Run what the space says of crossing here; comes back only if the way is open."""

    at: Literal["here"] = "here"


class Cross(Operation, tag="cross"):
    """One step over the bridge or door one stands at."""

    into: str  # the steps left become one fewer


class Teleport(Operation, tag="teleport"):
    """To a space without passing any; `meet`: a new encounter there in the same turn."""

    to: str
    who: SeatName = "you"
    meet: bool = False


class CrossedRiver(Operation, tag="crossed_river"):
    """A ferry or raft crossed the River: what waits for that happens."""


class TurnBack(Operation, tag="turn_back"):
    """Begin to turn back in the Inner Region."""

    who: SeatName = "you"
