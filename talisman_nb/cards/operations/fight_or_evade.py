"""Structs of the operations that open a fight and ask before the dice, as decoded from TOML.

`engine.ops.fight_or_evade` executes them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from talisman_nb.cards.terms import Amount
from talisman_nb.cards.vocabulary import ACardType, SeatName
from talisman_nb.model.bounds import ROWS, Name, OwnName

from .base import Operation

Side = Literal["you", "foe"]


class MadeUp(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A creature without a card."""

    name: Name
    called: OwnName = ""  # the name of a creature of one's own, which is in no catalogue
    strength: Amount = 0
    craft: Amount = 0
    type: ACardType | Literal[""] = ""


Foes = Annotated[tuple[MadeUp, ...], Meta(min_length=1, max_length=ROWS, description=f"1 to {ROWS} creatures")]


class Attack(Operation, tag="attack"):
    """Open a fight with creatures without a card, or with a card or character a variable names."""

    foes: Foes | str
    by: Literal["battle", "psychic"] = "battle"
    result: str = field(default="", name="as")
    ends: bool = True
    who: SeatName = "you"


class FightOrEvade(Operation, tag="face"):
    """Ask one side to fight or evade, before dice are thrown."""

    side: Side = "you"


class BeforeDuelDice(Operation, tag="face_off"):
    """Ask the attacker of a character for Spells and abilities before the dice."""
