"""Plays a lesson through and says what is wrong with it: what can't be played, and what nothing holds."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from talisman_nb.analysis import Analysis
from talisman_nb.rulings.case_types import CaseWords
from talisman_nb.text.phrases import load_phrases

from .claims import looked_at, numbers
from .lesson import LETTERS, Count, Lesson, LessonPage, Predict, Step, WhatIf
from .moments import numbers_given
from .running import RunningLesson
from .shown import render_step
from .texts import numbers_said


class Problem(Struct, frozen=True):
    """A mistake in a step.

    Attributes
    ----------
    page
        Its page, from 1.
    step
        The step, from 0.
    key
        The phrase of `lessons` that tells it.
    reason
        What fills the phrase.
    """

    page: int
    step: int
    key: str
    reason: str = ""

    def told(self, lang: str) -> str:
        """Return the problem in words.

        Parameters
        ----------
        lang
            en, it, fr or pl.

        Returns
        -------
        str
            A sentence.

        Examples
        --------
        >>> Problem(1, 2, "refused", "no way to the Ruins").told("en") != Problem(1, 2, "tally").told("en")
        True
        """
        return load_phrases(lang).say("lessons", f"problem.{self.key}", reason=self.reason)


def problems(lesson: Lesson) -> tuple[Problem, ...]:
    """Return what is wrong with a lesson, by playing every page with its own answers and dice.

    Of a page it is what is wrong up to the first step that can't be played.

    Parameters
    ----------
    lesson
        The lesson.

    Returns
    -------
    tuple[Problem, ...]
        The problems; () for a lesson that is in order.

    Examples
    --------
    >>> from talisman_nb.lessons import lesson
    >>> problems(lesson("combat"))
    ()
    """
    return tuple(problem for page in range(1, len(lesson.pages) + 1) for problem in _of_page(lesson, page))


def _of_page(lesson: Lesson, page: int) -> Iterator[Problem]:
    """Yield the problems of a page, up to the first step that can't be played."""
    whole = lesson.pages[page - 1]
    running = RunningLesson.of(lesson)
    played: set[str] = set()  # the numbers that the page has given the game so far
    for at, step in enumerate(whole.steps):
        try:
            running = running.page(page) if not at else running.step()
            if isinstance(step, Count) and running.counted_place() is None:
                yield Problem(page, at, "tally")
            before = _where_it_begins(running, step)
            if isinstance(step, Predict):
                yield from _of_claims(before, page, at, step)
            played.update(numbers_given(step))
            held = (*step.holds, *(() if at else whole.holds))
            yield from (Problem(page, at, "untrue", claim) for claim in held if not looked_at(before, claim).true)
            yield from (Problem(page, at, "not-held", number) for number in _not_held(step, whole, at, played))
            render_step(running)
            while not running.now.done:
                running = running.step()
                render_step(running)
        except ValueError as wrong:  # every refusal is one: of a situation, an answer, a claim, a throw
            yield Problem(page, at, "refused", str(wrong))
            return


def _where_it_begins(running: RunningLesson, step: Step) -> Analysis:
    """Return the line in which the claims of a step must be true: of a tally, that before the throw it counts."""
    counted = running.counted_place() if isinstance(step, Count) else None
    before = running.line_before(counted) if counted else running.now.before
    assert before is not None
    return before


def _of_claims(before: Analysis, page: int, at: int, step: Predict) -> Iterator[Problem]:
    """Yield that not exactly one option is true."""
    claims = zip(LETTERS, step.option, strict=False)
    true = [letter for letter, option in claims if looked_at(before, option.claim).true]
    if len(true) != 1:
        yield Problem(page, at, "one-true" if true else "none-true", ", ".join(true))


# --- numbers of the texts ---


def _not_held(step: Step, page: LessonPage, at: int, played: set[str]) -> Iterator[str]:
    """Yield each number of a step's texts, and with the first step of the page's title, that nothing holds.

    `played`: the numbers that the page has given the game up to this step.
    """
    held = {*numbers(*step.holds), *played}
    yield from _without(step.text, held)
    if not at:
        yield from _without(page.title, {*held, *numbers(*page.holds)})
    if isinstance(step, WhatIf):
        yield from _without(step.called, {*held, *numbers(step.change)})
    if isinstance(step, Predict):
        for option in step.option:
            yield from _without(option.says, {*held, *numbers(option.claim)})


def _without(words: CaseWords | None, held: set[str]) -> Iterator[str]:
    """Yield the numbers of a text, in any of its languages, that are not among those held, each once."""
    yield from (number for number in numbers_said(words) if number not in held)
