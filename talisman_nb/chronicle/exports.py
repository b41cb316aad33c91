"""What is kept of a game outside the program: a text, a page that plays it back, a file that opens it again."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from talisman_nb.table import Table
from talisman_nb.table.saved_tables import SUFFIX
from talisman_nb.text.screen.player_letters import letters

from .markdown import as_markdown, title
from .packing_page import packing_html
from .page import as_page

NO_FILE_NAME = re.compile(r'[/\\:*?"<>|\x00-\x1f]')
"""Matches characters that a file name can't contain on every operating system."""


class Export(NamedTuple):
    """A file to be downloaded or written."""

    name: str
    kind: str  # media type
    text: str


class Form(NamedTuple):
    """A form of export. `secret`: it holds what only some may see, whoever asks for it."""

    suffix: str
    kind: str
    made: Callable[[Table, str, int], str]  # of a table, a language and a viewer
    secret: bool = False


def export(table: Table, form: str, lang: str, viewer: int) -> Export:
    """Return a game in one of the `FORMS`, told as the viewer may see it. Raises `KeyError` for an unknown form."""
    found = FORMS[form]
    name = NO_FILE_NAME.sub(" ", title(table, lang))
    return Export(f"{name}{found.suffix}", found.kind, found.made(table, lang, viewer))


def _packing(table: Table, lang: str, viewer: int) -> str:
    return packing_html(table, lang, title(table, lang))


def _file(table: Table, lang: str, viewer: int) -> str:
    return table.copy().decode()


def _unnamed_file(table: Table, lang: str, viewer: int) -> str:
    """Return the file with the letters of the board in place of the names."""
    return table.copy(dict(zip(table.names, letters(*table.names), strict=True))).decode()


FORMS: dict[str, Form] = {
    "markdown": Form(".md", "text/markdown", as_markdown),
    "page": Form(".html", "text/html", as_page),
    "packing": Form(".packing.html", "text/html", _packing),
    "file": Form(SUFFIX, "application/octet-stream", _file, secret=True),
    "file-without-names": Form(SUFFIX, "application/octet-stream", _unnamed_file, secret=True),
}
"""The forms of export by name."""
