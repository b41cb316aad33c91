"""What would await a seat on a space it has not reached: Enemies, cards to draw, what the space does to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from talisman_nb.cards import operations as o
from talisman_nb.cards.operations.flow import Block
from talisman_nb.cards.terms import ConditionTable
from talisman_nb.cards.vocabulary import ENEMIES
from talisman_nb.model import Fight, State
from talisman_nb.rules.book import book_of

from .conditions import Asked, holds
from .effects import shown_on
from .fight import BATTLE, PSYCHIC, attackers, foe_of, left_alone_by, psychic
from .meeting_order import number_of
from .working_state import WorkingState

SETTLED: Final = frozenset({
    "always", "space_has", "region_is", "alignment_is", "character_is", "has", "has_any", "in_stock", "rule", "used",
    "turning_back", "alive", "permits", "affords", "can_gain_spell", "at_crown", "some", "others_here",
})  # fmt: skip
"""Conditions whose answer is known before the program runs: they read no variable and no fight."""
PARTS: Final = ("met", "visited")
"""Parts of a space's definition that run for whoever arrives."""


def at_space(state: State, seat: int, space: str) -> WorkingState:
    """A working state in which a seat stands on another space; nothing has happened there yet."""
    g = WorkingState(book_of(state.book), state)
    g.players[seat] = replace(g.players[seat], space=space)
    g.fight = None
    return g


def awaiting_enemies(g: WorkingState, seat: int) -> tuple[str, ...]:
    """The Enemies lying on the seat's space that would attack it first, together (`meet.order`, `combat.several`)."""
    space = g.players[seat].space
    gone = list(shown_on(g, space)) if g.effects else []
    spared = left_alone_by(g, seat)
    found = []
    for card in g.lying(space):
        if card in gone:
            gone.remove(card)
        elif g.facts[card].type in ENEMIES - spared:
            found.append(card)
    lowest = min((number_of(g, card) for card in found), default=0)
    first = [card for card in found if number_of(g, card) == lowest]
    return tuple(attackers(g, seat, first)) if first else ()


def open_fight_with(g: WorkingState, seat: int, cards: tuple[str, ...]) -> None:
    """Put a fight with cards into a working state that is only read from then on."""
    stat = PSYCHIC if psychic(g, cards[0]) else BATTLE
    g.fight = Fight(seat, stat, tuple(foe_of(g, card) for card in cards), where=g.players[seat].space)


def effect_of_space(g: WorkingState, seat: int) -> Block:
    """What the seat's space does to it: operations of its definition, conditions on what is known already decided."""
    definition = g.book.card(f"space.{g.players[seat].space}")
    asked = Asked(seat, definition.key)
    found: list[o.Operation] = []
    for part in PARTS:
        found += _decided(g, definition.blocks, definition.blocks.get(part, ()), asked)
    return tuple(found)


def _decided(g: WorkingState, blocks: Any, do: Any, asked: Asked) -> Iterator[o.Operation]:
    for op in blocks.get(do, ()) if isinstance(do, str) else do or ():
        if isinstance(op, o.If) and is_settled(op.when):
            yield from _decided(g, blocks, op.do if holds(g, op.when, asked) else op.otherwise, asked)
        else:
            yield op


def is_settled(when: ConditionTable) -> bool:
    """Whether a condition's answer is known before its program runs.

    >>> is_settled(ConditionTable(alignment_is="evil")), is_settled(ConditionTable(won="outcome"))
    (True, False)
    """
    return all(_settled(name, value) for name, value in when.items())


def _settled(name: str, value: Any) -> bool:
    if name in ("all", "any"):
        return all(map(is_settled, value))
    return is_settled(value) if name == "not" else name in SETTLED
