"""Structs of the operations that remove foes and kill Followers, as decoded from TOML.

`engine.ops.foe_outcomes` executes them.
"""

from __future__ import annotations

from typing import Literal

from msgspec import field

from talisman_nb.cards.vocabulary import FoeResult, SeatName

from .base import Operation


class Evade(Operation, tag="evade"):
    """Evade the running fight, as long as no die was thrown."""


class Ambush(Operation, tag="ambush"):
    """Let the attacked side of the running fight throw no die; `reward`: what a character beaten that way may lose."""

    reward: Literal["any", "life"] = "life"


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
