"""All evenings: who played which character in the saved tables, who won, who died, who beat or robbed whom."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import date
from itertools import pairwise
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Struct

from talisman_nb.engine.dying import Death, Deaths
from talisman_nb.model import UserError
from talisman_nb.model.data_folder import home
from talisman_nb.rules.book import plain_card
from talisman_nb.table import AnswerRecord, Table
from talisman_nb.table.file.game_log import is_plain_file
from talisman_nb.table.file.older_format import is_older
from talisman_nb.table.file.saved_tables import saved_tables, tables_dir

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


class Blow(NamedTuple):
    """Something that one person did to another: a fight won, a character killed, a thing or gold taken."""

    kind: Literal["beat", "killed", "robbed"]
    by: int
    whom: int
    what: str  # key of the card, "gold", or of the character that was beaten or killed
    n: int  # line of the journal


class InForm(NamedTuple):
    """A time that somebody spent in a form that ends by itself: how many own turns it began so."""

    seat: int
    form: str
    turns: int


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
    edition: str = ""
    house: tuple[tuple[str, Any], ...] = ()  # figures that house rules changed, with their values
    deaths: tuple[Death, ...] = ()
    blows: tuple[Blow, ...] = ()
    forms: tuple[InForm, ...] = ()
    group: str = ""  # what its people call themselves
    stake: str = ""  # what they played for


KEPT = "evenings.json"
"""Name of the file in which the evenings that were read are kept, beside the folder of the tables."""
READ_AS = 3
"""Grows with what is read of a table: evenings that were kept by another number are read again."""


class KeptEvenings(Struct, frozen=True):
    """Evenings by the name of their table's file, each with the stamp of that; None for a file that has none."""

    read_as: int
    found: dict[str, tuple[Stamp, Evening | None]]


class Evenings:
    """The evenings read so far; a file is read again only when it has changed.

    They are kept in a file too: a table is played through to be read, which takes a moment for each.
    """

    def __init__(self) -> None:
        self._known: dict[Path, tuple[Stamp, Evening | None]] = {}

    def read(self, most: int, wanted: Callable[[Path], bool] = is_plain_file) -> tuple[list[Evening], int]:
        """Return the evenings, the last one first, and how many are still to be read: at most `most` are at once.

        Only of the files that are `wanted`. A table that can't be opened, has no answer yet or is a demo, is left out.
        Raises `TableFileError` if the folder can't be read.
        """
        files = [file for file in saved_tables() if is_plain_file(file) and wanted(file)]
        if not self._known:
            self._known = _recall()
        missing = [file for file in files if self._stamp(file) != self._known.get(file, (None, None))[0]]
        for file in missing[:most]:
            self._known[file] = self._stamp(file), evening_of(file)
        if missing[:most]:
            _keep(self._known)
        found = (self._known[file][1] for file in files if file in self._known)
        return [evening for evening in found if evening], len(missing[most:])

    def _stamp(self, file: Path) -> Stamp:
        stat = file.stat()
        return stat.st_size, stat.st_mtime_ns


def _recall() -> dict[Path, tuple[Stamp, Evening | None]]:
    """Return the evenings that were kept; {} if there are none, or none that can be read."""
    with suppress(OSError, msgspec.MsgspecError):
        kept = msgspec.json.decode((home() / KEPT).read_bytes(), type=KeptEvenings)
        if kept.read_as == READ_AS:
            return {tables_dir() / name: found for name, found in kept.found.items()}
    return {}


def _keep(known: Mapping[Path, tuple[Stamp, Evening | None]]) -> None:
    """Keep evenings for the next start, whole or not at all; what can't be kept is read again."""
    kept = KeptEvenings(READ_AS, {path.name: found for path, found in known.items() if path.exists()})
    written: Path | None = None
    with suppress(OSError):
        with NamedTemporaryFile(dir=home(), delete=False) as file:
            written = Path(file.name)
            file.write(msgspec.json.encode(kept))
        written.replace(home() / KEPT)
        return
    with suppress(OSError):
        if written:
            written.unlink()


def evening_of(file: Path) -> Evening | None:
    """Read the evening of a saved table, whose file is left as it is.

    None if it can't be opened, has no answer or is a demo.
    """
    try:
        with _unchanged(file) as copy, Table.open(copy) as table:
            return _evening(table) if table.lines and not table.demo else None
    except (UserError, OSError):
        return None


@contextmanager
def _unchanged(file: Path) -> Iterator[Path]:
    """Yield the file, or of one of an older format a copy: opening a table converts it."""
    if not is_older(file):
        yield file
        return
    with TemporaryDirectory() as folder:
        for each in file.parent.glob(f"{file.name}*"):  # with what its database has not merged yet
            if each.name in (file.name, f"{file.name}-wal"):
                shutil.copy(each, folder)
        yield Path(folder, file.name)


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
        edition=table.settings.edition,
        house=tuple(table.settings.house.items()),
        deaths=tuple(deaths(table.lines)),
        blows=tuple(blows(table.lines)),
        forms=tuple(times_in_forms(table.lines)),
        group=table.settings.group,
        stake=table.settings.stake,
    )


# What is told of a game by its events: who died of what, and what people did to one another.


def deaths(lines: Iterable[AnswerRecord]) -> Iterator[Death]:
    """Yield the deaths of a game in their order, each with what took the last life."""
    found = Deaths()
    for line in lines:
        yield from found.of(line.before, line.events)


def blows(lines: Iterable[AnswerRecord]) -> Iterator[Blow]:
    """Yield what the people of a game did to one another, in its order."""
    found = Deaths()
    for line in lines:
        killed_by = {death.seat: death.by for death in found.of(line.before, line.events)}
        for event in line.events:
            if event.kind == "fought" and not event.cards and event.other >= 0 and event.what in ("won", "lost"):
                by, whom = (event.seat, event.other) if event.what == "won" else (event.other, event.seat)
                yield Blow("beat", by, whom, f"character.{line.before.players[whom].character}", line.n)
            elif event.kind == "killed":
                if (by := killed_by[event.seat]) not in (-1, event.seat):
                    yield Blow("killed", by, event.seat, f"character.{event.what}", line.n)
            elif event.kind == "took_gold" and event.other >= 0:
                yield Blow("robbed", event.seat, event.other, "gold", line.n)
            elif event.kind == "taken" and event.only < 0 and (owner := event.origin.removeprefix("seat:")).isdigit():
                yield Blow("robbed", event.seat, int(owner), plain_card(event.card), line.n)


def times_in_forms(lines: Iterable[AnswerRecord]) -> Iterator[InForm]:
    """Yield the times that people spent in forms that end by themselves, the running ones last."""
    running: dict[int, InForm] = {}
    for line in lines:
        for seat, player in enumerate(line.after.players):
            was = running.get(seat)
            if was and player.form != was.form:
                yield running.pop(seat)
            elif not was and player.form and player.form_left:
                running[seat] = InForm(seat, player.form, 0)
        for event in line.events:
            if event.kind == "turn_begins" and (was := running.get(event.seat)):
                running[event.seat] = was._replace(turns=was.turns + 1)
    yield from running.values()


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
