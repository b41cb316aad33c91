"""The words of the turn."""

from __future__ import annotations

from typing import Literal

from talisman_nb.cards.vocabulary import SeatName
from talisman_nb.model.bounds import Variable

from .base import Operation


class BeginTurn(Operation, tag="begin_turn"):
    """Clocks tick, uses come back, a new character comes for one that was killed."""


class SetupCharacter(Operation, tag="setup_character"):
    """What the character begins the game with."""


class MissedTurn(Operation, tag="missed_turn"):
    """A turn of no length."""


class CloseTurn(Operation, tag="close_turn"):
    """The end of one's turn: trophies, deliveries, then done."""


class EndTurn(Operation, tag="end_turn"):
    """The next seat's turn, or another of one's own."""


class Landed(Operation, tag="landed"):
    """What strikes whoever lands here, before all else."""


class Whom(Operation, tag="whom"):
    """Meet a character here, use an ability on it, or meet the space."""

    into: Variable


class Fill(Operation, tag="fill"):
    """Draw cards until as many lie here as the space says."""

    into: Variable = "drawn"
    left: Variable = "need"
    filled: Variable = "filled"  # how many were drawn so; cards drawn later in place of one do not count


class SpaceProgram(Operation, tag="space_program"):
    """Run a part of the space's own definition, if it has it."""

    part: Literal["met", "visited", "crossing"]


class NextThing(Operation, tag="next_thing"):
    """The next thing to meet here, by number; again until nothing is left. Without the `space` where that was met already."""

    into: Variable = "met"
    space: bool = True


class PlaceDrawn(Operation, tag="place_drawn"):
    """What is done with drawn cards before any is met: some are placed elsewhere; `after` says how many are done already."""

    after: str = ""


class Hands(Operation, tag="hands"):
    """Do what it says by hand, then tell: the program only keeps the sheets."""

    who: SeatName = "you"
