"""Does a list of saved tables tell who plays, how far they are, and which was played last?"""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from tables import TWO, press_on, virtual

from talisman_nb.table import Table
from talisman_nb.table.saved import free_name, saved_tables, settings_in, summary, table_file

pytestmark = pytest.mark.usefixtures("own_home")


def test_a_summary_tells_people_round_and_whose_turn_it_is(tmp_path: Path) -> None:
    table, before = virtual(tmp_path / "t.talisman"), time.time()
    for _ in range(120):
        press_on(table, 1)
        shown = summary(tmp_path / "t.talisman")
        assert shown is not None and shown.people == ("Ada", "Bruno")
        assert (shown.round, shown.turn, shown.over) == (table.state.round, shown.people[table.state.turn], False)
        assert before <= shown.played <= time.time()
    table.undo()
    assert (again := summary(tmp_path / "t.talisman")) and again.round == table.state.round


def test_a_game_that_is_over_is_nobodys_turn(tmp_path: Path) -> None:
    table = Table.new(TWO, path=tmp_path / "t.talisman")
    table.correct(0, out=1)
    shown = summary(tmp_path / "t.talisman")
    assert table.ask.kind == "over" and shown is not None and shown.over and shown.turn == ""


def test_the_table_played_last_comes_first_whatever_its_file_says() -> None:
    for name in ("Old", "Newer", "Newest"):
        Table.new(TWO, name=name).close()
    with Table.open("Old") as table:
        table.answer(3)
    os.utime(table_file("Newer"), (2e9, 2e9))
    os.utime(table_file("Old"), (0, 0))
    assert [file.stem for file in saved_tables()] == ["Old", "Newest", "Newer"]


def test_what_is_no_table_hides_none(tmp_path: Path) -> None:
    Table.new(TWO, name="Friday").close()
    (table_file("Dangling")).symlink_to(tmp_path / "nowhere")
    (table_file("Folder")).mkdir()
    table_file("Letter").write_text("Dear Ada")
    assert {file.stem for file in saved_tables()} == {"Friday", "Letter"}
    assert summary(table_file("Letter")) is None and settings_in(table_file("Letter")) is None


def test_settings_changed_while_playing_are_those_of_the_list() -> None:
    with Table.new(TWO, name="Friday") as table:
        table.set(lang="pl", dice="virtual")
        table.answer(3)
        assert settings_in(table_file("Friday")) == table.settings


@pytest.mark.parametrize("wanted", ["con", "a/b:c", "...", "x" * 500, "\udcff", "Ada, Bruno"])
def test_a_free_name_can_always_be_a_file(wanted: str) -> None:
    for _ in range(2):
        Table.new(TWO, name=free_name(wanted)).close()
    assert len(saved_tables()) == 2
