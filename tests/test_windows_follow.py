"""Do all windows of a table show what was answered in one of them, and how many there are?"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from event_loop import run
from msgspec.structs import replace
from tables import TWO

from talisman_nb.panels.sync import companion
from talisman_nb.panels.sync.companion import Companion
from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table

OTHER_WINDOW = """
import sys
from pathlib import Path
from talisman_nb.table.file.saved_tables import count_windows
print(count_windows(Path(sys.argv[1])), flush=True)
sys.stdin.read()
"""


def two_windows(path: Path) -> tuple[TableController, TableController]:
    """A table in two windows, as two kernels have it: each has opened the file."""
    Table.new(TWO, path=path).close()
    windows = TableController(Table.open(path)), TableController(Table.open(path))
    for window in windows:
        window.screen()
    return windows


def same(here: TableController, there: TableController) -> bool:
    """Whether two windows show the same; only the one that pressed has a note on it."""
    return replace(here.screen(), rev=0, note="") == replace(there.screen(), rev=0, note="")


def test_a_window_follows_answers_undo_and_a_changed_answer(own_home: Path) -> None:
    here, there = two_windows(own_home / "Friday.talisman")
    for message in (
        {"type": "answer", "key": "3"},
        {"type": "answer", "key": "clockwise"},
        {"type": "answer", "key": "wolf"},
        {"type": "undo"},
        {"type": "answer", "key": "bear"},
        {"type": "amend", "n": 1, "key": "4"},
    ):
        before = there.screen().rev
        here.handle(message)
        assert there.follow(), message
        assert there.screen().rev > before, message  # a view then turns over what belongs to the old question
        assert same(here, there), message
        assert not there.follow()


def test_hands_move_in_each_window_what_the_last_press_moved(own_home: Path) -> None:
    here, there = two_windows(own_home / "Friday.talisman")
    for key in ("3", "clockwise"):
        here.handle({"type": "answer", "key": key})
        there.follow()
        there.screen()
    here.handle({"type": "undo"})
    there.follow()
    assert here.screen().hands == there.screen().hands != ()


def test_a_view_asked_for_on_the_side_leaves_the_news_for_the_screen(own_home: Path) -> None:
    here, there = two_windows(own_home / "Friday.talisman")
    here.handle({"type": "answer", "key": "3"})
    assert there.handle({"type": "journal", "before": 1, "seat": -1}) is not None
    assert there.follow() and same(here, there)


def test_a_widget_refreshes_by_itself(own_home: Path) -> None:
    here, there = two_windows(own_home / "Friday.talisman")

    async def answered() -> None:
        widget = Companion(there)
        here.handle({"type": "answer", "key": "3"})
        await until(lambda: widget.screen["question"]["kind"] == "way")
        widget.close()

    run(answered())


async def until(seen: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not seen():
            await asyncio.sleep(0.01)


def test_windows_are_counted_until_their_process_ends_however_it_ends(own_home: Path) -> None:
    path = own_home / "Friday.talisman"
    here, _ = two_windows(path)
    assert not here.follow() and here.screen().windows == 1
    with other_window(path) as other:
        assert other.stdout and other.stdout.readline() == "2\n"
        assert here.follow() and here.screen().windows == 2
        other.kill()
        other.wait()
        assert here.follow() and here.screen().windows == 1
    assert len(list((own_home / "windows").iterdir())) == 1  # the mark of the killed one is gone


def test_a_window_without_a_view_is_counted_no_longer(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its kernel runs on for ten minutes when a page has vanished without a word, in a notebook for ever."""
    path = own_home / "Friday.talisman"
    _, there = two_windows(path)
    monkeypatch.setattr(companion, "SHOWN", 4)

    def marks() -> int:
        return len(list((own_home / "windows").glob("[!n]*")))

    async def watched() -> None:
        widget = Companion(there)
        await until(lambda: marks() == 1)
        for _ in range(8):
            widget._receive(widget, {"type": "ping", "view": "me-1"}, [])
            await asyncio.sleep(companion.FOLLOW)
            assert marks() == 1
        await until(lambda: marks() == 0)
        widget._receive(widget, {"type": "ping", "view": "me-1"}, [])
        await until(lambda: marks() == 1)
        widget._receive(widget, {"type": "ping", "view": "me-1", "hidden": True}, [])
        for _ in range(8):
            await asyncio.sleep(companion.FOLLOW)
            assert marks() == 1, "in the background it is one still"
        widget._receive(widget, {"type": "ping", "view": "me-1", "closed": True}, [])
        await until(lambda: marks() == 0)
        widget.close()

    run(watched())


def test_a_window_that_goes_to_another_table_is_not_counted_here(own_home: Path) -> None:
    path = own_home / "Friday.talisman"
    here, _ = two_windows(path)
    here.follow()
    marks = set((own_home / "windows").iterdir())
    here.handle({"type": "leave"})
    here.follow()
    assert len(marks) == 1 and not set((own_home / "windows").iterdir())


def other_window(path: Path) -> subprocess.Popen[str]:
    """Another process that has the table open until it is ended."""
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    argv = [sys.executable, "-c", OTHER_WINDOW, str(path)]
    return subprocess.Popen(argv, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
