"""Controller of the wall of a class: takes messages, keeps the lesson that is given, and makes the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec
from babel.dates import format_date, format_time
from babel.numbers import format_percent
from msgspec import Struct

from talisman_nb.analysis import Analysis
from talisman_nb.analysis.outcomes import format_ways
from talisman_nb.analysis.side_by_side import SideBySide, SideCell, SideSum
from talisman_nb.analysis.what_if import FIRST
from talisman_nb.drawing.board_told import MarkedSpace, draw_marks
from talisman_nb.drawing.pawns import overlay
from talisman_nb.engine.view import seen_by
from talisman_nb.lessons import (
    Lesson,
    RunningLesson,
    ShownMoment,
    lesson,
    names_given,
    render_step,
    said_csv,
    sheet_html,
    sheet_name,
    sheet_of,
)
from talisman_nb.lessons.board_graph import ShownGraph
from talisman_nb.lessons.claims import spaces_named
from talisman_nb.lessons.class_files import BOM
from talisman_nb.lessons.lesson import Count, Predict
from talisman_nb.lessons.moments import MANY
from talisman_nb.lessons.progress import cast
from talisman_nb.lessons.shown import TallyBar
from talisman_nb.lessons.teacher import WallPlace, begun_now, earlier_classes
from talisman_nb.model import UserError
from talisman_nb.notation.text_play import by_character
from talisman_nb.panels.lesson import (
    PrintedPage,
    Wall,
    WallBar,
    WallBeside,
    WallBlock,
    WallCell,
    WallChoice,
    WallKept,
    WallLine,
    WallPair,
    WallSum,
)
from talisman_nb.panels.sync.message import unclear
from talisman_nb.rules.book import Book, book_of
from talisman_nb.text.errors import describe_error
from talisman_nb.text.grammar import with_heading
from talisman_nb.text.phrases import Phrases, load_phrases
from talisman_nb.text.screen.contents import sheets
from talisman_nb.text.wording import Wording


class LessonMessage(Struct, frozen=True):
    """One press; the table `MESSAGES` lists the types and the fields that each takes."""

    type: str
    value: str = ""
    numbers: tuple[int, ...] = ()


class LessonController:
    """A lesson as a wall drives it: `handle` takes a message and returns what is shown then.

    A refused message changes nothing but `refused`.

    >>> wall = LessonController("combat", "it")
    >>> wall.screen().kind
    'title'
    >>> wall.handle({"type": "step"}).kind
    'situation'
    >>> wall.handle({"type": "throw", "numbers": [4, 2]}).sums[0].score
    7
    """

    def __init__(self, name: str | Lesson, lang: str = "en", page: int = 0, names: str = "") -> None:
        """Begin a lesson, or one by its name in any language or its key, at a page (0: its title), with names given.

        Raises `LessonError`.
        """
        found = lesson(name, lang) if isinstance(name, str) else name
        running = RunningLesson.of(found, lang, names_given(found, names))
        self.running = begun_now(running.page(page) if page else running)

    def sheet(self) -> PrintedPage:
        """Return the sheet of the lesson, to print."""
        running = self.running
        made = sheet_of(running.lesson, running.lang, running.names)
        return PrintedPage(sheet_name(made), sheet_html(made))

    def said(self) -> PrintedPage:
        """Return what the class has said and thrown so far, and those before it, as a file of a spreadsheet."""
        running = self.running
        name = sheet_name(sheet_of(running.lesson, running.lang, running.names)).removesuffix("html")
        return PrintedPage(f"{name}csv", BOM + said_csv(running, *earlier_classes(running)))

    def handle(self, message: object) -> Wall:
        """Do what a message says. Raises `NotAllowedError` "table.message" for one that no wall sends."""
        try:
            read = msgspec.convert(message, LessonMessage)
            act = MESSAGES[read.type]
        except (msgspec.ValidationError, KeyError) as wrong:
            raise unclear(str(wrong)) from None
        try:
            self.running = act(self.running, read)
        except UserError as refused:
            return self.screen(describe_error(refused, self.running.lang))
        except ValueError as refused:  # an answer that is not open: the engine says what is
            return self.screen(str(refused))
        return self.screen()

    def screen(self, refused: str = "") -> Wall:
        """Return what is shown, with the reason of what was refused."""
        running, now = self.running, render_step(self.running)
        lang = running.lang
        words = load_phrases(lang)
        whole = len(running.lesson.pages)
        step = running.step_now
        wall = Wall(
            lang=lang,
            lesson=running.said(running.lesson.title),
            kind=now.kind,
            title=now.title,
            place=words.say("lessons", "page-of", page=running.place[0], pages=whole) if running.page_now else "",
            text=_score_line(now, lang) if running.at_end else now.text,
            question=now.question,
            waits=now.waits,
            choices=tuple(_choices(now, lang)),
            lines=tuple(_lines(now, lang)),
            sums=tuple(_sum(one, lang) for one in now.sums),
            beside=_beside(now.beside, lang) if now.beside else None,
            rule=WallLine(now.rule.text, ", ".join(now.rule.rules)) if now.rule else None,
            bars=tuple(_bar(bar, lang, len(now.bars) > SHORT_FROM) for bar in now.bars),
            dice=running.dice_asked,
            counted=len(now.bars) if isinstance(step, Count) else 0,
            refused=refused,
            many=words.say("lessons", "many", n=MANY) if isinstance(step, Count) and now.bars else "",
            cast=_cast(running),
            setting=now.setting,
            suppose=now.suppose,
            thrown=now.dice,
            kept=tuple(_wrong_predictions(now, lang)),
            near=_near(running),
            erases=words.say("lessons", "erases") if running.has_said else "",
            earlier=_earlier(running),
        )
        here = running.now.shown or running.now.before
        if here is None:
            return wall
        wall, book = _with_board(wall, here), book_of(here.state.book)
        return _with_graph(wall, now.graph, book) if now.graph else _with_names(wall, running, book)


def _with_board(wall: Wall, here: Analysis) -> Wall:
    """Return what is shown with the board as it stands then."""
    lang = wall.lang
    first = here.nodes[0].state
    state = seen_by(by_character(here.state, lang, first), tuple(range(len(first.players))))
    spaces = book_of(here.state.book).board.spaces
    return msgspec.structs.replace(
        wall,
        overlay=overlay(state, lang, cards=False),
        lies={space: cards for space, cards in zip(spaces, state.spaces, strict=True) if cards},
        sheets=sheets(state, lang, -1),
    )


def _with_names(wall: Wall, running: RunningLesson, book: Book) -> Wall:
    """Return what is shown with the spaces marked, by name, that the question to come on the page is about."""
    steps = running.page_now.steps[running.place[1] :] if running.page_now else ()
    asked = next((step for step in steps if isinstance(step, Predict)), None)
    claims = () if asked is None or wall.near else tuple(option.claim for option in asked.option)
    spaces = dict.fromkeys(space for claim in claims for space in spaces_named(claim))
    said = Wording(running.lang, book=book)
    taken = {sheet.at for sheet in wall.sheets}
    marks = [MarkedSpace(space, "start", str(said.space(space)), space in taken) for space in spaces]
    named = bool(marks)
    return msgspec.structs.replace(wall, overlay={**wall.overlay, **draw_marks(book.board, marks)}, named=named)


SHORT_FROM = 8
"""Bars of a tally beyond which each has few words, so that all are on the wall."""
CLOSE: Mapping[str, Any] = {"letters": 30, "raised": True}
"""How marks are drawn on a board that is looked at closely: the names of its spaces can be read there."""


def _with_graph(wall: Wall, found: ShownGraph, book: Book) -> Wall:
    """Return what is shown with the board as a graph: spaces and edges that are marked, in place of what lies there."""
    most = max((max(bar.n, bar.expected) for bar in found.bars), default=1)
    bars = (
        WallBar(
            bar.name,
            round(bar.n),
            round(100 * bar.n / most),
            round(100 * bar.expected / most),
            bar.bounds,
        )
        for bar in found.bars
    )
    return msgspec.structs.replace(
        wall,
        code=found.code,
        explained=found.explained,
        lines=(*wall.lines, *map(WallLine, found.told)),
        bars=tuple(bars),
        near=found.near,
        overlay=draw_marks(book.board, found.marks, found.links, found.heavy, **(CLOSE if found.near else {})),
        lies={},
        here={mark.space: (mark.label,) for mark in found.marks if mark.label},
    )


def _cast(running: RunningLesson) -> str:
    """Return who is who, where the class has names of its own: on the title, and where a page begins."""
    if running.place[1] or running.at_end:
        return ""
    return ", ".join(f"{name} = {character}" for name, character in cast(running.names, running.lang))


def _earlier(running: RunningLesson) -> str:
    """Return by what the title goes on with the class before, which has said something; "" where there is none."""
    before = () if running.page_now or running.at_end or running.has_said else earlier_classes(running)
    if not before:
        return ""
    begun = datetime.fromisoformat(before[0].begun)
    today = begun.date() == datetime.now().date()
    when = (format_time if today else format_date)(begun, format="short", locale=running.lang)
    return load_phrases(running.lang).say("lessons", "earlier", when=when)


def _near(running: RunningLesson) -> str:
    """Return the space of a page that is about a fight or a card that lies there; "" for one about the whole board."""
    start = next((moment.own for moment in running.moments if moment.place == (running.place[0], 0)), None)
    if start is None:
        return ""
    state = start.state
    seat = state.fight.you if state.fight else start.ask.seat
    space = state.players[seat].space if 0 <= seat < len(state.players) else ""
    lies = dict(zip(book_of(state.book).board.spaces, state.spaces, strict=True)).get(space, ())
    return space if state.fight or lies else ""


def _score_line(now: ShownMoment, lang: str) -> str:
    """Return how many of its predictions the class had right."""
    every = now.predictions
    right = sum(kept.right for kept in every)
    key = "end-none" if not every else "end-right" if right == len(every) else "end-wrong"
    return load_phrases(lang).say("lessons", key, n=right, all=len(every))


def _wrong_predictions(now: ShownMoment, lang: str) -> Iterator[WallKept]:
    """Yield each prediction of which the class was wrong, with what it thought and what is true."""
    words = load_phrases(lang)
    for kept in now.predictions:
        if not kept.right:
            said_of = (
                WallChoice(says, "", n, _verdict(words, true), true) for says, n, true in kept.options if n or true
            )
            yield WallKept(kept.question, tuple(said_of))


def _verdict(words: Phrases, true: bool) -> str:
    return words.say("lessons", "true" if true else "not-true")


def _choices(now: ShownMoment, lang: str) -> Iterator[WallChoice]:
    words = load_phrases(lang)
    for one in now.choices:
        verdict = "" if one.true is None else _verdict(words, one.true)
        yield WallChoice(one.says, one.letter, one.hands, verdict, bool(one.true), one.closed)


def _lines(now: ShownMoment, lang: str) -> Iterator[WallLine]:
    """Yield the figures of a prediction, what happened, and what was compared or may come."""
    words = load_phrases(lang)
    yield from map(WallLine, now.figures)
    if now.bars and not now.bars[0].of and not now.bars[0].many_of:
        yield WallLine(words.say("lessons", "tally-own"))
    if now.bars and now.bars[0].many_of:
        yield WallLine(words.say("lessons", "many-told", n=now.bars[0].of, many=now.bars[0].many_of))
    yield from (WallLine(line.text, ", ".join(line.rules)) for line in now.told)
    yield from (WallLine(text, id) for text, id in (now.beside.rules if now.beside else ()))
    for row in now.outcomes.rows if now.outcomes else ():
        told = " ".join(row.lines) or words.say("analysis", "nothing")
        chance = () if row.chance is None else (format_ways(row.chance, 0, lang),)
        yield WallLine(told, label=", ".join((row.label, *chance)))
    if now.editions is not None:
        yield from map(WallLine, repr(now.editions).splitlines())


def _sum(one: SideSum, lang: str) -> WallSum:
    """Return a sum; dice of which only the best counts are one block."""
    best = sorted((block for block in one.blocks if block.best), key=lambda block: not block.counts)
    better = load_phrases(lang).say("lessons", "better-die")
    blocks = []
    for block in one.blocks:
        if not block.best:
            blocks.append(WallBlock(block.name, block.n, block.die))
        elif block is best[0]:
            blocks.append(WallBlock(better, block.n, True, tuple(other.n for other in best[1:])))
    return WallSum(one.who, tuple(blocks), one.score)


def _beside(found: SideBySide, lang: str) -> WallBeside:
    """Return two runs side by side, the first row that differs by a sign and in words."""
    mark = f"{FIRST} {load_phrases(lang).say('analysis', 'first-difference')}"
    cells = (tuple(_cell(cell, lang) for cell in row.cells) for row in found.rows)
    pairs = (
        WallPair((one, other), mark if row.first else "") for (one, other), row in zip(cells, found.rows, strict=True)
    )
    return WallBeside(found.titles, tuple(pairs))


def _cell(cell: SideCell, lang: str) -> WallCell:
    percent = -1 if cell.chance is None else round(100 * cell.chance)
    return WallCell(" ".join(cell.lines), _sum(cell.sum, lang) if cell.sum else None, percent)


def _bar(bar: TallyBar, lang: str, short: bool) -> WallBar:
    """Return a bar of a tally; `short`: of many, each in few words."""
    part = bar.n / bar.of if bar.of else 0
    share = format_percent(part, locale=lang) if bar.of else ""
    chance = format_ways(bar.chance, bar.whole, lang)
    made = WallBar(bar.name, bar.n, round(100 * part), round(100 * bar.chance), chance, share=share)
    if not bar.many_of:
        return made
    of_many, whole = bar.many / bar.many_of, bar.many_of * float(bar.chance)
    off = 2 * (whole * (1 - float(bar.chance))) ** 0.5  # where chance leaves a count 19 times of 20
    return msgspec.structs.replace(
        made,
        many=f"{bar.many} ({format_percent(of_many, locale=lang)})",
        many_percent=round(100 * of_many),
        chance=with_heading(
            f"{bar.chance * bar.whole}/{bar.whole}" if short else chance,
            f"{round(whole - off)}–{round(whole + off)}",
            lang,
        ),
    )


def _hand(running: RunningLesson, message: LessonMessage, n: int = 1) -> RunningLesson:
    """One more hand for a letter; `n` -1: one less."""
    raised = running.raised_now.raised
    at = "ABCD".find(message.value.upper())
    if not 0 <= at < len(raised):
        return running.predict(message.value)
    return running.predict(*(max(0, hands + n * (place == at)) for place, hands in enumerate(raised)))


def _resume(running: RunningLesson, message: LessonMessage) -> RunningLesson:
    """Go on where a page was before it was loaded again; what can't be read changes nothing."""
    try:
        return msgspec.json.decode(message.value, type=WallPlace).resumed(running)
    except msgspec.DecodeError:
        return running


MESSAGES: Mapping[str, Callable[[RunningLesson, LessonMessage], RunningLesson]] = {
    "step": lambda running, _: running.step(),
    "back": lambda running, _: running.back(),
    "page-again": lambda running, _: running.page_again(),
    "restart": lambda running, _: begun_now(running.restart()),
    "restore": lambda running, _: next(iter(earlier_classes(running)), running),
    "page": lambda running, said: running.page(*said.numbers[:1]),  # numbers: the page
    "hand": _hand,  # value: the letter of an option
    "hand-back": lambda running, said: _hand(running, said, -1),  # value: the letter of an option
    "hands": lambda running, said: running.predict(*said.numbers),  # numbers: the hands for each option
    "throw": lambda running, said: running.throw(*said.numbers),  # numbers: the faces
    "choose": lambda running, said: running.choose(said.value),  # value: a letter, or the answer itself
    "count": lambda running, said: running.count(*said.numbers),  # numbers: how often each result came
    "throw-many": lambda running, _: running.throw_many(),
    "resume": _resume,  # value: `WallPlace` as JSON
}
"""Maps each type of message to what it does, with the fields that it takes."""
