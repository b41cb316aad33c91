"""Plays a lesson through and says what is wrong with it: what can't be played, predictions without one true option."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from talisman_nb.text.phrases import load_phrases

from .claims import looked_at
from .lesson import LETTERS, Count, Lesson, Predict
from .running import Running
from .shown import shown


class Problem(Struct, frozen=True):
    """What is wrong with a step; `page` from 1, `step` from 0. `key` is a phrase of `lessons`, `reason` fills it."""

    page: int
    step: int
    key: str
    reason: str = ""

    def told(self, lang: str) -> str:
        """Return the problem in words."""
        return load_phrases(lang).say("lessons", f"problem.{self.key}", reason=self.reason)


def problems(lesson: Lesson) -> tuple[Problem, ...]:
    """Return what is wrong with a lesson, by playing every page with its own answers and dice; the first of each page.

    >>> from talisman_nb.lessons import lesson
    >>> problems(lesson("combat"))
    ()
    """
    return tuple(problem for page in range(1, len(lesson.pages) + 1) for problem in _of_page(lesson, page))


def _of_page(lesson: Lesson, page: int) -> Iterator[Problem]:
    """Yield the problems of a page, up to the first step that can't be played."""
    steps = lesson.pages[page - 1].steps
    running = Running.of(lesson)
    for at, step in enumerate(steps):
        try:
            running = running.page(page) if not at else running.step()
            if isinstance(step, Count) and running.counted_place() is None:
                yield Problem(page, at, "tally")
            if isinstance(step, Predict):
                yield from _of_claims(running, page, at, step)
            shown(running)
            if not running.now.done:
                running = running.step()
                shown(running)
        except ValueError as wrong:  # every refusal is one: of a situation, an answer, a claim, a throw
            yield Problem(page, at, "refused", str(wrong))
            return


def _of_claims(running: Running, page: int, at: int, step: Predict) -> Iterator[Problem]:
    """Yield that not exactly one option is true."""
    before = running.now.before
    assert before is not None
    claims = zip(LETTERS, step.option, strict=False)
    true = [letter for letter, option in claims if looked_at(before, option.claim).true]
    if len(true) != 1:
        yield Problem(page, at, "one-true" if true else "none-true", ", ".join(true))
