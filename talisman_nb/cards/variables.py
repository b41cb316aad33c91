"""The variables of one program: which are written where a walk has come to, and which nobody ever reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from talisman_nb.board.toml_reading import did_you_mean


class Variables:
    """What is written by now, what is read anywhere."""

    def __init__(self, given: Iterable[str]) -> None:
        self.written = set(given)
        self.ended = False  # nothing comes after the last operation
        self.holds: dict[str, set[str]] = {}  # what each was given, "" being anything
        self._read: set[str] = set()
        self._first: dict[str, str] = {}

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self.written

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self.written))

    def write(self, name: str, where: str = "", what: str = "") -> None:
        """It is written; where a place is told, somebody has to read it."""
        self.written.add(name)
        self.holds.setdefault(name, set()).add(what)
        if where:
            self._first.setdefault(name, where)

    def read(self, *names: str) -> None:
        """They are read, if they are variables at all."""
        self._read.update(names)

    def unread(self) -> Iterator[str]:
        """A sentence for each variable that is written in vain."""
        for name, where in self._first.items():
            if name not in self._read:
                yield f"{where}: nothing reads the variable {name!r}{did_you_mean(name, self._read)}"

    def branch(self, written: Iterable[str]) -> None:
        """One of several ways begins, with what was written before all of them."""
        self.written, self.ended = set(written), False

    def join(self, ends: list[set[str]], before: set[str]) -> None:
        """The ways come together: written is what each of them wrote; no end at all and nothing comes after."""
        self.written, self.ended = (set.intersection(*ends), False) if ends else (before, True)
