"""Is a file with right checksums and wrong contents refused in words, or played on, and never hides another table?"""

from __future__ import annotations

import base64
import json
import random
import signal
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from shares import some_seeds
from tables import press_on, virtual

from talisman_nb.chronicle.evenings import Evenings
from talisman_nb.engine import NotAllowedError
from talisman_nb.model import UserError
from talisman_nb.panels.hosted.controller_choice import controller_for
from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table, rescue_table
from talisman_nb.table.file.saved_tables import saved_tables, settings_in, summary, table_file
from talisman_nb.table.records import HEADER

pytestmark = [pytest.mark.usefixtures("own_home"), pytest.mark.filterwarnings("ignore::UserWarning")]

PATIENCE = 20.0
"""Seconds in which everything is done with one file, on a busy machine too."""
STRANGE: tuple[Any, ...] = (
    -1, 0, 1, 2, 7, 9, 99, 10**6, 2**31, 2**63, -(2**63), 2**70, 1e308, -0.5, True, False, None, "", "x", "wolf",
    "1", "ruins", "dwarf", "turn.move.do", "hand", "cast:0", "a" * 5000,
    "\u0000\u202e<script>", "../../x", [], [0], [[]], [1] * 50, ["x"], {}, {"x": 1}, [[[[[[]]]]]],
)  # fmt: skip

Entries = list[Any]


def some_game() -> bytes:
    """A game with undo, an amendment, corrections and answers that wait."""
    table = press_on(virtual(), 18)
    table.correct(1, gold=3)
    press_on(table, 8)
    table.undo()
    press_on(table, 3)
    for line in reversed(table.lines):
        if line.ask.kind == "way" and table.amend(line.n, line.ask.open()[-1], try_only=True).remaining:
            table.amend(line.n, line.ask.open()[-1])
            break
    table.keep_by_hand()
    press_on(table, 3)
    table.undo()
    return table.copy()


def entries_in(data: bytes) -> Entries:
    return [json.loads(line[9:]) for line in data.splitlines()[1:]]


def as_file(entries: Entries) -> bytes:
    contents = [json.dumps(entry, separators=(",", ":")).encode() for entry in entries]
    return HEADER + b"".join(b"%08x %b\n" % (zlib.crc32(content), content) for content in contents)


def replaced(entries: Entries, dice: random.Random) -> None:
    """A value somewhere in an entry is another one, mostly of its type."""
    within, key = entries, dice.randrange(len(entries))
    while isinstance(within[key], dict | list) and within[key] and (within is entries or dice.random() < 0.8):
        within = within[key]
        key = dice.choice(list(within) if isinstance(within, dict) else range(len(within)))  # type: ignore[arg-type]
    if dice.random() < 0.1:
        del within[key]
    elif isinstance(within[key], list) and dice.random() < 0.5:
        within[key] = dice.choice((within[key][::-1], within[key] * 2, within[key][1:], within[key][:1] * 7))
    elif isinstance(within[key], int) and dice.random() < 0.3:
        within[key] += dice.choice((-1, 1, 5, 1000))
    else:
        alike = [value for value in STRANGE if type(value) is type(within[key])]
        within[key] = dice.choice(alike if alike and dice.random() < 0.8 else STRANGE)


def taken_over(entries: Entries, dice: random.Random) -> None:
    """A part of one entry stands in another."""
    one, other = dice.sample(entries, 2)
    key = dice.choice([key for key in one if key != "definitions"])
    other[key] = json.loads(json.dumps(one[key]))


def lost(entries: Entries, dice: random.Random) -> None:
    del entries[dice.randrange(len(entries))]


def twice(entries: Entries, dice: random.Random) -> None:
    entries.insert(dice.randrange(len(entries) + 1), json.loads(json.dumps(dice.choice(entries))))


def swapped(entries: Entries, dice: random.Random) -> None:
    a, b = dice.sample(range(len(entries)), 2)
    entries[a], entries[b] = entries[b], entries[a]


CHANGES: tuple[Callable[[Entries, random.Random], None], ...] = (
    *(replaced,) * 5, *(taken_over,) * 2, lost, twice, swapped,
)  # fmt: skip


@contextmanager
def in_time(name: str) -> Iterator[None]:
    """Fail what hangs: busy by the clock of the processor, since others may be busy too, or waiting for ever."""

    def late(*_: object) -> None:
        raise AssertionError(f"{name}: still busy after {PATIENCE} seconds")

    before = {sign: signal.signal(sign, late) for sign in (signal.SIGPROF, signal.SIGALRM)}
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    signal.setitimer(signal.ITIMER_REAL, 10 * PATIENCE)
    try:
        yield
    finally:
        for timer in (signal.ITIMER_PROF, signal.ITIMER_REAL):
            signal.setitimer(timer, 0)
        for sign, how in before.items():
            signal.signal(sign, how)


