"""The sheet of a lesson as a page to print: what is to be filled in on the front, the answers on the back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape
from random import Random
from typing import TypeVar

from msgspec import Struct

from talisman_nb.analysis import Analysis
from talisman_nb.analysis.changes import apply_change
from talisman_nb.analysis.outcomes import format_ways
from talisman_nb.analysis.side_by_side import SideSum, SummandShown, sums_of
from talisman_nb.engine.working_state import working_state
from talisman_nb.notation.name_lookup import slug
from talisman_nb.odds.fight import FACES, sides
from talisman_nb.text.phrases import Phrases, load_phrases

from .claims import otherwise
from .lesson import Lesson, Predict, WhatIf
from .moments import result, theory, throw_dice
from .progress import cast
from .running import RunningLesson
from .shown import RuledLine, describe_events
from .texts import text_in

T = TypeVar("T")
TASKS = 3
"""Tasks of a sheet: what fits on a page, and into ten minutes."""


class FightTask(Struct, frozen=True):
    """A fight with dice to work out: both sums, how it ends, and in how many of all throws it ends in each way.

    `square`: how each throw of two dice ends, a row per face of the attacker's; () where other dice are thrown.
    `told`: what the throw brings, with its rules.
    """

    sums: tuple[SideSum, ...]
    result: str
    chances: Mapping[str, Fraction]
    whole: int
    square: tuple[tuple[str, ...], ...]
    told: tuple[RuledLine, ...]


class QuestionTask(Struct, frozen=True):
    """A prediction of the lesson: what it is about, its question, and each option with whether it is true."""

    setting: str
    question: str
    options: tuple[tuple[str, bool], ...]


class NumberTask(Struct, frozen=True):
    """A figure of the game to work out: where things stand, the figure in words without its value, and the value."""

    setting: str
    figure: str
    value: str


Task = FightTask | QuestionTask | NumberTask


class SheetOfTasks(Struct, frozen=True):
    """The tasks of a sheet. `names`: the names of the class, each with its character; `number`: 0 for one for all.

    `board`: the board as SVG, where a question is about its spaces.
    """

    lesson: Lesson
    lang: str
    tasks: tuple[Task, ...]
    names: Mapping[str, str] = {}
    number: int = 0
    board: str = ""


def spread(found: list[T], n: int = TASKS) -> tuple[T, ...]:
    """Return at most n of what was found, at equal distances, the last included."""
    if len(found) <= n:
        return tuple(found)
    return tuple(found[(at + 1) * len(found) // n - 1] for at in range(n))


# --- fights ---


def fights_of(lesson: Lesson, lines: Sequence[Analysis], number: int = 0) -> list[Task]:
    """Return the different fights of a lesson, each with dice of its own, other ones for each `number`."""
    found: dict[object, Task] = {}
    for line in lines:
        dice = _dice(lesson, line, len(found), number)
        if dice and (task := _fight(line, dice)) and _figures(task) not in found:
            found[_figures(task)] = task
    return list(found.values())


def lines_of(running: RunningLesson) -> Iterator[Analysis]:
    """Yield the lesson's own line after each step, and what it would be with the changes that the lesson names."""
    for number, page in enumerate(running.lesson.pages, 1):
        here = running.page(number)
        for step in page.steps:
            line = here.now.own
            assert line is not None
            yield line
            if isinstance(step, WhatIf):
                yield with_change(line, step.change)
            if isinstance(step, Predict):
                yield from (one for one in _compared_situations(line, step) if one is not line)
            here = here.step() if here.now.done else here.step().step()


def with_change(line: Analysis, change: str) -> Analysis:
    """Return a line with a change of its situation, and the answers behind it."""
    new = apply_change(line.text, change)
    return Analysis.of(new.text, line.node.situation.lang).answer(*new.orders)


