"""The command `lesson`: lists the lessons, gives one in the terminal, or checks a teacher's own."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from talisman_nb.lessons import (
    Lesson,
    LessonError,
    RunningLesson,
    lesson,
    lessons,
    lines,
    names_given,
    own_lessons,
    problems,
    render_step,
    said_csv,
    sheet_html,
    sheet_name,
    sheet_of,
    sheets_html,
    sheets_of,
)
from talisman_nb.lessons.class_files import BOM, have_other_figures
from talisman_nb.lessons.lesson import ChooseStep, Count, Predict
from talisman_nb.lessons.progress import cast
from talisman_nb.lessons.reading import decode_whole, lesson_text, lessons_folder, line_in_file
from talisman_nb.lessons.teacher import begun_now, earlier_classes, last_place, leave_place
from talisman_nb.lessons.texts import text_in
from talisman_nb.model import UserError
from talisman_nb.text.errors import describe_error, system_reason
from talisman_nb.text.phrases import Phrases, load_phrases

from .console import language, say
from .export import free_path
from .serving import OpenWith, open_page, serve_with

MANY_THROWS = "m"
"""Input at a tally by which the game throws too, often."""
BACK, STOP = "<", "quit"
"""Input that goes back a step, and that stops: a word, because a single wrong key must not end a lesson."""
PAGE = re.compile(r"p(\d{0,2})")
"""Input that goes to a page: `p3`; `p` begins the present one again, `p0` the lesson."""
AGAIN = "p0"
"""Input that begins the lesson again, with another class; asked once more where the one before has said something."""
NOT_FOUND = 1
"""Exit code for a lesson that isn't there, and for one that is not in order."""


def lesson_command(
    name: str,
    begin: int | None,
    names: str | None,
    notes: bool,
    sheet: str | None,
    pupils: int | None,
    csv: str | None,
    check: str | None,
    make: bool,
    page: bool,
    phones: bool,
    port: int | None,
    no_browser: bool,
    lang: str | None,
) -> int:
    """List the lessons; give one, print its `notes` for the teacher, or open it in a `page`, also for the class's
    `phones`; `check` a file, or `make` one in the browser.

    `sheet`: the file its sheet to print is written to, "" for one named like it; `pupils`: for so many, each
    with other numbers; `csv`: the file for what its class has said; `names`: what its figures are called;
    `begin`: the number of the page it opens at.
    Returns 0; `NOT_FOUND` if there is no such lesson, or the file checked has mistakes; 2 for a file that can't be
    read or written.
    """
    if make:
        return open_page({"make": name, "lang": lang}, OpenWith(port, no_browser, lang))
    if phones and name:
        return _host(name, begin, names, OpenWith(port, no_browser, lang))
    if page and name:
        return _open(name, begin, names, notes, OpenWith(port, no_browser, lang))
    if sheet and not name:
        name, sheet = sheet, ""  # `--sheet combat`: what stands behind is the lesson
    spoken = language(lang)
    try:
        if check:
            return _check(check, spoken)
        if not name:
            return _list(spoken)
        found = lesson(name, spoken)
        if found not in lessons().values() and _wrong(found, spoken):
            return NOT_FOUND
        called = names_given(found, names or "")
        if notes:
            return _tell_notes(found, spoken, called)
        if csv:
            return _write_said(found, spoken, csv)
        if sheet is not None or pupils:
            return _write_sheet(found, spoken, called, sheet or "", pupils or 0)
        running = RunningLesson.of(found, spoken, called)
        return _give(begun_now(running if begin is None else running.page(begin)))
    except LessonError as wrong:
        say(describe_error(wrong, spoken), sys.stderr)
        return NOT_FOUND if wrong.key == "unknown" else 2


def _open(name: str, begin: int | None, names: str | None, notes: bool, way: OpenWith) -> int:
    """Open a lesson in the browser, or its notes; of a lesson say first with what command its notes open beside it."""
    if notes:
        return open_page({"notes": name, "lang": way.lang}, way)
    code = f"talisman-nb lesson {name} --page --notes"
    say(load_phrases(language(way.lang)).say("lessons", "teacher.page", code=code))
    page = None if begin is None else str(begin)
    return open_page({"lesson": name, "lang": way.lang, "page": page, "names": names}, way)


def _host(name: str, begin: int | None, names: str | None, way: OpenWith) -> int:
    """Give a lesson to a class that votes by phone; if that already runs, only open its wall."""
    from .host.class_room import ClassWall, host_class  # the server, which no other use of the command needs

    spoken = language(way.lang)
    try:
        wall = ClassWall(name, spoken, begin or 0, names or "")
    except LessonError as wrong:
        say(describe_error(wrong, spoken), sys.stderr)
        return NOT_FOUND if wrong.key == "unknown" else 2
    return serve_with("class", way, lambda opened: host_class(wall, way.port, way.lang, opened))


def _list(lang: str) -> int:
    words = load_phrases(lang)
    for one in lessons().values():
        say(_list_line(words, one))
    own, wrong = own_lessons()
    if own or wrong:
        say(words.say("lessons", "own", folder=lessons_folder()))
    for one in own.values():
        say(_list_line(words, one))
    for mistake in wrong:
        say(describe_error(mistake, lang), sys.stderr)
    first = next(iter(lessons().values()))
    say(words.say("lessons", "how", code=f"talisman-nb lesson {text_in(first.name, lang)}"))
    return 0


def _list_line(words: Phrases, one: Lesson) -> str:
    title, name = text_in(one.title, words.lang), text_in(one.name, words.lang)
    return words.say("lessons", "listed", name=name, title=title, minutes=one.minutes)


