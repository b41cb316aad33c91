"""Are the odds of a fight those of icepool, whatever its dice, figures and fate, and those of the engine's own walk?"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from situations import Game, seat, situation

from talisman_nb.model import Foe, State
from talisman_nb.odds import DiceCount, Odds, fight_odds, score_odds

FIGURE = st.integers(0, 14)
TWO_DICE = "warrior"
"""A character that throws two dice in battle and counts the higher one."""


# --- the same with icepool ---


def outcome(mine: int, theirs: int) -> int:
    return (mine > theirs) - (mine < theirs)


def rank(die: icepool.Die[int]) -> tuple[Fraction, Fraction]:
    """Won more often, else lost less often."""
    return die.probability("==", 1), -die.probability("==", -1)


def pool(dice: int) -> icepool.Die[Any]:
    return icepool.tupleize(*[icepool.d6] * dice)


def rerolled(faces: tuple[int, ...]) -> list[icepool.Die[Any]]:
    """A die of rolls for each die that may be thrown again."""
    return [
        icepool.d6.map(lambda face, at=at: (*faces[:at], face, *faces[at + 1 :]), star=False)
        for at in range(len(faces))
    ]


def by_icepool(mine: int, theirs: int, my_dice: DiceCount, their_dice: DiceCount, fate: bool, their_fate: bool) -> Odds:
    """The odds of a fight: each side may throw one die again, the attacker first, both knowing both rolls."""

    def score(figure: int, dice: DiceCount, faces: tuple[int, ...]) -> int:
        return figure + dice.plus + (max(faces) if dice.highest else sum(faces))

    def defended(ours: tuple[int, ...], others: tuple[int, ...]) -> icepool.Die[int]:
        def compared(faces: tuple[int, ...]) -> int:
            return outcome(score(mine, my_dice, ours), score(theirs, their_dice, faces))

        kept = icepool.Die([compared(others)])
        again = [die.map(compared, star=False) for die in rerolled(others)] if their_fate else []
        return max([kept, *again], key=lambda die: rank(-die))

    def attacked(ours: tuple[int, ...], others: tuple[int, ...]) -> icepool.Die[int]:
        kept = defended(ours, others)
        again = [die.map(lambda faces: defended(faces, others), star=False) for die in rerolled(ours)] if fate else []
        return max([kept, *again], key=rank)

    both = icepool.map(attacked, pool(my_dice.n), pool(their_dice.n), star=False)
    return Odds(both.probability("==", 1), both.probability("==", 0), both.probability("==", -1))


SHAPES = {
    "one die each": (DiceCount(), DiceCount()),
    "two dice added": (DiceCount(2), DiceCount()),
    "the highest of two": (DiceCount(2, highest=True), DiceCount()),
    "two added against the highest of two": (DiceCount(2), DiceCount(2, highest=True)),
    "something added to the rolls": (DiceCount(plus=2), DiceCount(plus=-1)),
    "no die for the victim": (DiceCount(), DiceCount(0)),
}


@pytest.mark.matrix
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("fate", [False, True])
@pytest.mark.parametrize("their_fate", [False, True])
def test_every_shape_is_icepools(shape: str, fate: bool, their_fate: bool) -> None:
    my_dice, their_dice = SHAPES[shape]
    for mine, theirs in ((3, 3), (4, 2), (2, 6)):
        expected = by_icepool(mine, theirs, my_dice, their_dice, fate, their_fate)
        assert score_odds(mine, theirs, my_dice, their_dice, fate=fate, their_fate=their_fate) == expected


@settings(deadline=None, max_examples=60)
@given(FIGURE, FIGURE, st.integers(-2, 3), st.booleans(), st.booleans())
def test_any_figures_are_icepools(mine: int, theirs: int, plus: int, fate: bool, their_fate: bool) -> None:
    my_dice = DiceCount(plus=plus)
    expected = by_icepool(mine, theirs, my_dice, DiceCount(), fate, their_fate)
    assert score_odds(mine, theirs, my_dice, fate=fate, their_fate=their_fate) == expected


# --- fights of the game ---


def with_foes(game: Game, *strengths: int) -> State:
    assert game.state.fight is not None
    foes = tuple(Foe(f"foe-{at}", strength) for at, strength in enumerate(strengths))
    return replace(game.state, fight=replace(game.state.fight, foes=foes))


def facing_a_bear(character: str, **figures: Any) -> Game:
    game = situation(seat(character, "fields-1", **figures), seat("thief", "city"), lying={"graveyard": ("bear",)})
    return game.walk("graveyard")


@settings(deadline=None, max_examples=25)
@given(st.lists(st.integers(1, 8), min_size=1, max_size=3), st.integers(0, 5), st.booleans())
def test_several_foes_add_up(strengths: list[int], counters: int, fate: bool) -> None:
    game = facing_a_bear("dwarf", strength=counters, fate=int(fate))
    expected = by_icepool(3 + counters, sum(strengths), DiceCount(), DiceCount(), fate, False)
    assert fight_odds(with_foes(game, *strengths), fate=True) == expected


@settings(deadline=None, max_examples=15)
@given(st.integers(1, 12), st.booleans())
def test_the_highest_of_two_dice_counts(strength: int, fate: bool) -> None:
    game = facing_a_bear(TWO_DICE, fate=int(fate))
    expected = by_icepool(4, strength, DiceCount(2, highest=True), DiceCount(), fate, False)
    assert fight_odds(with_foes(game, strength), fate=True) == expected


@pytest.mark.parametrize("mine", [0, 1])
@pytest.mark.parametrize("theirs", [0, 1])
def test_characters_may_both_pay_fate(mine: int, theirs: int) -> None:
    game = situation(seat("dwarf", "fields-1", fate=mine), seat(TWO_DICE, "graveyard", fate=theirs)).walk("graveyard")
    game.say("attack:1").until("die")
    expected = by_icepool(3, 4, DiceCount(), DiceCount(2, highest=True), bool(mine), bool(theirs))
    assert fight_odds(game.state, fate=True) == expected


def test_dice_that_lie_are_reckoned_with() -> None:
    game = facing_a_bear("dwarf", fate=1).say("fight", 2)
    ahead: Callable[[int], Fraction] = lambda need: Fraction(max(0, min(6, 7 - need)), 6)  # noqa: E731
    plain = fight_odds(game.state)
    assert plain.won == 1 - ahead(2)  # the Bear must throw a 1
    kept_or_rerolled = sum(max(Fraction(int(face < 2)), ahead(face + 1)) for face in range(1, 7)) / 6
    assert fight_odds(game.state, fate=True).won == kept_or_rerolled
    assert fight_odds(game.say(6).state).won == 0


def test_who_has_kept_its_roll_is_not_asked_again() -> None:
    game = situation(seat("dwarf", "fields-1", fate=1), seat(TWO_DICE, "graveyard", fate=1)).walk("graveyard")
    game.say("attack:1").until("die").say(1, 2, 2)
    before = fight_odds(game.state, fate=True)
    after = fight_odds(game.say("keep").state, fate=True)
    assert before.won > after.won == 0


def test_no_fight_has_no_odds() -> None:
    with pytest.raises(ValueError, match="no fight"):
        fight_odds(situation(seat("dwarf", "fields-1"), seat("thief", "city")).state)
