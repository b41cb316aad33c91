"""Exact odds of a fight, counted from what its dice may still show: both scores, both sides' fate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from msgspec import Struct

from talisman_nb.engine.fight import running
from talisman_nb.engine.ops.dice import can_reroll, lift_die
from talisman_nb.engine.scores import OWN, attack_dice, die_value, scores
from talisman_nb.engine.working_state import WorkingState, working_state
from talisman_nb.model import Roll, State

FACES = range(1, 7)
ANY_ROLL = Roll((1,))
"""A roll of which no die was thrown again: whether fate may be used does not depend on its faces."""


class Odds(Struct, frozen=True):
    """The chances of the three outcomes for the attacker; they add up to 1.

    Examples
    --------
    >>> half, quarter = Fraction(1, 2), Fraction(1, 4)
    >>> Odds(half, quarter, quarter).better_than(Odds(half, Fraction(0), half))
    True
    """

    won: Fraction
    standoff: Fraction
    lost: Fraction

    def better_than(self, other: Odds) -> bool:
        """Whether these odds win more often, or as often and lose less often.

        Parameters
        ----------
        other
            The odds they are compared with.

        Returns
        -------
        bool
            Whether they are better.

        Examples
        --------
        >>> score_odds(4, 3).better_than(score_odds(3, 3))
        True
        """
        return (self.won, -self.lost) > (other.won, -other.lost)


def whole_percents(parts: Sequence[Fraction]) -> tuple[int, ...]:
    """Return parts of a whole in percents that add up to 100: those with the largest remainders are rounded up.

    Of equal remainders the first part and the last one are rounded to the nearest: a stand-off gives way to both.

    Parameters
    ----------
    parts
        Parts that add up to 1.

    Returns
    -------
    tuple of int
        A percent for each part.

    Examples
    --------
    >>> whole_percents([Fraction(5, 12), Fraction(1, 6), Fraction(5, 12)])
    (42, 16, 42)
    >>> whole_percents([Fraction(5, 6), Fraction(1, 12), Fraction(1, 12)])
    (83, 9, 8)
    """
    whole = [100 * part.numerator // part.denominator for part in parts]
    rest = [100 * part - n for part, n in zip(parts, whole, strict=True)]
    ends_first = [0, len(parts) - 1, *range(1, len(parts) - 1)]
    rank = {i: at if rest[i] >= Fraction(1, 2) else -at for at, i in enumerate(ends_first)}
    for i in sorted(rank, key=lambda i: (-rest[i], rank[i]))[: 100 - sum(whole)]:
        whole[i] += 1
    return tuple(whole)


class FightSide(Struct, frozen=True):
    """One side of a fight: its score without dice, and its roll with 0 for each die to come."""

    points: int
    roll: Roll
    seat: int  # -1: creatures
    which: str = "you"  # or "foe"


class CompleteRoll(NamedTuple):
    """A complete roll: the score it makes, and for each die that may be rerolled the scores with its faces 1 to 6."""

    score: int
    again: tuple[tuple[int, ...], ...] = ()


Ways = tuple[int, int, int]
"""In how many ways a fight is won, a stand-off and lost."""


def fight_odds(state: State, fate: bool = False) -> Odds:
    """Return the attacker's exact odds in the fight that is going on, if nothing but its dice and fate decides.

    Parameters
    ----------
    state
        A state with a fight.
    fate
        Whether each side pays fate where that improves its own odds.

    Returns
    -------
    Odds
        The odds.

    Raises
    ------
    ValueError
        When no fight is going on whose dice still have to decide.

    Examples
    --------
    >>> from talisman_nb.notation.situation import situation
    >>> fight_odds(situation("dwarf crags | thief city > 1 > anticlockwise > bear")).won
    Fraction(5, 12)
    >>> fight_odds(situation("dwarf crags | thief city > 1 > anticlockwise > bear"), fate=True).won
    Fraction(125, 216)
    """
    if state.fight is None or state.fight.result:
        raise ValueError("no fight is going on here that its dice still have to decide")
    return odds_of_fight(working_state(state), fate)


def odds_of_fight(g: WorkingState, fate: bool = False) -> Odds:
    """Return the attacker's odds in the running fight; `fate` as in `fight_odds`."""
    mine, theirs = sides(g)
    if not fate:
        return _odds(_compare_rolls(_scores(g, mine), _scores(g, theirs)))
    return _odds(_with_fate(_complete_rolls(g, mine, "you"), _complete_rolls(g, theirs, "foe")))


