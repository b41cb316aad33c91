"""Does a program that is killed at any moment lose nothing it acknowledged, and block nothing?"""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

import pytest
from editions import EXPANDED
from tables import TWO, virtual

from talisman_nb.rules.layers import BASE
from talisman_nb.table import NotAllowedError, Table, TableFileError
from talisman_nb.table.file import game_log
from talisman_nb.table.records import entry_of

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes that are killed are forked here")


def play(path: Path, dice: random.Random, told: int) -> None:
    """Answer, take back and amend without end; every press is told with where the game stands after it."""
    table = Table.open(path) if path.exists() else virtual(path, edition=dice.choice((BASE, *EXPANDED)))
    while True:
        os.write(told, f"{table._history.head} {table.state.ply}\n".encode())
        try:
            press(table, dice)
        except NotAllowedError:
            continue


def press(table: Table, dice: random.Random) -> None:
    chance = dice.random()
    if chance < 0.08 or table.ask.kind == "over":
        table.undo()
    elif chance < 0.12:
        table.redo()
    elif chance < 0.16 and table.lines:
        line = dice.choice(table.lines[-20:])
        table.amend(line.n, dice.choice(line.ask.open()), line.ask.seat)
    elif table.ask.chance:
        table.roll()
    else:
        table.answer(dice.choice(table.ask.open()))


def killed(path: Path, seed: int, after: float) -> list[tuple[int, int]]:
    """Where the game stood after each press, as told by a program that was killed `after` seconds."""
    here, there = os.pipe()
    child = os.fork()
    if not child:
        try:
            play(path, random.Random(seed), there)
        finally:
            os._exit(1)
    os.close(there)
    time.sleep(after)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), f"seed {seed}: the program ended by itself"
    with os.fdopen(here) as told:
        return [(int(head), int(ply)) for head, ply in map(str.split, told)]


@pytest.mark.slow
@pytest.mark.parametrize("kills", [20, pytest.param(150, marks=pytest.mark.campaign)])
def test_a_program_killed_at_any_moment_loses_and_blocks_nothing(tmp_path: Path, kills: int) -> None:
    dice = random.Random(kills)
    for kill in range(kills):
        path = tmp_path / f"{kill // 4}.talisman"  # made by the first of four programs, played on by the others
        told = killed(path, kill, dice.uniform(0, 0.03 if kill % 4 == 0 else 0.3))
        if not path.exists():
            assert not told, f"kill {kill}: a table that was told of is not there"
            virtual(path).close()
        with Table.open(path) as table:
            torn = table.problem is not None  # the kill may come between two pages of one write
            assert table.problem is None or table.problem.key == "cut-off", f"kill {kill}"
            if told:
                assert stands(table, path, *told[-1], torn), (
                    f"kill {kill}: {told[-1]} was told and isn't where the file ends"
                )


def stands(table: Table, path: Path, head: int, ply: int, torn: bool) -> bool:
    """Whether the game stands at the press that was told last, or at one more, written whole as the kill came."""
    if torn:
        return (table._history.head, table.state.ply) == (head, ply)
    *_, before, last = [entry_of(line) for line in path.read_bytes().splitlines(keepends=True)[1:]]
    return (table._history.head, table.state.ply) == (head, ply) or (
        before.head == head and table._history.head == last.head
    )


@pytest.mark.parametrize("step", ["mkstemp", "fdopen", "fsync", "link", "unlink"])
def test_a_name_is_free_or_its_table_whole_wherever_its_making_is_stopped(
    tmp_path: Path, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*given: object, **named: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as stopped:
        stopped.setattr({"mkstemp": game_log.tempfile, "unlink": Path}.get(step, os), step, stop)
        with pytest.raises(KeyboardInterrupt):
            Table.new(TWO, path=tmp_path / "t.talisman")
    try:
        assert Table.open(tmp_path / "t.talisman").ask.kind == "die"
    except TableFileError as error:
        assert error.key == "nowhere"
        Table.new(TWO, path=tmp_path / "t.talisman").close()


def test_what_a_killed_program_left_behind_is_cleared_away(tmp_path: Path) -> None:
    old, fresh = tmp_path / ".t.talisman.abcd_123.new", tmp_path / ".t.talisman.xyzx_123.new"
    other, foreign = tmp_path / ".other.talisman.abcd_123.new", tmp_path / ".notes.talisman.by hand.new"
    for file in (old, fresh, other, foreign):
        file.touch()
    for file in (old, other, foreign):
        os.utime(file, (0, 0))
    Table.new(TWO, path=tmp_path / "t.talisman").close()
    assert not old.exists() and fresh.exists(), "another program may be making a table of that name now"
    assert not other.exists() and foreign.exists(), "those of other tables too, and nothing that isn't ours"
