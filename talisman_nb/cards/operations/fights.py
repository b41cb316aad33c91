"""Fights and what is killed."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from talisman_nb.cards.terms import Amount
from talisman_nb.cards.vocabulary import ACardType, FoeResult, SeatName
from talisman_nb.model.bounds import ROWS

from .base import Operation

Side = Literal["you", "foe"]


class MadeUp(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A creature without a card."""

    name: str
    strength: Amount = 0
    craft: Amount = 0
    type: ACardType | Literal[""] = ""


Foes = Annotated[tuple[MadeUp, ...], Meta(min_length=1, max_length=ROWS, description=f"1 to {ROWS} creatures")]


class Attack(Operation, tag="attack"):
    """Open a fight with made-up creatures, or with cards or a character a variable names."""

    foes: Foes | str
    by: Literal["battle", "psychic"] = "battle"
    result: str = field(default="", name="as")
    ends: bool = True
    who: SeatName = "you"


class Face(Operation, tag="face"):
    """Fight or evade; before dice are thrown."""

    side: Side = "you"


class FaceOff(Operation, tag="face_off"):
    """The attacker's last word before the dice, against a character."""


class Throw(Operation, tag="throw"):
    """The attack roll of one side."""

    side: Side


class Luck(Operation, tag="luck"):
    """Fate on one's own attack die."""

    side: Side


class Compare(Operation, tag="compare"):
    """Both scores, and who won."""


class Beaten(Operation, tag="beaten"):
    """The beaten creatures are killed, or saved by somebody's Spell; trophies."""


class Spoils(Operation, tag="spoils"):
    """The winner over a character takes a life, an Object or a gold."""


class Plunder(Operation, tag="plunder"):
    """The winner takes any part of what a killed character had, its gold on top of what `lay` there before."""

    loot: str = "loot"
    lay: str = "lay"


class EndFight(Operation, tag="end_fight"):
    """Put the fight away and give back its result; one not won ends the turn."""


class Evade(Operation, tag="evade"):
    """Slip away from the running fight, as long as no die was thrown."""


class Ambush(Operation, tag="ambush"):
    """The attacked throw no die in the running fight; a character beaten so must lose a life."""


class FoeOut(Operation, tag="foe_out"):
    """One foe is out of the running fight: destroyed (discarded, never a trophy), evaded, left (stays, unbeaten) or taken along."""

    foe: str
    how: FoeResult
    as_: str = field(default="", name="as")  # what a foe taken along is while it is held


class Kill(Operation, tag="kill"):
    """A card (enemy, follower) or a character is killed."""

    what: str
    who: SeatName = "you"


class FollowerGoes(Operation, tag="follower_goes"):
    """The Follower is killed, unless somebody's answer saved it."""

    card: str = "card"
    cancelled: str = "cancelled"
