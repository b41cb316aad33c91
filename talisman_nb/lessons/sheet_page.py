"""The sheet of a lesson as a page to print: what is to be filled in on the front, the answers on the back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from talisman_nb.rulings.notation.name_lookup import slug
from talisman_nb.text.phrases import Phrases, load_phrases

from .names import cast
from .sheet import FightTask, QuestionTask, SheetOfTasks
from .sums import Block, Sum
from .tallies import chance_told
from .texts import said

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
caption{font-size:16px;text-align:start;max-width:14rem;padding-bottom:.2rem}
ul{list-style:none;margin:.3rem 0;padding:0}li{padding:.2rem 0}.true{font-weight:700}.true::before{content:"✓ "}
.rules{font-size:15px;color:#5a5248}
article+article{break-before:page;border-top:4px double #7a6f61;margin-top:3rem;padding-top:1rem}
@media print{body{margin:0;padding:0;max-width:none;font-size:16px}h1{font-size:1.2rem}
td,th{width:1.7rem;height:1.35rem}.fight{gap:.8rem}
.ways{gap:.1rem .8rem}caption{max-width:12rem;font-size:15px;line-height:1.2}section{padding:.15rem 0;margin-top:.15rem}
.blank{height:1.6rem}.score,.ways{margin:.15rem 0}p{margin:.05rem 0}article+article{border:0;margin:0;padding:0}}"""


def sheet_name(sheet: SheetOfTasks) -> str:
    """Return the name of a file for the sheet: what the lesson is called in its language.

    >>> from .reading import lesson
    >>> from .sheet import sheet_of
    >>> sheet_name(sheet_of(lesson("combat"), "it"))
    'combattimento.html'
    """
    return f"{re.sub(r'[^a-z0-9]+', '-', slug(said(sheet.lesson.name, sheet.lang))).strip('-') or sheet.lang}.html"


def sheet_html(sheet: SheetOfTasks) -> str:
    """Return the sheet as one page without scripts: its first article is the front, its second the back.

    >>> from .reading import lesson
    >>> from .sheet import sheet_of
    >>> sheet_html(sheet_of(lesson("combat"), "it")).count("<article>")
    2
    """
    words = load_phrases(sheet.lang)
    front, back = (
        words.say("lessons", key, title=said(sheet.lesson.title, sheet.lang, sheet.names))
        for key in ("sheet", "answers")
    )
    return (
        f'<!doctype html>\n<html lang="{sheet.lang}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(front)}</title><style>{STYLE}</style>\n"
        f"{_side(sheet, words, front, solved=False)}\n{_side(sheet, words, back, solved=True)}\n</html>\n"
    )


def _side(sheet: SheetOfTasks, words: Phrases, title: str, solved: bool) -> str:
    of = "" if solved else f'<p>{escape(words.say("lessons", "your-name"))} <i class="blank wide"></i></p>'
    named = ", ".join(f"{name} = {character}" for name, character in _cast(sheet))
    about = f'<p class="cast">{escape(named)}</p>' if named else ""
    tasks = "\n".join(
        f"<section><h2>{n}. {escape(_heading(task))}</h2>{_task(task, words, solved)}</section>"
        for n, task in enumerate(sheet.tasks, 1)
    )
    return f"<article><header><h1>{escape(title)}</h1>{of}</header>{about}\n{tasks}\n</article>"


def _cast(sheet: SheetOfTasks) -> Iterator[tuple[str, str]]:
    """Yield the names of the class that are on this sheet, each with its character."""
    texts = " ".join(
        " ".join((_heading(task), "" if isinstance(task, FightTask) else task.question)) for task in sheet.tasks
    )
    yield from ((name, who) for name, who in cast(sheet.names, sheet.lang) if name in texts or who in texts)


def _heading(task: FightTask | QuestionTask) -> str:
    return " – ".join(one.who for one in task.sums) if isinstance(task, FightTask) else task.setting


def _task(task: FightTask | QuestionTask, words: Phrases, solved: bool) -> str:
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
        told = f"<b>{escape(chance_told(chance, task.whole, words.lang))}</b>" if solved else BLANK
        yield f"<span>{escape(words.say('analysis', f'chance.{name}'))} {told}</span>"


def _sum(one: Sum, solved: bool) -> str:
    score = f"<b>{one.score}</b>" if solved else BLANK
    blocks = [block for block in one.blocks if block.counts or not solved]
    sign = " + " if all(block.counts for block in blocks) else " "  # which of several dice counts is to be found
    return f'<div class="score"><b>{escape(one.who)}</b>{sign.join(map(_block, blocks))} = {score}</div>'


def _block(block: Block) -> str:
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