def odds_of_reroll(g: WorkingState, seat: int, die: int) -> Odds:
    """Return the attacker's odds if a seat throws one die of its roll again, and nothing else is thrown again."""
    mine, theirs = sides(g)
    if seat == mine.seat:
        mine = _lift_side_die(mine, die)
    else:
        theirs = _lift_side_die(theirs, die)
    return _odds(_compare_rolls(_scores(g, mine), _scores(g, theirs)))


class DiceCount(Struct, frozen=True):
    """The dice of one side: `n` dice, added up or the highest of them, and `plus`."""

    n: int = 1
    highest: bool = False
    plus: int = 0

    def score(self, figure: int, faces: tuple[int, ...]) -> int:
        """Return the score of a side with some faces.

        Parameters
        ----------
        figure
            The side's score without dice.
        faces
            The faces of its dice.

        Returns
        -------
        int
            The score.

        Examples
        --------
        >>> DiceCount(2, highest=True).score(4, (2, 5))
        9
        """
        return figure + self.plus + (max(faces, default=0) if self.highest else sum(faces))


ONE_DIE = DiceCount()


def score_odds(
    mine: int, theirs: int, dice: DiceCount = ONE_DIE, their_dice: DiceCount = ONE_DIE, *, fate: bool = False,
    their_fate: bool = False,
) -> Odds:  # fmt: skip
    """Return the attacker's exact odds from two figures and the dice of both sides, without a game.

    Parameters
    ----------
    mine, theirs
        The scores without dice, all additions included.
    dice, their_dice
        The dice of the attacker, and of its foe.
    fate, their_fate
        Whether a side may pay one fate to throw one die again, the attacker first; it does so where that improves its
        odds.

    Returns
    -------
    Odds
        The odds.

    Examples
    --------
    >>> score_odds(3, 3).won, score_odds(3, 3, fate=True).won
    (Fraction(5, 12), Fraction(125, 216))
    >>> score_odds(4, 7, DiceCount(2, highest=True)).won
    Fraction(31, 216)
    """
    return _odds(_with_fate(_of_dice(mine, dice, fate), _of_dice(theirs, their_dice, their_fate)))


@lru_cache(maxsize=1024)
def _of_dice(figure: int, dice: DiceCount, fate: bool) -> Counter[CompleteRoll]:
    def thrown(faces: tuple[int, ...]) -> CompleteRoll:
        again = [[dice.score(figure, (*faces[:at], face, *faces[at + 1 :])) for face in FACES] for at in die_numbers]
        return CompleteRoll(dice.score(figure, faces), tuple(sorted(tuple(scores) for scores in again)))

    die_numbers = range(dice.n if fate else 0)
    return Counter(thrown(tuple(sorted(faces))) for faces in product(FACES, repeat=dice.n))


def all_thrown(g: WorkingState) -> bool:
    """Return whether no die of the running fight is still to come."""
    return not any(0 in side.roll.faces for side in sides(g))


def sides(g: WorkingState) -> tuple[FightSide, FightSide]:
    """Return both sides of the running fight, the attacker's first."""
    fight = running(g)
    mine, theirs = scores(g)
    return (
        _side(g, fight.mine, "you", mine, fight.you),
        _side(g, fight.theirs, "foe", theirs, fight.against),
    )


def _side(g: WorkingState, roll: Roll | None, side: str, score: int, seat: int) -> FightSide:
    known = roll or Roll(())
    whole = Roll(known.faces + (0,) * (attack_dice(g, side) - len(known.faces)), known.rerolled, known.plus)
    return FightSide(score - die_value(g, side, roll), whole, seat, side)


def _lift_side_die(side: FightSide, die: int) -> FightSide:
    return FightSide(side.points, lift_die(side.roll, die), side.seat, side.which)


def rolls_of(roll: Roll) -> list[Roll]:
    """Every way a roll may be completed."""
    dice = [(face,) if face else FACES for face in roll.faces]
    return [Roll(faces, roll.rerolled, roll.plus) for faces in product(*dice)]


