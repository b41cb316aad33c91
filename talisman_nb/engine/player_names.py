"""What people may call themselves and their own cards."""

from __future__ import annotations

import unicodedata

MOST_LETTERS = 40
"""More would leave no room for anything else on a sheet."""

JOINERS = "\u200c\u200d"
"""They join letters and pictures of one sign; every other sign that can't be seen is none."""


def nameable(name: str) -> bool:
    """Whether a name can be read: something to see, one line, and not too long.

    >>> nameable("Geneviève de la Tour"), nameable("?"), nameable(" "), nameable("Ada\\n"), nameable("A" * 41)
    (True, True, False, False, False)
    """
    seen = not any(unicodedata.category(sign) in ("Zl", "Zp") or _hidden(sign) for sign in name)
    return bool(name.strip()) and len(name) <= MOST_LETTERS and seen


def _hidden(sign: str) -> bool:
    return unicodedata.category(sign).startswith("C") and sign not in JOINERS
