"""How far a lesson has come: its page, step and moment, what is thrown next; what a class calls its figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.analysis import Analysis
from talisman_nb.analysis.changes import apply_change
from talisman_nb.board.toml_reading import did_you_mean
from talisman_nb.engine.refusal import MOST_LETTERS, nameable
from talisman_nb.notation.name_lookup import slug
from talisman_nb.notation.situation import read_situation
from talisman_nb.rules.book import book_of
from talisman_nb.rulings.case_types import CaseWords
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

from .board_graph import last_level
from .lesson import GraphStep, Lesson, LessonError, LessonPage, Predict, SituationStep, Step, ThrowStep, Waiting
from .moments import ClassThrow, LessonMoment, Place, RaisedHands, after, line_of_page, theory
from .texts import character_name, text_in


class LessonProgress(Struct, frozen=True):
    """Base class of `RunningLesson`: where the lesson is and what leads there, without what a teacher does."""

    lesson: Lesson
    lang: str
    names: Mapping[str, str]
    moments: tuple[LessonMoment, ...]
    hands: tuple[RaisedHands, ...] = ()
    throws: tuple[ClassThrow, ...] = ()
    many: tuple[ClassThrow, ...] = ()
    inputs: int = 0
    begun: str = ""

    @property
    def has_said(self) -> bool:
        """Whether the class has predicted or thrown anything.

        >>> from talisman_nb.lessons import RunningLesson, lesson
        >>> begun = RunningLesson.of(lesson("combat")).page(2).step()
        >>> begun.has_said, begun.predict(12, 5, 3).has_said
        (False, True)
        """
        return bool(self.hands or self.throws)

    @property
    def raised_now(self) -> RaisedHands:
        """Return what the class has predicted at the present step, none where it is no prediction."""
        none = RaisedHands(self.place, (0,) * len(self.step_now.option if isinstance(self.step_now, Predict) else ()))
        return next((one for one in self.hands if one.place == self.place), none)

    def vote(self, *phones: int) -> Self:
        """Keep how many phones gave each option of the present prediction; hands are counted beside them.

        Parameters
        ----------
        phones
            A number for each option.

        Returns
        -------
        Self
            The lesson at the same step.

        Examples
        --------
        >>> from talisman_nb.lessons import RunningLesson, lesson
        >>> RunningLesson.of(lesson("combat")).page(2).step().vote(1, 1, 1).predict(12, 5, 3).raised_now.both
        (13, 6, 4)
        """
        return self._with_hands(replace(self.raised_now, phones=phones))

    def _with_hands(self, found: RaisedHands) -> Self:
        kept = tuple(one for one in self.hands if one.place != found.place)
        return replace(self, hands=(*kept, found) if any(found.both) else kept)

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
        return self.step_at(self.place)

    @property
    def dice_asked(self) -> int:
        """Return how many dice may be thrown now, 0 for none."""
        now = self._throwing()
        step = self.step_at(now.place)
        return len(step.dice) if isinstance(step, ThrowStep) and now.before is not None else 0

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show in a notebook which lesson it is, and the page it has come to."""
        page, pages = self.page_now, len(self.lesson.pages)
        told = {"page": self.place[0], "pages": pages, "title": self.said(page.title)} if page else {}
        where = [load_phrases(self.lang).say("lessons", "place", **told)] if told else []
        printer.text("\n".join([self.said(self.lesson.title), *where]))

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
        >>> from talisman_nb.lessons import RunningLesson, lesson
        >>> run = RunningLesson.of(lesson("combat"), "it")
        >>> run.said(run.lesson.title)
        'Il combattimento in 40 minuti'
        """
        return text_in(words, self.lang, self.names)

    # --- what a tally needs ---

    def counted_place(self) -> Place | None:
        """Return the step `throw` that a tally at the present place counts: the last one before it on its page.

        Returns
        -------
        Place | None
            The numbers of page and step; None if there is none.

        Examples
        --------
        >>> from talisman_nb.lessons import RunningLesson, lesson
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
        >>> from talisman_nb.lessons import RunningLesson, lesson
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
        >>> from talisman_nb.lessons import RunningLesson, lesson
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

    def step_at(self, place: Place) -> Step | None:
        """Return the step at a place; None for the title and the end.

        Parameters
        ----------
        place
            The numbers of page and step.

        Returns
        -------
        Step | None
            The step.

        Examples
        --------
        >>> from talisman_nb.lessons import RunningLesson, lesson
        >>> RunningLesson.of(lesson("combat")).step_at((1, 0)).kind
        'situation'
        """
        number, at = place
        pages = self.lesson.pages
        return pages[number - 1].steps[at] if 0 < number <= len(pages) else None

    def _throwing(self) -> LessonMoment:
        """Return the moment at which dice are thrown now: the next one, if dice come next."""
        ahead = self._next()
        comes = self.now.done and not isinstance(self.step_now, ThrowStep) and ahead[1] and not self.at_end
        return self._entered(*ahead) if comes and isinstance(self.step_at(ahead), ThrowStep) else self.now

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
        waits = isinstance(step, Waiting) or (
            isinstance(step, GraphStep) and last_level(step, book_of(line.state.book).board) > 0
        )
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

    def _named(self, text: str) -> str:
        """Return a situation with the names of the class for its characters."""
        here = {seat.character for seat in read_situation(text).seats} & self.names.keys()
        for who in sorted(here):
            name = self.names[who].replace("\\", "\\\\").replace('"', '\\"')
            new = apply_change(text, f'{who}, named "{name}"')
            text = " > ".join((new.text, *new.orders))
        return text


