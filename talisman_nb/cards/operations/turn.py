"""Operations of the turn and the encounter."""

from __future__ import annotations

from typing import Literal

from talisman_nb.cards.vocabulary import SeatName
from talisman_nb.model.bounds import Variable

from .base import Operation


class BeginTurn(Operation, tag="begin_turn"):
    """Begin the turn: tick clocks, reset uses once a turn, bring a new character for a killed one."""


class SetupCharacter(Operation, tag="setup_character"):
    """Give the character what it begins the game with."""


class MissedTurn(Operation, tag="missed_turn"):
    """Tell that the turn is missed."""


class CloseTurn(Operation, tag="close_turn"):
    """Ask for trades of trophies and actions at the end of the turn."""


class EndTurn(Operation, tag="end_turn"):
    """End the turn and begin the next seat's, or an extra turn."""


class Landed(Operation, tag="landed"):
    """Fire the trigger `landed`, before anything is met."""


class Whom(Operation, tag="whom"):
    """Ask whether to meet a character here, with a fight or an ability, or the space."""

    into: Variable


class Fill(Operation, tag="fill"):
    """Draw cards until as many lie on the space as it says."""

    into: Variable = "drawn"
    left: Variable = "need"
    filled: Variable = "filled"  # number of cards drawn this way, without later replacements


class SpaceProgram(Operation, tag="space_program"):
    """Run a part of the space's definition, if it has it."""

    part: Literal["met", "visited", "crossing"]


class NextThing(Operation, tag="next_thing"):
    """Meet what is here, by encounter number, until nothing is left; without `space` the space counts as met."""

    into: Variable = "met"
    space: bool = True


class PlaceDrawn(Operation, tag="place_drawn"):
    """Run the `drawn` programs of drawn cards, before any is met; `after` is the number of those done already."""

    after: str = ""


class Hands(Operation, tag="hands"):
    """Ask the players to settle a text by hand and to give the changes."""

    who: SeatName = "you"
