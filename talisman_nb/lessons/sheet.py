"""A sheet to print: three tasks from the situations of a lesson, fights first, with answers that the engine finds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random

from msgspec import Struct

from talisman_nb.analysis import Analysis
from talisman_nb.analysis.changes import changed
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.odds.fight import FACES, sides
from talisman_nb.rules.book import book_of

from .claims import looked_at, otherwise
from .lesson import LETTERS, Lesson, Predict, Situation, WhatIf
from .running import Running
from .shown import Line, happened
from .sums import Sum, sums_of
from .throwing import result, theory, thrown

TASKS = 3
"""Tasks of a sheet: what fits on a page, and into ten minutes."""


class FightTask(Struct, frozen=True):
    """A fight with dice to work out: both sums, how it ends, and in how many of all throws it ends in each way.

    `square`: how each throw of two dice ends, a row per face of the attacker's; () where other dice are thrown.
    `told`: what the throw brings, with its rules.
    """

    sums: tuple[Sum, ...]
    result: str
    chances: Mapping[str, Fraction]
    whole: int
    square: tuple[tuple[str, ...], ...]
    told: tuple[Line, ...]


class QuestionTask(Struct, frozen=True):
    """A prediction of the lesson: what it is about, its question, and each option with whether it is true."""

    setting: str
    question: str
    options: tuple[tuple[str, bool], ...]


Task = FightTask | QuestionTask


class SheetOfTasks(Struct, frozen=True):
    """What is on a sheet. `names`: the names of the class, each with its character."""

    lesson: Lesson
    lang: str
    tasks: tuple[Task, ...]
    names: Mapping[str, str] = {}


def sheet_of(lesson: Lesson, lang: str = "en", names: Mapping[str, str] | None = None) -> SheetOfTasks:
    """Return the sheet of a lesson: its fights, spread over it; questions where it has fewer than three.

    `names`: what characters are called, such as `{"dwarf": "Ada"}`.

    >>> from .reading import lesson
    >>> [task.result for task in sheet_of(lesson("combat")).tasks]
    ['won', 'lost', 'won']
    """
    running = Running.of(lesson, lang, names)
    fights = list(_spread(_fights(running)))
    questions = _spread(list(_questions(running)), TASKS - len(fights))
    return SheetOfTasks(lesson, lang, (*fights, *questions), running.names)


def _spread(found: list[Task], n: int = TASKS) -> tuple[Task, ...]:
    """Return at most n of what was found, at equal distances, the last included."""
    if len(found) <= n:
        return tuple(found)
    return tuple(found[(at + 1) * len(found) // n - 1] for at in range(n))


# --- fights ---


def _fights(running: Running) -> list[Task]:
    """Return the different fights of a lesson, each with dice of its own."""
    found: dict[object, Task] = {}
    for line in _lines(running):
        dice = _dice(running.lesson, line, len(found))
        if dice and (task := _fight(line, dice)) and _figures(task) not in found:
            found[_figures(task)] = task
    return list(found.values())


def _lines(running: Running) -> Iterator[Analysis]:
    """Yield the lesson's own line after each step, and what it would be with the changes that the lesson names."""
    for number, page in enumerate(running.lesson.pages, 1):
        here = running.page(number)
        for step in page.steps:
            line = here.now.own
            assert line is not None
            yield line
            if isinstance(step, WhatIf):
                yield _changed(line, step.change)
            if isinstance(step, Predict):
                yield from (one for one in _claimed(line, step) if one is not line)
            here = here.step() if here.now.done else here.step().step()


def _changed(line: Analysis, change: str) -> Analysis:
    new = changed(line.text, change)
    return Analysis.of(new.text, line.node.situation.lang).answer(*new.orders)


def _claimed(line: Analysis, step: Predict) -> Iterator[Analysis]:
    """Yield the situations in which the options of a prediction compare, if they all compare in one."""
    before = {option.claim.rpartition("=>")[0].strip() for option in step.option}
    if len(before) == 1 and (way := before.pop()):
        for part in way.split("=>"):
            line = otherwise(line, part.strip())
        yield line


def _dice(lesson: Lesson, line: Analysis, at: int) -> tuple[int, ...]:
    """Return faces for a fight before its dice, the same whenever the sheet is made; () if none begins."""
    fight = line.state.fight
    if fight is None or fight.result or line.ask.kind != "die":
        return ()
    rolls = [side.roll.faces for side in sides(WorkingState(book_of(line.state.book), line.state))]
    if any(face for faces in rolls for face in faces):
        return ()
    thrown_by = Random(f"{lesson.key} {at}")
    return tuple(thrown_by.choice(FACES) for faces in rolls for _ in faces)


def _fight(before: Analysis, dice: tuple[int, ...]) -> FightTask | None:
    """Return the task of a fight; None if its dice alone don't decide it."""
    after = thrown(before, dice, keep=True)
    ended, sums = result(before, after, dice), sums_of(before, after, dice)
    if not sums:
        return None
    each = [sum(block.die for block in one.blocks) for one in sums]
    square = tuple(tuple(_ended(before, (a, b)) for b in FACES) for a in FACES) if each == [1, 1] else ()
    return FightTask(sums, ended, theory(before, len(dice)), 6 ** len(dice), square, tuple(happened(before, after)))


def _ended(before: Analysis, dice: tuple[int, int]) -> str:
    return result(before, thrown(before, dice, keep=True), dice)


def _figures(task: FightTask) -> object:
    """Return what makes a fight another one: its sides without their dice."""
    return tuple((one.who, tuple(block for block in one.blocks if not block.die)) for one in task.sums)


# --- questions ---


def _questions(running: Running) -> Iterator[Task]:
    """Yield the predictions of a lesson as tasks."""
    said = running.said
    for number, page in enumerate(running.lesson.pages, 1):
        setting = ""
        for at, step in enumerate(page.steps):
            if isinstance(step, Situation):
                setting = said(step.text)
            elif isinstance(step, Predict):
                line = running.line_before((number, at))
                told = zip(LETTERS, step.option, strict=False)
                options = tuple((f"{a}. {said(o.says)}", looked_at(line, o.claim).true) for a, o in told)
                yield QuestionTask(setting, said(step.text), options)
