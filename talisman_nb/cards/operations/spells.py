"""Spells."""

from __future__ import annotations

from talisman_nb.cards.vocabulary import ReactionPoint, SeatName
from talisman_nb.model.bounds import Variable

from .base import Operation


class React(Operation, tag="react"):
    """A reaction point: ask all seats whether anybody answers; an answer may write `cancelled`."""

    to: ReactionPoint
    into: Variable = "cancelled"


class NameSpell(Operation, tag="name_spell"):
    """The Spell leaves the hand; an unseen one gets its name."""


class Aim(Operation, tag="aim"):
    """The target of the Spell."""


class Announce(Operation, tag="announce"):
    """Everybody hears of the Spell and its target."""


class Resolve(Operation, tag="resolve"):
    """The Spell that was cast takes effect."""


class Cancel(Operation, tag="cancel"):
    """The Spell, loss or killing this answers does not happen."""


class Gained(Operation, tag="gain_spell"):
    """Draw a Spell if the limit allows one more."""

    who: SeatName = "you"


class Command(Operation, tag="command"):
    """Cast the Command Spell: announced and answered like any other."""
