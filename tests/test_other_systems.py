"""Is a table saved where a system lacks what another has: links, an open file that may be renamed or replaced?"""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import portalocker
import pytest
from tables import TWO, played

from talisman_nb.app.console import plain, say
from talisman_nb.model.kinds import OwnCard
from talisman_nb.table import Table, TableFileError
from talisman_nb.table.file.saved_tables import close_window, count_windows, table_file
from talisman_nb.table.kept_lines import KeptLines

pytestmark = pytest.mark.usefixtures("own_home")
ROOT = Path(__file__).parents[1]


@pytest.fixture
def without_links(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Python in a browser has no `os.link` at all."""
    monkeypatch.delattr(os, "link")


@pytest.fixture
def keeps_open_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """As Windows: a file that is open here keeps its name and place."""
    opened = {name: getattr(Path, name) for name in ("rename", "replace", "unlink")}

    def is_open(path: Path) -> bool:
        links = list(Path("/proc/self/fd").iterdir())
        return any(each.exists() and path.exists() and each.samefile(path) for each in links)

    def guarded(name: str) -> Any:
        def call(path: Path, *given: Any, **named: Any) -> Any:
            if any(is_open(each) for each in (path, *(each for each in given if isinstance(each, Path)))):
                raise PermissionError(13, "another process uses the file", str(path))
            return opened[name](path, *given, **named)

        return call

    for name in opened:
        monkeypatch.setattr(Path, name, guarded(name))


@pytest.mark.usefixtures("without_links")
def test_a_table_is_saved_without_links_and_takes_no_others_name() -> None:
    table = played(Table.new(TWO, name="Friday"), 5)
    table.close()
    with Table.open("Friday") as again:
        assert again.state == table.state
    with pytest.raises(TableFileError):
        Table.new({"Eva": "elf", "Ugo": "troll"}, name="Friday")
    with Table.open("Friday") as again:
        assert again.state == table.state


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="the system does not list open files")
@pytest.mark.usefixtures("keeps_open_files")
def test_windows_are_counted_and_kept_lines_forgotten_where_open_files_stay() -> None:
    Table.new(TWO, name="Friday").close()
    table = table_file("Friday")
    assert count_windows(table) == 1
    (mark,) = (mark for mark in (table.parent.parent / "windows").iterdir())
    left = mark.with_name(f"{mark.name[:17]}left-behind")
    left.touch()  # of a process that was killed
    assert count_windows(table) == 1 and not left.exists()
    with left.open("ab") as held:
        portalocker.lock(held, portalocker.LOCK_EX)
        assert count_windows(table) == 2
    close_window(table)
    assert not mark.exists()
    kept = KeptLines("cards.jsonl", OwnCard, lambda card: card.name)
    for name in ("Snow Ape", "Kraken"):
        kept.keep(OwnCard(name, "animal", strength=3))
    kept.forget(OwnCard("Snow Ape", "animal"))
    assert [card.name for card in kept.read()] == ["Kraken"]
    kept.keep(OwnCard("Moth", "animal"))
    assert [card.name for card in kept.read()] == ["Kraken", "Moth"]
    assert [file.name for file in kept.path.parent.glob("cards*")] == ["cards.jsonl"]


@pytest.mark.parametrize("encoding", ["cp437", "cp1252", "cp852", "ascii", "utf-8"])
def test_any_console_is_written_to(encoding: str) -> None:
    told = "Łucja « gra » — Małgorzata: −1…"
    console = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="\r\n")
    say(told, console)
    assert console.buffer.getvalue() == f"{plain(told, encoding)}\r\n".encode(encoding)  # type: ignore[attr-defined]


@pytest.mark.parametrize("number", [errno.EPIPE, errno.EINVAL])
def test_a_reader_that_has_gone_is_no_error(number: int, tmp_path: Path) -> None:
    """Windows calls a pipe without a reader an invalid argument."""

    class Gone(io.FileIO):
        refuses = True

        def write(self, data: Any) -> int:
            if self.refuses:
                raise OSError(number, os.strerror(number))
            return super().write(data)

    pipe = Gone(tmp_path / "pipe", "w")
    with io.TextIOWrapper(io.BufferedWriter(pipe), encoding="utf-8") as out:
        say("Ada", out)
        pipe.refuses = False
    assert (tmp_path / "pipe").read_bytes() == b"", "what is flushed at the end goes nowhere"


@pytest.mark.parametrize("module", ["talisman_nb.table.file.game_log", "talisman_nb.simulate"])
def test_locks_are_those_of_the_system_where_a_kernel_has_put_an_empty_module_in_their_place(module: str) -> None:
    """As JupyterLite's kernel does, though the Python of a browser has the real one."""
    code = f"""
import sys, types
sys.modules["fcntl"], sys.platform = types.ModuleType("fcntl"), "emscripten"
import {module}
import portalocker
print(portalocker.LOCK_EX.name)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=120)
    assert done.stdout == "EXCLUSIVE\n", done.stderr
