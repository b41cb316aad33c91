"""Changes of a roll, and the scores of the running fight: its dice, the figures of both sides, and their sources."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from talisman_nb.cards.modifiers import Add, Dice, FightsWith, Reroll, RollValue
from talisman_nb.model import Fight, Foe, Roll

from .active_modifiers import active_modifiers, holds_for
from .fight import roller, running
from .totals import Summand, active_additions, number_for, summands, total
from .working_state import Asked, WorkingState

ANY = "any"
"""Purpose of a modifier that is about every roll of a seat."""
Changes = tuple[tuple[Summand, ...], int]
"""Additions to the value of a roll, with their sources, and the least it may become."""
UNCHANGED: Changes = ((), 0)
DICE: Final = "combat.dice"
"""The figure that says how many dice a side adds up (`house.two-dice`)."""
OWN: Final = ("attack", ANY)
FOES: Final = ("foe",)
"""Purposes of the modifiers about a seat's own attack rolls, and about those of whoever it fights."""
MOVE: Final = ("move", ANY)
"""Purposes of the modifiers about a roll to move."""


def dice_for(g: WorkingState, who: int, purpose: str, n: int, card: str = "") -> int:
    """How many dice a seat throws for a purpose, or because of a card; `n` is the number without modifiers."""
    k = active_modifiers(g, who)
    if not k.other_dice:
        return n
    for held in (*k.of(Dice, purpose), *(k.of(Dice, card) if card and card != purpose else ())):
        if holds_for(g, held, who):
            n = held.mod.n
    return n


def free_reroll(g: WorkingState, who: int, purposes: Iterable[str]) -> str:
    """Return what lets a seat reroll a die of a roll with one of these purposes for nothing; "" for nothing."""
    if not g.runtime.free_rerolls:
        return ""
    found = [one for purpose in purposes for one in active_modifiers(g, who).of(Reroll, purpose)]
    return next((held.source for held in found if holds_for(g, held, who)), "")


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


def attack_dice(g: WorkingState, side: str) -> int:
    """How many dice a side throws: an assassin's victim throws none (`combat.sequence`).

    Where a table throws two (`house.two-dice`), whoever throws more than one throws one more than that.
    """
    fight = running(g)
    if side == "foe" and fight.assassin:
        return 0
    other = _opponent(fight, side)
    n = dice_for(g, roller(g, side), "attack", 1) if _seat(fight, side) >= 0 else 1
    n = dice_for(g, other, "foe", n) if other >= 0 else n
    return n and n - 1 + int(g.figures[DICE])


def _seat(fight: Fight, side: str) -> int:
    """The seat of a side ("you" or "foe"); -1 for creatures."""
    return fight.you if side == "you" else fight.against


def _opponent(fight: Fight, side: str) -> int:
    """The seat a side fights against; -1 for creatures."""
    return _seat(fight, "foe" if side == "you" else "you")


def score_of_roll(g: WorkingState, side: str, roll: Roll | None) -> int:
    """Return the value of the dice of an attack roll: the sum of all, or of the highest if an ability says so."""
    if roll is None:
        return 0
    kept = keeps_highest(g, side)
    return sum(highest(roll.faces, kept)) if kept else sum(roll.faces)


def die_value(g: WorkingState, side: str, roll: Roll | None) -> int:
    """The value of an attack roll: what its dice show, and what changes it; before the dice only that."""
    return score_of_roll(g, side, roll) + (roll.plus if roll else 0) + sum(part.n for part in roll_parts(g, side, roll))


def roll_parts(g: WorkingState, side: str, roll: Roll | None) -> tuple[Summand, ...]:
    """Return the changes to the value of an attack roll, with their sources; none of a side that throws no die."""
    thrown = roll is not None and any(roll.faces)
    if (roll is not None and not roll.faces) or not (thrown or attack_dice(g, side)):
        return ()
    found = _changes(g, side)
    return in_force(found, score_of_roll(g, side, roll)) if thrown else found[0]


def _changes(g: WorkingState, side: str) -> Changes:
    """Return the changes that the modifiers of both seats make to the attack roll of a side."""
    fight = running(g)
    own, other = _seat(fight, side), _opponent(fight, side)
    mine = changes(g, own, OWN) if own >= 0 else UNCHANGED
    return together(mine, changes(g, other, FOES) if other >= 0 else UNCHANGED)


def highest(faces: tuple[int, ...], n: int) -> tuple[int, ...]:
    """The `n` highest of some faces, the highest first.

    >>> highest((2, 6, 5), 2)
    (6, 5)
    """
    return tuple(sorted(faces, reverse=True)[:n])


def keeps_highest(g: WorkingState, side: str) -> int:
    """How many dice of a side's attack roll count, the highest of them; 0 if all do."""
    fight = running(g)
    own, other = _seat(fight, side), _opponent(fight, side)
    best = any(
        each.mod.keep == "highest" and holds_for(g, each, seat)
        for seat, purpose in ((own, "attack"), (other, "foe"))
        if seat >= 0 and active_modifiers(g, seat).other_dice
        for each in active_modifiers(g, seat).of(Dice, purpose)
    )
    return int(g.figures[DICE]) if best else 0


def figure_of(g: WorkingState, foe: Foe) -> int:
    """The strength or craft a creature fights with: what its card says it is, else what is printed."""
    fight = running(g)
    for held in active_modifiers(g, fight.you).of(FightsWith) if foe.card else ():
        if held.source == foe.card and holds_for(g, held, fight.you):
            return number_for(g, held.mod.n, Asked(fight.you, held.source, slots=held.slots))
    return int(getattr(foe, fight.stat))


def strength_of_foes(g: WorkingState) -> int:
    """The sum of the foes' strength or craft, as the fight is about (`combat.several`)."""
    return sum(figure_of(g, foe) for foe in running(g).foes)


def creature_plus(g: WorkingState) -> list[Summand]:
    """Return the additions to the attack rolls of creatures: by the space (Runes), by themselves or by the seat."""
    you = running(g).you
    return [part for part in active_additions(g, you, active_modifiers(g, you).of(Add, "creature_roll")) if part.n]


def scores(g: WorkingState) -> tuple[int, int]:
    """Both attack scores, the attacker's or turn's seat first (`combat.score`)."""
    fight = running(g)
    mine = total(g, fight.you, fight.stat) + die_value(g, "you", fight.mine)
    theirs = die_value(g, "foe", fight.theirs)
    if fight.against >= 0:
        return mine, total(g, fight.against, fight.stat) + theirs
    return mine, strength_of_foes(g) + sum(part.n for part in creature_plus(g)) + theirs


def fight_sources(g: WorkingState) -> tuple[str, ...]:
    """Return the sources of the scores of the running fight: its creatures, and whatever adds to a side."""
    fight = g.fight
    if fight is None:
        return ()
    parts = [part for seat in (fight.you, fight.against) if seat >= 0 for part in summands(g, seat, fight.stat)]
    parts += [*creature_plus(g), *roll_parts(g, "you", fight.mine), *roll_parts(g, "foe", fight.theirs)]
    return (*(foe.card or foe.name for foe in fight.foes), *(part.source for part in parts))


def used_now(g: WorkingState, seat: int) -> tuple[str, ...]:
    """The sources that add to a seat's score in the running fight."""
    return tuple(part.source for part in active_additions(g, seat, active_modifiers(g, seat).of(Add, running(g).stat)))
