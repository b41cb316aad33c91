"""A page of words: a title, what it is about, sections of lines."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from talisman_nb.text.wording import Wording


class Section(Struct, frozen=True):
    """A heading with its lines."""

    title: str
    lines: tuple[str, ...]


class Page(Struct, frozen=True):
    """A page of words: whatever shows it decides nothing."""

    title: str
    about: tuple[str, ...]
    sections: tuple[Section, ...]

    def __str__(self) -> str:
        parts = [f"{section.title}\n{_indented(section.lines)}" for section in self.sections]
        return "\n\n".join(["\n".join([self.title, *self.about]), *parts])


def sections_of(told: Iterable[tuple[str, tuple[str, ...]]], lang: str) -> tuple[Section, ...]:
    """Sections by the key of their heading; those without lines are left out."""
    wording = Wording(lang)
    return tuple(Section(wording.say("pages", title), lines) for title, lines in told if lines)


def _indented(lines: Iterable[str]) -> str:
    return "\n".join(f"  {line}" for line in lines)
