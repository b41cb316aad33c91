"""A lesson as a text to read, line by line: as the wall shows it, with the lesson's own dice and answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.analysis.outcomes import format_ways
from talisman_nb.analysis.side_by_side import SideBySide
from talisman_nb.analysis.what_if import FIRST
from talisman_nb.drawing.board_told import table_note
from talisman_nb.text.pages import Note, escape_markdown
from talisman_nb.text.phrases import Phrases, load_phrases

from .lesson import ChooseStep, Lesson
from .reading import lessons, own_lessons
from .running import RunningLesson
from .shown import ShownChoice, ShownMoment, TallyBar, render_step
from .texts import text_in


def lines(now: ShownMoment, lang: str) -> Iterator[str]:
    """Yield what is shown as lines of text.

    Parameters
    ----------
    now
        What the wall shows (`render_step`).
    lang
        en, it, fr or pl.

    Yields
    ------
    str
        A line.

    Examples
    --------
    >>> from talisman_nb.lessons import lesson, render_step
    >>> len([*lines(render_step(RunningLesson.of(lesson("combat"), "en").step()), "en")]) > 0
    True
    """
    words = load_phrases(lang)
    yield from filter(None, (now.suppose, now.text))
    for one in now.sums:
        yield words.say("lessons", "beside", title=one.who, told=one.told())
    yield from map(str, now.told)
    yield from filter(None, (now.question,))
    for choice in now.choices:
        yield _choice_line(choice, words)
    yield from now.figures
    if now.rule:
        yield str(now.rule)
    if now.beside:
        yield from format_columns(now.beside, lang)
    for found in (now.outcomes, now.editions):
        if found is not None:
            yield from repr(found).splitlines()
    if now.graph:
        yield f">>> {now.graph.code}"
        yield now.graph.explained
        yield from now.graph.told
        for ends in now.graph.bars:
            yield words.say("lessons", "graph.ended", what=ends.name, n=round(ends.n), expected=ends.bounds)
    yield from (_bar_line(bar, words) for bar in now.bars)
    for kept in now.predictions:
        yield kept.question
        for says, hands, true in kept.options:
            yield _choice_line(ShownChoice("", says, hands, true), words)


def _choice_line(choice: ShownChoice, words: Phrases) -> str:
    """Return an option as a line: what the class has thought, and by a sign and a word what is true."""
    parts = [f"{choice.letter}. {choice.says}" if choice.letter else choice.says]
    if choice.hands:
        parts.append(words.say("lessons", "hands-raised", n=choice.hands))
    if choice.true is not None:
        parts.append(words.say("lessons", "true" if choice.true else "not-true"))
    if choice.closed:
        parts.append(choice.closed)
    return "  " + "  ".join(parts)


def _bar_line(bar: TallyBar, words: Phrases) -> str:
    came = {"n": bar.n, "all": bar.of} if bar.of else {"n": "", "all": ""}
    told = words.say("lessons", "bar", name=bar.name, **came, chance=format_ways(bar.chance, bar.whole, words.lang))
    if not bar.many_of:
        return told
    return words.say("lessons", "many-bar", told=told, n=bar.many, all=bar.many_of)


class ReadThrough(Struct, frozen=True):
    """A text in Markdown that a notebook displays, also without a kernel; `str` gives the text itself."""

    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/markdown": self.text, "text/plain": self.text}


def read_through(lesson: Lesson, lang: str = "en", names: Mapping[str, str] | None = None) -> ReadThrough:
    """Return a lesson from its title to its last step, as a text that a notebook displays.

    Parameters
    ----------
    lesson, lang, names
        The lesson, as `RunningLesson.of` takes them.

    Returns
    -------
    ReadThrough
        The text in Markdown; `str` gives it.

    Examples
    --------
    >>> from .reading import lesson
    >>> str(read_through(lesson("combat"), "it")).splitlines()[0]
    '# Il combattimento in 40 minuti'
    """
    return ReadThrough("\n".join(_paragraphs(RunningLesson.of(lesson, lang, names))) + "\n")


def lessons_told(lang: str = "en") -> Note:
    """Return all lessons as a table that a notebook displays: the name that opens each, its title, how long it takes.

    >>> "| combattimento | Il combattimento in 40 minuti | 40 |" in lessons_told("it")
    True
    """
    say = load_phrases(lang).say
    heads = ("", say("notebooks", "lesson"), say("notebooks", "minutes"))
    rows = [(text_in(one.name, lang), text_in(one.title, lang), str(one.minutes)) for one in lessons().values()]
    return table_note("lessons-all", lang, heads, rows)


def listed(lang: str) -> list[tuple[str, str, int]]:
    """Return key, title and minutes of all lessons, those of a teacher last.

    >>> listed("it")[0]
    ('movement', 'Il tabellone e il movimento', 10)
    """
    every = {**lessons(), **own_lessons()[0]}
    return [(key, text_in(one.title, lang), one.minutes) for key, one in every.items()]


def _paragraphs(running: RunningLesson) -> Iterator[str]:
    one, lang, said = running.lesson, running.lang, running.said
    words = load_phrases(lang)
    yield from (f"# {escape_markdown(said(one.title))}", "", escape_markdown(said(one.about)))
    running = running.step()
    while running.page_now:
        if not running.place[1]:
            page = {"page": running.place[0], "title": said(running.page_now.title)}
            yield from (
                "",
                f"## {escape_markdown(words.say('lessons', 'notes', minutes=running.page_now.minutes, **page))}",
            )
        asked = [*lines(render_step(running), lang)] if isinstance(running.step_now, ChooseStep) else []
        while not running.now.done:
            running = running.step()
        now = render_step(running)
        bare = replace(now, beside=None, sums=() if asked else now.sums)
        told = [line for line in lines(bare, lang) if line not in asked]
        yield from ("", *map(_item, (*asked, *told)))
        if now.beside:
            yield from ("", *_table(now.beside, lang))
        running = running.step()


def _table(found: SideBySide, lang: str) -> Iterator[str]:
    """Yield two columns as a table, the first row that differs with a mark in words, then the rules it rests on."""
    yield f"| {' | '.join(map(escape_markdown, found.titles))} |"
    yield "|---|---|"
    mark = load_phrases(lang).say("analysis", "first-difference")
    for row in found.rows:
        one, other = (escape_markdown(cell.told(lang)) for cell in row.cells)
        yield f"| {one} | {other}{f' **{FIRST} {escape_markdown(mark)}**' if row.first else ''} |"
    yield from (f"\n{escape_markdown(f'{text} [{id}]')}" for text, id in found.rules)


def format_columns(found: SideBySide, lang: str) -> Iterator[str]:
    """Yield two columns as lines of text: a line a row, both cells of one that is alike once."""
    say = load_phrases(lang).say
    for row in found.rows:
        one, other = (cell.told(lang) for cell in row.cells)
        if one == other:
            yield one
            continue
        if row.first:
            yield f"{FIRST} {say('analysis', 'first-difference')}"
        for title, line in zip(found.titles, (one, other), strict=True):
            yield say("lessons", "beside", title=title, told=line or say("analysis", "nothing"))
    yield from (f"{text} [{id}]" for text, id in found.rules)


def _item(line: str) -> str:
    """Return a line as a paragraph, or an option as an item of a list."""
    return f"- {escape_markdown(line.strip())}" if line.startswith("  ") else f"\n{escape_markdown(line)}"
