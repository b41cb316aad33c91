"""Operations of fights, and of killing foes and Followers."""

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
    """Open a fight with creatures without a card, or with a card or character a variable names."""

    foes: Foes | str
    by: Literal["battle", "psychic"] = "battle"
    result: str = field(default="", name="as")
    ends: bool = True
    who: SeatName = "you"


class Face(Operation, tag="face"):
    """Ask one side to fight or evade, before dice are thrown."""

    side: Side = "you"


class FaceOff(Operation, tag="face_off"):
    """Ask the attacker of a character for Spells and abilities before the dice."""


class Throw(Operation, tag="throw"):
    """Make the attack roll of one side."""

    side: Side


class Luck(Operation, tag="luck"):
    """Offer one side to reroll its attack die for fate."""

    side: Side


class Compare(Operation, tag="compare"):
    """Compare both scores and store the result."""


class Beaten(Operation, tag="beaten"):
    """Kill the beaten creatures and keep trophies, unless a Spell saved them."""


class Spoils(Operation, tag="spoils"):
    """Let the winner over a character take a life, an Object or a gold."""


class Plunder(Operation, tag="plunder"):
    """Let the winner take any of a killed character's goods and gold; `lay` holds the gold on the space before."""

    loot: str = "loot"
    lay: str = "lay"


class EndFight(Operation, tag="end_fight"):
    """Clear the fight and return its result; one not won ends the turn."""


class Evade(Operation, tag="evade"):
    """Evade the running fight, as long as no die was thrown."""


class Ambush(Operation, tag="ambush"):
    """Let the attacked side of the running fight throw no die; a character beaten that way must lose a life."""


class FoeOut(Operation, tag="foe_out"):
    """Remove a foe from the running fight.

    `how`: destroyed (discarded, no trophy), evaded, left (stays, unbeaten) or taken along in the role `as`.
    """

    foe: str
    how: FoeResult
    as_: str = field(default="", name="as")  # role of a foe taken along


class Kill(Operation, tag="kill"):
    """Kill a Follower."""

    what: str
    who: SeatName = "you"


class FollowerGoes(Operation, tag="follower_goes"):
    """Kill the Follower, unless a Spell saved it."""

    card: str = "card"
    cancelled: str = "cancelled"
