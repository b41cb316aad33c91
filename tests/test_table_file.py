"""Is nothing that was answered ever lost, whatever happens to the program or the file?"""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace
from tables import TWO, played, press_on, virtual

from talisman_nb.engine import step
from talisman_nb.model import Answer
from talisman_nb.rules.book import open_book, remember
from talisman_nb.table import NotAllowedError, Table, TableFileError, rescued
from talisman_nb.table.journal import HEADER
from talisman_nb.table.pinned import KeptBook, texts_of


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


def test_a_file_is_never_overwritten(tmp_path: Path) -> None:
    Table.new(TWO, path=tmp_path / "t.talisman").close()
    with pytest.raises(TableFileError, match="is there already"):
        Table.new(TWO, path=tmp_path / "t.talisman")


@pytest.mark.parametrize("content", [b"", b"once upon a time", HEADER + b"\0" * 200])
def test_a_foreign_file_is_left_alone(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "foreign.talisman"
    file.write_bytes(content)
    with pytest.raises(TableFileError):
        Table.open(file)
    assert file.read_bytes() == content
    assert [found.name for found in tmp_path.iterdir()] == ["foreign.talisman"]


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "other.talisman") as link:
        link.execute("CREATE TABLE recipes (name)")
    with pytest.raises(TableFileError, match="another program"):
        Table.open(tmp_path / "other.talisman")


def test_a_missing_table_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALISMAN_NB_HOME", str(tmp_path))
    Table.new(TWO, name="Friday").close()
    with pytest.raises(TableFileError, match="Did you mean “Friday”"):
        Table.open("Fryday")
    assert Table.open("Friday").settings.players == tuple(TWO.items())


def test_a_changed_answer_is_noticed_and_the_game_opens_before_it(tmp_path: Path) -> None:
    file = tmp_path / "t.talisman"
    played(Table.new(TWO, path=file), 3, "clockwise", "wolf").close()
    with sqlite3.connect(file) as link:
        link.execute("UPDATE answers SET answer = replace(answer, 'clockwise', 'stay') WHERE id = 2")
    with pytest.raises(TableFileError, match=r"answer 2 can't be read.*until=1"):
        Table.open(file)
    table = Table.open(file, until=1)
    assert table.ask.kind == "way"
    played(table, "anticlockwise")
    assert [line.answer.key for line in Table.open(file).lines] == ["3", "anticlockwise"]


def test_what_can_be_read_of_a_damaged_file_is_rescued(tmp_path: Path) -> None:
    file = tmp_path / "t.talisman"
    table = press_on(virtual(file), 400)
    lines = table.lines
    table.close()
    data = bytearray(file.read_bytes())
    data[-len(data) // 3 :] = b"\xff" * (len(data) // 3)
    file.write_bytes(data)
    with pytest.raises(TableFileError, match=r"is damaged|can't be read"):
        Table.open(file)
    assert file.read_bytes() == bytes(data)
    try:
        saved = Table.open(rescued(file)).lines
    except TableFileError as nothing:
        assert "backup" in str(nothing)
    else:
        assert saved == lines[: len(saved)]


def test_an_answer_that_no_longer_fits_says_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "t.talisman"
    played(Table.new(TWO, path=file), 3, "clockwise", "wolf").close()
    import talisman_nb.table.history as history

    real = history.step

    def stricter(state, answer):  # type: ignore[no-untyped-def]
        return real(state, replace(answer, key="no such card") if answer.key == "wolf" else answer)

    monkeypatch.setattr(history, "step", stricter)
    with pytest.raises(TableFileError, match=r"answer 3 \('wolf'\) does not fit any more.*until=2"):
        Table.open(file)


def test_a_game_goes_on_with_the_definitions_it_was_begun_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import talisman_nb.table.pinned as pinned

    file = tmp_path / "t.talisman"
    table = played(Table.new(TWO, path=file), 3, "clockwise", "wolf")
    state = table.state
    monkeypatch.setattr(pinned, "remembered", lambda id: None)
    monkeypatch.setattr(pinned, "open_book", lambda *given: open_book("revised4", {"trophy.strength": 3}))
    again = Table.open(file)
    assert again.state == state
    assert again.ask == table.ask


def test_kept_texts_make_the_same_book() -> None:
    book = open_book("revised4", {"trophy.strength": 4})
    settings = replace(Table.new(TWO).settings, house={"trophy.strength": 4})
    assert KeptBook(texts_of(book), settings).id == book.id


def test_a_table_from_before_a_switch_plays_as_the_switch_stands_unturned() -> None:
    now = open_book()
    texts = texts_of(now)
    figures = json.loads(texts["edition.json"])
    older = {name: value for name, value in figures.items() if not name.startswith("switch.")}
    kept = remember(KeptBook(texts | {"edition.json": json.dumps(older)}, Table.new(TWO).settings))
    assert kept.id != now.id and dict(kept.table) == dict(now.table)
    state = replace(Table.new({"Ada": "troll", "Bruno": "thief"}).state, book=kept.id)
    for key in ("3", "clockwise", "bandit", "bribe:0"):
        state, events = step(state, Answer(state.ply, key))
    assert [event.kind for event in events][:2] == ["paid", "left_alone"]
