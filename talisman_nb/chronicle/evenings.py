"""All evenings: who played which character in the saved tables, who won, how long it took and was played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from talisman_nb.model import UserError
from talisman_nb.table import Table
from talisman_nb.table.file.game_log import is_plain_file
from talisman_nb.table.file.older_format import is_older
from talisman_nb.table.file.saved_tables import saved_tables

PAUSE = 30 * 60
"""Seconds without a press that count as a pause, not as playing."""


def minutes_played(times: Sequence[float]) -> int:
    """Return the minutes between the presses, without pauses.

    >>> minutes_played([0, 60, 120, 10_000, 10_060])
    3
    """
    return round(sum(gap for a, b in pairwise(times) if 0 < (gap := b - a) < PAUSE) / 60)


def ended_on(times: Sequence[float]) -> date:
    """Return the day of the last press; today for a time that is out of range (saved with a wrong clock)."""
    try:
        return date.fromtimestamp(times[-1])
    except (IndexError, ValueError, OverflowError, OSError):
        return date.today()


Stamp = tuple[int, int]
"""Size and time of a file, by which it is known whether it has changed."""


class Evening(NamedTuple):
    """A saved table that was played to its end or left before; `winner` is -1 without one."""

    name: str
    date: str  # ISO: "2026-11-14"
    people: tuple[str, ...]
    characters: tuple[tuple[str, ...], ...]  # by person: keys of the characters, the last one last
    winner: int
    over: bool
    rounds: int
    minutes: int


class Evenings:
    """The evenings read so far; a file is read again only when it has changed."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[Stamp, Evening | None]] = {}

    def read(self, most: int) -> tuple[list[Evening], int]:
        """Return the evenings, the last one first, and how many are still to be read: at most `most` are at once.

        A table that can't be opened, is of an older format, has no answer yet or is a demo, is left out. Raises
        `TableFileError` if the folder can't be read.
        """
        files = [file for file in saved_tables() if is_plain_file(file) and not is_older(file)]
        missing = [file for file in files if self._stamp(file) != self._known.get(file, (None, None))[0]]
        for file in missing[:most]:
            self._known[file] = self._stamp(file), evening_of(file)
        found = (self._known[file][1] for file in files if file in self._known)
        return [evening for evening in found if evening], len(missing[most:])

    def _stamp(self, file: Path) -> Stamp:
        stat = file.stat()
        return stat.st_size, stat.st_mtime_ns


def evening_of(file: Path) -> Evening | None:
    """Read the evening of a saved table; None if it can't be opened, has no answer or is a demo."""
    try:
        with Table.open(file) as table:
            return _evening(table) if table.lines and not table.demo else None
    except (UserError, OSError):
        return None


def _evening(table: Table) -> Evening:
    state = table.state
    characters: list[list[str]] = [[] for _ in state.players]
    for event in (*table.opening, *(event for line in table.lines for event in line.events)):
        if event.kind in ("enters", "character_by_hand") and 0 <= event.seat < len(characters):
            characters[event.seat].append(event.what)
    return Evening(
        name=table.name,
        date=ended_on(table.times).isoformat(),
        people=tuple(player.name for player in state.players),
        characters=tuple(
            tuple(found) or (player.character,) for found, player in zip(characters, table.state.players, strict=True)
        ),
        winner=state.winner,
        over=table.ask.kind == "over",
        rounds=state.round,
        minutes=minutes_played(table.times),
    )


class Tally(NamedTuple):
    """How often somebody, or a character, played and won; `characters` by how often, of a person only."""

    name: str
    played: int
    wins: int
    characters: tuple[tuple[str, int], ...] = ()


def by_person(evenings: Iterable[Evening]) -> list[Tally]:
    """Return the tallies of the people, those with the most wins first.

    >>> friday = Evening("Friday", "2026-11-13", ("Ada", "Bruno"), (("dwarf",), ("thief", "elf")), 0, True, 9, 90)
    >>> by_person([friday])[1]
    Tally(name='Bruno', played=1, wins=0, characters=(('thief', 1), ('elf', 1)))
    """
    played, wins, characters = Counter[str](), Counter[str](), dict[str, Counter[str]]()
    for evening in evenings:
        for seat, name in enumerate(evening.people):
            played[name] += 1
            wins[name] += seat == evening.winner
            characters.setdefault(name, Counter()).update(evening.characters[seat])
    return _sort_tallies(
        [Tally(name, n, wins[name], tuple(characters[name].most_common())) for name, n in played.items()]
    )


def by_character(evenings: Iterable[Evening]) -> list[Tally]:
    """Return the tallies of the characters by key; a win is that of the last character of whoever won."""
    played, wins = Counter[str](), Counter[str]()
    for evening in evenings:
        played.update(key for characters in evening.characters for key in characters)
        if evening.winner >= 0 and evening.characters[evening.winner]:
            wins[evening.characters[evening.winner][-1]] += 1
    return _sort_tallies([Tally(key, n, wins[key]) for key, n in played.items()])


def _sort_tallies(tallies: list[Tally]) -> list[Tally]:
    return sorted(tallies, key=lambda each: (-each.wins, -each.played, each.name))


def average_minutes(evenings: Sequence[Evening]) -> int:
    """Return the average length of the games that were played to their end, 0 without one."""
    lengths = [evening.minutes for evening in evenings if evening.over]
    return round(sum(lengths) / len(lengths)) if lengths else 0
