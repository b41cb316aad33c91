"""Does a list of saved tables tell who plays and who played last, and does a table open as it was left?"""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from tables import (
    PROGRESS,
    TWO,
    finished_table,
    four_friends,
    played,
    press_on,
    saved_table,
    virtual,
)

from talisman_nb.app import check_machine as check
from talisman_nb.app import cli
from talisman_nb.chronicle.evenings import Evenings
from talisman_nb.panels.hosted.controller_choice import _last_unfinished_table, controller_for
from talisman_nb.table import Table, TableFileError
from talisman_nb.table.file.saved_tables import (
    free_name,
    saved_tables,
    settings_in,
    summary,
    table_file,
    tables_dir,
    trouble,
)
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

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
    table_file("Folder").mkdir()
    table_file("Letter").write_text("Dear Ada")
    table_file("Newer").write_bytes(b"talisman-nb table 9\n")
    odd = {"Folder": "no-file", "Letter": "foreign", "Newer": "newer"}
    if os.name == "posix":  # Windows has no pipes among its files, and links for administrators alone
        table_file("Dangling").symlink_to(tmp_path / "nowhere")
        os.mkfifo(table_file("Pipe"))
        table_file("Endless").symlink_to("/dev/zero")
        odd |= {"Dangling": "link", "Pipe": "no-file", "Endless": "no-file"}
    assert {file.stem for file in saved_tables()} == {"Friday", *odd}
    for name, why in odd.items():
        assert summary(table_file(name)) is None and settings_in(table_file(name)) is None
        assert trouble(table_file(name)) == why
        with pytest.raises(TableFileError):
            Table.open(name)
    for name in odd:
        with pytest.raises(TableFileError):
            Table.new(TWO, name=name)
    assert len(Evenings().read(9)[0]) == 0 and not any(finding.state == "todo" for finding in [check.saved_tables()])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_no_table_is_listed_with_its_reason(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    saved_table("Friday", lang)
    table_file("Folder").mkdir()
    table_file("Letter").write_text("Dear Ada")
    os.utime(table_file("Letter"), (0, 0))
    said = load_phrases(lang)
    why = {
        name: said.say("setup", f"saved-{reason}") for name, reason in (("Folder", "no-file"), ("Letter", "foreign"))
    }
    panel = controller_for("", lang)
    shown = panel.setup()
    assert shown is not None and {each.name: each.note for each in shown.saved if each.name in why} == why
    assert cli.main(["tables", "--lang", lang]) == 0
    printed = capsys.readouterr().out
    assert all(f"{name}  {reason}" in printed for name, reason in why.items()) and PROGRESS[lang] in printed
    panel.handle({"type": "open", "name": "Folder"})
    form = panel.setup()
    assert form is not None and "Folder" in form.note
    resumed = controller_for(None, lang)
    assert resumed.table is not None and resumed.table.name == "Friday", "what is no file is not the last one played"


def test_a_time_in_the_future_counts_as_the_files_own_date() -> None:
    """The clock was a year ahead while Newer was played, and was put right before Old was."""
    now = time.time()
    Table.new(TWO, name="Old").close()
    with pytest.MonkeyPatch.context() as ahead:
        ahead.setattr(time, "time", lambda: now + 3e7)
        with Table.new(TWO, name="Newer") as table:
            table.answer(3)
    with Table.open(tables_dir() / "Old.talisman") as table:
        table.answer(3)
    os.utime(table_file("Newer"), (now - 1000, now - 1000))
    assert [file.stem for file in saved_tables()] == ["Old", "Newer"]
    assert (found := summary(table_file("Newer"))) and int(found.played) == int(now - 1000)
    os.utime(table_file("Newer"), (now + 3e7, now + 3e7))
    assert [file.stem for file in saved_tables()] == ["Old", "Newer"]
    assert (found := summary(table_file("Newer"))) and not found.played, "its date is as wrong: it is unknown"
    assert _last_unfinished_table() == "Old"


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


def test_a_table_left_in_the_middle_of_a_fight_opens_at_the_same_question(tmp_path: Path) -> None:
    table = played(four_friends(tmp_path / "t.talisman"), 3, "clockwise", "ogre", 4)
    asked = table.ask
    assert (asked.kind, asked.purpose) == ("die", "foe")
    del table  # it is not closed
    again = Table.open(tmp_path / "t.talisman")
    assert again.ask == asked
    assert [line.answer.key for line in again.lines] == ["3", "clockwise", "ogre", "fight", "4"]
    again.answer(4)  # 7 against 9: a six would still draw
    assert again.ask.kind == "result", "one input to go on"


# --- the list on the command line ---


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_command_lists_people_round_and_whose_turn_it_is(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    saved_table("Thursday")
    finished_table("Friday")
    assert cli.main(["tables", "--lang", lang]) == 0
    first, second, _ = capsys.readouterr().out.splitlines()
    assert first.endswith(f"  Friday  Ada, Bruno · {load_phrases(lang).raw('setup', 'game-over')}")
    assert second.endswith(f"  Thursday  Ada, Bruno · {PROGRESS[lang]}")


@pytest.mark.parametrize("at", [-1e12, 1e12, 1e18])
def test_a_table_played_while_the_clock_was_far_out_is_listed(
    at: float, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as clock:
        clock.setattr(time, "time", lambda: at)
        saved_table("Thursday")
    os.utime(table_file("Thursday"), (4e9, 4e9))
    assert cli.main(["tables"]) == 0 and capsys.readouterr().out.startswith("?  Thursday  Ada, Bruno")
    form = controller_for("").setup()
    assert form is not None and [table.name for table in form.saved] == ["Thursday"]
