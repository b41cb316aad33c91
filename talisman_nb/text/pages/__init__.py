"""Pages to look things up: definitions, rules, doubts; a page is a title and sections of lines, shown as Markdown."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.wording import Wording


class Note(str):
    """Markdown text; a notebook shows it as such."""

    def __repr__(self) -> str:
        return str(self)

    def _repr_markdown_(self) -> str:
        return str(self)


def note(key: str, lang: str = "en") -> Note:
    """Return a text of a notebook in a language; raises `KeyError` for an unknown one.

    >>> note("odds", "it")[:15]
    '# Quanto è prob'
    """
    return Note(load_phrases(lang).say("notebooks", key).replace("|", "\n\n"))


SIGNS = "\\`*_[]<>#|"
"""Signs that mean something in Markdown."""


def escape_markdown(text: str) -> str:
    """Return a text with the signs escaped that mean something in Markdown.

    >>> print(escape_markdown("Attack_1 [Wolf]"))
    Attack\\_1 \\[Wolf\\]
    """
    return "".join(f"\\{sign}" if sign in SIGNS else sign for sign in text)


class Section(Struct, frozen=True):
    """A heading, "" for none, with its lines."""

    title: str
    lines: tuple[str, ...]


class Page(Struct, frozen=True):
    """A page of words: whatever shows it decides nothing."""

    title: str
    about: tuple[str, ...]
    sections: tuple[Section, ...]

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        parts = ["\n".join(filter(None, (each.title, _indent_lines(each.lines)))) for each in self.sections]
        return "\n\n".join(["\n".join([self.title, *self.about]), *parts])


def sections_of(told: Iterable[tuple[str, tuple[str, ...]]], lang: str) -> tuple[Section, ...]:
    """Sections by the key of their heading; those without lines are left out."""
    wording = Wording(lang)
    return tuple(Section(wording.say("pages", title), lines) for title, lines in told if lines)


def _indent_lines(lines: Iterable[str]) -> str:
    return "\n".join(f"  {line}" for line in lines)
