"""Replies about a game as a whole, exports and its chronicle, and about all games that are saved."""

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
from talisman_nb.chronicle.markdown import title
from talisman_nb.engine.view import seen_by
from talisman_nb.model.situation import SaidError
from talisman_nb.table import Table
from talisman_nb.text.errors import worded
from talisman_nb.text.pages.packing import packing_pages

from .message import unclear
from .table_view import SHARED


def exported(table: Table, form: str, lang: str, viewer: int) -> dict[str, Any]:
    """Return an export of a table as the reply to a view.

    Raises the error of `unclear` for an unknown form, and for one with secrets that a single seat asks for.
    """
    if form not in FORMS:
        raise unclear(f"no form {form!r}: expected one of {', '.join(FORMS)}")
    if FORMS[form].secret and viewer != SHARED:
        raise unclear(f"the form {form!r} holds everybody's secrets: it is for the shared screen")
    return {"type": "export", **export(table, form, lang, viewer)._asdict()}


def told_situation(table: Table, n: int, lang: str, viewer: int) -> dict[str, Any]:
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


def packing(table: Table, lang: str) -> dict[str, Any]:
    """Return the lists to pack a table away by as the reply to a view."""
    pages = packing_pages(seen_by(table.state), lang, title(table, lang))
    return {"type": "packing", "pages": msgspec.to_builtins(pages)}


def told_chronicle(table: Table, lang: str, chances: Chances) -> dict[str, Any]:
    """Return the chronicle of a table as the reply to a view; `chances` keeps what was reckoned before."""
    return {"type": "chronicle", "chronicle": msgspec.to_builtins(chronicle_of(table, lang, chances))}


def told_evenings(known: Evenings, lang: str) -> dict[str, Any]:
    """Return all evenings as the reply to a view; `known` keeps what was read before."""
    return {"type": "evenings", "evenings": msgspec.to_builtins(all_evenings(known, lang))}
