"""A lesson that is being given: gone through on and back, with what the class predicts, throws and answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from talisman_nb.rules.book import book_of

from .board_graph import last_level
from .lesson import ChooseStep, Count, GraphStep, Lesson, LessonError, Predict, ThrowStep
from .moments import (
    HANDS,
    TITLE,
    ClassThrow,
    LessonMoment,
    after,
    letter_meant,
    raised_hands,
    result,
    throw_dice,
    throw_many,
)
from .progress import LessonProgress


class RunningLesson(LessonProgress, frozen=True):
    """A lesson that is being given. Immutable: every entry returns another one.

    Attributes
    ----------
    lesson
        The lesson.
    lang
        Its language.
    names
        What characters are called.
    moments
        Those gone through, the present one last.
    hands, throws
        What the class predicted and threw.
    many
        What the game threw beside it.
    begun
        When it was begun, by which classes are told apart; "" where nobody has said.
    inputs
        The keys pressed and entries typed so far.

    Examples
    --------
    >>> from talisman_nb.lessons import lesson
    >>> run = RunningLesson.of(lesson("combat"), "it").step()
    >>> run.place, run.back().place, run.at_end
    ((1, 0), (0, 0), False)
    >>> run.now.done, run.page_now.minutes > 0, run.step_now.kind, run.dice_asked
    (True, True, 'situation', 2)
    """

    @staticmethod
    def of(lesson: Lesson, lang: str = "en", names: Mapping[str, str] | None = None) -> RunningLesson:
        """Return a lesson at its title.

        Parameters
        ----------
        lesson
            The lesson.
        lang
            en, it, fr or pl.
        names
            What characters are called, such as `{"dwarf": "Ada"}`.

        Returns
        -------
        RunningLesson
            The lesson, at page 0.

        Examples
        --------
        >>> from talisman_nb.lessons import lesson
        >>> RunningLesson.of(lesson("combat"), names={"dwarf": "Ada"}).place
        (0, 0)
        """
        return RunningLesson(lesson, lang, names or {}, (LessonMoment(TITLE),))

    # --- going on and back ---

    def step(self) -> RunningLesson:
        """Go on: show what the present step waits for, with the lesson's own dice or answer, else the next step.

        Returns
        -------
        RunningLesson
            The lesson a step further.

        Examples
        --------
        >>> from talisman_nb.lessons import lesson
        >>> RunningLesson.of(lesson("combat")).step().step().place
        (1, 1)
        """
        if self.at_end:
            return self
        if not self.now.done:
            return self._pressed(self._shown_of_lesson())
        return self._pressed(self._entered(*self._next()))

    def back(self) -> RunningLesson:
        """Go back a step; predictions and throws stay counted.

        Returns
        -------
        RunningLesson
            The lesson a step before.

        Examples
        --------
        >>> from talisman_nb.lessons import lesson
        >>> RunningLesson.of(lesson("combat")).step().step().back().place
        (1, 0)
        """
        if len(self.moments) == 1:
            return self
        return replace(self, moments=self.moments[:-1], inputs=self.inputs + 1)

    def page(self, number: int) -> RunningLesson:
        """Go to a page.

        Parameters
        ----------
        number
            Its number, from 1.

        Returns
        -------
        RunningLesson
            The lesson at the first step of that page.

        Raises
        ------
        LessonError
            There is no such page.

        Examples
        --------
        >>> from talisman_nb.lessons import lesson
        >>> RunningLesson.of(lesson("combat")).page(2).place
        (2, 0)
        """
        if not 1 <= number <= len(self.lesson.pages):
            raise LessonError("page-unknown", n=number, most=len(self.lesson.pages))
        return self._pressed(self._entered(number, 0))

    def page_again(self) -> RunningLesson:
        """Go to the start of the present page, of the title or the end to the title.

        Returns
        -------
        RunningLesson
            The lesson at that step.

        Examples
        --------
        >>> from talisman_nb.lessons import lesson
        >>> RunningLesson.of(lesson("combat")).page(2).step().page_again().place
        (2, 0)
        """
        return self.page(self.place[0]) if self.page_now else self._pressed(LessonMoment(TITLE))

    def restart(self) -> RunningLesson:
        """Begin the lesson anew, with nothing predicted or thrown.

        Returns
        -------
        RunningLesson
            The lesson at its title.

        Examples
        --------
        >>> from talisman_nb.lessons import lesson
        >>> RunningLesson.of(lesson("combat")).page(2).restart().place
        (0, 0)
        """
        return replace(RunningLesson.of(self.lesson, self.lang, self.names), inputs=self.inputs + 1)

    # --- what the class says ---

    def predict(self, *hands: str | int) -> RunningLesson:
        """Keep a prediction; it is one entry, and may be corrected until it is shown.

        Parameters
        ----------
        hands
            The letter of one option, or how many hands were raised for each.

        Returns
        -------
        RunningLesson
            The lesson at the same step.

        Raises
        ------
        LessonError
            Nothing is asked, or it is anything else.

        Examples
        --------
        >>> from talisman_nb.lessons import lesson
        >>> from talisman_nb.lessons.lesson import Predict
        >>> run = RunningLesson.of(lesson("combat"))
        >>> while not isinstance(run.step_now, Predict):
        ...     run = run.step()
        >>> run.predict("B").hands[0].raised[:2]
        (0, 1)
        """
        step = self.step_now
        if not isinstance(step, Predict) or self.now.done:
            raise LessonError("not-now")
        raised = replace(self.raised_now, raised=raised_hands(hands, len(step.option)))
        return replace(self._with_hands(raised), inputs=self.inputs + 1)

    def throw(self, *dice: int) -> RunningLesson:
        """Throw dice at the present step, once more, or at the next one: what they bring is shown and counted.

        Parameters
        ----------
        dice
            The faces, as many as are asked for (`dice_asked`).

        Returns
        -------
        RunningLesson
            The lesson with the dice thrown.

        Raises
        ------
        LessonError
            No dice are thrown here, or these are not the dice asked for.

        Examples
        --------
        >>> from talisman_nb.lessons import lesson
        >>> run = RunningLesson.of(lesson("combat"))
        >>> while not run.dice_asked:
        ...     run = run.step()
        >>> run.throw(*[4] * run.dice_asked).throws[0].dice[0]
        4
        """
        now = self._throwing()
        step = self.step_at(now.place)
        if not isinstance(step, ThrowStep) or now.before is None:
            raise LessonError("not-now")
        if len(dice) != len(step.dice) or not all(1 <= face <= 6 for face in dice):
            raise LessonError("dice", n=len(step.dice))
        moment = self._of_throw(step, now, dice)
        assert moment.shown is not None
        found = ClassThrow(now.place, result(now.before, moment.shown, dice), dice=tuple(dice))
        kept = self.moments[:-1] if now.done else self.moments
        again = replace(self, moments=kept, throws=(*self.throws, found))
        return again._pressed(moment, len(dice))

    def choose(self, answer: str) -> RunningLesson:
        """Answer the question at the present step.

        Parameters
        ----------
        answer
            A letter, or the answer itself.

        Returns
        -------
        RunningLesson
            The lesson with the answer given.

        Raises
        ------
        LessonError
            No answer is asked for.
        NotAllowedError
            It is not open; with what is.

        Examples
        --------
        >>> from talisman_nb.lessons import lesson
        >>> RunningLesson.of(lesson("combat")).choose("A")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        talisman_nb.lessons.lesson.LessonError: ...
        """
        step, now = self.step_now, self.now
        if not isinstance(step, ChooseStep) or now.done or now.before is None:
            raise LessonError("not-now")
        return self._pressed(self._of_choice(now, letter_meant(now.before, answer)))

    def count(self, *results: int) -> RunningLesson:
        """Count throws made at the desks, at a step `tally`; one entry.

        Parameters
        ----------
        results
            How often each result came.

        Returns
        -------
        RunningLesson
            The lesson at the same step.

        Raises
        ------
        LessonError
            Nothing is counted, or there isn't a number for each result.

        Examples
        --------
        >>> from talisman_nb.lessons import lesson
        >>> from talisman_nb.lessons.lesson import Count
        >>> run = RunningLesson.of(lesson("combat"))
        >>> while not isinstance(run.step_now, Count):
        ...     run = run.step()
        >>> [throw_dice.n for throw_dice in run.count(5, 1, 3).throws]
        [5, 1, 3]
        """
        place = self.counted_place()
        if not isinstance(self.step_now, Count) or place is None or self.now.before is None:
            raise LessonError("not-now")
        names = tuple(self.theory_of(place))
        if len(results) != len(names) or not all(0 <= n <= HANDS for n in results):
            raise LessonError("counts", n=len(names), most=HANDS)
        found = tuple(ClassThrow(place, name, n) for name, n in zip(names, results, strict=True) if n)
        return replace(self, throws=(*self.throws, *found), inputs=self.inputs + 1)

    def throw_many(self) -> RunningLesson:
        """Let the game throw what the class has thrown, 2,000 times, at a step `tally`; once more: other throws.

        Returns
        -------
        RunningLesson
            The lesson at the same step.

        Raises
        ------
        LessonError
            Nothing is counted here.

        Examples
        --------
        >>> from talisman_nb.lessons import lesson
        >>> from talisman_nb.lessons.lesson import Count
        >>> run = RunningLesson.of(lesson("combat"))
        >>> while not isinstance(run.step_now, Count):
        ...     run = run.step()
        >>> sum(throw.n for throw in run.throw_many().many)
        2000
        """
        place = self.counted_place()
        step = self.step_at(place) if place else None
        if not isinstance(self.step_now, Count) or place is None or not isinstance(step, ThrowStep):
            raise LessonError("not-now")
        seed = f"{self.lesson.key} {place} {self.inputs}"
        counted = throw_many(self.line_before(place), len(step.dice), keep=step.keep, seed=seed)
        kept = (one for one in self.many if one.place != place)
        many = (*kept, *(ClassThrow(place, name, n) for name, n in counted.items() if n))
        return replace(self, many=many, inputs=self.inputs + 1)

    # --- moments ---

    def _pressed(self, moment: LessonMoment, inputs: int = 1) -> RunningLesson:
        return replace(self, moments=(*self.moments, moment), inputs=self.inputs + inputs)

    def _shown_of_lesson(self) -> LessonMoment:
        step, now = self.step_now, self.now
        assert step is not None and now.before is not None
        if isinstance(step, GraphStep):
            level = now.level + 1
            return replace(now, level=level, done=level >= last_level(step, book_of(now.before.state.book).board))
        shown = after(step, now.before)
        return replace(now, shown=shown, done=True, dice=step.dice if isinstance(step, ThrowStep) else ())

    def _of_throw(self, step: ThrowStep, now: LessonMoment, dice: Sequence[int]) -> LessonMoment:
        assert now.before is not None
        return replace(now, shown=throw_dice(now.before, dice, step.keep), done=True, dice=tuple(dice))

    def _of_choice(self, now: LessonMoment, answer: str) -> LessonMoment:
        assert now.before is not None
        return replace(now, shown=now.before.answer(answer), done=True)
