"""Exports of a game: a text, a page that plays it back, a picture to send, a file that opens it again."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from typing import NamedTuple

from talisman_nb.engine.view import seen_by
from talisman_nb.rules.book import book_of
from talisman_nb.table import Table
from talisman_nb.table.file.saved_tables import SUFFIX
from talisman_nb.text.events import say_event
from talisman_nb.text.names import letters
from talisman_nb.text.pages import Page, Section
from talisman_nb.text.pages.packing import packing_pages
from talisman_nb.text.phrases import load_phrases

from .page import as_markdown, as_page, escape_markdown, title
from .recap import as_recap, as_unnamed_recap

STYLE = """body{font:16px/1.4 system-ui,sans-serif;color:#1f1b16;background:#fff}
body{margin:2rem auto;max-width:60rem;padding:0 1rem}
h1{font-size:1.5rem}h2{font-size:1.05rem;margin:0 0 .3rem}.lists{columns:2;column-gap:2rem}
section{break-inside:avoid;margin-bottom:1rem}ul{list-style:none;margin:0;padding:0}
label{display:flex;gap:.6rem;padding:.15rem 0}input{width:1.1rem;height:1.1rem;margin-top:.15rem;flex:none}
article+article{break-before:page;border-top:1px solid #7a6f61;margin-top:2rem}
@media(max-width:40rem){.lists{columns:1}}@media print{body{margin:0}article+article{border:0}}"""


def packing_html(table: Table, lang: str, title: str) -> str:
    """Return both lists as one page without scripts; nothing in it is hidden from anybody."""
    pages = packing_pages(seen_by(table.state), lang, title)
    return (
        f'<!doctype html>\n<html lang="{lang}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(pages[0].title)}</title><style>{STYLE}</style>\n"
        + "\n".join(map(_article, pages))
        + "\n</html>\n"
    )


def _article(page: Page) -> str:
    about = "".join(f"<p>{escape(line)}</p>" for line in page.about)
    lists = "\n".join(map(_list, page.sections))
    return f'<article><h1>{escape(page.title)}</h1>{about}<div class="lists">\n{lists}\n</div></article>'


def _list(section: Section) -> str:
    boxes = (f'<li><label><input type="checkbox"><span>{escape(line)}</span></label></li>' for line in section.lines)
    return f"<section><h2>{escape(section.title)}</h2><ul>{''.join(boxes)}</ul></section>"


NO_FILE_NAME = re.compile(r'[/\\:*?"<>|\x00-\x1f]')
"""Matches characters that a file name can't contain on every operating system."""


DRAWING = "image/svg+xml"
"""Media type of a drawing."""


class Export(NamedTuple):
    """A file to be downloaded or written."""

    name: str
    kind: str  # media type
    text: str


class Form(NamedTuple):
    """A form of export.

    `secret`: it holds what only some may see, whoever asks for it; `unnamed`: neither it nor its name names anybody.
    """

    suffix: str
    kind: str
    made: Callable[[Table, str, int], str]  # of a table, a language and a viewer
    secret: bool = False
    unnamed: bool = False


def export(table: Table, form: str, lang: str, viewer: int, face: str = "") -> Export:
    """Return a game in one of the `FORMS`, told as the viewer may see it. Raises `KeyError` for an unknown form.

    `face`: the rule of a style sheet that gives a drawing the display letters, which it names.
    """
    found = FORMS[form]
    called = load_phrases(lang).say("export", "untitled") if found.unnamed else title(table, lang)
    name = NO_FILE_NAME.sub(" ", called)
    text = found.made(table, lang, viewer)
    if found.kind == DRAWING:
        text = text.replace("</style>", f"{face}</style>", 1)
    return Export(f"{name}{found.suffix}", found.kind, text)


def _packing(table: Table, lang: str, viewer: int) -> str:
    return packing_html(table, lang, title(table, lang))


def _file(table: Table, lang: str, viewer: int) -> str:
    return table.copy().decode()


def _unnamed_file(table: Table, lang: str, viewer: int) -> str:
    """Return the file with the letters of the board in place of the names."""
    return table.copy(dict(zip(table.names, letters(*table.names), strict=True))).decode()


def _rulings(table: Table, lang: str, viewer: int) -> str:
    """Return what the table decided by a die, then the rulings of its own with their situations, as Markdown."""
    from talisman_nb.rulings.own_rulings import own_rulings
    from talisman_nb.rulings.search import asked_where

    say, book = load_phrases(lang).say, book_of(table.state.book)
    by_die = [
        say_event(line.after, event, lang) for line in table.lines for event in line.events if event.kind == "ruled"
    ]
    own = [f"{asked_where(case, book, lang)} {case.decides(lang)}".strip() for case in own_rulings()[0].values()]
    played = [case.played_text() for case in own_rulings()[0].values()]
    lines = [f"- {escape_markdown(text)}" for text in by_die]
    laid = (f"\n\n  `{text}`" if text else "" for text in played)
    lines += [f"- {escape_markdown(text)}{text_of_it}" for text, text_of_it in zip(own, laid, strict=True)]
    return "\n".join([f"# {escape_markdown(say('export', 'rulings', table=title(table, lang)))}", "", *lines, ""])


FORMS: dict[str, Form] = {
    "markdown": Form(".md", "text/markdown", as_markdown),
    "page": Form(".html", "text/html", as_page),
    "rulings": Form(".rulings.md", "text/markdown", _rulings),
    "packing": Form(".packing.html", "text/html", _packing),
    "picture": Form(".svg", DRAWING, as_recap),
    "picture-without-names": Form(".svg", DRAWING, as_unnamed_recap, unnamed=True),
    "file": Form(SUFFIX, "application/octet-stream", _file, secret=True),
    "file-without-names": Form(SUFFIX, "application/octet-stream", _unnamed_file, secret=True, unnamed=True),
}
"""The forms of export by name."""
