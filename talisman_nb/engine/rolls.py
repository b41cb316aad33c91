"""Changes of a roll: how many dice it has, what is added to its value or taken from it unasked."""

from __future__ import annotations

from collections.abc import Iterable

from talisman_nb.cards.modifiers import Dice, RollValue

from .active_modifiers import active_modifiers, holds_for
from .totals import Summand, number_for
from .working_state import Asked, WorkingState

ANY = "any"
"""Purpose of a modifier that is about every roll of a seat."""
Changes = tuple[tuple[Summand, ...], int]
"""Additions to the value of a roll, with their sources, and the least it may become."""
UNCHANGED: Changes = ((), 0)


def dice_for(g: WorkingState, who: int, purpose: str, n: int, card: str = "") -> int:
    """How many dice a seat throws for a purpose, or because of a card; `n` is the number without modifiers."""
    k = active_modifiers(g, who)
    if not k.other_dice:
        return n
    for held in (*k.of(Dice, purpose), *(k.of(Dice, card) if card and card != purpose else ())):
        if holds_for(g, held, who):
            n = held.mod.n
    return n


def changes(g: WorkingState, who: int, purposes: Iterable[str]) -> Changes:
    """Return the changes that the modifiers of a seat make to a roll with one of these purposes."""
    k = active_modifiers(g, who)
    if not k.other_rolls:
        return UNCHANGED
    found, least = [], 0
    for held in [one for purpose in purposes for one in k.of(RollValue, purpose)]:
        if holds_for(g, held, who):
            found.append(Summand(held.source, number_for(g, held.mod.n, Asked(who, held.source, slots=held.slots))))
            least = max(least, held.mod.least)
    return tuple(part for part in found if part.n), least


def together(one: Changes, other: Changes) -> Changes:
    """The changes of two seats to one roll."""
    return (*one[0], *other[0]), max(one[1], other[1])


def in_force(found: Changes, rolled: int) -> tuple[Summand, ...]:
    """Return the changes that count for a roll of that many: nothing is taken from it beyond the least it may become.

    >>> in_force(((Summand("haunt", -1), Summand("guide", -3)), 1), 3)
    (Summand(source='haunt', n=-1), Summand(source='guide', n=-1))
    """
    parts, least = found
    value, kept = rolled, []
    for part in sorted(parts, key=lambda part: part.n < 0):
        n = part.n if part.n >= 0 else min(max(part.n, least - value), 0)
        value += n
        kept.append(Summand(part.source, n))
    return tuple(part for part in kept if part.n)