def _check(path: str, lang: str) -> int:
    """Say everything that is wrong with a file, each with its page, step and line."""
    found, mistakes = decode_whole(lesson_text(path), Path(path).stem, path)
    for mistake in mistakes:
        say(describe_error(mistake, lang), sys.stderr)
    if _wrong(found, lang) or mistakes:
        return 2 if mistakes else NOT_FOUND
    say(load_phrases(lang).say("lessons", "fine", path=path, pages=len(found.pages), minutes=found.minutes))
    return 0


def _wrong(found: Lesson, lang: str) -> bool:
    """Say what only the game finds wrong with a lesson; return whether there is anything."""
    wrong = problems(found)
    for problem in wrong:
        line = line_in_file(found.path, problem.page - 1, problem.step)
        told = {"page": problem.page, "step": problem.step + 1, "line": line, "problem": problem.told(lang)}
        say(load_phrases(lang).say("lessons", "where", path=found.path, **told), sys.stderr)
    return bool(wrong)


def _tell_notes(found: Lesson, lang: str, names: Mapping[str, str]) -> int:
    """Print what is for the teacher alone: it is never shown on the wall."""
    words = load_phrases(lang)
    for number, page in enumerate(found.pages, 1):
        say(words.say("lessons", "notes", page=number, title=text_in(page.title, lang, names), minutes=page.minutes))
        if page.notes:
            say(f"  {text_in(page.notes, lang, names)}")
    return 0


def _write_sheet(found: Lesson, lang: str, names: Mapping[str, str], file: str, pupils: int) -> int:
    """Write the sheet of a lesson, or one for each pupil, into a file, "" for one named like the lesson."""
    sheet = sheet_of(found, lang, names)
    path = Path(file) if file else free_path(Path.cwd() / sheet_name(sheet))
    own, words = sheets_of(found, pupils, lang, names), load_phrases(lang)
    _write(path, sheets_html(own) if own else sheet_html(sheet))
    say(words.say("lessons", "sheets-made" if own else "sheet-made", path=path))
    if own and not have_other_figures(own):
        say(words.say("lessons", "sheets-alike"))
    return 0


def _write_said(found: Lesson, lang: str, file: str) -> int:
    """Write what the class has said to which the lesson was given last on this computer."""
    words, kept = load_phrases(lang), last_place(found)
    running = RunningLesson.of(found, lang, kept.names if kept else None)
    running = kept.resumed(running) if kept else running
    given = (running, *earlier_classes(running))
    if not any(one.has_said for one in given):
        say(words.say("lessons", "nobody-yet"), sys.stderr)
        return NOT_FOUND
    _write(Path(file), BOM + said_csv(*given))
    say(words.say("lessons", "said-made", path=file))
    return 0


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8", newline="")
    except OSError as error:
        raise LessonError("system", path=str(path), reason=system_reason(error)) from error


# --- a lesson in the terminal ---


def _give(running: RunningLesson) -> int:
    """Give a lesson: show a step, read what is typed, until it is over or stopped."""
    lang = running.lang
    say(load_phrases(lang).say("lessons", "keys", stop=STOP))
    _say_all(running, None)
    sure = False
    while not running.at_end:
        try:
            typed = input("> ").strip()
        except (EOFError, KeyboardInterrupt):
            break
        if typed == STOP:
            break
        asks, sure = running.has_said and typed == AGAIN and not sure, typed == AGAIN
        if asks:
            say(load_phrases(lang).say("lessons", "erases"))
            continue
        before = running
        try:
            running = _apply_input(running, typed)
        except UserError as refused:
            say(describe_error(refused, lang), sys.stderr)
            continue
        except ValueError as refused:  # an answer that isn't open: the engine says what is
            say(str(refused), sys.stderr)
            continue
        leave_place(running)
        _say_all(running, before)
    return 0


def _apply_input(running: RunningLesson, typed: str) -> RunningLesson:
    """Return the lesson after what was typed; what it means depends on the step that waits."""
    if not typed:
        return running.step()
    if typed == BACK:
        return running.back()
    if page := PAGE.fullmatch(typed):
        if not page[1]:
            return running.page_again()
        return running.page(int(page[1])) if int(page[1]) else begun_now(running.restart())
    step, words = running.step_now, typed.replace(",", " ").split()
    if isinstance(step, Predict):
        return running.predict(*words)
    if isinstance(step, Count) and typed.lower() == MANY_THROWS:
        return running.throw_many()
    if isinstance(step, ChooseStep) and not running.now.done:
        return running.choose(typed)
    numbers = [int(word) for word in words if word.isdecimal()]
    if len(numbers) < len(words):
        raise LessonError("not-now")
    return running.count(*numbers) if isinstance(step, Count) else running.throw(*numbers)


def _say_all(running: RunningLesson, before: RunningLesson | None) -> None:
    for line in _lines(running, before):
        say(line)


def _lines(running: RunningLesson, before: RunningLesson | None) -> Iterator[str]:
    """Yield what is shown, under the heading of its page where that is a new one."""
    words, now = load_phrases(running.lang), render_step(running)
    if running.page_now and (before is None or before.place[0] != running.place[0]):
        number, pages = running.place[0], len(running.lesson.pages)
        yield ""
        yield words.say("lessons", "place", page=number, pages=pages, title=now.title)
    elif not running.page_now:
        yield now.title
    yield from (f"{name} = {character}" for name, character in cast(running.names, running.lang) if before is None)
    yield ""
    yield from lines(now, running.lang)
