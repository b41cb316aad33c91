"""The moments of a lesson that is being given, what a class says and throws at them, and where a step goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from random import Random

from msgspec import Struct

from talisman_nb.analysis import Analysis
from talisman_nb.odds import fight_odds
from talisman_nb.odds.fight import FACES
from talisman_nb.odds.foresight import PASSED

from .claims import looked_at, numbers
from .figures import OF_FIGHTS
from .lesson import (
    LETTERS,
    AllOutcomes,
    ChooseStep,
    Count,
    InEditions,
    LessonError,
    Play,
    Predict,
    SituationStep,
    Step,
    TellRule,
    ThrowStep,
    WhatIf,
)
from .texts import numbers_said

HANDS = 99
"""Upper bound of the hands raised for one option, and of throws counted at once."""
Place = tuple[int, int]
"""A step: the number of its page, from 1, and its own, from 0."""
TITLE: Place = (0, 0)
MANY = 2_000
"""Throws of the game beside those of a class."""
MOST_PASSED = 6
"""Upper bound of the questions behind a throw that are passed, so that it ends."""


class Supposed(Struct, frozen=True):
    """The lesson's own dice or answer at a step, in place of what the class threw or chose; `before`: where."""

    step: ThrowStep | ChooseStep
    before: Analysis


class LessonMoment(Struct, frozen=True):
    """The moment the wall is at: a step of a page, before or after what it waited for.

    `before`: the line before the step, with what the class threw and chose on the page as far as the step can be played
    on it; `shown`: the same after the step, which the wall shows; `own`: the lesson's own line after the step. None on
    the title, and at the end. `supposed`: what `before` has instead of what the class did. `done`: whether a step that
    waits for the class has been shown; `level`: how often a look at the graph has grown.
    """

    place: Place
    before: Analysis | None = None
    own: Analysis | None = None
    shown: Analysis | None = None
    done: bool = True
    dice: tuple[int, ...] = ()
    supposed: tuple[Supposed, ...] = ()
    level: int = 0


class RaisedHands(Struct, frozen=True, omit_defaults=True):
    """A prediction of the class: the hands counted for each option, and the `phones` that gave it, if any have."""

    place: Place
    raised: tuple[int, ...]
    phones: tuple[int, ...] = ()

    @property
    def both(self) -> tuple[int, ...]:
        """Return hands and phones together, for each option."""
        return tuple(map(sum, zip(self.raised, self.phones, strict=True))) if self.phones else self.raised


class ClassThrow(Struct, frozen=True):
    """A result that the class threw at a step, and how often; `dice` are () for throws counted at the desks."""

    place: Place
    result: str
    n: int = 1
    dice: tuple[int, ...] = ()


def raised_hands(hands: Sequence[str | int], options: int) -> tuple[int, ...]:
    """Return the hands for each option; a letter is one hand, for all of a class of whom nobody counted."""
    letters = LETTERS[:options]
    if len(hands) == 1 and isinstance(hands[0], str) and hands[0].upper() in letters and hands[0]:
        return tuple(int(letter == hands[0].upper()) for letter in letters)
    found = tuple(int(n) for n in hands if isinstance(n, int) or n.isdecimal())
    if len(hands) != options or len(found) != options or not all(0 <= n <= HANDS for n in found):
        raise LessonError("hands", letters=", ".join(letters), n=options, most=HANDS)
    return found


def letter_meant(before: Analysis, answer: str) -> str:
    """Return the answer that a letter means, counted over what is open, else the text itself."""
    keys = before.ask.open()
    at = ord(answer.upper()) - ord("A") if len(answer) == 1 and answer.isascii() and answer.isalpha() else -1
    return keys[at] if 0 <= at < len(keys) else answer


# --- going on: whether a step can be played on a line of the class, and what is supposed where it can't ---

OF_ITS_QUESTION = (Play, ThrowStep, ChooseStep, WhatIf, AllOutcomes, InEditions)
"""Steps that are about the question asked where they begin."""


def after(step: Step, line: Analysis) -> Analysis:
    """Return a line after a step that lays nothing out, with the lesson's own dice and answers."""
    if isinstance(step, ThrowStep):
        return throw_dice(line, step.dice, step.keep)
    if isinstance(step, ChooseStep):
        return line.answer(step.answer)
    return line.answer(*step.answers) if isinstance(step, Play) else line


def numbers_given(step: Step) -> Iterator[str]:
    """Yield the numbers that a step gives the game: dice, and answers."""
    if isinstance(step, ThrowStep):
        yield from map(str, step.dice)
    if isinstance(step, Play):
        yield from numbers(*step.answers)
    if isinstance(step, ChooseStep):
        yield from numbers(step.answer)
    if isinstance(step, SituationStep):
        yield from numbers(*step.situation.split(">")[1:])


def line_of_page(
    steps: Sequence[Step], moments: Sequence[LessonMoment], own: Analysis
) -> tuple[Analysis, tuple[Supposed, ...]]:
    """Return the line on which the last of the steps of a page begins, and what is supposed there.

    It is the line shown, else that with the lesson's own dice or answer at the last step that asked for some, at the
    last two, and so on, else the lesson's own. `moments`: those of the page, one a step; `own`: the lesson's own line
    before the step.
    """
    *_, step = steps
    for line, supposed in _lines(steps, moments):
        if goes_on(step, line, own):
            return line, supposed
    return own, ()