# --- the figures of a lesson, and what a class calls them ---


def figures(lesson: Lesson) -> tuple[str, ...]:
    """Return the characters of a lesson, in the order in which they come.

    >>> from .reading import lesson
    >>> figures(lesson("combat"))
    ('dwarf', 'thief', 'warrior', 'troll')
    """
    steps = (step for page in lesson.pages for step in page.steps if isinstance(step, SituationStep))
    seats = (seat for step in steps for seat in read_situation(step.situation).seats)
    return tuple(dict.fromkeys(seat.character for seat in seats if seat.character))


def names_given(lesson: Lesson, text: str) -> Mapping[str, str]:
    """Return the names that a text gives the characters of a lesson.

    Parameters
    ----------
    lesson
        The lesson.
    text
        Names with commas: in the order of its characters, or each after its own ("troll=Ada").

    Returns
    -------
    Mapping[str, str]
        The name of each character that has one.

    Raises
    ------
    LessonError
        More names than characters, a character that is none of them, or a name that can't be shown.

    Examples
    --------
    >>> from .reading import lesson
    >>> names_given(lesson("combat"), "Ada, Bruno") == {"dwarf": "Ada", "thief": "Bruno"}
    True
    >>> names_given(lesson("combat"), "troll=Ada")
    {'troll': 'Ada'}
    """
    known = figures(lesson)
    words = {slug(word): key for key in known for word in (key, *_character_names(key))}
    named: dict[str, str] = {}
    for at, part in enumerate(filter(None, (one.strip() for one in text.split(",")))):
        who, found, name = (word.strip() for word in part.rpartition("="))
        key = words.get(slug(who), "") if found else "".join(known[at : at + 1])
        if not key:
            hint = did_you_mean(slug(who), words) if found else ""
            there = {"n": len(known), "names": ", ".join(known), "first": known[0]}
            raise LessonError("figure-unknown", name=who or name, hint=hint, **there)
        if not nameable(name):
            raise LessonError("name", most=MOST_LETTERS)
        named[key] = name
    return named


def cast(names: Mapping[str, str], lang: str) -> tuple[tuple[str, str], ...]:
    """Return each name of the class with what its character is called.

    >>> cast({"dwarf": "Ada"}, "it")
    (('Ada', 'Nano'),)
    """
    return tuple((name, character_name(character, lang)) for character, name in names.items())


def _character_names(character: str) -> Iterator[str]:
    yield from (character_name(character, lang) for lang in LANGUAGES)
