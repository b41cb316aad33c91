"""Decides which names players may give themselves and cards of their own."""

from __future__ import annotations

import unicodedata
from typing import Final

MOST_LETTERS: Final = 40
"""Upper bound of a name in characters: a sheet has one line for it."""

JOINERS: Final = "\u200c\u200d"
"""Invisible characters a name may contain, because they join letters or emoji; all others are refused."""


def nameable(name: str) -> bool:
    """Whether a name can be shown: not blank, on one line, without invisible characters, at most `MOST_LETTERS` long.

    >>> nameable("Geneviève de la Tour"), nameable("?"), nameable(" "), nameable("Ada\\n"), nameable("A" * 41)
    (True, True, False, False, False)
    """
    seen = not any(unicodedata.category(sign) in ("Zl", "Zp") or _hidden(sign) for sign in name)
    return bool(name.strip()) and len(name) <= MOST_LETTERS and seen


def _hidden(sign: str) -> bool:
    return unicodedata.category(sign).startswith("C") and sign not in JOINERS