def _compared_situations(line: Analysis, step: Predict) -> Iterator[Analysis]:
    """Yield the situations in which the options of a prediction compare, if they all compare in one."""
    before = {option.claim.rpartition("=>")[0].strip() for option in step.option}
    if len(before) == 1 and (way := before.pop()):
        for part in way.split("=>"):
            line = otherwise(line, part.strip())
        yield line


def _dice(lesson: Lesson, line: Analysis, at: int, number: int = 0) -> tuple[int, ...]:
    """Return faces for a fight before its dice, the same whenever the sheet is made; () if none begins."""
    fight = line.state.fight
    if fight is None or fight.result or line.ask.kind != "die":
        return ()
    rolls = [side.roll.faces for side in sides(working_state(line.state))]
    if any(face for faces in rolls for face in faces):
        return ()
    thrown_by = Random(f"{lesson.key} {at} {number}" if number else f"{lesson.key} {at}")
    return tuple(thrown_by.choice(FACES) for faces in rolls for _ in faces)


def _fight(before: Analysis, dice: tuple[int, ...]) -> FightTask | None:
    """Return the task of a fight; None if its dice alone don't decide it."""
    after = throw_dice(before, dice, keep=True)
    ended, sums = result(before, after, dice), sums_of(before, after, dice)
    if not sums:
        return None
    each = [sum(block.die for block in one.blocks) for one in sums]
    square = tuple(tuple(_result_of_dice(before, (a, b)) for b in FACES) for a in FACES) if each == [1, 1] else ()
    return FightTask(
        sums, ended, theory(before, len(dice)), 6 ** len(dice), square, tuple(describe_events(before, after))
    )


def _result_of_dice(before: Analysis, dice: tuple[int, int]) -> str:
    return result(before, throw_dice(before, dice, keep=True), dice)


def _figures(task: FightTask) -> object:
    """Return what makes a fight another one: its sides without their dice."""
    return tuple((one.who, tuple(block for block in one.blocks if not block.die)) for one in task.sums)


MARKS = {"won": "+", "standoff": "=", "lost": "–"}
"""Maps how a fight ends to its sign in the square: signs differ in print without colour."""
NOTHING = ""
BLANK = '<i class="blank"></i>'
STYLE = """@page{size:A4;margin:9mm 12mm}
body{font:18px/1.3 system-ui,sans-serif;color:#1f1b16;background:#fff;margin:2rem auto;max-width:52rem;padding:0 1rem}
h1{font-size:1.5rem;margin:0 0 .2rem}h2{font-size:1.2rem;margin:0 0 .2rem}p{margin:.15rem 0}
header{display:flex;justify-content:space-between;gap:2rem;align-items:end}.cast{font-weight:700}
section{break-inside:avoid;border-top:2px solid #7a6f61;padding:.4rem 0;margin-top:.4rem}
.fight{display:grid;grid-template-columns:1fr auto;gap:1.2rem;align-items:start}
.score,.ways{display:flex;flex-wrap:wrap;gap:.3rem .5rem;align-items:center;margin:.3rem 0}.ways{gap:.3rem 1.2rem}
.score>b:first-child{min-width:7rem}
.block{border:2px solid #1f1b16;border-radius:6px;padding:0 .6rem;text-align:center;line-height:1.2}
.block small{display:block;font-size:15px}.die{border-style:double;border-width:4px}
.blank{display:inline-block;min-width:3.2rem;height:1.9rem;border:2px dashed #7a6f61;border-radius:6px}
.blank{vertical-align:middle}
.wide{min-width:12rem}table{border-collapse:collapse}th,td{width:1.9rem;height:1.75rem;text-align:center;padding:0}
td{border:1px solid #7a6f61}th{font-weight:700}
figure{margin:.6rem auto;max-width:14cm}figure svg{width:100%;height:auto}
.by-number{width:100%}.by-number td{width:32%;text-align:start}
.by-number td{padding:.1rem .4rem;font-size:15px;line-height:1.15;height:auto}
.by-number tr{break-inside:avoid}.by-number th{vertical-align:top}
caption{font-size:16px;text-align:start;max-width:14rem;padding-bottom:.2rem}
ul{list-style:none;margin:.3rem 0;padding:0}li{padding:.2rem 0}.true{font-weight:700}.true::before{content:"✓ "}
.rules{font-size:15px;color:#5a5248}
article+article{break-before:page;border-top:4px double #7a6f61;margin-top:3rem;padding-top:1rem}
@media print{body{margin:0;padding:0;max-width:none;font-size:16px}h1{font-size:1.2rem}
figure{max-width:10.5cm;margin:.2rem auto}
td,th{width:1.7rem;height:1.35rem}.fight{gap:.8rem}
.ways{gap:.1rem .8rem}caption{max-width:12rem;font-size:15px;line-height:1.2}section{padding:.15rem 0;margin-top:.15rem}
.blank{height:1.6rem}.score,.ways{margin:.15rem 0}p{margin:.05rem 0}article+article{border:0;margin:0;padding:0}}"""


