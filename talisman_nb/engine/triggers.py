"""Triggers: pushes the programs of a seat's `On` modifiers when their event happens."""

from __future__ import annotations

from typing import Any

from talisman_nb.cards.modifiers import On
from talisman_nb.cards.vocabulary import Trigger

from .active_modifiers import active_modifiers
from .conditions import holds_for
from .working_state import NOTHING, WorkingState


def fire(g: WorkingState, event: Trigger, seat: int, other: int = -1, **facts: Any) -> None:
    """Push the programs of the seat's triggers for an event whose conditions hold.

    `facts` (cause, target, used, faces) are what conditions may ask about the event; `other` is its second party.
    """
    found = active_modifiers(g, seat).of(On, event)
    if not found:
        return
    g.doing = facts
    for held in found:
        if holds_for(g, held, seat, other):
            begin(g, held, seat, other)
    g.doing = NOTHING


def begin(g: WorkingState, held: Any, seat: int, other: int = -1) -> None:
    """Push the program of a modifier, with the variables of its effect."""
    key = g.runtime.modifier_program(held)
    given = dict(held.slots) if held.slots else None
    g.push(key, seat, other=other, source=held.source, given=given)
