"""Files of a class: a sheet of tasks, one for each pupil with the answers by number; what was said, as a table."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from html import escape
from io import StringIO
from random import Random
from typing import NamedTuple

from babel.numbers import get_decimal_symbol
from msgspec.structs import replace

from talisman_nb.analysis import Analysis
from talisman_nb.drawing.board_picture import draw_named_board
from talisman_nb.rules.book import book_of
from talisman_nb.text.phrases import Phrases, load_phrases
from talisman_nb.text.wording import Wording

from .claims import looked_at, spaces_named
from .figures import MOST_DICE, figure_told
from .lesson import LETTERS, Lesson, Predict, SituationStep
from .moments import RaisedHands
from .running import RunningLesson
from .sheet_page import (
    TASKS,
    FightTask,
    NumberTask,
    QuestionTask,
    SheetOfTasks,
    Task,
    fights_of,
    lines_of,
    printed_page,
    sheet_side,
    spread,
    with_change,
)
from .shown import bars_at, predicted
from .texts import text_in

VARIED = ("steps", "neighbours", "ends", "long-run", "total", "average", "reach")
"""Figures of claims that are asked with other numbers and spaces on a pupil's own sheet."""
FEW_TURNS = 4
"""Turns within which a space is to be reached on paper."""
BOARD = 640
"""Width of the board on paper, in pixels."""
MOST_MORE = 3
"""Points that an attacker of a pupil's own sheet may have more than in the lesson."""


def sheet_of(lesson: Lesson, lang: str = "en", names: Mapping[str, str] | None = None) -> SheetOfTasks:
    """Return the sheet of a lesson: its fights, spread over it; questions where it has fewer than three.

    Parameters
    ----------
    lesson, lang, names
        The lesson, as `RunningLesson.of` takes them.

    Returns
    -------
    SheetOfTasks
        What is on the sheet.

    Examples
    --------
    >>> from .reading import lesson
    >>> [task.result for task in sheet_of(lesson("combat")).tasks]
    ['won', 'lost', 'won']
    """
    running = RunningLesson.of(lesson, lang, names)
    fights = list(spread(fights_of(lesson, list(lines_of(running)))))
    asked = spread(list(questions_of(running)), TASKS - len(fights))
    tasks = (*fights, *(one.task for one in asked))
    return SheetOfTasks(lesson, lang, tasks, running.names, board=board_for(running, asked))


class AskedOnPaper(NamedTuple):
    """A prediction of a lesson as a task, where it begins, and what its options claim."""

    task: QuestionTask
    line: Analysis
    claims: tuple[str, ...]


def questions_of(running: RunningLesson) -> Iterator[AskedOnPaper]:
    """Yield the predictions of a lesson; before one that goes on from another stands that one's question too."""
    said = running.said
    for number, page in enumerate(running.lesson.pages, 1):
        setting = ""
        for at, step in enumerate(page.steps):
            if isinstance(step, SituationStep):
                setting = said(step.text)
            elif isinstance(step, Predict):
                line = running.line_before((number, at))
                told = zip(LETTERS, step.option, strict=False)
                options = tuple((f"{a}. {said(o.says)}", looked_at(line, o.claim).true) for a, o in told)
                task = QuestionTask(setting, said(step.text), options)
                yield AskedOnPaper(task, line, tuple(option.claim for option in step.option))
                setting = f"{setting} {said(step.text)}"


def board_for(running: RunningLesson, asked: Sequence[AskedOnPaper]) -> str:
    """Return the board with the names of its spaces, if questions are about some of them, else ""."""
    about = [one for one in asked if any([*spaces_named(claim)] for claim in one.claims)]
    return str(draw_named_board(book_of(about[0].line.state.book), running.lang, BOARD)) if about else ""


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
    """Return a sheet for each pupil: the same tasks, with other figures, spaces and dice, answers in another order.

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
    fights = sum(isinstance(task, FightTask) for task in plain.tasks)
    asked = spread(list(questions_of(running)), TASKS - fights)
    made = []
    for number in range(1, pupils + 1):
        own = [_with_other_figures(line, f"{lesson.key} {at} {number}") for at, line in enumerate(lines)]
        questions = (_of_pupil(one, f"{lesson.key} {number} {at}") for at, one in enumerate(asked))
        tasks = (*spread(fights_of(lesson, own, number), fights), *questions)
        made.append(SheetOfTasks(lesson, lang, tasks, running.names, number, plain.board))
    return tuple(made)


def have_other_figures(sheets: Sequence[SheetOfTasks]) -> bool:
    """Whether sheets of pupils have figures of their own; else only answers to choose from are in another order.

    >>> from talisman_nb.lessons import lesson
    >>> have_other_figures(sheets_of(lesson("probability"), 2)), have_other_figures(sheets_of(lesson("things"), 2))
    (True, False)
    """
    return any(not isinstance(task, QuestionTask) for one in sheets for task in one.tasks)


def _of_pupil(asked: AskedOnPaper, seed: str) -> QuestionTask | NumberTask:
    """Return a question as a figure with numbers or spaces of the sheet's own, else its options in another order."""
    random, task = Random(seed), asked.task
    for figure in (_other_figure(asked.line, claim, random) for claim in asked.claims[:1]):
        if figure:
            (term,) = looked_at(asked.line, f"{figure} = 0").terms
            return NumberTask(task.setting if term.key == "reach" else "", *figure_told(asked.line, term))
    options = [(says.partition(". ")[2], true) for says, true in task.options]
    random.shuffle(options)
    told = zip(LETTERS, options, strict=False)
    return replace(task, options=tuple((f"{letter}. {says}", true) for letter, (says, true) in told))


def _other_figure(line: Analysis, claim: str, random: Random) -> str:
    """Return a figure of the kind that a claim compares, of other numbers or spaces; "" if it is of no such kind."""
    kind = next((kind for kind in VARIED if re.match(rf"{kind}\b", claim)), "")
    book = book_of(line.state.book)
    names = {space: str(Wording(line.node.situation.lang, book=book).space(space)) for space in book.board.links}
    often = Counter(names.values())
    one, other = random.sample([space for space, name in names.items() if often[name] == 1], 2)
    return {
        "steps": f"steps from {one} to {other}",
        "neighbours": f"neighbours of {one}",
        "ends": f"ends of {random.randint(1, 6)} from {one}",
        "long-run": f"long-run of {one}",
        "total": f"total {random.randint(2, 12)} of 2",
        "average": f"average of {random.randint(1, MOST_DICE)}",
        "reach": f"reach {next(spaces_named(claim), one)} within {random.randint(1, FEW_TURNS)}",
    }.get(kind, "")


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
    if isinstance(task, NumberTask):
        return f"<b>{escape(task.value)}</b>"
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
