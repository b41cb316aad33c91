"""Structs of the operations on casting Spells and drawing them, as decoded from TOML.

`engine.ops.spells` executes them.
"""

from __future__ import annotations

from talisman_nb.cards.vocabulary import ReactionPoint, SeatName
from talisman_nb.model.bounds import Variable

from .base import Operation


class React(Operation, tag="react"):
    """A reaction point: ask all seats whether one answers with a Spell, which may set `cancelled`."""

    to: ReactionPoint
    into: Variable = "cancelled"


class NameSpell(Operation, tag="name_spell"):
    """Move the Spell being cast from the hand to its discard pile.

    An unseen one (`spell?`) is named first; if no Spell it may be can be cast now, nothing is cast.
    """


class Aim(Operation, tag="aim"):
    """Choose the target of the Spell."""


class Announce(Operation, tag="announce"):
    """Tell the Spell and its target to all seats."""


class Resolve(Operation, tag="resolve"):
    """Run the program of the cast Spell, unless it was cancelled."""


class Cancel(Operation, tag="cancel"):
    """Cancel the Spell, loss of life or killing that this Spell answers."""


class GainSpell(Operation, tag="gain_spell"):
    """Draw a Spell if the limit allows one more."""

    who: SeatName = "you"


class Command(Operation, tag="command"):
    """Cast the Command Spell: announced and answered like any other."""
