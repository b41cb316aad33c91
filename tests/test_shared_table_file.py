"""Do several windows and programs at one table follow each other, and lose or repeat no answer?"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from io import FileIO
from pathlib import Path

import portalocker
import pytest
from tables import TWO, press_on, virtual

from talisman_nb.table import NotAllowedError, Table, TableFileError
from talisman_nb.table.file import game_log
from talisman_nb.table.file.game_log import GameLog
from talisman_nb.table.records import LogEntry

pytestmark = pytest.mark.slow


def test_two_windows_on_one_file(tmp_path: Path) -> None:
    one = Table.new(TWO, path=tmp_path / "t.talisman")
    two = Table.open(tmp_path / "t.talisman")
    ply = two.ask.ply
    one.answer(3)
    assert two.ask.kind == "way", "the other window follows"
    with pytest.raises(NotAllowedError):
        two.answer(5, ply=ply)
    two.answer("clockwise")
    assert one.state == two.state and one.ask.kind == "card"
    one.undo()
    assert two.ask.kind == "way" and two.can_redo


Press = Callable[[Table, int], object]
PRESSES: dict[str, Press] = {
    "answer": lambda table, ply: table.answer("clockwise", ply=ply),
    "roll": lambda table, ply: table.roll(ply=ply),
    "throw again": lambda table, ply: table.throw_again(ply=ply),
    "settle": lambda table, ply: table.settle_by_hand(ply=ply),
    "correct": lambda table, ply: table.correct(0, life=3, ply=ply),
    "undo": lambda table, ply: table.undo(ply=ply),
    "redo": lambda table, ply: table.redo(ply=ply),
    "hold on": lambda table, ply: table.hold_on(1, "hand", ply=ply),
    "amend": lambda table, ply: table.amend(1, 4, ply=ply),
    "let go": lambda table, ply: table.let_go(ply=ply),
    "keep by hand": lambda table, ply: table.keep_by_hand(ply=ply),
}


@pytest.mark.parametrize("press", PRESSES.values(), ids=PRESSES)
def test_whatever_is_pressed_in_a_window_that_shows_the_past_is_refused(tmp_path: Path, press: Press) -> None:
    one, two = virtual(tmp_path / "t.talisman"), Table.open(tmp_path / "t.talisman")
    seen = two.ask.ply
    press_on(one, 2)
    with pytest.raises(NotAllowedError) as refused:
        press(two, seen)
    assert refused.value.reason == "table.stale" and two.lines == one.lines


def test_undo_in_both_windows_takes_back_one_press(tmp_path: Path) -> None:
    one, two = press_on(virtual(tmp_path / "t.talisman"), 6), Table.open(tmp_path / "t.talisman")
    seen = two.ask.ply
    one.undo(ply=seen)
    with pytest.raises(NotAllowedError):
        two.undo(ply=seen)
    assert two.state == one.state and two.can_redo


STRESS = """
import random, sys
from talisman_nb.table import NotAllowedError, Table, TableFileError; from talisman_nb.table.file import game_log
table, dice, taken = Table.open(sys.argv[1]), random.Random(int(sys.argv[3])), 0
for _ in range(int(sys.argv[2])):
    seen = table.ask
    try:
        if dice.random() < 0.05 or seen.kind == "over":
            table.undo(ply=seen.ply)
        elif seen.chance:
            table.roll(ply=seen.ply)
        else:
            table.answer(dice.choice(seen.open()), ply=seen.ply)
        taken += 1
    except NotAllowedError as refused:
        assert refused.reason == "table.stale", refused
print(taken)
"""


@pytest.mark.parametrize("presses", [60, pytest.param(150, marks=pytest.mark.campaign)])
def test_four_programs_at_one_table_hear_no_false_word(tmp_path: Path, presses: int) -> None:
    file = tmp_path / "t.talisman"
    virtual(file).close()
    command = [sys.executable, "-c", STRESS, str(file), str(presses)]
    programs = [
        subprocess.Popen([*command, str(n)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for n in range(4)
    ]
    told = [program.communicate() for program in programs]
    assert not any(errors for _, errors in told), told
    taken = sum(int(out) for out, _ in told)
    written = sum(line[9:].startswith(b"{") for line in file.read_bytes().splitlines())
    assert written == taken + 3, (
        "settings, first answers and definitions are written besides; every press taken is there, none twice"
    )
    assert Table.open(file).state


def test_what_is_written_while_another_program_reads_is_no_cut_off_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer written between reading the lines and looking at them used to be taken for half an answer."""
    one = virtual(tmp_path / "t.talisman")
    two = GameLog.opened(tmp_path / "t.talisman")
    look_at = two._entry

    def late(line: bytes, n: int) -> LogEntry:
        press_on(one, 1)
        return look_at(line, n)

    monkeypatch.setattr(two, "_entry", late)
    assert two.read() and two.cut_off == 0
    monkeypatch.undo()
    assert two.read(), "what was written meanwhile is read next"


def test_a_program_that_holds_the_file_is_waited_for_once_not_at_every_press(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host has one thread: whoever waits makes all screens wait."""
    monkeypatch.setattr(game_log, "PATIENCE", 0.5)
    table = virtual(tmp_path / "t.talisman")
    before = table.state
    waited, wait = [], game_log._wait_for_lock

    def waiting(file: FileIO, path: Path, patience: float) -> None:
        waited.append(patience)
        wait(file, path, patience)

    monkeypatch.setattr(game_log, "_wait_for_lock", waiting)
    with (tmp_path / "t.talisman").open("rb") as file:
        portalocker.lock(file, portalocker.LOCK_EX)
        for _ in range(3):
            with pytest.raises(TableFileError, match="another window or program"):
                press_on(table, 1)
    assert waited == [0.5, game_log.IMPATIENCE, game_log.IMPATIENCE]
    assert table.state == before
    press_on(table, 3)
    assert Table.open(tmp_path / "t.talisman").lines == table.lines
