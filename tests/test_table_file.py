"""Is nothing that was answered ever lost, whatever happens to the program or the file?"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from tables import TWO, played, press_on, virtual

from talisman_nb.engine import step
from talisman_nb.model import Answer
from talisman_nb.rules.book import Book, open_book, remember
from talisman_nb.rules.layers import Layer
from talisman_nb.table import Table, TableFileError, rescue_table
from talisman_nb.table.records import HEADER

pytestmark = pytest.mark.slow


def test_a_game_killed_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "killed.talisman"
    script = (
        "import os, sys\nfrom talisman_nb.table import Table\n"
        f"table = Table.new({TWO!r}, path={str(file)!r})\n"
        "for key in (3, 'clockwise', 'wolf', 4):\n    table.answer(key)\n"
        "sys.stdout.write(str(table.ask.ply)); sys.stdout.flush(); os._exit(9)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 9, done.stderr
    table = Table.open(file)
    assert table.ask.ply == int(done.stdout) and table.ask.purpose == "foe"


def test_a_killed_hold_on_still_knows_what_waits(tmp_path: Path) -> None:
    table = played(Table.new(TWO, path=tmp_path / "t.talisman"), 3, "clockwise", "wolf", 3, 5, "keep", 2)
    table.amend(next(line.n for line in table.lines if line.ask.purpose == "foe"), 4)
    again = Table.open(tmp_path / "t.talisman")
    assert [line.answer for line in again.pending] == [line.answer for line in table.pending]
    again.answer("keep")
    assert again.ask.seat == 1 and again.ask.kind == "way"


def test_every_answer_is_on_the_disk_before_its_result_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = virtual(tmp_path / "t.talisman")
    synced: list[int] = []
    real = os.fsync

    def counted(handle: int) -> None:
        synced.append(os.fstat(handle).st_size)
        real(handle)

    monkeypatch.setattr(os, "fsync", counted)
    for presses in range(1, 101):
        press_on(table, 1)
        assert len(synced) == presses and synced[-1] == (tmp_path / "t.talisman").stat().st_size


def test_a_copy_made_at_any_moment_is_the_game_up_to_then(tmp_path: Path) -> None:
    file, copy = tmp_path / "t.talisman", tmp_path / "copy.talisman"
    table = virtual(file)
    for _ in range(60):
        press_on(table, 1)
        shutil.copyfile(file, copy)
        with Table.open(copy) as same:
            assert same.lines == table.lines and same.state == table.state
    assert [found.name for found in sorted(tmp_path.iterdir())] == ["copy.talisman", "t.talisman"], (
        "one table is one file"
    )


def test_a_file_is_never_overwritten(tmp_path: Path) -> None:
    Table.new(TWO, path=tmp_path / "t.talisman").close()
    with pytest.raises(TableFileError, match="already exists"):
        Table.new(TWO, path=tmp_path / "t.talisman")
    assert [found.name for found in tmp_path.iterdir()] == ["t.talisman"]


@pytest.mark.parametrize("content", [b"", b"once upon a time", b"SQLite format 3\0" + b"\0" * 200, HEADER, HEADER[:8]])
def test_a_foreign_file_is_left_alone(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "foreign.talisman"
    file.write_bytes(content)
    with pytest.raises(TableFileError):
        Table.open(file)
    assert file.read_bytes() == content
    assert [found.name for found in tmp_path.iterdir()] == ["foreign.talisman"]


def test_a_missing_table_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALISMAN_NB_HOME", str(tmp_path))
    Table.new(TWO, name="Friday").close()
    with pytest.raises(TableFileError, match="Did you mean “Friday”"):
        Table.open("Fryday")
    assert Table.open("Friday").settings.players == tuple(TWO.items())


def deleted(file: Path) -> None:
    file.unlink()


def moved(file: Path) -> None:
    file.rename(file.with_name("elsewhere.talisman"))


def put_in_its_place(file: Path) -> None:
    copy = file.with_name("copy")
    shutil.copyfile(file, copy)
    copy.replace(file)


def shortened(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def overwritten(file: Path) -> None:
    file.write_bytes(b"x" * (file.stat().st_size + 100))


@pytest.mark.parametrize("happened", [deleted, moved, put_in_its_place, shortened, overwritten])
def test_a_file_changed_under_an_open_table_is_noticed_and_the_game_saved_elsewhere(
    tmp_path: Path, happened: Callable[[Path], None]
) -> None:
    table = press_on(virtual(tmp_path / "t.talisman"), 20)
    happened(tmp_path / "t.talisman")
    state = table.state
    with pytest.raises(TableFileError) as told:
        press_on(table, 1)
    assert told.value.key == ("gone" if happened in (deleted, moved) else "replaced") and table.state == state
    table.save_as(tmp_path / "saved.talisman")
    press_on(table, 5)
    assert Table.open(tmp_path / "saved.talisman").lines == table.lines and len(table.lines) > 20


def test_a_game_in_memory_can_be_saved_later(tmp_path: Path) -> None:
    table = press_on(virtual(), 12)
    table.undo()
    table.save_as(tmp_path / "t.talisman")
    again = Table.open(tmp_path / "t.talisman")
    assert again.lines == table.lines and again.can_redo and again.settings == table.settings


# --- damage ---


def evening(file: Path, presses: int = 150) -> Table:
    """A table with undone and amended answers, some undone at its end."""
    table = press_on(virtual(file), presses)
    table.undo()
    press_on(table, 3)
    line = next(line for line in reversed(table.lines[:-4]) if line.ask.kind == "die" and not line.aside)
    table.amend(line.n, "1" if line.answer.key != "1" else "2")
    if table.pending:
        table.let_go()
    press_on(table, 5)
    for _ in range(5):
        table.undo()
    return table


@pytest.mark.parametrize("flips", [60, pytest.param(300, marks=pytest.mark.campaign)])
def test_one_wrong_bit_anywhere_is_noticed_and_set_right(tmp_path: Path, flips: int) -> None:
    """Every byte counts: none lies idle in the file."""
    table = evening(tmp_path / "t.talisman", 40)
    data, dice = (tmp_path / "t.talisman").read_bytes(), random.Random(7)
    definitions = max(data.splitlines(), key=len)
    begin = data.index(definitions)
    places = [*range(begin + 40), *range(begin + len(definitions), len(data))]
    for at in (*dice.sample(places, flips), len(data) - 1, begin - 1, begin + len(definitions)):
        file = tmp_path / f"{at}.talisman"
        file.write_bytes(data[:at] + bytes([data[at] ^ 1 << dice.randrange(8)]) + data[at + 1 :])
        with pytest.raises(TableFileError):
            Table.open(file)
        if at >= len(HEADER):
            with Table.open(rescue_table(file)) as again:
                assert again.lines == table.lines and again.can_redo, at
        file.unlink()


def test_a_truncated_file_opens_at_its_last_whole_answer_and_says_so(tmp_path: Path) -> None:
    table = evening(tmp_path / "t.talisman")
    table.close()
    data = (tmp_path / "t.talisman").read_bytes()
    file = tmp_path / "cut.talisman"
    ends = [at + 1 for at, byte in enumerate(data) if byte == 10]
    for size in (ends[40] + 1, ends[80] - 1, ends[120] + 9, len(data) - 1):
        file.write_bytes(data[:size])
        with pytest.warns(UserWarning, match="the last complete one"):
            again = Table.open(file)
        assert again.problem is not None and file.stat().st_size == size, "opening changes nothing"
        whole = data[:size].count(b"\n")
        press_on(again, 1)
        assert again.problem is None
        assert file.read_bytes().count(b"\n") == whole + 1
        again.close()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            Table.open(file).close()


@pytest.mark.parametrize("part", [0.95, 0.7, 0.5, 0.3])
def test_what_can_be_read_of_a_file_with_a_hole_is_rescued(tmp_path: Path, part: float) -> None:
    table = evening(tmp_path / "t.talisman", 400)
    table.close()
    data = (tmp_path / "t.talisman").read_bytes()
    definitions = data.index(b'"definitions"')
    begin = data.index(b"\n", definitions)
    at = begin + int((len(data) - begin) * part)
    damaged = data[:at] + b"\xff" * 300 + data[at + 300 :]
    (tmp_path / "t.talisman").write_bytes(damaged)
    with pytest.raises(TableFileError, match="is damaged"):
        Table.open(tmp_path / "t.talisman")
    whole = data[:at].rfind(b"\n") + 1
    (tmp_path / "prefix.talisman").write_bytes(data[:whole])
    kept, before = Table.open(rescue_table(tmp_path / "t.talisman")), Table.open(tmp_path / "prefix.talisman")
    newer = (
        kept.lines[-1].id > before.lines[-1].id
    )  # shorter, perhaps: behind the hole the game may have been taken back first
    assert kept.lines == before.lines or newer
    assert (tmp_path / "t.talisman").read_bytes() == damaged


def test_undone_answers_stay_undone_when_a_table_is_rescued(tmp_path: Path) -> None:
    table = evening(tmp_path / "t.talisman")
    again = Table.open(rescue_table(tmp_path / "t.talisman"))
    assert again.lines == table.lines and again.can_redo
    assert again.redo() == table.redo() and again.lines == table.lines


def test_answers_that_wait_are_rescued_when_the_last_before_the_change_is_lost(tmp_path: Path) -> None:
    file = tmp_path / "t.talisman"
    table = played(Table.new(TWO, path=file), 3, "clockwise", "wolf", 3, 5, "keep", 2, "clockwise")
    waiting = table.amend(5, 4).remaining
    table.close()
    lines = file.read_bytes().splitlines(keepends=True)
    (at,) = (at for at, line in enumerate(lines) if f'"first":{waiting[-1].id}'.encode() in line)
    file.write_bytes(b"".join([*lines[:at], b"\xff" * (len(lines[at]) - 1) + b"\n", *lines[at + 1 :]]))
    again = Table.open(rescue_table(file))
    assert [line.id for line in again.pending] == [line.id for line in waiting[:-1]]
    assert again.keep_by_hand() and again.ask.kind == "way"


# --- rules that changed: see also test_unfit_answers.py ---


def test_a_game_goes_on_with_the_definitions_it_was_begun_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import talisman_nb.table.file.stored_book as stored_book

    file = tmp_path / "t.talisman"
    table = played(Table.new(TWO, path=file), 3, "clockwise", "wolf")
    state = table.state
    monkeypatch.setattr(stored_book, "registered_book", lambda id: None)
    monkeypatch.setattr(stored_book, "open_book", lambda *given: open_book("revised4", {"trophy.strength": 3}))
    again = Table.open(file)
    assert again.state == state
    assert again.ask == table.ask


def test_kept_texts_make_the_same_book() -> None:
    book = open_book("revised4", {"trophy.strength": 4})
    assert Book("revised4", book.house, book.layers).id == book.id


def test_a_table_from_before_a_switch_plays_as_the_switch_stands_unturned() -> None:
    now = open_book()
    (layer,) = now.layers
    rules = layer.texts["rules.toml"]
    older = Layer(layer.name, {**layer.texts, "rules.toml": rules[: rules.index("[switch]")]})
    kept = remember(Book("revised4", layers=[older]))
    assert dict(kept.table) == dict(now.table)
    state = replace(Table.new({"Ada": "troll", "Bruno": "thief"}).state, book=kept.id)
    for key in ("3", "clockwise", "bandit", "bribe:0"):
        state, events = step(state, Answer(state.ply, key))
    assert [event.kind for event in events][:2] == ["paid", "left_alone"]
