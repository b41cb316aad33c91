"""Checks the variables of one program: those read before anything writes them, and those that are never read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from talisman_nb.board.toml_reading import did_you_mean, shown


class Variables:
    """The variables written so far on the path being checked (`given` from the start), and those read anywhere."""

    def __init__(self, given: Iterable[str]) -> None:
        self.written = set(given)
        self.ended = False  # the path ended with `stop`: what follows is never run
        self.holds: dict[str, set[str]] = {}  # kinds of values written to each, "" for any
        self._read: set[str] = set()
        self._first: dict[str, str] = {}

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self.written

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self.written))

    def write(self, name: str, where: str = "", what: str = "") -> None:
        """Note that an operation writes a value of kind `what`; with a place `where` the variable must be read."""
        self.written.add(name)
        self.holds.setdefault(name, set()).add(what)
        if where:
            self._first.setdefault(name, where)

    def read(self, *names: str) -> None:
        """Note that an operation reads these names, if they are variables."""
        self._read.update(names)

    def unwritten(self, name: Any, where: str) -> Iterator[str]:
        """Note that an operation reads the variable; a message if no operation before it writes it."""
        if isinstance(name, str):
            self.read(name)
        if name not in self:
            yield f"{where}: nothing before it writes the variable {shown(name)}{did_you_mean(name, self)}"

    def unread(self) -> Iterator[str]:
        """A message for each variable that had to be read and is not."""
        for name, where in self._first.items():
            if name not in self._read:
                yield f"{where}: nothing reads the variable {name!r}{did_you_mean(name, self._read)}"

    def branch(self, written: Iterable[str]) -> None:
        """Begin one of several alternative paths, with the variables written before all of them."""
        self.written, self.ended = set(written), False

    def join(self, ends: list[set[str]], before: set[str]) -> None:
        """Join alternative paths: only variables that all of them wrote count as written.

        `ends` holds those of each path that goes on; without any, the operations that follow never run.
        """
        self.written, self.ended = (set.intersection(*ends), False) if ends else (before, True)