def sheet_name(sheet: SheetOfTasks) -> str:
    """Return the name of a file for the sheet: what the lesson is called in its language.

    Parameters
    ----------
    sheet
        The sheet.

    Returns
    -------
    str
        The name of the file.

    Examples
    --------
    >>> from .reading import lesson
    >>> from .class_files import sheet_of
    >>> sheet_name(sheet_of(lesson("combat"), "it"))
    'combattimento.html'
    """
    return f"{re.sub(r'[^a-z0-9]+', '-', slug(text_in(sheet.lesson.name, sheet.lang))).strip('-') or sheet.lang}.html"


def sheet_html(sheet: SheetOfTasks) -> str:
    """Return the sheet as one page without scripts: its first article is the front, its second the back.

    Parameters
    ----------
    sheet
        The sheet.

    Returns
    -------
    str
        The page.

    Examples
    --------
    >>> from .reading import lesson
    >>> from .class_files import sheet_of
    >>> sheet_html(sheet_of(lesson("combat"), "it")).count("<article>")
    2
    """
    words = load_phrases(sheet.lang)
    front, back = (
        words.say("lessons", key, title=text_in(sheet.lesson.title, sheet.lang, sheet.names))
        for key in ("sheet", "answers")
    )
    sides = sheet_side(sheet, words, front, solved=False), sheet_side(sheet, words, back, solved=True)
    return printed_page(sheet.lang, front, sides)


def printed_page(lang: str, title: str, articles: Iterable[str]) -> str:
    """Return a page without scripts of articles, each of which begins a page of paper."""
    return (
        f'<!doctype html>\n<html lang="{lang}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>\n" + "\n".join(articles) + "\n</html>\n"
    )


def sheet_side(sheet: SheetOfTasks, words: Phrases, title: str, solved: bool) -> str:
    """Return one side of a sheet as an article: to be filled in, or `solved`."""
    of = "" if solved else f'<p>{escape(words.say("lessons", "your-name"))} <i class="blank wide"></i></p>'
    named = ", ".join(f"{name} = {character}" for name, character in _cast(sheet))
    about = f'<p class="cast">{escape(named)}</p>' if named else ""
    tasks = "\n".join(
        f"<section><h2>{n}. {escape(_heading(task))}</h2>{_task(task, words, solved)}</section>"
        for n, task in enumerate(sheet.tasks, 1)
    )
    board = f"<figure>{sheet.board}</figure>" if sheet.board and not solved else ""
    return f"<article><header><h1>{escape(title)}</h1>{of}</header>{about}\n{tasks}\n{board}</article>"


def _cast(sheet: SheetOfTasks) -> Iterator[tuple[str, str]]:
    """Yield the names of the class that are on this sheet, each with its character."""
    texts = " ".join(
        " ".join((_heading(task), task.question if isinstance(task, QuestionTask) else "")) for task in sheet.tasks
    )
    yield from ((name, who) for name, who in cast(sheet.names, sheet.lang) if name in texts or who in texts)


