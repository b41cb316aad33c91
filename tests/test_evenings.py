"""Do the saved tables say who played what, who won, and how long it took?"""

from __future__ import annotations

from typing import Any

import pytest
from tables import FOUR, TWO, finished_table, played, saved_table

from talisman_nb.app import cli
from talisman_nb.chronicle.evenings import Evenings, average_minutes, by_character, by_person
from talisman_nb.chronicle.evenings_told import all_evenings
from talisman_nb.model import Change
from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table
from talisman_nb.table.file.saved_tables import tables_dir
from talisman_nb.text.names import LANGUAGES

pytestmark = pytest.mark.usefixtures("own_home")


def test_wins_and_characters_are_counted_by_person_and_by_character() -> None:
    for name in ("one", "two"):
        finished_table(name)
    saved_table("unfinished")
    Table.new(FOUR, name="nothing played").close()
    found, missing = Evenings().read(99)
    assert missing == 0 and {each.name for each in found} == {"one", "two", "unfinished"}
    assert [(each.name, each.played, each.wins) for each in by_person(found)] == [("Ada", 3, 2), ("Bruno", 3, 0)]
    assert by_person(found)[0].characters == (("dwarf", 3),)
    assert [(each.name, each.played, each.wins) for each in by_character(found)] == [("dwarf", 3, 2), ("thief", 3, 0)]


def test_a_second_character_of_the_same_person_counts_too() -> None:
    table = Table.new(TWO, name="Friday")
    table.change(Change("life", 1, 0))
    while not table.state.players[1].character:
        table.roll() if table.ask.chance and table.ask.kind == "die" else table.answer(table.ask.open()[0])
    second = table.state.players[1].character
    table.close()
    ((evening,), _) = Evenings().read(9)
    assert evening.characters[1] == ("thief", second) and second != "thief"


def test_a_file_is_read_once_and_again_when_it_has_changed() -> None:
    for name in ("one", "two", "three"):
        saved_table(name)
    known = Evenings()
    assert [known.read(1)[1] for _ in range(4)] == [2, 1, 0, 0]
    with Table.open("two") as table:
        played(table, table.ask.open()[0])
    assert known.read(0)[1] == 1, "what is new is not read without leave"
    assert len(known.read(1)[0]) == 3


def test_a_file_that_can_t_be_read_hides_no_other() -> None:
    finished_table("one")
    (tables_dir() / "broken.talisman").write_bytes(b"no table")
    assert [each.name for each in Evenings().read(9)[0]] == ["one"]


def test_a_game_still_played_is_listed_and_counts_for_nobody() -> None:
    finished_table("one")
    saved_table("two")
    told = all_evenings(Evenings(), "en")
    assert {row.name for row in told.evenings} == {"one", "two"}
    assert told.title == "Games played: 1"
    assert [row.figures for row in told.people] == ["won 1 of 1", "won 0 of 1"]


def test_a_length_leaves_out_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1_700_000_000.0]
    monkeypatch.setattr("talisman_nb.table.history.time.time", lambda: clock[0])
    table = Table.new(TWO, name="Friday")
    for seconds in (60, 120, 9_000, 180):
        clock[0] += seconds
        table.set(lang="it")
    table.correct(0, space="crown-of-command")
    table.correct(1, life=0)
    table.close()
    ((evening,), _) = Evenings().read(9)
    assert (evening.minutes, evening.over, average_minutes([evening])) == (6, True, 6)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_panel_and_the_command_tell_the_same(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    finished_table("Friday")
    panel = TableController(Table.open("Friday"))
    panel.lang = lang
    reply: Any = panel.handle({"type": "evenings"})
    told = reply["evenings"]
    assert cli.main(["evenings", "--lang", lang]) == 0
    out = capsys.readouterr().out
    for row in (*told["evenings"], *told["people"], *told["characters"]):
        assert row["name"] in out and row["figures"] in out
    assert [row["name"] for row in told["people"]] == ["Ada", "Bruno"]


def test_without_a_table_the_command_says_so_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["evenings"]) == 0
    assert "0" in capsys.readouterr().out
