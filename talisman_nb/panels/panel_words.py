"""Keys of the panel's fixed words: `talisman_nb.text` has a phrase for each in every language (`Labels.words`)."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from talisman_nb.text.screen.contents import panel_words
from talisman_nb.text.screen.values import Labels

PLACE = re.compile(r"\{(\w+)")
"""Matches a place to fill in a phrase: `{answer}`, or `{n:gold}`."""
WORDS: tuple[str, ...] = tuple(sorted(panel_words("en")))
"""Keys of `Labels.words`, those of the English phrases; a test checks that they equal those used in the JavaScript."""

PLACES: dict[str, tuple[str, ...]] = {
    word: found for word, phrase in panel_words("en").items() if (found := tuple(dict.fromkeys(PLACE.findall(phrase))))
}
"""Maps words with places to fill to the names of these places."""


def complete(labels: Labels) -> dict[str, Any]:
    """Return the labels as plain values. Raises `KeyError` that names the missing words of the panel."""
    missing = [word for word in WORDS if word not in labels.words]
    if missing:
        raise KeyError(f"labels in {labels.lang!r} lack the panel's words {missing}: give each of WORDS a phrase")
    plain: dict[str, Any] = msgspec.to_builtins(labels)
    return plain
