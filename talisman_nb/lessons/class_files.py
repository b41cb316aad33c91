"""Files of a class: a sheet for each pupil, with the answers by number; what the class has said, as a table."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from html import escape
from io import StringIO
from random import Random

from babel.numbers import get_decimal_symbol
from msgspec.structs import replace

from talisman_nb.analysis import Analysis
from talisman_nb.text.phrases import Phrases, load_phrases

from .lesson import LETTERS, Lesson, Predict
from .moments import RaisedHands
from .running import RunningLesson
from .sheet_page import (
    TASKS,
    QuestionTask,
    SheetOfTasks,
    Task,
    fights_of,
    lines_of,
    printed_page,
    sheet_of,
    sheet_side,
    spread,
    with_change,
)
from .shown import bars_at, predicted
from .texts import text_in

MOST_MORE = 3
"""Points that an attacker of a pupil's own sheet may have more than in the lesson."""


def _with_other_figures(line: Analysis, seed: str) -> Analysis:
    """Return a line; where a fight waits for dice, with more Strength or Craft of who attacks if it may."""
    fight = line.state.fight
    if fight is None or fight.result or line.ask.kind != "die":
        return line
    one = line.state.players[fight.you]
    more = Random(seed).randint(0, MOST_MORE)
    with suppress(ValueError):  # every refusal is one: of a change, of an answer that doesn't fit it
        changed = with_change(line, f"{one.character}, {fight.stat} +{getattr(one, fight.stat) + more}")
        if changed.ask.kind == "die" and changed.state.fight:
            return changed
    return line


def sheets_of(
    lesson: Lesson, pupils: int, lang: str = "en", names: Mapping[str, str] | None = None
) -> tuple[SheetOfTasks, ...]:
    """Return a sheet for each pupil: the same tasks, with other figures and dice, and answers in another order.

    Parameters
    ----------
    lesson
        The lesson.
    pupils
        How many; a sheet is found by its number alone, from 1, so that one more changes none of the others.
    lang
        en, it, fr or pl.
    names
        What characters are called.

    Returns
    -------
    tuple[SheetOfTasks, ...]
        The sheets, in the order of their numbers.

    Examples
    --------
    >>> from talisman_nb.lessons import lesson
    >>> first, second = sheets_of(lesson("encounters"), 2)
    >>> first.number, first.tasks != second.tasks, sheets_of(lesson("encounters"), 1) == (first,)
    (1, True, True)
    """
    running = RunningLesson.of(lesson, lang, names)
    lines, plain = list(lines_of(running)), sheet_of(lesson, lang, names)
    fights = TASKS - sum(isinstance(task, QuestionTask) for task in plain.tasks)
    questions = [task for task in plain.tasks if isinstance(task, QuestionTask)]
    made = []
    for number in range(1, pupils + 1):
        own = [_with_other_figures(line, f"{lesson.key} {at} {number}") for at, line in enumerate(lines)]
        tasks = (*spread(fights_of(lesson, own, number), fights), *_in_other_order(questions, f"{lesson.key} {number}"))
        made.append(SheetOfTasks(lesson, lang, tasks, running.names, number))
    return tuple(made)


def _in_other_order(questions: Sequence[QuestionTask], seed: str) -> Iterator[QuestionTask]:
    """Yield questions with the options in an order of the sheet's own."""
    for at, task in enumerate(questions):
        options = [(says.partition(". ")[2], true) for says, true in task.options]
        Random(f"{seed} {at}").shuffle(options)
        told = zip(LETTERS, options, strict=False)
        yield replace(task, options=tuple((f"{letter}. {says}", true) for letter, (says, true) in told))


def sheets_html(sheets: Sequence[SheetOfTasks]) -> str:
    """Return the sheets of pupils as one page to print: a side for each, behind them the answers by number.

    Parameters
    ----------
    sheets
        At least one, all of the same lesson and language.

    Returns
    -------
    str
        The page.

    Examples
    --------
    >>> from talisman_nb.lessons import lesson
    >>> sheets_html(sheets_of(lesson("encounters"), 3, "it")).count("<article>")
    4
    """
    first, words = sheets[0], load_phrases(sheets[0].lang)
    title = text_in(first.lesson.title, first.lang, first.names)
    heading = words.say("lessons", "sheet", title=title)
    fronts = (
        sheet_side(one, words, words.say("lessons", "sheet-number", n=one.number, title=heading), solved=False)
        for one in sheets
    )
    rows = "\n".join(f"<tr><th>{one.number}</th>{_answers(one, words)}</tr>" for one in sheets)
    columns = "".join(f"<th>{n}</th>" for n in range(1, len(first.tasks) + 1))
    answers = escape(words.say("lessons", "answers-by-number", title=title))
    table = f'<table class="by-number"><thead><tr><th></th>{columns}</tr></thead>\n<tbody>{rows}</tbody></table>'
    return printed_page(first.lang, heading, (*fronts, f"<article><h1>{answers}</h1>\n{table}</article>"))


