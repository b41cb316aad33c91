"""The teacher's view of a step, which the wall doesn't show; where the wall stands and what the class said, as data."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.analysis.outcomes import format_ways
from talisman_nb.model.data_folder import home
from talisman_nb.text.phrases import load_phrases

from .lesson import ChooseStep, GraphStep, Lesson, Predict, ThrowStep
from .moments import HANDS, MANY, TITLE, ClassThrow, LessonMoment, Place, RaisedHands, of_fight, theory
from .running import RunningLesson
from .shown import answer_told, render_step


class KeptMoment(Struct, frozen=True, omit_defaults=True):
    """A moment as it is kept: its step, the dice thrown there, the answer chosen."""

    place: Place
    dice: tuple[int, ...] = ()
    answer: str = ""


MOST_CLASSES = 12
"""Upper bound of the classes before the present one whose answers are kept: a teacher has fewer a year."""
MOST_KEPT = 2_000
"""Upper bound of the moments, predictions and throws that are taken back: an hour has fewer than a tenth of them."""


class WallPlace(Struct, frozen=True, omit_defaults=True):
    """The step a wall is at; `done`: what the step waited for has been shown; `level`: how often a look has grown.

    `moments`, `hands`, `throws`: what led there, and what the class said; nobody's name is among them.
    """

    lang: str
    names: Mapping[str, str]
    place: Place
    done: bool
    level: int = 0
    moments: tuple[KeptMoment, ...] = ()
    hands: tuple[RaisedHands, ...] = ()
    throws: tuple[ClassThrow, ...] = ()
    many: tuple[ClassThrow, ...] = ()
    begun: str = ""

    @staticmethod
    def of(running: RunningLesson) -> WallPlace:
        """Return where a lesson that is being given stands."""
        now = running.now
        moments = tuple(_kept(running, moment) for moment in running.moments)
        return WallPlace(
            running.lang,
            running.names,
            now.place,
            now.done,
            now.level,
            moments,
            running.hands,
            running.throws,
            running.many,
            running.begun,
        )

    def resumed(self, running: RunningLesson) -> RunningLesson:
        """Return a lesson that was just opened as it stood here; as far as it can be gone through again."""
        found = RunningLesson.of(running.lesson, running.lang, running.names)
        for moment in self.moments[1:MOST_KEPT]:
            with suppress(ValueError, IndexError):  # the file of the lesson is another one now
                found = _again(found, moment)
        return replace(
            found,
            hands=tuple(one for one in self.hands[:MOST_KEPT] if _is_of(found, one)),
            throws=tuple(one for one in self.throws[:MOST_KEPT] if _is_of(found, one)),
            many=tuple(one for one in self.many[:MOST_KEPT] if _is_of(found, one, MANY)),
            begun=_time_told(self.begun),
        )

    def running(self, lesson: Lesson, lang: str = "") -> RunningLesson:
        """Return the lesson at this step, with its own dice and answers; at its title if it has no such step."""
        running = RunningLesson.of(lesson, lang or self.lang, self.names)
        number = self.place[0]
        if not 0 < number <= len(lesson.pages):
            return _gone_past(running) if number > len(lesson.pages) else running
        running = running.page(number)
        while running.place < self.place and running.place[0] == number:
            running = running.step()
        if running.place != self.place:
            return running
        while not running.now.done and (self.done or running.now.level < self.level):
            running = running.step()
        return running


def file_of(lesson: Lesson) -> Path:
    """Return the file in which the wall of a lesson leaves its place."""
    return home() / "walls" / f"{lesson.key}.json"


def begun_now(running: RunningLesson) -> RunningLesson:
    """Return a lesson that another class is given from now on."""
    return replace(running, begun=datetime.now().isoformat(timespec="milliseconds"))


def _time_told(text: str) -> str:
    """Return a time as it was kept, "" for what is none."""
    with suppress(ValueError):
        return datetime.fromisoformat(text).isoformat(timespec="milliseconds")
    return ""


def leave_place(running: RunningLesson) -> None:
    """Write where a wall stands; a folder that can't be written leaves the wall as it is, without a teacher's page.

    A class that had said something there before another one is kept (`earlier_classes`).
    """
    here, before = WallPlace.of(running), last_place(running.lesson)
    with suppress(OSError):
        if before and before.begun != here.begun:
            others = [one for one in _kept_classes(running.lesson) if one.begun not in (here.begun, before.begun)]
            left = [before] if before.begun and (before.hands or before.throws) else []
            _write(_earlier_of(running.lesson), [*left, *others][:MOST_CLASSES])
        _write(file_of(running.lesson), here)


def _write(file: Path, kept: WallPlace | list[WallPlace]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, fresh = tempfile.mkstemp(dir=file.parent, prefix=file.stem)
    with os.fdopen(handle, "wb") as written:
        written.write(msgspec.json.encode(kept))
    Path(fresh).replace(file)


def _earlier_of(lesson: Lesson) -> Path:
    return file_of(lesson).with_suffix(".earlier.json")


def _kept_classes(lesson: Lesson) -> list[WallPlace]:
    try:
        return msgspec.json.decode(_earlier_of(lesson).read_bytes(), type=list[WallPlace])
    except (OSError, msgspec.DecodeError):
        return []


def earlier_classes(running: RunningLesson) -> tuple[RunningLesson, ...]:
    """Return a lesson as it stood with each class before this one that said something, the latest first."""
    last = last_place(running.lesson)
    given = [one.resumed(running) for one in (*([last] if last else ()), *_kept_classes(running.lesson))]
    return tuple({one.begun: one for one in given if one.has_said and one.begun not in ("", running.begun)}.values())


def last_place(lesson: Lesson) -> WallPlace | None:
    """Return where the wall of a lesson was seen last; None if none has been, or its file can't be read."""
    try:
        return msgspec.json.decode(file_of(lesson).read_bytes(), type=WallPlace)
    except (OSError, msgspec.DecodeError):
        return None