def _scores(g: WorkingState, side: FightSide) -> Counter[int]:
    """How often each score comes of all ways the dice to come may fall."""
    return Counter(side.points + die_value(g, side.which, roll) for roll in rolls_of(side.roll))


def _compare_rolls(mine: Counter[int], theirs: Counter[int]) -> Ways:
    won = drawn = lost = 0
    for (a, n), (b, m) in product(mine.items(), theirs.items()):
        won, drawn, lost = won + n * m * (a > b), drawn + n * m * (a == b), lost + n * m * (a < b)
    return won, drawn, lost


def _odds(ways: Ways) -> Odds:
    whole = sum(ways)
    return Odds(*(Fraction(n, whole) for n in ways))


# --- fate ---


def _with_fate(mine: Counter[CompleteRoll], theirs: Counter[CompleteRoll]) -> Ways:
    """The ways if each side rerolls one die where that is better for it: the attacker first (`combat.fate-order`)."""

    @cache
    def answered(score: int, roll: CompleteRoll) -> Ways:
        """Of six ways, after the defender's decision."""
        kept = _of_one(score, roll.score)
        rerolled = (_sum(_of_one(score, each) for each in die) for die in roll.again)
        return max((_times(6, kept), *rerolled), key=_worth_of_other)

    found = []
    for (mine_now, n), (theirs_now, m) in product(mine.items(), theirs.items()):
        kept = _times(6, answered(mine_now.score, theirs_now))
        rerolled = (_sum(answered(each, theirs_now) for each in die) for die in mine_now.again)
        found.append(_times(n * m, max((kept, *rerolled), key=_worth)))
    return _sum(found)


def _complete_rolls(g: WorkingState, side: FightSide, which: str) -> Counter[CompleteRoll]:
    """How often each complete roll comes, with what rerolling each of its dice makes of it."""
    thrown, found = thrown_of(g, side, which), Counter[CompleteRoll]()
    rolls = Counter(tuple(sorted(roll.faces)) for roll in rolls_of(side.roll))
    for faces, n in rolls.items():
        made = thrown(Roll(faces, side.roll.rerolled, side.roll.plus))
        found[CompleteRoll(made.score, tuple(sorted(made.again)))] += n
    return found


def thrown_of(g: WorkingState, side: FightSide, which: str) -> Callable[[Roll], CompleteRoll]:
    """Return what makes a `CompleteRoll` of a complete roll of a side ("you" or "foe")."""
    rerolls = side.roll.rerolled < 0 and _decides(g, which) and side.seat >= 0
    fate = rerolls and can_reroll(g, side.seat, ANY_ROLL, OWN)

    @cache
    def score(faces: tuple[int, ...]) -> int:
        return side.points + die_value(g, side.which, Roll(faces, plus=side.roll.plus))

    def thrown(roll: Roll) -> CompleteRoll:
        faces = roll.faces
        if not fate:
            return CompleteRoll(score(faces))
        return CompleteRoll(
            score(faces),
            tuple([tuple([score((*faces[:at], new, *faces[at + 1 :])) for new in FACES]) for at in range(len(faces))]),
        )

    return thrown


def _decides(g: WorkingState, which: str) -> bool:
    """Whether a side is still to be asked whether it keeps its roll."""
    for frame in reversed(g.stack):
        program = g.runtime.programs[frame.program]
        if program.role == "fight":
            return any(name == "luck" and op.side == which for _, op, _, name in program.code[frame.pc :])
    return True  # the fight has only just been opened


def _of_one(mine: int, theirs: int) -> Ways:
    return int(mine > theirs), int(mine == theirs), int(mine < theirs)


def _worth(ways: Ways) -> tuple[int, int]:
    return ways[0], -ways[2]


def _worth_of_other(ways: Ways) -> tuple[int, int]:
    return ways[2], -ways[0]


def _times(n: int, ways: Ways) -> Ways:
    return n * ways[0], n * ways[1], n * ways[2]


def _sum(all_ways: Iterable[Ways]) -> Ways:
    won = drawn = lost = 0
    for a, b, c in all_ways:
        won, drawn, lost = won + a, drawn + b, lost + c
    return won, drawn, lost
