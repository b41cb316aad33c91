"""What the page that is open was asked for: a table, a language."""

from __future__ import annotations

import os
from collections.abc import Mapping
from urllib.parse import parse_qs

import msgspec


class Visit(msgspec.Struct, frozen=True):
    """The wishes that came with the address of the page; None where it says nothing, a table "" for a new one."""

    table: str | None = None
    lang: str | None = None


def visit(environ: Mapping[str, str] = os.environ) -> Visit:
    """The wishes of the page this kernel was started for (Voilà hands on the address's query as QUERY_STRING).

    >>> visit({"QUERY_STRING": "table=Friday+night&lang=it"})
    Visit(table='Friday night', lang='it')
    >>> visit({"QUERY_STRING": "table="})
    Visit(table='', lang=None)
    >>> visit({})
    Visit(table=None, lang=None)
    """
    asked = parse_qs(environ.get("QUERY_STRING", ""), keep_blank_values=True)
    return Visit(**{name: asked[name][-1] for name in ("table", "lang") if name in asked})
