"""Pages to look things up: definitions, rules, doubts; a page is a title and sections of lines, shown as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

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


LONG = 6000
"""Letters of a page from which on a notebook shows its sections folded up."""


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

    def _repr_markdown_(self) -> str:
        """Return the page for a notebook: lines as lists; of a long page the sections are folded up."""
        parts = [f"#### {escape_markdown(self.title)}", *map(escape_markdown, self.about)]
        folded = sum(map(len, (line for section in self.sections for line in section.lines))) > LONG
        for section in self.sections:
            title = f"{section.title} ({sum(not line.startswith(' ') for line in section.lines)})"
            if folded and section.title:
                parts.append(folded_up(title, html_list(section.lines)))
            else:
                heading = [f"**{escape_markdown(section.title)}**"] if section.title else []
                parts += [*heading, markdown_list(section.lines)]
        return "\n\n".join(filter(None, parts)) + "\n"


def sections_of(told: Iterable[tuple[str, tuple[str, ...]]], lang: str) -> tuple[Section, ...]:
    """Sections by the key of their heading; those without lines are left out."""
    wording = Wording(lang)
    return tuple(Section(wording.say("pages", title), lines) for title, lines in told if lines)


def markdown_list(lines: Sequence[str]) -> str:
    """Return lines as a list in Markdown, indented ones as items below the one before.

    >>> print(markdown_list(["Rules", "  Attack_1"]))
    - Rules
      - Attack\\_1
    """
    bare = [line.lstrip() for line in lines]
    return "\n".join(
        f"{line[: len(line) - len(text)]}- {escape_markdown(text)}" for line, text in zip(lines, bare, strict=True)
    )


def markdown_table(title: str, rows: Sequence[Sequence[str]], notes: Sequence[str], lang: str) -> str:
    """Return rows, the first of which is the head, as a table in Markdown; the rules they rest on are folded up."""
    head, *others = ([escape_markdown(cell) for cell in row] for row in rows)
    table = "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *others))
    rules = f"{load_phrases(lang).say('pages', 'rules')} ({len(notes)})"
    return "\n\n".join((f"#### {escape_markdown(title)}", table, folded_up(rules, html_list(notes)))) + "\n"


def folded_up(title: str, told: str) -> str:
    """Return HTML folded up under a title: one block of it, for a blank line would end it for some viewers.

    >>> folded_up("Rules (1)", html_list(["Attack"]))
    '<details><summary>Rules (1)</summary><ul><li>Attack</li></ul></details>'
    """
    return f"<details><summary>{escape(title)}</summary>{told}</details>"


def html_list(lines: Sequence[str]) -> str:
    """Return lines as a list in HTML, indented ones as a list within the item before.

    >>> html_list(["Rules", "  Attack", "Ends"])
    '<ul><li>Rules<ul><li>Attack</li></ul></li><li>Ends</li></ul>'
    """
    told, indents = "", list[int]()
    for line in lines:
        indent = len(line) - len(line.lstrip())
        while len(indents) > 1 and indent < indents[-1]:
            told, _ = f"{told}</li></ul>", indents.pop()
        if not indents or indent > indents[-1]:
            told, indents = f"{told}<ul>", [*indents, indent]
        else:
            told += "</li>"
        told += f"<li>{escape(line.lstrip())}"
    return told + "</li></ul>" * len(indents)


def columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield rows as lines of text whose cells stand in columns.

    >>> [*columns([("", "yes"), ("sell", "no")])]
    ['      yes', 'sell  no']
    """
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(text.ljust(width) for text, width in zip(row, wide, strict=True)).rstrip()


def _indent_lines(lines: Iterable[str]) -> str:
    return "\n".join(f"  {line}" for line in lines)
