"""A situation as part of an address: `?situation=…`."""

from __future__ import annotations

from urllib.parse import parse_qs, quote, urlsplit

from talisman_nb.model.situation import SituationError

FIELD = "situation"
"""Name of the field of an address that carries a situation."""
USUAL = "dwarf crags | thief city"
"""The situation to begin with where none is given."""


def link_of(text: str) -> str:
    """Return the query of an address that carries a situation; `text_of` is the inverse.

    >>> link_of("dwarf crags > 3")
    '?situation=dwarf%20crags%20%3E%203'
    """
    return f"?{FIELD}={quote(text, safe='')}"


def text_of(link: str) -> str:
    """Return the situation in an address or its query; raises `SituationError` unless it has exactly one.

    >>> text_of("http://localhost:8866/?lang=it&situation=dwarf%20crags%20%3E%203")
    'dwarf crags > 3'
    """
    found = parse_qs(urlsplit(link).query).get(FIELD, [])
    if len(found) != 1:
        raise SituationError(
            "link", "expected a link with one {field}, this one has {n}", field=f"?{FIELD}=…", n=len(found)
        )
    return found[0]
