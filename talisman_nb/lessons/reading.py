"""Lessons read from files: those of the program, and those a teacher has made, with what is wrong and on which line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec
from msgspec.structs import asdict

from talisman_nb.board.toml_reading import did_you_mean, mistake, parse_toml, read_as
from talisman_nb.model import Message, Told, reason_of
from talisman_nb.model.data_folder import home, in_every_language
from talisman_nb.notation.name_lookup import slug
from talisman_nb.rules.index import rule_index
from talisman_nb.rulings.case_types import CaseWords
from talisman_nb.text.errors import system_reason
from talisman_nb.text.names import LANGUAGES

from .lesson import (
    MOST_PAGES,
    MOST_STEPS,
    STEPS,
    Lesson,
    LessonError,
    LessonHead,
    LessonPage,
    PageHead,
    SituationStep,
    Step,
    TellRule,
    kind_of,
)
from .texts import text_in, wrong_places

_HEAD = re.compile(r"\s*\[\[\s*(page|page\.step|page\.step\.option)\s*\]\]")
_OPTION = re.compile(r"option\[(\d+)\]")
DEPTH = {"page": 1, "page.step": 2, "page.step.option": 3}


def line_of(text: str, page: int = -1, step: int = -1, path: str = "") -> int:
    """Return the line, from 1, of a key of the head of a lesson, of a page, or of a step of it; the nearest head else.

    `page`, `step`: counted from 0, -1 for none; `path`: the key inside, such as `option[1].claim`.

    >>> line_of('title = "One"\\n[[page]]\\nminutes = 3\\n[[page.step]]\\nkind = "rule"', 0, 0, "kind")
    5
    """
    lines = text.splitlines()
    wanted = [n for n in (page, step) if n >= 0]
    option = _OPTION.match(path)
    if option and len(wanted) == 2:
        wanted.append(int(option[1]))
    start, depth = 0, 0
    for number in wanted:
        heads = _heads(lines, start, depth)
        if number >= len(heads):
            break
        start, depth = heads[number] + 1, depth + 1
    end = next((n for n in range(start, len(lines)) if _depth(lines[n])), len(lines))
    for key in reversed([name for name in re.split(r"[.\[\]]+", path) if name and not name.isdigit()]):
        named = re.compile(rf"\s*{re.escape(key)}\s*[.=]")
        found = next((n for n in range(start, end) if named.match(lines[n])), -1)
        if found >= 0:
            return found + 1
    return max(start, 1)


def _heads(lines: Sequence[str], start: int, depth: int) -> list[int]:
    """Return the indices of the heads one level deeper, up to the next head of this level or above."""
    found: list[int] = []
    for n in range(start, len(lines)):
        at = _depth(lines[n])
        if at == depth + 1:
            found.append(n)
        elif at and at <= depth:
            break
    return found


def _depth(line: str) -> int:
    head = _HEAD.match(line)
    return DEPTH[head[1]] if head else 0


S = TypeVar("S", bound=msgspec.Struct)
SUFFIX = ".toml"
TEXTS = frozenset({"name", "title", "about", "text", "says", "called", "notes"})
"""Keys of texts: a teacher writes them in one language or several, the others are filled in."""


def lessons_folder() -> Path:
    """Return the folder of a teacher's own lessons, whether it exists or not."""
    return home() / "lessons"


@cache
def lessons() -> Mapping[str, Lesson]:
    """Return the lessons of the program, in the order one learns; cached.

    Returns
    -------
    Mapping[str, Lesson]
        Each lesson by its key.

    Examples
    --------
    >>> lessons()["combat"].minutes
    40
    """
    folder = resources.files("talisman_nb.lessons") / "data"
    names = (file.name for file in folder.iterdir() if file.name.endswith(SUFFIX))
    found = [decode_lesson(program_text(name), name.removesuffix(SUFFIX), name) for name in names]
    return MappingProxyType({one.key: one for one in sorted(found, key=lambda one: (one.place, one.key))})


def program_text(name: str) -> str:
    """Return the text of a lesson of the program by the name of its file."""
    return (resources.files("talisman_nb.lessons") / "data" / name).read_text(encoding="utf-8")


