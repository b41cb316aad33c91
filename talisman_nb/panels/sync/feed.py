"""Feed of a controller's views (`Feed`): the whole screen, labels when they change, words."""

from __future__ import annotations

import re
from typing import Any, Protocol

import msgspec

from talisman_nb.text.screen.labels import Labels, panel_words
from talisman_nb.text.screen.setup_values import Setup
from talisman_nb.text.screen.values import Screen

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


class FeedSource(Protocol):
    """The methods of a controller that a feed needs."""

    def screen(self) -> Screen:
        """Return the current screen."""

    def labels(self) -> Labels:
        """Return the labels of the current language and edition."""

    def setup(self) -> Setup | None:
        """Return the form of a new table, None while a table is played."""


class Feed:
    """The data of one controller as its views are to show them, and what a view lacks of them."""

    def __init__(self, source: FeedSource) -> None:
        self._source = source
        self._labels: Labels | None = None
        self._labelled = 0  # the number of the first screen with these labels
        self.data: dict[str, Any] = {"screen": {"seq": 0}, "labels": {}, "setup": None}
        """Screen, labels and form; the screen with `reply`, the id of the press it answers, and `seq`, its number."""

    @property
    def seq(self) -> int:
        """The number of the current screen."""
        return int(self.data["screen"]["seq"])

    def advance(self, reply: str = "", **more: Any) -> dict[str, Any]:
        """Take the current data over, `more` beside them; return what views that have the last ones lack."""
        screen, form = self._source.screen(), self._source.setup()
        self.data = {
            "screen": {**msgspec.to_builtins(screen), "reply": reply, "seq": self.seq + 1},
            "labels": self._current_labels(),
            "setup": None if form is None else msgspec.to_builtins(form),
            **more,
        }
        return self.lacks(self.seq - 1)

    def lacks(self, seq: object) -> dict[str, Any]:
        """Return what a view lacks whose screen has this number: nothing of the newest, else all but known labels."""
        if seq == self.seq:
            return {}
        known = isinstance(seq, int) and self._labelled <= seq < self.seq
        return {name: value for name, value in self.data.items() if name != "labels" or not known}

    def _current_labels(self) -> Any:
        """Return the labels as plain values; the same dict as long as they are the same."""
        labels = self._source.labels()
        if labels == self._labels:
            return self.data["labels"]
        self._labels, self._labelled = labels, self.seq + 1
        return complete(labels)
