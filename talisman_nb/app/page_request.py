"""Query of the full page's address, read in its kernel: the table, situation or lesson, and the language."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from urllib.parse import parse_qs

import msgspec


class Visit(msgspec.Struct, frozen=True):
    """Query parameters of the page; None where one is missing, table "" for a new table.

    `page`, `names`: of a lesson: the page it opens at, and what its figures are called. `notes`: what the teacher sees
    of a lesson, which follows its wall.
    """

    table: str | None = None
    lang: str | None = None
    situation: str | None = None
    lesson: str | None = None
    page: str | None = None
    names: str | None = None
    notes: str | None = None


def visit(environ: Mapping[str, str] = os.environ) -> Visit:
    """Return the query parameters of the page this kernel was started for (Voilà passes them as QUERY_STRING).

    >>> visit({"QUERY_STRING": "table=Friday+night&lang=it"})
    Visit(table='Friday night', lang='it', situation=None, lesson=None, page=None, names=None, notes=None)
    >>> visit({"QUERY_STRING": "table="})
    Visit(table='', lang=None, situation=None, lesson=None, page=None, names=None, notes=None)
    >>> visit({})
    Visit(table=None, lang=None, situation=None, lesson=None, page=None, names=None, notes=None)
    """
    asked = parse_qs(environ.get("QUERY_STRING", ""), keep_blank_values=True)
    return Visit(**{name: asked[name][-1] for name in Visit.__struct_fields__ if name in asked})


def query_of(asked: argparse.Namespace) -> dict[str, str | None]:
    """Return the query of the page's address that a command opens: a table, a situation, a lesson or its notes."""
    words = " ".join(asked.rest)
    if asked.command == "lesson":
        if asked.notes:
            return {"notes": words, "lang": asked.lang}
        page = None if asked.begin is None else str(asked.begin)
        return {"lesson": words, "lang": asked.lang, "page": page, "names": asked.names}
    if asked.command == "analysis":
        from talisman_nb.analysis.tree import FIELD, USUAL

        return {FIELD: words or USUAL, "lang": asked.lang}
    return {"table": asked.table, "lang": asked.lang}
