"""If a read, write, sync or rename fails, each in turn, is it told in words, and no acknowledged answer lost?"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedWriter, FileIO
from pathlib import Path
from typing import Any

import portalocker
import pytest
from tables import press_on, virtual

from talisman_nb.engine import NotAllowedError
from talisman_nb.table import Table, TableFileError, rescue_table
from talisman_nb.table.file import game_log
from talisman_nb.table.file.saved_tables import saved_tables, settings_in, summary

pytestmark = pytest.mark.usefixtures("own_home")

SAVED = Path(__file__).parent / "saved"
CALLS = ("fsync", "fstat", "stat", "link", "open", "unlink", "rename", "replace", "truncate")
"""The functions of `os` that fail, with those of files that are open."""


class Disk:
    """Counts the calls to the system, of which one fails: before it does anything, after it has, or half done."""

    def __init__(self, folder: Path, fails: int, number: int, how: str) -> None:
        self.folder, self.fails, self.number, self.how, self.calls = str(folder), fails, number, how, 0
        self.failed = ""

    def called(self, name: str, call: Callable[..., Any], *given: Any, **named: Any) -> Any:
        self.calls += 1
        if self.calls != self.fails:
            return call(*given, **named)
        self.failed = name
        if self.how == "half" and name == "write":
            return call(given[0][: len(given[0]) // 2])
        if self.how == "after" and name != "lock":  # a lock that is refused is not held
            call(*given, **named)
        error = OSError(self.number, os.strerror(self.number))
        raise portalocker.LockException(error) if name == "lock" else error

    def is_ours(self, given: tuple[Any, ...]) -> bool:
        return any(isinstance(each, int) or self.folder in str(each) for each in given[:2])


@contextmanager
def failing(folder: Path, fails: int, number: int = errno.EIO, how: str = "before") -> Iterator[Disk]:
    """Let the call of this number (from 1) fail, as long as it lasts."""
    disk = Disk(folder, fails, number, how)

    class File(FileIO):
        def read(self, *given: Any) -> Any:
            return disk.called("read", super().read, *given)

        def write(self, *given: Any) -> Any:
            return disk.called("write", super().write, *given)

        def truncate(self, *given: Any) -> Any:
            return disk.called("truncate", super().truncate, *given)

        def seek(self, *given: Any) -> Any:
            return disk.called("seek", super().seek, *given)

    def wrapped(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *given, **named: (
            disk.called(name, call, *given, **named) if disk.is_ours(given) else call(*given, **named)
        )

    with pytest.MonkeyPatch.context() as broken:
        for name in CALLS:
            broken.setattr(os, name, wrapped(name, getattr(os, name)))
        broken.setattr(os, "fdopen", lambda handle, mode: BufferedWriter(File(handle, mode)))
        broken.setattr(game_log, "FileIO", File)
        for name in ("lock", "unlock"):
            broken.setattr(portalocker, name, wrapped(name, getattr(portalocker, name)))
        broken.setattr(game_log, "PATIENCE", 0.0)
        yield disk


def game(file: Path) -> Table:
    return press_on(virtual(file), 12)


def press(table: Table) -> None:
    press_on(table, 1)


def amend(table: Table) -> None:
    line = next(line for line in reversed(table.lines) if line.ask.kind == "way")
    table.amend(line.n, line.ask.open()[0])


PRESSES: dict[str, Callable[[Table], object]] = {
    "press": press,
    "undo": Table.undo,
    "amend": amend,
    "correct": lambda table: table.correct(0, gold=7),
    "set": lambda table: table.set(lang="pl"),
}
HOW = [(errno.EIO, "before"), (errno.ENOSPC, "half"), (errno.EIO, "after")]
"""How a call fails; all of them with `-m campaign`."""
ways_to_fail = pytest.mark.parametrize(
    ("number", "how"), [HOW[0], *(pytest.param(*each, marks=pytest.mark.campaign) for each in HOW[1:])]
)


def told(do: Callable[[], object]) -> bool:
    """Do something; whether it was acknowledged. Only an error in words may come of it."""
    try:
        do()
    except (TableFileError, NotAllowedError) as error:
        assert str(error)
        return False
    return True


@ways_to_fail
@pytest.mark.parametrize("name", PRESSES)
def test_a_press_is_whole_or_not_at_all_whatever_fails(name: str, number: int, how: str, tmp_path: Path) -> None:
    do, file, whole = PRESSES[name], tmp_path / "t.talisman", tmp_path / "whole.talisman"
    game(whole).close()
    for fails in range(1, 1000):
        shutil.copy(whole, file)
        with Table.open(file) as table:
            before = file.read_bytes()
            with failing(tmp_path, fails, number, how) as disk:
                acknowledged = told(lambda: do(table))
            where = f"{name}, call {fails} ({disk.failed}) {how}"
            written = file.read_bytes()
            assert written.startswith(before), f"{where}: something is gone"
            with Table.open(file) as again:
                lines, settings = again.lines, again.settings
            if acknowledged:
                assert (lines, settings) == (table.lines, table.settings), f"{where}: acknowledged, and not there"
            press_on(table, 2)
            with Table.open(file) as again:
                assert again.lines == table.lines and again.state == table.state, f"{where}: it goes on otherwise"
        if not disk.failed:
            assert fails > 5 and acknowledged
            return
    raise AssertionError("there is no end of calls")


@ways_to_fail
@pytest.mark.parametrize("name", ["make", "open", "convert", "save", "rescue", "list"])
def test_a_file_is_whole_or_not_there_whatever_fails(name: str, number: int, how: str, tmp_path: Path) -> None:
    folder, whole = tmp_path / "tables", tmp_path / "whole.talisman"
    game(whole).close()
    older = next(path for path in SAVED.glob("*.talisman") if path.read_bytes().startswith(b"SQLite"))
    for fails in range(1, 1000):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        file, new = folder / "t.talisman", folder / "new.talisman"
        shutil.copy(older if name == "convert" else whole, file)
        was = file.read_bytes()
        table = press_on(virtual(), 3) if name == "save" else None
        do: dict[str, Callable[[], object]] = {
            "make": lambda: virtual(new).close(),  # noqa: B023
            "open": lambda: Table.open(file).close(),  # noqa: B023
            "convert": lambda: Table.open(file).close(),  # noqa: B023
            "save": lambda: table and table.save_as(new),  # noqa: B023
            "rescue": lambda: rescue_table(file),  # noqa: B023
            "list": lambda: [(summary(path), settings_in(path)) for path in saved_tables()],
        }
        with failing(tmp_path, fails, number, how) as disk:
            acknowledged = told(do[name])
        where = f"{name}, call {fails} ({disk.failed}) {how}"
        if name != "convert":
            assert file.read_bytes() == was, where
        kept = folder / "t.talisman.older"
        assert file.read_bytes() == was or kept.read_bytes() == was, f"{where}: the original is gone"
        Table.open(file).close()
        assert not acknowledged or name not in ("make", "save") or new.exists(), where
        if new.exists():
            Table.open(new).close()
        if table is not None and not new.exists():
            table.save_as(new)
            assert Table.open(new).lines == table.lines, where
        if not disk.failed:
            assert acknowledged and fails > 3
            return
    raise AssertionError("there is no end of calls")