def _kept(running: RunningLesson, moment: LessonMoment) -> KeptMoment:
    step = running.step_at(moment.place)
    chosen = isinstance(step, ChooseStep) and moment.done and moment.shown is not None
    return KeptMoment(moment.place, moment.dice, moment.shown.node.answer if chosen and moment.shown else "")


def _again(running: RunningLesson, moment: KeptMoment) -> RunningLesson:
    """Return the lesson at its next moment, as the class went there."""
    if moment.place == TITLE:
        return running
    if moment.place[1] == 0 and moment.place[0] <= len(running.lesson.pages):
        return running.page(moment.place[0])
    if moment.dice:
        return running.throw(*moment.dice)
    return running.choose(moment.answer) if moment.answer else running.step()


def _is_of(running: RunningLesson, said: RaisedHands | ClassThrow, most: int = HANDS) -> bool:
    """Whether a lesson has the step at which a class has said something, and it could be said there, up to `most`."""
    number, at = said.place
    steps = running.lesson.pages[number - 1].steps if 0 < number <= len(running.lesson.pages) else ()
    step = steps[at] if 0 <= at < len(steps) else None
    if isinstance(said, ClassThrow):
        return isinstance(step, ThrowStep) and 0 < said.n <= most
    return (
        isinstance(step, Predict)
        and len(said.raised) == len(step.option)
        and len(said.phones) in (0, len(step.option))
        and all(0 <= n <= HANDS for n in (*said.raised, *said.phones))
    )


def _gone_past(running: RunningLesson) -> RunningLesson:
    running = running.page(len(running.lesson.pages))
    while not running.at_end:
        running = running.step()
    return running


class NotesSection(Struct, frozen=True):
    """Some lines under a heading."""

    heading: str
    lines: tuple[str, ...]


class Notes(Struct, frozen=True):
    """A teacher's page at one step. `place`: the page of the lesson and its minutes, "" for its title and its end."""

    title: str
    place: str
    sections: tuple[NotesSection, ...]


def notes_of(running: RunningLesson) -> Notes:
    """Return what the teacher sees of the present step.

    >>> from talisman_nb.lessons import lesson
    >>> found = notes_of(RunningLesson.of(lesson("combat"), "it").page(2).step())
    >>> found.place, found.sections[2].lines[0]
    ('Pagina 2 di 8: Nano contro Orso (7 min)', 'C. Vincono lo stesso numero di volte')
    """
    words, page = load_phrases(running.lang), running.page_now
    place = ""
    if page:
        told = {"page": running.place[0], "pages": len(running.lesson.pages), "title": running.said(page.title)}
        place = words.say("lessons", "teacher.place", minutes=page.minutes, **told)
    sections = {
        "on-wall": _on_wall(running),
        "notes": (running.said(page.notes),) if page and page.notes else (),
        "answer": tuple(_answer(running)),
        "next": _next(running),
    }
    return Notes(
        running.said(running.lesson.title),
        place,
        tuple(NotesSection(words.say("lessons", f"teacher.{key}"), lines) for key, lines in sections.items() if lines),
    )


def _on_wall(running: RunningLesson) -> tuple[str, ...]:
    """Return what kind of step the wall shows, and what it says."""
    now = render_step(running)
    return tuple(
        filter(None, (_kind(running, now.kind), now.text or now.question or (now.rule.text if now.rule else "")))
    )


def _answer(running: RunningLesson) -> Iterator[str]:
    """Yield the answer to what the class is asked, or what its dice may bring."""
    step, before = running.step_now, running.now.before
    if isinstance(step, Predict):
        found = render_step(running if running.now.done else running.step())
        yield from (f"{choice.letter}. {choice.says}" for choice in found.choices if choice.true)
        yield from found.figures
    elif isinstance(step, ThrowStep) and before is not None:
        words, n = load_phrases(running.lang), len(step.dice)
        yield words.say("lessons", "teacher.own-dice", dice=", ".join(map(str, step.dice)))
        if of_fight(before, n):
            for name, chance in theory(before, n).items():
                told = format_ways(chance, 6**n, running.lang)
                yield words.say("lessons", "beside", title=words.say("analysis", f"chance.{name}"), told=told)
    elif isinstance(step, ChooseStep) and before is not None:
        yield answer_told(before, step.answer)


def _next(running: RunningLesson) -> tuple[str, ...]:
    """Return what the next press shows: the page where a new one begins, the kind of the step and its text."""
    if running.at_end:
        return ()
    ahead = running.step()
    if ahead.place == running.place and not isinstance(running.step_now, GraphStep):
        return (load_phrases(running.lang).say("lessons", "teacher.shows-answer"),)
    page = running.said(ahead.page_now.title) if ahead.page_now and not ahead.place[1] else ""
    return tuple(filter(None, (page, *_on_wall(ahead))))


def _kind(running: RunningLesson, kind: str) -> str:
    return load_phrases(running.lang).say("lessons", f"kind.{kind}")