def everything_with(file: Path, dice: random.Random) -> str:
    """List, open, look at, play on, take back, rescue: what became of it."""
    assert {path.stem for path in saved_tables()} == {"Good", file.stem}
    summary(file), settings_in(file)
    form = controller_for("", "en").setup()
    assert form is not None and {each.name for each in form.saved} == {"Good", file.stem} and form.note == ""
    assert controller_for(None).table is not None or controller_for(None).setup() is not None
    assert "Good" in [evening.name for evening in Evenings().read(9)[0]]
    with suppress(UserError):
        rescue_table(file).unlink()
    before = file.read_bytes()
    try:
        table = Table.open(file)
    except UserError as error:
        assert file.read_bytes() == before
        return f"refused: {error.key}"
    unfit = bool(table.unfit)
    panel = TableController(table)
    panel.screen()
    for _ in range(4):
        if table.ask.kind == "over":
            break
        try:
            table.roll() if table.ask.chance and table.ask.options else table.answer(dice.choice(table.ask.open()))
        except (NotAllowedError, UserError):
            break
    for message in ("undo", "undo", "redo"):
        panel.handle({"type": message, "ply": table.ask.ply})
    panel.screen()
    assert file.read_bytes().startswith(before), "a file only grows"
    head = table._history.head
    table.close()
    assert Table.open(file)._history.head == head
    return "waits" if unfit else "opened"


SEEDS = range(25)
"""Of these files some are opened, of some the rest waits, others are refused: about one in forty waits."""


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [SEEDS, pytest.param((*SEEDS, *some_seeds(100)), marks=pytest.mark.campaign)])
def test_a_file_with_right_checksums_and_wrong_contents_is_refused_or_played(seeds: Iterable[int]) -> None:
    press_on(virtual(table_file("Good")), 5).close()
    data, became, file = some_game(), Counter[str](), table_file("Strange")
    for seed in seeds:
        dice, entries = random.Random(f"file {seed}"), entries_in(data)
        changes = dice.choices(CHANGES, k=dice.choice((1, 1, 1, 2, 4)))
        for change in changes:
            change(entries, dice)
        file.write_bytes(as_file(entries))
        name = f"file {seed} ({', '.join(change.__name__ for change in changes)})"
        with in_time(name):
            try:
                became[everything_with(file, dice)] += 1
            except Exception as error:
                raise AssertionError(f"{name}: {type(error).__name__}: {error}") from error
        for path in file.parent.iterdir():
            if path.stem != "Good":
                path.unlink()
    print(became)
    assert {"opened", "waits"} < set(became), "some are played, of some the rest waits, others are refused"


def spoilt(change: Callable[[Entries], object]) -> bytes:
    entries = entries_in(some_game())
    change(entries)
    return as_file(entries)


def definitions(content: bytes) -> bytes:
    """A file whose book nobody knows, with these definitions."""
    packed = base64.b64encode(content).decode()
    return spoilt(lambda found: [x.update(definitions=packed) for x in found[:1]] + [known(found).update(book="x:y")])


def known(entries: Entries) -> dict[str, Any]:
    return next(entry["settings"] for entry in entries if entry.get("settings"))


def bomb() -> bytes:
    """Two hundred megabytes of spaces."""
    packer = zlib.compressobj(9)
    return b"".join(packer.compress(b" " * (1 << 24)) for _ in range(13)) + packer.flush()


HAND_MADE: dict[str, Callable[[], bytes]] = {
    "a turn of nobody": lambda: spoilt(lambda found: found[-1].update(turn=99)),
    "an answer that follows itself": lambda: spoilt(lambda found: found[5].update(after=found[5]["first"])),
    "a waiting answer without a number": lambda: spoilt(lambda found: found[-1].update(waiting=[0])),
    "a first seat that is none": lambda: spoilt(lambda found: known(found).update(first=9)),
    "cards in the box that are none": lambda: spoilt(lambda found: known(found).update(boxed=["no-such-card"])),
    "a state restored that restores itself": lambda: spoilt(lambda found: found[5].update(lay_after=found[5]["first"])),
    "definitions that unpack without end": lambda: definitions(bomb()),
    "no definitions": lambda: definitions(zlib.compress(b"[]")),
    "deep definitions": lambda: definitions(zlib.compress(b"[" * 100_000)),
    "definitions that are numbers": lambda: definitions(zlib.compress(b'[["revised4",{"rules.toml":7}]]')),
    "definitions that are no TOML": lambda: definitions(zlib.compress(b'[["revised4",{"rules.toml":"["}]]')),
    "deep entries": lambda: HEADER + b"%08x %b\n" % (zlib.crc32(b"[" * 10**5), b"[" * 10**5),
    "a line of 5 MB without an end": lambda: HEADER + random.Random(1).randbytes(5_000_000).replace(b"\n", b"x"),
}


@pytest.mark.parametrize("name", HAND_MADE)
def test_a_file_made_by_hand_is_refused_in_time_and_hides_nothing(name: str) -> None:
    press_on(virtual(table_file("Good")), 5).close()
    file = table_file("Strange")
    file.write_bytes(HAND_MADE[name]())
    with in_time(name):
        became = everything_with(file, random.Random(1))
    assert ("definitions" in name) == (became == "refused: definitions-unusable"), became
    assert became.startswith("refused") or name == "a turn of nobody", became
