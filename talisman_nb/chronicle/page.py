"""A game as one HTML page that plays it back line by line: without a program, a server or a network."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from talisman_nb.drawing.board_picture import draw_named_board
from talisman_nb.drawing.palette import DARK, LIGHT
from talisman_nb.drawing.pawns import overlay
from talisman_nb.drawing.picture import COUNTERS
from talisman_nb.engine.view import seen_by
from talisman_nb.model import Seen
from talisman_nb.rules.book import book_of
from talisman_nb.table import AnswerRecord, Table
from talisman_nb.text.house_rules import in_force
from talisman_nb.text.names import edition_name, variant_name
from talisman_nb.text.phrases import load_phrases, sentence
from talisman_nb.text.screen.contents import sheet, sheets
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


def escape_markdown(text: str) -> str:
    r"""Return a text that Markdown shows as it is.

    >>> escape_markdown("*Ada* | <b>")
    '\\*Ada\\* \\| \\<b\\>'
    """
    return SPECIAL.sub(r"\\\1", text)


def _head(table: Table, lang: str) -> Iterator[str]:
    state, book = table.state, book_of(table.state.book)
    yield f"# {escape_markdown(title(table, lang))}"
    yield ""
    yield escape_markdown(" · ".join([", ".join(player.name for player in state.players), edition_name(book, lang)]))
    yield ""
    for rule in in_force(book, lang):
        yield f"- {escape_markdown(rule)}"


def _lines(table: Table, lang: str, viewer: int) -> Iterator[str]:
    """Yield the lines under headings of rounds and turns; what the policy answered without an event is left out."""
    said, before = load_phrases(lang), JournalLine(0, "")
    yield escape_markdown(opening(table, lang, viewer).text)
    for line in lines_shown(table, table.lines, lang, viewer):
        if line.folded:
            continue
        if line.round != before.round:
            yield from ("", f"## {said.say('panel', 'round', n=line.round)}")
        if (line.round, line.turn, line.whose) != (before.round, before.turn, before.whose):
            yield from ("", f"### {escape_markdown(line.whose)}", "")
        yield f"- {escape_markdown(line.text)}" + (f" *({escape_markdown(line.by)})*" if line.by else "")
        before = line


def _people(table: Table, lang: str, viewer: int) -> Iterator[str]:
    """Yield a table of the figures."""
    said = load_phrases(lang)
    heads = [said.say("panel", "character"), *(said.say("panel", stat) for stat in STATS), said.say("panel", "goods")]
    yield from ("", f"## {said.say('panel', 'sheets')}", "", _row(["", *heads]), _row(["---"] * (len(heads) + 1)))
    for each in sheets(seen_by(table.state, (viewer,)), lang, viewer):
        yield _row(
            [
                escape_markdown(each.who.name),
                escape_markdown(each.who.character),
                *map(str, _figures(each)),
                _goods(each),
            ]
        )


def _figures(sheet: Sheet) -> tuple[int | str, ...]:
    return sheet.strength[1], sheet.craft[1], sheet.life[1], sheet.fate[1] if sheet.fate else "", sheet.gold


def _goods(sheet: Sheet) -> str:
    return escape_markdown(", ".join((*sheet.goods, *sheet.trophies)))


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


SHARE = files("talisman_nb.chronicle") / "share"
"""The page without a game, its style and its program."""
WORDS = ("first", "back", "on", "last", "play", "pause", "faster", "slower", "line-of", "round", "lines")
"""Words of the page, in the topic `export`."""
COLOURS = ("page", "panel", "ink", "muted", "line", "accent", "on-accent", "focus", "closed", "good", "bad")
"""Roles of colours that the page uses besides those of the seats."""


class ReplayStep(Struct, frozen=True, omit_defaults=True):
    """A line with what it changes: names are short, because a game has thousands."""

    n: int
    t: str  # its text
    r: int = 0  # round
    s: int = -1  # seat whose turn it is
    w: str = ""  # "Ada · Dwarf"
    b: dict[str, int] = {}  # spaces -> index of their new picture, -1 for none
    p: dict[int, int] = {}  # seats -> index of their new sheet


class Recording:
    """Pictures and sheets, each kept once, and what changes from line to line."""

    def __init__(self, lang: str, viewer: int) -> None:
        self.pictures: list[str] = []
        self.sheets: list[tuple[Any, ...]] = []
        self._lang, self._viewer = lang, viewer
        self._at: dict[Any, int] = {}  # index by what is kept
        self._board: dict[str, int] = {}
        self._seats: dict[int, int] = {}
        self._last: Seen | None = None

    def step(self, line: JournalLine, after: Seen) -> ReplayStep:
        """Return a line with what is otherwise after it than after the line before."""
        board = self._board if self._same_board(after) else self._pictures(after)
        gone = dict.fromkeys(self._board.keys() - board.keys(), -1)
        moved = {space: at for space, at in board.items() if self._board.get(space) != at}
        seats = {seat: self._kept(self.sheets, self._sheet(after, seat)) for seat in self._changed(after)}
        others = {seat: at for seat, at in seats.items() if self._seats.get(seat) != at}
        self._board, self._seats, self._last = board, self._seats | seats, after
        return ReplayStep(line.n, line.text, line.round, line.turn, line.whose, {**gone, **moved}, others)

    def _pictures(self, after: Seen) -> dict[str, int]:
        return {space: self._kept(self.pictures, picture) for space, picture in overlay(after, self._lang).items()}

    def _same_board(self, after: Seen) -> bool:
        """Return whether nothing that is drawn on the board has changed."""
        last = self._last
        return last is not None and _picture_parts(last) == _picture_parts(after)

    def _changed(self, after: Seen) -> list[int]:
        """Return the seats whose sheets may be otherwise than before: an effect may change any."""
        last, seats = self._last, range(len(after.players))
        if last is None or last.effects != after.effects or last.fight != after.fight or last.turn != after.turn:
            return list(seats)
        before = last.players
        return [seat for seat in seats if seat >= len(before) or before[seat] != after.players[seat]]

    def _sheet(self, state: Seen, seat: int) -> tuple[Any, ...]:
        made: Sheet = sheet(state, seat, self._lang, self._viewer)
        figures = (made.strength[1], made.craft[1], made.life[1], made.fate[1] if made.fate else None, made.gold)
        spells = (*made.spells, *[load_phrases(self._lang).say("words", "unseen-spell")] * made.unseen)
        held = (*made.goods, *spells, *made.trophies)
        return made.who.character, made.space, made.state, figures, held

    def _kept(self, where: list[Any], what: Any) -> int:
        if what not in self._at:
            self._at[what] = len(where)
            where.append(what)
        return self._at[what]


def _picture_parts(state: Seen) -> tuple[object, ...]:
    """Return what the pictures of the spaces are made of."""
    figures = [(p.name, p.character, p.space, p.form, p.form_left) for p in state.players]
    return state.spaces, state.gold, state.turn, figures


def as_page(table: Table, lang: str, viewer: int) -> str:
    """Return the page of a game, told as the viewer may see it; what the policy answered without an event is left out.

    Opened at `#57` it begins with line 57.
    """
    said, book = load_phrases(lang), book_of(table.state.book)
    recording = Recording(lang, viewer)
    data = {
        "steps": list(_steps(table, lang, viewer, recording)),
        "pictures": recording.pictures,
        "sheets": recording.sheets,
        "people": [player.name for player in table.state.players],
        "words": {word: said.raw("export", word) for word in WORDS},
        "figures": [said.say("panel", stat) for stat in ("strength", "craft", "life", "fate", "gold")],
        "counters": COUNTERS,
    }
    filled = {
        "lang": lang,
        "title": escape(" · ".join(filter(None, (title(table, lang), sentence(variant_name(book, lang)))))),
        "style": _colours() + _text("replay.css"),
        "board": str(draw_named_board(book, lang)),
        "data": msgspec.json.encode(data).decode().replace("<", "\\u003c"),
        "program": _text("replay.js"),
    }
    page = _text("replay.html")
    for place, text in filled.items():
        page = page.replace(f"<!--{place}-->", text, 1)
    return page


@cache
def program_hash() -> str:
    """Return the only script that a page of a game runs, as a Content-Security-Policy names it: by its hash.

    >>> program_hash().startswith("'sha256-")
    True
    """
    _, _, rest = _text("replay.html").partition("<script>")
    script = rest.partition("</script>")[0].replace("<!--program-->", _text("replay.js"), 1)
    return f"'sha256-{b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def _steps(table: Table, lang: str, viewer: int, recording: Recording) -> Iterator[ReplayStep]:
    yield recording.step(opening(table, lang, viewer), seen_by(table.start, (viewer,)))
    lines: tuple[AnswerRecord, ...] = table.lines
    for record, line in zip(lines, lines_shown(table, lines, lang, viewer), strict=True):
        if not line.folded:
            yield recording.step(line, seen_by(record.after, (viewer,)))


def _colours() -> str:
    roles = (*COLOURS, *(role for role in LIGHT if role.startswith("seat-")))
    return f":root{{{''.join(f'--{role}:light-dark({LIGHT[role]},{DARK[role]});' for role in roles)}}}\n"


def _text(name: str) -> str:
    return (SHARE / name).read_text("utf-8")
