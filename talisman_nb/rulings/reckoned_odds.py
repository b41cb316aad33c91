"""Odds of a fight by counting what its dice may still show; quick, for screens.

They equal those of `odds.fight_odds`, which walks every branch through the engine.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

from msgspec import Struct

from talisman_nb.engine.fighting import die_value, running, scores
from talisman_nb.engine.ops.combat import attack_dice
from talisman_nb.engine.ops.dice import can_use_fate, lifted
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Roll

from .odds import Odds

FACES = range(1, 7)


class Throw(Struct, frozen=True):
    """One side of a fight: its score without dice, and its roll with 0 for each die to come."""

    points: int
    roll: Roll
    seat: int  # -1: creatures


def reckoned_odds(g: WorkingState, fate: bool = False) -> Odds:
    """Return the attacker's odds in the running fight; `fate`: the attacker pays fate where that improves them.

    >>> from talisman_nb.rules.book import open_book
    >>> from talisman_nb.rulings.situation import situation
    >>> bear = situation("dwarf crags | thief city > 1 > anticlockwise > bear")
    >>> reckoned_odds(WorkingState(open_book(), bear)).won
    Fraction(5, 12)
    """
    mine, theirs = throws(g)
    if not fate:
        return _compared(_scores(g, mine), _scores(g, theirs))
    return _with_fate(g, mine, _scores(g, theirs))


def odds_of_reroll(g: WorkingState, seat: int, die: int) -> Odds:
    """Return the attacker's odds if a seat throws one die of its roll again, and nothing else is thrown again."""
    mine, theirs = throws(g)
    if seat == mine.seat:
        mine = _lifted(mine, die)
    else:
        theirs = _lifted(theirs, die)
    return _compared(_scores(g, mine), _scores(g, theirs))


def all_thrown(g: WorkingState) -> bool:
    """Return whether no die of the running fight is still to come."""
    return not any(0 in side.roll.faces for side in throws(g))


def throws(g: WorkingState) -> tuple[Throw, Throw]:
    """Return both sides of the running fight, the attacker's first."""
    fight = running(g)
    mine, theirs = scores(g)
    return (
        _throw(g, fight.mine, "you", mine, fight.you),
        _throw(g, fight.theirs, "foe", theirs, fight.against),
    )


def _throw(g: WorkingState, roll: Roll | None, side: str, score: int, seat: int) -> Throw:
    known = roll or Roll(())
    whole = Roll(known.faces + (0,) * (attack_dice(g, side) - len(known.faces)), known.rerolled, known.plus)
    return Throw(score - (_value(g, seat, roll) if roll else 0), whole, seat)


def _value(g: WorkingState, seat: int, roll: Roll) -> int:
    return die_value(g, seat, roll) if seat >= 0 else roll.value


def _lifted(throw: Throw, die: int) -> Throw:
    return Throw(throw.points, lifted(throw.roll, die), throw.seat)


def _scores(g: WorkingState, throw: Throw) -> Counter[int]:
    """How often each score comes of all ways the dice to come may fall."""
    return Counter(throw.points + _value(g, throw.seat, roll) for roll in _rolls(throw.roll))


def _rolls(roll: Roll) -> list[Roll]:
    """Every way a roll may be completed."""
    sides = [(face,) if face else FACES for face in roll.faces]
    return [Roll(faces, roll.rerolled, roll.plus) for faces in product(*sides)]


def _compared(mine: Counter[int], theirs: Counter[int]) -> Odds:
    return _odds(_counts(mine, theirs))


def _counts(mine: Counter[int], theirs: Counter[int]) -> tuple[int, int, int]:
    """In how many ways the first is higher, equal, lower."""
    won = drawn = lost = 0
    for (a, n), (b, m) in product(mine.items(), theirs.items()):
        won, drawn, lost = won + n * m * (a > b), drawn + n * m * (a == b), lost + n * m * (a < b)
    return won, drawn, lost


def _odds(counts: tuple[int, int, int]) -> Odds:
    whole = sum(counts)
    return Odds(*(Fraction(n, whole) for n in counts))


def _with_fate(g: WorkingState, mine: Throw, theirs: Counter[int]) -> Odds:
    """The odds if one die is thrown again wherever that is better; the roll may have been rerolled already."""
    sums = [0, 0, 0]
    for roll in _rolls(mine.roll):
        again = _rerolled(g, mine, roll)
        for score, n in theirs.items():
            other = Counter({score: 1})
            kept = _counts(Counter({mine.points + _value(g, mine.seat, roll): len(FACES)}), other)
            best = max((kept, *(_counts(each, other) for each in again)), key=lambda it: (it[0], -it[2]))
            sums = [total + n * part for total, part in zip(sums, best, strict=True)]
    return _odds((sums[0], sums[1], sums[2]))


def _rerolled(g: WorkingState, throw: Throw, roll: Roll) -> list[Counter[int]]:
    """The scores for each die that may be thrown again."""
    if not can_use_fate(g, throw.seat, roll):
        return []
    return [_scores(g, Throw(throw.points, lifted(roll, die), throw.seat)) for die in range(len(roll.faces))]