def own_lessons() -> tuple[Mapping[str, Lesson], tuple[LessonError, ...]]:
    """Return the lessons of a teacher's folder, and what is wrong with those that can't be read.

    Returns
    -------
    tuple[Mapping[str, Lesson], tuple[LessonError, ...]]
        Each lesson by its key; the mistakes.

    Examples
    --------
    >>> found, wrong = own_lessons()
    >>> [one for one in found if found[one].key != one]
    []
    """
    found: dict[str, Lesson] = {}
    wrong: list[LessonError] = []
    for path in sorted(lessons_folder().glob(f"*{SUFFIX}")):
        try:
            found[path.stem] = read_lesson(path)
        except LessonError as error:
            wrong.append(error)
    return found, tuple(wrong)


def lesson(name: str, lang: str = "en") -> Lesson:
    """Return a lesson; a teacher's own come first.

    Parameters
    ----------
    name
        Its key, its name in any language, or its file.
    lang
        The language of the names in an error.

    Returns
    -------
    Lesson
        The lesson.

    Raises
    ------
    LessonError
        It isn't there (with the nearest name), or can't be read.

    Examples
    --------
    >>> lesson("combattimento").key == lesson("combat").key
    True
    """
    if name.endswith(SUFFIX):
        return read_lesson(name)
    every = {**lessons(), **own_lessons()[0]}
    named = {slug(word): one for one in every.values() for word in (one.key, *_names(one))}
    if slug(name) not in named:
        names = ", ".join(text_in(one.name, lang) for one in every.values())
        raise LessonError("unknown", name=name, hint=did_you_mean(slug(name), named), names=names)
    return named[slug(name)]


def _names(one: Lesson) -> Iterator[str]:
    yield from (text_in(one.name, lang) for lang in LANGUAGES)


def read_lesson(path: Path | str) -> Lesson:
    """Return the lesson of a file.

    What only the engine can tell, such as that one option is true, `problems` tells.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    Lesson
        The lesson.

    Raises
    ------
    LessonError
        A mistake; with its line and what was expected.

    Examples
    --------
    >>> read_lesson("no-such-lesson.toml")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    talisman_nb.lessons.lesson.LessonError: ...no-such-lesson.toml...
    """
    return decode_lesson(lesson_text(path), Path(path).stem, str(path))