def _answers(sheet: SheetOfTasks, words: Phrases) -> str:
    return "".join(f"<td>{_answer(task, words)}</td>" for task in sheet.tasks)


def _answer(task: Task, words: Phrases) -> str:
    """Return what is right: of a fight the scores, how it ends, and how often so; of a question the letter."""
    if isinstance(task, QuestionTask):
        return escape(", ".join(says.partition(".")[0] for says, true in task.options if true))
    scores = escape(" – ".join(f"{one.who} {one.score}" for one in task.sums))
    named = {name: words.say("analysis", f"chance.{name}") for name in task.chances}
    ways = ", ".join(
        f"{named[name]} {round(chance * task.whole)}/{task.whole}" for name, chance in task.chances.items()
    )
    return f"{scores}: <b>{escape(named[task.result])}</b><br>{escape(ways)}"


# --- what the class has said ---

COLUMNS = ("begun", "page", "step", "question", "answer", "class", "phones", "right", "chance", "game")
"""Columns of the table, by their words behind "said."."""
BOM = "\ufeff"
"""First character of a text file, by which spreadsheets read it as UTF-8."""


def said_csv(running: RunningLesson, *earlier: RunningLesson) -> str:
    """Return what classes have said and thrown as a file of a spreadsheet, a row for each answer; nobody is named.

    Of each class it has all questions, also those that nobody has answered. Chances are decimal numbers.

    Parameters
    ----------
    running
        The lesson, as far as it was given.
    earlier
        The same with other classes, told apart by when it was begun.

    Returns
    -------
    str
        The table, with a heading; cells are apart by what spreadsheets in the language expect.

    Examples
    --------
    >>> from talisman_nb.lessons import lesson
    >>> run = RunningLesson.of(lesson("combat")).page(2).step().predict(12, 5, 3)
    >>> said_csv(run).splitlines()[1]
    ',2,2,Who wins more often?,A. The Dwarf,12,0,No,,'
    """
    words, file = load_phrases(running.lang), StringIO()
    apart = ";" if get_decimal_symbol(running.lang) == "," else ","
    writer = csv.writer(file, delimiter=apart, lineterminator="\r\n")
    writer.writerow([words.say("lessons", f"said.{column}") for column in COLUMNS])
    for given in (running, *earlier):
        rows = sorted((*_predicted(given, words), *_thrown(given)), key=lambda row: (row[0], row[1]))
        begun = given.begun.replace("T", " ")
        writer.writerows([begun, *map(_plain, row)] for row in rows if given.has_said)
    return file.getvalue()


Row = tuple[int, int, str, str, int, int | str, str, str, int | str]


def _predicted(running: RunningLesson, words: Phrases) -> Iterator[Row]:
    answered = {one.place: one for one in running.hands}
    for number, page in enumerate(running.lesson.pages, 1):
        for at, step in enumerate(page.steps):
            if not isinstance(step, Predict):
                continue
            none = (0,) * len(step.option)
            hands = answered.get((number, at), RaisedHands((number, at), none))
            kept = predicted(running, hands)
            for (says, n, true), by_phone in zip(kept.options, hands.phones or none, strict=True):
                right = words.say("lessons", "answer.yes" if true else "answer.no")
                yield (number, at + 1, kept.question, says, n, by_phone, right, "", "")


def _thrown(running: RunningLesson) -> Iterator[Row]:
    for place in dict.fromkeys(throw.place for throw in (*running.throws, *running.many)):
        step, page = running.step_at(place), running.lesson.pages[place[0] - 1]
        asked = running.said(step.text if step else None) or running.said(page.title)
        for bar in bars_at(running, place):
            chance = f"{float(bar.chance):.4f}".replace(".", get_decimal_symbol(running.lang))
            yield (place[0], place[1] + 1, asked, bar.name, bar.n, "", "", chance, bar.many if bar.many_of else "")


def _plain(cell: object) -> object:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in tuple("=+-@\t\r") and cell else cell
