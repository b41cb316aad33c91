"""Which table is shown when nobody names one, and what is said of it?"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest
from tables import PROGRESS, TWO, finished_table, saved_table

import talisman_nb
from talisman_nb import play
from talisman_nb.panels.hosted.controller_choice import controller_for
from talisman_nb.table import Table, TableFileError
from talisman_nb.table.file.saved_tables import table_file
from talisman_nb.text.names import LANGUAGES

pytestmark = pytest.mark.usefixtures("own_home")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_a_name_the_table_played_last_goes_on_and_says_so(lang: str) -> None:
    saved_table("Thursday")
    saved_table("Friday", lang)
    panel = controller_for(None)
    screen = panel.screen()
    assert (screen.table, screen.resumed, screen.lang) == ("Friday", True, lang)
    assert screen.note == f"Friday, {PROGRESS[lang]}"
    assert panel.table is not None
    panel.handle({"type": "answer", "ply": panel.table.ask.ply, "key": "clockwise"})
    assert not panel.screen().resumed and panel.screen().note == ""


def test_another_table_is_one_press_away_and_is_not_left_by_itself_again() -> None:
    saved_table("Thursday")
    saved_table("Friday")
    panel = controller_for(None)
    panel.handle({"type": "leave"})
    form = panel.setup()
    assert form is not None and [each.name for each in form.saved] == ["Friday", "Thursday"]
    panel.handle({"type": "open", "name": "Thursday"})
    screen = panel.screen()
    assert (screen.table, screen.resumed) == ("Thursday", False) and screen.note.startswith("You were here")


def test_a_table_begun_and_not_played_yet_goes_on_too() -> None:
    Table.new(TWO, name="Friday").close()
    screen = controller_for(None).screen()
    assert screen.resumed and screen.note == "Friday, round 1, Ada's turn"


def test_a_finished_game_leads_to_the_form() -> None:
    assert controller_for(None).setup() is not None, "no table yet"
    saved_table("Thursday")
    finished_table("Friday")
    form = controller_for(None).setup()
    assert form is not None and form.note == ""
    assert [each.note.split(" · ")[1] for each in form.saved] == ["game over", "round 1, Bruno's turn"]


def test_a_table_played_last_that_cannot_be_read_is_not_passed_over_in_silence() -> None:
    saved_table("Thursday")
    saved_table("Friday")
    table_file("Friday").write_bytes(b"something else")
    os.utime(table_file("Friday"), (time.time() + 9,) * 2)
    panel = controller_for(None)
    form = panel.setup()
    assert form is not None and form.saved[0].note == "no game saved by this program"


def test_a_name_opens_its_table_and_an_empty_one_the_form() -> None:
    saved_table("Thursday")
    saved_table("Friday")
    assert controller_for("Thursday").screen().table == "Thursday" and not controller_for("Thursday").screen().resumed
    assert controller_for("New").setup() is not None and controller_for("").setup() is not None


def test_the_notebook_asks_for_what_the_address_says(monkeypatch: pytest.MonkeyPatch) -> None:
    saved_table("Thursday")
    saved_table("Friday")
    shown = {"": "Friday", "table=Thursday": "Thursday", "table=": "", "lang=it": "Friday", "table=New": ""}
    for query, table in shown.items():
        monkeypatch.setenv("QUERY_STRING", query)
        assert talisman_nb.companion().screen["table"] == table, query
    monkeypatch.setenv("QUERY_STRING", "")
    monkeypatch.setenv("TALISMAN_NB_TABLE", "Thursday")
    assert talisman_nb.companion().screen["table"] == "Thursday"
    assert talisman_nb.companion("").screen["table"] == ""


@pytest.mark.parametrize("name", ["../x", "a%2Fb", "n" * 300, "CON", "com1", "a.", "%00", "<script>alert(1)</script>"])
def test_a_name_of_an_address_that_no_table_can_have_is_refused_in_the_form(
    name: str, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUERY_STRING", f"table={name}")
    shown = talisman_nb.companion()
    assert shown.setup is not None and len(shown.screen["note"].split()) > 4
    assert not list(own_home.rglob("*.talisman"))


def test_a_message_takes_names_and_no_paths(
    own_home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    saved_table("Friday")
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "mine.talisman").write_bytes(table_file("Friday").read_bytes())
    monkeypatch.chdir(elsewhere)
    named = (
        "mine.talisman",
        "./mine.talisman",
        str(elsewhere / "mine.talisman"),
        "../tables/Friday",
        str(table_file("Friday")),
        "/etc/passwd",
    )
    for name in named:
        panel = controller_for("")
        panel.handle({"type": "open", "name": name})
        form = panel.setup()
        assert form is not None and form.note and "root:" not in form.note, name
        assert controller_for(name).setup() is not None, name


def test_a_cell_that_begins_a_table_is_run_again() -> None:
    with Table.new({"Ada": "dwarf", "Bruno": "thief"}, "second", {"carry.objects": 5}, name="Twice") as table:
        table.answer("3")
        table.set(lang="it", clock="on")
    with Table.new({"Ada": "dwarf", "Bruno": "thief"}, "second", {"carry.objects": 5}, name="Twice") as again:
        assert again.path == table.path and [line.answer.key for line in again.lines] == ["3"]
        assert again.settings.seed == table.settings.seed, "one that was drawn is kept"
        with Table.new([("Ada", "dwarf"), ("Bruno", "thief")], "second", {"carry.objects": 5}, name="Twice") as both:
            assert both.lines == again.lines, "two cells have it open"


@pytest.mark.parametrize(
    ("players", "more", "differs"),
    [
        ({"Ada": "dwarf", "Bruno": "thief"}, {"seed": 4, "dice": "virtual"}, "dice, seed"),
        ({"Bruno": "thief", "Ada": "dwarf"}, {}, "players"),
        ({"Ada": "dwarf", "Bruno": "thief"}, {"edition": "second"}, "edition"),
        ({"Ada": "dwarf", "Bruno": "thief"}, {"house": {"carry.objects": 5}}, "house"),
    ],
)
def test_a_name_of_a_table_begun_otherwise_is_refused_with_what_differs(
    players: dict[str, str], more: dict[str, Any], differs: str
) -> None:
    Table.new({"Ada": "dwarf", "Bruno": "thief"}, name="Twice", seed=3).close()
    before = table_file("Twice").read_bytes()
    with pytest.raises(TableFileError, match=f"begun with other values of {differs}: open that table") as wrong:
        Table.new(players, name="Twice", **more)
    assert wrong.value.key == "there-other" and table_file("Twice").read_bytes() == before


def test_a_position_belongs_to_how_a_table_was_begun() -> None:
    laid, other = (play(f"dwarf {space} | thief city").state for space in ("crags", "village"))
    people = [(player.name, player.character) for player in laid.players]
    Table.new(people, name="Twice", position=laid).close()
    with Table.new(people, name="Twice", position=laid) as again:
        assert again.state.players[0].space == "crags"
    for position in (other, None):
        with pytest.raises(TableFileError, match="position"):
            Table.new(people, name="Twice", position=position)


def test_a_file_that_is_no_table_is_not_opened() -> None:
    table_file("Twice").write_text("mine", "utf-8")
    with pytest.raises(TableFileError) as wrong:
        Table.new({"Ada": "dwarf"}, name="Twice")
    assert wrong.value.key == "there" and table_file("Twice").read_text("utf-8") == "mine"