def lesson_text(path: Path | str) -> str:
    """Return the text of the file of a lesson; raises `LessonError`."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise LessonError("toml", path=str(path), reason=f"UTF-8: {error.reason} ({error.start})") from None
    except OSError as error:
        raise LessonError("system", path=str(path), reason=system_reason(error)) from error


def decode_lesson(text: str, key: str, path: str) -> Lesson:
    """Return the lesson of a text; raises `LessonError` with its line. `path`: its file in errors."""
    found, wrong = decode_whole(text, key, path)
    if wrong:
        raise wrong[0]
    return found


def decode_whole(text: str, key: str, path: str) -> tuple[Lesson, tuple[LessonError, ...]]:
    """Return what can be read of the lesson of a text, and every mistake in its tables, each with its line.

    A page has its steps up to the first one that can't be read. Raises `LessonError` for a text that is not TOML.

    >>> found, wrong = decode_whole('title = 3\\n[[page]]\\ntitle = "I"\\n[[page.step]]\\nkind = "rule"', "a", "a.toml")
    >>> len(found.pages), [each.fields["line"] for each in wrong]
    (1, [2, 5, 1])
    """
    try:
        table = parse_toml(text, path, ValueError)
    except ValueError as error:
        raise LessonError("toml", path=path, reason=reason_of(error)) from None
    reading = _Reading(text, path)
    pages = tuple(reading.pages(table.pop("page", None)))
    head = reading.head(LessonHead, table) or LessonHead(name=NO_WORDS, title=NO_WORDS, about=NO_WORDS)
    return Lesson(**asdict(head), key=key, path=path, pages=pages), tuple(reading.mistakes)


NO_WORDS = CaseWords("", "", "", "")


class _Reading:
    """Decodes the tables of one file; what is wrong is told with its line, and kept in `mistakes`."""

    def __init__(self, text: str, path: str) -> None:
        self.text, self.path = text, path
        self.mistakes: list[LessonError] = []

    def head(self, kind: type[S], table: Mapping[str, Any], page: int = -1) -> S | None:
        """Return the head of the lesson or of a page, None for a mistake, which is kept."""
        try:
            return self.struct(kind, self.worded(table, page), page)
        except LessonError as wrong:
            self.mistakes.append(wrong)
            return None

    def wrong(self, reason: str | Message, page: int = -1, step: int = -1, key: str = "") -> LessonError:
        found = LessonError("wrong", path=self.path, line=line_of(self.text, page, step, key), reason=reason)
        above = [one for name, n in (("page", page), ("step", step)) if n >= 0 for one in (name, n)]
        inside = (int(part) if part.isdecimal() else part for part in re.split(r"[.\[\]]+", key) if part)
        found.at = (*above, *inside)
        return found

    def struct(self, kind: type[S], table: Any, page: int = -1, step: int = -1) -> S:
        try:
            return read_as(kind, table, "", ValueError)
        except ValueError as error:
            raise self.wrong(error.args[0], page, step, str(error).partition(":")[0]) from None

    def worded(self, table: Mapping[str, Any], page: int = -1, step: int = -1, path: str = "") -> dict[str, Any]:
        """Return a table with its texts in every language, those of its options included."""
        found = {key: in_every_language(value) if key in TEXTS else value for key, value in table.items()}
        for key in (key for key in found if key in TEXTS and isinstance(found[key], dict)):
            for reason in wrong_places(found[key].values()):
                raise self.wrong(Told(f"{path}{key}: ", reason), page, step, f"{path}{key}")
        if isinstance(found.get("option"), list):
            found["option"] = [
                self.worded(one, page, step, f"option[{n}].") if isinstance(one, dict) else one
                for n, one in enumerate(found["option"])
            ]
        return found

    def pages(self, tables: Any) -> Iterator[LessonPage]:
        if not _list_of_tables(tables, MOST_PAGES):
            told = "expected 1 to {most} pages, each of them a table {table}"
            self.mistakes.append(self.wrong(mistake("lesson.pages", told, most=MOST_PAGES, table="[[page]]")))
            return
        for at, table in enumerate(tables):
            head = {key: value for key, value in table.items() if key != "step"}
            found = self.head(PageHead, head, at) or PageHead(title=NO_WORDS, minutes=1)
            yield LessonPage(**asdict(found), steps=tuple(self.steps(table.get("step"), at)))

    def steps(self, tables: Any, page: int) -> Iterator[Step]:
        if not _list_of_tables(tables, MOST_STEPS):
            told = "expected 1 to {most} steps, each of them a table {table}"
            self.mistakes.append(
                self.wrong(mistake("lesson.steps", told, most=MOST_STEPS, table="[[page.step]]"), page)
            )
            return
        whole = True
        for at, table in enumerate(tables):
            try:
                found = self.step(table, page, at)
            except LessonError as wrong:
                self.mistakes.append(wrong)
                whole = False
            else:
                if whole:
                    yield found

    def step(self, table: Mapping[str, Any], page: int, at: int) -> Step:
        """Return a step; raises `LessonError`."""
        kind = table.get("kind")
        if kind not in STEPS:
            hint = did_you_mean(kind, STEPS)
            wrong = mistake("lesson.kind", "kind: expected one of {names}{hint}", names=", ".join(STEPS), hint=hint)
            raise self.wrong(wrong, page, at, "kind")
        if not at and STEPS[kind] is not SituationStep:
            wrong = mistake("lesson.first", 'kind: a page begins with the kind "{kind}"', kind=kind_of(SituationStep))
            raise self.wrong(wrong, page, at, "kind")
        rest = {key: value for key, value in table.items() if key != "kind"}
        found: Step = self.struct(STEPS[kind], self.worded(rest, page, at), page, at)
        if isinstance(found, TellRule) and found.rule not in rule_index():
            hint = did_you_mean(found.rule, rule_index())
            wrong = mistake("lesson.rule", 'rule: there is no rule "{rule}"{hint}', rule=found.rule, hint=hint)
            raise self.wrong(wrong, page, at, "rule")
        return found


def _list_of_tables(value: Any, most: int) -> bool:
    return isinstance(value, list) and 0 < len(value) <= most and all(isinstance(one, dict) for one in value)


def line_in_file(path: Path | str, page: int, step: int) -> int:
    """Return the line of a file on which a step begins; `page`, `step` from 0."""
    return line_of(Path(path).read_text(encoding="utf-8"), page, step)
