"""Query of the full page's address, read in its kernel: the table, situation or lesson, and the language."""

from __future__ import annotations

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
