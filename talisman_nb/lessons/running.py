"""A lesson that is being given: the step it is at, what the class has predicted, thrown and answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.analysis import Analysis
from talisman_nb.analysis.changes import apply_change
from talisman_nb.notation.situation import read_situation
from talisman_nb.rulings.case_types import CaseWords

from .going_on import after, line_of_page
from .lesson import ChooseStep, Count, Lesson, LessonPage, Predict, SituationStep, Step, ThrowStep, Waiting
from .moments import HANDS, TITLE, ClassThrow, LessonMoment, Place, RaisedHands, letter_meant, raised_hands
from .reading import LessonError
from .texts import text_in
from .throwing import result, theory, throw_dice


class RunningLesson(Struct, frozen=True):
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

    lesson: Lesson
    lang: str
    names: Mapping[str, str]
    moments: tuple[LessonMoment, ...]
    hands: tuple[RaisedHands, ...] = ()
    throws: tuple[ClassThrow, ...] = ()
    inputs: int = 0

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
        Running
            The lesson, at page 0.

        Examples
        --------
        >>> from talisman_nb.lessons import lesson
        >>> RunningLesson.of(lesson("combat"), names={"dwarf": "Ada"}).place
        (0, 0)
        """
        return RunningLesson(lesson, lang, names or {}, (LessonMoment(TITLE),))

    @property
    def now(self) -> LessonMoment:
        """Return the present moment."""
        return self.moments[-1]

    @property
    def place(self) -> Place:
        """Return the present place; page 0 is the title, one past the last page the end."""
        return self.now.place

    @property
    def at_end(self) -> bool:
        """Whether the last step has been gone past."""
        return self.place[0] > len(self.lesson.pages)

    @property
    def page_now(self) -> LessonPage | None:
        """Return the present page; None for the title and the end."""
        number = self.place[0]
        return self.lesson.pages[number - 1] if 0 < number <= len(self.lesson.pages) else None

    @property
    def step_now(self) -> Step | None:
        """Return the present step; None for the title and the end."""
        return self._step_at(self.place)

    @property
    def dice_asked(self) -> int:
        """Return how many dice may be thrown now, 0 for none."""
        now = self._throwing()
        step = self._step_at(now.place)
        return len(step.dice) if isinstance(step, ThrowStep) and now.before is not None else 0

    def said(self, words: CaseWords | None) -> str:
        """Return a text of the lesson in its language, with the names of the class.

        Parameters
        ----------
        words
            The text in one language or several; None is no text.

        Returns
        -------
        str
            The text.

        Examples
        --------
        >>> from talisman_nb.lessons import lesson
        >>> run = RunningLesson.of(lesson("combat"), "it")
        >>> run.said(run.lesson.title)
        'Il combattimento in 40 minuti'
        """
        return text_in(words, self.lang, self.names)

    # --- going on and back ---

    def step(self) -> RunningLesson:
        """Go on: show what the present step waits for, with the lesson's own dice or answer, else the next step.

        Returns
        -------
        Running
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
        Running
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
        Running
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
        Running
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
        Running
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
        Running
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
        raised = raised_hands(hands, len(step.option))
        kept = tuple(one for one in self.hands if one.place != self.place)
        found = (RaisedHands(self.place, raised),) if any(raised) else ()
        return replace(self, hands=(*kept, *found), inputs=self.inputs + 1)

    def throw(self, *dice: int) -> RunningLesson:
        """Throw dice at the present step, once more, or at the next one: what they bring is shown and counted.

        Parameters
        ----------
        dice
            The faces, as many as are asked for (`dice_asked`).

        Returns
        -------
        Running
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
        step = self._step_at(now.place)
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
        Running
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
        talisman_nb.lessons.reading.LessonError: ...
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
        Running
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

    # --- what a tally needs ---

    def counted_place(self) -> Place | None:
        """Return the step `throw` that a tally at the present place counts: the last one before it on its page.

        Returns
        -------
        Place | None
            The numbers of page and step; None if there is none.

        Examples
        --------
        >>> from talisman_nb.lessons import lesson
        >>> RunningLesson.of(lesson("combat")).counted_place() is None
        True
        """
        number, at = self.place
        steps = self.page_now.steps[:at] if self.page_now else ()
        found = [n for n, step in enumerate(steps) if isinstance(step, ThrowStep)]
        return (number, found[-1]) if found else None

    def theory_of(self, place: Place) -> Mapping[str, Fraction]:
        """Return the chances of the results of a step `throw`.

        Parameters
        ----------
        place
            The numbers of page and step.

        Returns
        -------
        Mapping[str, Fraction]
            The chance of each result.

        Examples
        --------
        >>> from talisman_nb.lessons import lesson
        >>> from talisman_nb.lessons.lesson import Count
        >>> run = RunningLesson.of(lesson("combat"))
        >>> while not isinstance(run.step_now, Count):
        ...     run = run.step()
        >>> sum(run.theory_of(run.counted_place()).values()) == 1
        True
        """
        before, step = self.line_before(place), self.lesson.pages[place[0] - 1].steps[place[1]]
        assert isinstance(step, ThrowStep)
        return theory(before, len(step.dice))

    def line_before(self, place: Place) -> Analysis:
        """Return the lesson's own line before a step.

        Parameters
        ----------
        place
            The numbers of page and step.

        Returns
        -------
        Analysis
            The line, as the lesson's own answers and dice lead there.

        Examples
        --------
        >>> from talisman_nb.lessons import lesson
        >>> run = RunningLesson.of(lesson("combat"))
        >>> run.line_before((1, 1)).text == run.step().now.own.text
        True
        """
        number, at = place
        line = self._entered(number, 0).own
        assert line is not None, "a page begins with a situation"
        for step in self.lesson.pages[number - 1].steps[1:at]:
            line = self._after(step, line)
        return line

    # --- moments ---

    def _step_at(self, place: Place) -> Step | None:
        number, at = place
        pages = self.lesson.pages
        return pages[number - 1].steps[at] if 0 < number <= len(pages) else None

    def _throwing(self) -> LessonMoment:
        """Return the moment at which dice are thrown now: the next one, if dice come next."""
        ahead = self._next()
        comes = self.now.done and not isinstance(self.step_now, ThrowStep) and ahead[1] and not self.at_end
        return self._entered(*ahead) if comes and isinstance(self._step_at(ahead), ThrowStep) else self.now

    def _pressed(self, moment: LessonMoment, inputs: int = 1) -> RunningLesson:
        return replace(self, moments=(*self.moments, moment), inputs=self.inputs + inputs)

    def _next(self) -> Place:
        number, at = self.place
        if self.page_now and at + 1 < len(self.page_now.steps):
            return number, at + 1
        return number + 1, 0

    def _entered(self, number: int, at: int) -> LessonMoment:
        """Return the moment at which a step is come to."""
        if number > len(self.lesson.pages):
            return LessonMoment((number, 0))
        steps = self.lesson.pages[number - 1].steps[: at + 1]
        own, step = self.now.own, steps[at]
        if isinstance(step, SituationStep):
            start = self._laid_out(step)
            return LessonMoment((number, at), start, start, start)
        assert own is not None, "a page begins with a situation"
        line, supposed = line_of_page(steps, self._gone(number), own)
        waits = isinstance(step, Waiting)
        shown = line if waits else after(step, line)
        return LessonMoment((number, at), line, after(step, own), shown, done=not waits, supposed=supposed)

    def _gone(self, number: int) -> Sequence[LessonMoment]:
        """Return the moments of a page since it was begun, the last of each step."""
        found: list[LessonMoment] = []
        for moment in reversed(self.moments):
            if not found or moment.place != found[-1].place:
                found.append(moment)
            if moment.place == (number, 0):
                break
        return found[::-1]

    def _laid_out(self, step: SituationStep) -> Analysis:
        return Analysis.of(self._named(step.situation), self.lang)

    def _after(self, step: Step, line: Analysis) -> Analysis:
        return self._laid_out(step) if isinstance(step, SituationStep) else after(step, line)

    def _shown_of_lesson(self) -> LessonMoment:
        step, now = self.step_now, self.now
        assert step is not None and now.before is not None
        shown = after(step, now.before)
        return replace(now, shown=shown, done=True, dice=step.dice if isinstance(step, ThrowStep) else ())

    def _of_throw(self, step: ThrowStep, now: LessonMoment, dice: Sequence[int]) -> LessonMoment:
        assert now.before is not None
        return replace(now, shown=throw_dice(now.before, dice, step.keep), done=True, dice=tuple(dice))

    def _of_choice(self, now: LessonMoment, answer: str) -> LessonMoment:
        assert now.before is not None
        return replace(now, shown=now.before.answer(answer), done=True)

    def _named(self, text: str) -> str:
        """Return a situation with the names of the class for its characters."""
        here = {seat.character for seat in read_situation(text).seats} & self.names.keys()
        for who in sorted(here):
            name = self.names[who].replace("\\", "\\\\").replace('"', '\\"')
            new = apply_change(text, f'{who}, named "{name}"')
            text = " > ".join((new.text, *new.orders))
        return text
