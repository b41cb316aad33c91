"""What the views of a controller are sent (`Feed`): all its data at first, then the differences."""

from __future__ import annotations

import time
from typing import Any, Protocol

import msgspec

from talisman_nb.text.screen.values import Labels, Screen, Setup

from .difference import difference, sendable
from .panel_words import complete

COMING = 1.0
"""Seconds for which a difference may be on its way to a view."""


class Source(Protocol):
    """What a feed needs of a controller."""

    def screen(self) -> Screen:
        """Return the current screen."""

    def labels(self) -> Labels:
        """Return the labels of the current language and edition."""

    def setup(self) -> Setup | None:
        """Return the form of a new table, None while a table is played."""


class Feed:
    """The data of one controller as its views have them, and the differences that keep the views up to date."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._labels: Labels | None = None
        self._advanced = 0.0  # when the last difference was made
        self.data: dict[str, Any] = {"screen": {"seq": 0}, "labels": {}, "setup": None}
        """Screen, labels and form; the screen with `reply`, the id of the press it answers, and `seq`, its number."""

    @property
    def seq(self) -> int:
        """The number of the current screen."""
        return int(self.data["screen"]["seq"])

    def is_behind(self, seq: object, *, asks: bool = True) -> bool:
        """Return whether a view whose screen has this number must be sent everything.

        One that does not ask for it, but only looks whether the program runs, may be about to get the last difference;
        one at 0 has had nothing yet.
        """
        coming = not asks and 0 != seq == self.seq - 1 and time.monotonic() - self._advanced < COMING
        return seq != self.seq and not coming

    def advance(self, reply: str = "", **more: Any) -> dict[str, Any]:
        """Take the current data over, `more` beside them; return the message for views that have the last ones.

        It carries the numbers of both screens: a view that is at another one asks for everything instead.
        """
        self._advanced = time.monotonic()
        before, screen, form = self.data, self._source.screen(), self._source.setup()
        self.data = {
            "screen": {**msgspec.to_builtins(screen), "reply": reply, "seq": self.seq + 1},
            "labels": self._current_labels(),
            "setup": None if form is None else msgspec.to_builtins(form),
            **more,
        }
        change = sendable(difference(before, self.data))
        return {"type": "difference", "since": self.seq - 1, "seq": self.seq, **change}

    def _current_labels(self) -> Any:
        """Return the labels as plain values; the same dict as long as they are the same."""
        labels = self._source.labels()
        if labels == self._labels:
            return self.data["labels"]
        self._labels = labels
        return complete(labels)
