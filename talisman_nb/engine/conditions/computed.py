"""Tests of conditions that need totals, rights, costs or the modifiers in force."""

from __future__ import annotations

from collections import Counter
from typing import Any

from talisman_nb.cards.modifiers import Immune
from talisman_nb.engine.active_modifiers import active_modifiers
from talisman_nb.engine.amounts import as_number, number_for
from talisman_nb.engine.costs import closed_cost
from talisman_nb.engine.lists import options_of
from talisman_nb.engine.losses import FIGHTS, has_armour
from talisman_nb.engine.meeting_order import drawn_here
from talisman_nb.engine.rights import permit
from talisman_nb.engine.totals import limit, objects, room_for_spells, spell_limit, steps_of
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Frame

from .testing import TESTS, Asked, holds_for


def _moves_by(value: str, g: WorkingState, asked: Asked) -> bool:
    return bool(steps_of(g, asked.seat)) == (value == "step")


def _number(g: WorkingState, term: Any, asked: Asked) -> int:
    if type(term) is int:
        return term
    if type(term) is str and not asked.slots:
        return as_number(g.get(term))
    return number_for(g, term, asked)


def _armour_helps(value: bool, g: WorkingState, asked: Asked) -> bool:
    """Whether the loss is one of battle and the seat has a usable Armour (`carry.armour`, `combat.psychic-armour`)."""
    in_battle = g.fight is not None and g.fight.stat == "strength" and g.get("cause") in FIGHTS
    return (in_battle and has_armour(g, asked.seat) and not permit(g, asked.seat, "use_armour").closed) == value


def _over(value: str, g: WorkingState, asked: Asked) -> bool:
    """Whether the seat is over its limit of Spells or Objects (`spell.excess`, `carry.excess`)."""
    if value == "spells":
        return len(g.players[asked.seat].spells) > spell_limit(g, asked.seat)
    return len(objects(g, asked.seat)) > limit(g, asked.seat, "objects")


def _some(value: str, g: WorkingState, asked: Asked) -> bool:
    """Whether a list has items; a list of the second party has none where there is no second party."""
    if value.startswith("other.") and asked.other < 0:
        return False
    found = options_of(g, value, Frame("", you=asked.seat, other=asked.other, source=asked.source))
    return any(not option.closed for option in found)


def _foe_was_here(value: bool, g: WorkingState, asked: Asked) -> bool:
    """Whether the foe is a character, or all foes are cards that lay on the space before the encounter drew any."""
    fight = g.fight
    if fight is None:
        return not value
    lay = Counter(g.lying(fight.where)) - Counter(drawn_here(g, fight.you))
    return (fight.against >= 0 or Counter(foe.card for foe in fight.foes) <= lay) == value


def _immune_to(value: str, g: WorkingState, asked: Asked) -> bool:
    return any(
        value in held.mod.to and holds_for(g, held, asked.seat) for held in active_modifiers(g, asked.seat).of(Immune)
    )


TESTS.update({
    "foe_was_here": _foe_was_here,
    "immune_to": _immune_to,
    "some": _some,
    "over": _over,
    "armour_helps": _armour_helps,
    "at_least": lambda v, g, a: _number(g, v[0], a) >= _number(g, v[1], a),
    "below": lambda v, g, a: _number(g, v[0], a) < _number(g, v[1], a),
    "affords": lambda v, g, a: not closed_cost(g, v, a),
    "can_gain_spell": lambda v, g, a: (room_for_spells(g, a.seat) > 0) == v,
    "moves_by": _moves_by,
    "permits": lambda v, g, a: not permit(g, a.seat, v, a.other).closed,
})  # fmt: skip
