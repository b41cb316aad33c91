"""Tallies of a class: its throws, counted beside the chances, and its predictions, beside what is true."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from talisman_nb.text.phrases import load_phrases

from .claims import looked_at
from .lesson import LETTERS, Predict, ThrowStep
from .moments import Place
from .running import RunningLesson
from .throwing import OF_FIGHTS


class TallyBar(Struct, frozen=True):
    """One result: what it is called, how often it came, in how many throws, its chance.

    `whole`: in how many ways the dice may fall.
    """

    name: str
    n: int
    of: int
    chance: Fraction
    whole: int


class Kept(Struct, frozen=True):
    """A prediction of the class: the question, each option with its hands and whether it is true."""

    place: Place
    question: str
    options: tuple[tuple[str, int, bool], ...]

    @property
    def right(self) -> bool:
        """Whether the option with the most hands is true; of a draw, whether one of them is."""
        most = max(hands for _, hands, _ in self.options)
        return any(true for _, hands, true in self.options if hands == most)


def bars(running: RunningLesson) -> tuple[TallyBar, ...]:
    """Return what the class has thrown at the step that the present tally counts; () if there is none."""
    place = running.counted_place()
    if place is None:
        return ()
    counted = dict.fromkeys(running.theory_of(place), 0)
    for throw in running.throws:
        if throw.place == place and throw.result in counted:
            counted[throw.result] += throw.n
    whole = sum(counted.values())
    chances, step = running.theory_of(place), running.lesson.pages[place[0] - 1].steps[place[1]]
    ways = 6 ** len(step.dice) if isinstance(step, ThrowStep) else 0
    return tuple(
        TallyBar(_result_label(name, running.lang), n, whole, chances[name], ways) for name, n in counted.items()
    )


def _result_label(result: str, lang: str) -> str:
    return load_phrases(lang).say("analysis", f"chance.{result}") if result in OF_FIGHTS else result


def predictions(running: RunningLesson) -> tuple[Kept, ...]:
    """Return what the class has predicted, in the order of the lesson, with what is true."""
    found: list[Kept] = []
    for hands in sorted(running.hands, key=lambda one: one.place):
        step = running.lesson.pages[hands.place[0] - 1].steps[hands.place[1]]
        assert isinstance(step, Predict)
        line = running.line_before(hands.place)
        options = zip(LETTERS, step.option, hands.raised, strict=False)
        told = ((f"{a}. {running.said(o.says)}", n, looked_at(line, o.claim).true) for a, o, n in options)
        found.append(Kept(hands.place, running.said(step.text), tuple(told)))
    return tuple(found)