def goes_on(step: Step, line: Analysis, own: Analysis) -> bool:
    """Whether a step can be played on a line as on the lesson's own: the same is asked, and its texts are true."""
    if line.text == own.text:
        return True
    if isinstance(step, TellRule | Count) and not step.text:
        return True
    try:
        after(step, line)
        asked = not isinstance(step, OF_ITS_QUESTION) or _question_identity(line) == _question_identity(own)
        return asked and _told_of(step, line, own)
    except ValueError:  # every refusal is one: of an answer, of a claim, of a throw
        return False


def _told_of(step: Step, line: Analysis, own: Analysis) -> bool:
    """Whether what a step says is true of a line: its claims, the same option, no number of its own dice."""
    if isinstance(step, Count):
        return True  # it is about all throws of the class
    if not all(looked_at(line, claim).true for claim in step.holds):
        return False
    if isinstance(step, Predict):
        return all(looked_at(line, one.claim).true == looked_at(own, one.claim).true for one in step.option)
    return set(numbers_said(step.text)) <= {*numbers(*step.holds), *numbers_given(step)}


def _question_identity(line: Analysis) -> tuple[object, ...]:
    """Return what makes a question another one; `n` of a question without dice may be a result of those thrown."""
    asked = line.ask
    return asked.kind, asked.seat, asked.purpose, asked.n if asked.kind == "die" else 0


def _lines(steps: Sequence[Step], moments: Sequence[LessonMoment]) -> Iterator[tuple[Analysis, tuple[Supposed, ...]]]:
    """Yield the lines that a class may go on from, those first that have most of what it did."""
    *gone, _ = steps
    if moments[-1].shown is not None:
        yield moments[-1].shown, ()
    for at in range(len(gone) - 1, 0, -1):
        line = moments[at].before
        if isinstance(gone[at], SituationStep):
            return
        if not isinstance(gone[at], ThrowStep | ChooseStep) or line is None:
            continue
        supposed: list[Supposed] = []
        try:
            for step in gone[at:]:
                if isinstance(step, ThrowStep | ChooseStep):
                    supposed.append(Supposed(step, line))
                line = after(step, line)
        except ValueError:
            continue
        yield line, tuple(supposed)


# --- throws: what they bring, and how likely each result is before they fall ---


def throw_dice(analysis: Analysis, dice: Sequence[int], keep: bool) -> Analysis:
    """Return the analysis after a throw; `keep`: it stands whatever could be done about it.

    Raises `ValueError` if fewer dice are asked for.

    >>> bear = Analysis.of("dwarf fields-1, fate 0, arrived | thief city | on fields-1, bear > fight")
    >>> throw_dice(bear, (4, 2), True).node.events[0].scores
    (7, 5)
    """
    for face in dice:
        if analysis.ask.kind != "die":
            raise ValueError(f"no die is asked for here, but {analysis.ask.kind!r}")
        analysis = analysis.answer(str(face))
    for _ in range(MOST_PASSED if keep else 0):
        if analysis.ask.kind not in PASSED:
            break
        analysis = analysis.answer(PASSED[analysis.ask.kind])
    return analysis


def result(before: Analysis, after: Analysis, dice: Sequence[int]) -> str:
    """Return what a throw brought: how a fight that the dice decided has ended, else the sum of the dice."""
    if of_fight(before, len(dice)):
        way = after.line[before.depth + 1 : after.depth + 1]
        told = (event.what for at in way for event in after.nodes[at].events if event.kind == "fought")
        return next(told, "")
    return str(sum(dice))


def of_fight(before: Analysis, n: int) -> bool:
    """Whether that many dice decide a fight."""
    return before.state.fight is not None and not before.state.fight.result and n > 1


def theory(before: Analysis, n: int) -> Mapping[str, Fraction]:
    """Return how likely each result of a throw of that many dice is, no fate being paid.

    >>> list(theory(Analysis.of("dwarf crags | thief city"), 1)) == ["1", "2", "3", "4", "5", "6"]
    True
    """
    if of_fight(before, n):
        odds = fight_odds(before.state)
        return {name: Fraction(getattr(odds, name)) for name in OF_FIGHTS}
    ways = Counter(sum(faces) for faces in product(FACES, repeat=n))
    return {str(total): Fraction(ways[total], 6**n) for total in sorted(ways)}


def throw_many(before: Analysis, n: int, *, keep: bool, seed: str) -> Mapping[str, int]:
    """Return how often each result comes when the game throws n dice `MANY` times, by a seed.

    >>> bear = Analysis.of("dwarf fields-1, fate 0, arrived | thief city | on fields-1, bear > fight")
    >>> sum(throw_many(bear, 2, keep=True, seed="x").values())
    2000
    """
    thrown_by, fight, known = Random(seed), of_fight(before, n), dict[tuple[int, ...], str]()
    counted = dict.fromkeys(theory(before, n), 0)
    for _ in range(MANY):
        dice = tuple(thrown_by.choices(FACES, k=n))
        if dice not in known:
            known[dice] = result(before, throw_dice(before, dice, keep) if fight else before, dice)
        counted[known[dice]] += 1
    return counted