def _heading(task: Task) -> str:
    return " – ".join(one.who for one in task.sums) if isinstance(task, FightTask) else task.setting


def _task(task: Task, words: Phrases, solved: bool) -> str:
    if isinstance(task, NumberTask):
        value = f"<b>{escape(task.value)}</b>" if solved else '<i class="blank wide"></i>'
        return f"<p>{escape(task.figure)} {value}</p>"
    if isinstance(task, FightTask):
        worked_out = "".join(_of_fight(task, words, solved))
        return f'<div class="fight"><div>{worked_out}</div>{_square(task, words, solved)}</div>'
    options = (_option(says, solved and true, solved) for says, true in task.options)
    return f"<p>{escape(task.question)}</p><ul>{''.join(options)}</ul>"


def _option(says: str, ticked: bool, solved: bool) -> str:
    kind, box = (' class="true"' if ticked else ""), ("" if solved else "☐ ")
    return f"<li{kind}>{box}{escape(says)}</li>"


# --- a fight ---


def _of_fight(task: FightTask, words: Phrases, solved: bool) -> Iterator[str]:
    """Yield the sums, how the fight ends, and how often it ends so."""
    yield from (_sum(one, solved) for one in task.sums)
    who = task.sums[0].named
    ends = ", ".join(words.say("analysis", f"chance.{name}") for name in MARKS)
    asked = escape(words.say("lessons", "how-ends", who=who, ends=ends))
    if not solved:
        yield f'<p>{asked} <i class="blank wide"></i></p>'
    else:
        yield f"<p>{asked} <b>{escape(words.say('analysis', f'chance.{task.result}'))}</b></p>"
        for line in task.told:
            yield f'<p>{escape(line.text)} <span class="rules">{escape(", ".join(line.rules))}</span></p>'
    if solved or task.square:
        yield f"<p>{escape(words.say('lessons', 'how-often', all=task.whole))}</p>"
        yield f'<div class="ways">{"".join(_chances(task, words, solved))}</div>'


def _chances(task: FightTask, words: Phrases, solved: bool) -> Iterator[str]:
    for name, chance in task.chances.items():
        told = f"<b>{escape(format_ways(chance, task.whole, words.lang))}</b>" if solved else BLANK
        yield f"<span>{escape(words.say('analysis', f'chance.{name}'))} {told}</span>"


def _sum(one: SideSum, solved: bool) -> str:
    score = f"<b>{one.score}</b>" if solved else BLANK
    blocks = [block for block in one.blocks if block.counts or not solved]
    sign = " + " if all(block.counts for block in blocks) else " "  # which of several dice counts is to be found
    return f'<div class="score"><b>{escape(one.who)}</b>{sign.join(map(_block, blocks))} = {score}</div>'


def _block(block: SummandShown) -> str:
    kind = "block die" if block.die else "block"
    return f'<span class="{kind}">{block.n}<small>{escape(block.name)}</small></span>'


def _square(task: FightTask, words: Phrases, solved: bool) -> str:
    """Return every throw of two dice as a square: a row per face of the first side, a column per face of the other."""
    if not task.square:
        return ""
    signs = {name: f"{sign} {words.say('analysis', f'chance.{name}')}" for name, sign in MARKS.items()}
    rows, columns = (one.who for one in task.sums)
    caption = words.say("lessons", "square", rows=rows, columns=columns, signs=", ".join(signs.values()))
    head = "".join(f"<th>{face}</th>" for face in range(1, len(task.square) + 1))
    rows_of_signs = ("".join(f"<td>{MARKS[ended] if solved else NOTHING}</td>" for ended in row) for row in task.square)
    body = "".join(f"<tr><th>{face}</th>{cells}</tr>" for face, cells in enumerate(rows_of_signs, 1))
    return f"<table><caption>{escape(caption)}</caption><tr><th></th>{head}</tr>{body}</table>"
