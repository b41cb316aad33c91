"""Replies that look back (`LookingBack`): on the lines of a game, on it as a whole, on all games that are saved."""

from __future__ import annotations

from typing import Any

import msgspec

from talisman_nb.analysis.from_table import line_text
from talisman_nb.analysis.link import link_of
from talisman_nb.chronicle.chronicle import chronicle_of
from talisman_nb.chronicle.evenings import Evenings
from talisman_nb.chronicle.evenings_told import all_evenings
from talisman_nb.chronicle.exports import FORMS, export
from talisman_nb.chronicle.fights import Chances
from talisman_nb.chronicle.journal import older_lines
from talisman_nb.chronicle.markdown import title
from talisman_nb.engine.view import seen_by
from talisman_nb.model.situation import SaidError
from talisman_nb.rules.book import book_of
from talisman_nb.table import Table
from talisman_nb.text.errors import worded
from talisman_nb.text.pages.packing import packing_pages

from .audience import SHARED
from .looked_up import looked_up, own_to_look_up
from .message import Message, unclear


class LookingBack:
    """Replies to the messages of `READING` and to "evenings"; keeps what was read and reckoned before."""

    def __init__(self) -> None:
        self._chances = Chances()  # of the fights
        self._evenings = Evenings()

    def reply(self, message: Message, table: Table, lang: str, viewer: int) -> dict[str, Any]:
        """Return the reply to a message about a table."""
        match message.type:
            case "journal":
                return _journal(table, message, lang, viewer)
            case "export":
                return _exported(table, message.value, lang, viewer)
            case "situation":
                return _told_situation(table, message.n, lang, viewer)
            case "packing":
                pages = packing_pages(seen_by(table.state), lang, title(table, lang))
                return {"type": "packing", "pages": msgspec.to_builtins(pages)}
            case "chronicle":
                told = chronicle_of(table, lang, self._chances)
                return {"type": "chronicle", "chronicle": msgspec.to_builtins(told)}
        own = own_to_look_up(table.state)
        return looked_up(book_of(table.state.book), message.key, message.value, lang, own)

    def evenings(self, lang: str) -> dict[str, Any]:
        """Return all evenings as the reply to a view."""
        return {"type": "evenings", "evenings": msgspec.to_builtins(all_evenings(self._evenings, lang))}


def _journal(table: Table, message: Message, lang: str, viewer: int) -> dict[str, Any]:
    lines = older_lines(table, lang, viewer, message.before, message.seat, message.n, message.value)
    return {"type": "lines", "seat": message.seat, "value": message.value, "lines": msgspec.to_builtins(lines)}


def _exported(table: Table, form: str, lang: str, viewer: int) -> dict[str, Any]:
    """Return an export of a table as the reply to a view.

    Raises the error of `unclear` for an unknown form, and for one with secrets that a single seat asks for.
    """
    if form not in FORMS:
        raise unclear(f"no form {form!r}: expected one of {', '.join(FORMS)}")
    if FORMS[form].secret and viewer != SHARED:
        raise unclear(f"the form {form!r} holds everybody's secrets: it is for the shared screen")
    return {"type": "export", **export(table, form, lang, viewer)._asdict()}


def _told_situation(table: Table, n: int, lang: str, viewer: int) -> dict[str, Any]:
    """Return the question of line `n` as a text, and the address of the bench with it, as the reply to a view.

    The text names what the viewer may see, on a shared screen nobody's hidden cards; `sorry` is the reason if no text
    says it.
    """
    seats = (viewer,) if viewer >= 0 else ()
    try:
        text, _ = line_text(table, n, seats)
    except SaidError as wrong:
        return {"type": "situation", "n": n, "text": "", "link": "", "sorry": worded(wrong, lang)}
    return {"type": "situation", "n": n, "text": text, "link": f"{link_of(text)}&lang={lang}", "sorry": ""}
