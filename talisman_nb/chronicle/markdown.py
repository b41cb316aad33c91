"""The journal of a game as a Markdown text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from talisman_nb.engine.view import seen_by
from talisman_nb.rules.book import book_of
from talisman_nb.table import Table
from talisman_nb.text.house_rules import in_force
from talisman_nb.text.names import edition_name
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.screen.sheet import sheets
from talisman_nb.text.screen.values import JournalLine, Sheet

from .journal import lines_shown, opening

SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")
"""Characters that Markdown reads as marks."""
STATS = ("strength", "craft", "life", "fate", "gold")


def as_markdown(table: Table, lang: str, viewer: int) -> str:
    """Return the journal as Markdown, round by round, with the sheets as they are; told as the viewer may see it."""
    return "\n".join([*_head(table, lang), *_lines(table, lang, viewer), *_people(table, lang, viewer)]) + "\n"


def title(table: Table, lang: str) -> str:
    """Return the name of a table, or a word for one without a name."""
    return table.name or load_phrases(lang).say("export", "untitled")


def escaped(text: str) -> str:
    r"""Return a text that Markdown shows as it is.

    >>> escaped("*Ada* | <b>")
    '\\*Ada\\* \\| \\<b\\>'
    """
    return SPECIAL.sub(r"\\\1", text)


def _head(table: Table, lang: str) -> Iterator[str]:
    state, book = table.state, book_of(table.state.book)
    yield f"# {escaped(title(table, lang))}"
    yield ""
    yield escaped(" · ".join([", ".join(player.name for player in state.players), edition_name(book, lang)]))
    yield ""
    for rule in in_force(book, lang):
        yield f"- {escaped(rule)}"


def _lines(table: Table, lang: str, viewer: int) -> Iterator[str]:
    """Yield the lines under headings of rounds and turns; what the policy answered without an event is left out."""
    said, before = load_phrases(lang), JournalLine(0, "")
    yield escaped(opening(table, lang, viewer).text)
    for line in lines_shown(table, table.lines, lang, viewer):
        if line.folded:
            continue
        if line.round != before.round:
            yield from ("", f"## {said.say('panel', 'round', n=line.round)}")
        if (line.round, line.turn, line.whose) != (before.round, before.turn, before.whose):
            yield from ("", f"### {escaped(line.whose)}", "")
        yield f"- {escaped(line.text)}" + (f" *({escaped(line.by)})*" if line.by else "")
        before = line


def _people(table: Table, lang: str, viewer: int) -> Iterator[str]:
    """Yield a table of the figures."""
    said = load_phrases(lang)
    heads = [said.say("panel", "character"), *(said.say("panel", stat) for stat in STATS), said.say("panel", "goods")]
    yield from ("", f"## {said.say('panel', 'sheets')}", "", _row(["", *heads]), _row(["---"] * (len(heads) + 1)))
    for sheet in sheets(seen_by(table.state, (viewer,)), lang, viewer):
        yield _row([escaped(sheet.who.name), escaped(sheet.who.character), *map(str, _figures(sheet)), _goods(sheet)])


def _figures(sheet: Sheet) -> tuple[int | str, ...]:
    return sheet.strength[1], sheet.craft[1], sheet.life[1], sheet.fate[1] if sheet.fate else "", sheet.gold


def _goods(sheet: Sheet) -> str:
    return escaped(", ".join((*sheet.goods, *sheet.trophies)))


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
