"""Is a group told its own story on the first page: who leads, the last evening, what is open, how long it takes?"""

from __future__ import annotations

import csv
import errno
import shutil
import tomllib
from importlib.resources import files
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from evenings_of_a_group import Clock, evening
from tables import FOUR, TWO, press_on, virtual

from talisman_nb.app import cli
from talisman_nb.chronicle.evenings import KEPT, Evening, Evenings, blows, deaths, evening_of
from talisman_nb.chronicle.evenings_told import COLUMNS, as_csv
from talisman_nb.chronicle.group import (
    WISHES,
    group_of,
    pace_of,
    shorter_values,
    told_against_wish,
)
from talisman_nb.model import Change
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import open_book
from talisman_nb.simulate import MOST_ROUNDS
from talisman_nb.table import Table
from talisman_nb.table.file.older_format import is_older
from talisman_nb.table.file.saved_tables import tables_dir
from talisman_nb.text.house_rules import simulated_rounds, simulated_share
from talisman_nb.text.names import LANGUAGES

pytestmark = pytest.mark.usefixtures("own_home")

PEOPLE = tuple(FOUR)
SAVED = Path(__file__).parent / "saved"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def told(people: tuple[str, ...] = PEOPLE, lang: str = "en", edition: str = "revised4") -> Any:
    return group_of(Evenings(), people, lang, open_book(edition), 99)[0]


def asked(form: TableController) -> dict[str, Any]:
    """What a form is told, which asks again while tables are not read yet."""
    while (group := form.handle({"type": "group"})["group"]).get("missing"):
        pass
    return group


def three_evenings(clock: Clock) -> None:
    evening(clock, "one", 0, winner=0)
    evening(clock, "two", 7, winner=1)
    evening(clock, "three", 14, winner=0, toad=3)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_group_is_told_who_leads_and_how_the_last_evening_went(clock: Clock, lang: str) -> None:
    three_evenings(clock)
    group = told(lang=lang)
    assert "Ada" in group.title and "2 : 1" in group.title
    assert "Ada" in group.story and "Dario" in group.story, "who won, and who was a Toad"
    assert [(each.who.name, each.wins) for each in group.members] == [
        ("Ada", 2),
        ("Bruno", 1),
        ("Carla", 0),
        ("Dario", 0),
    ]
    assert [each.who.name for each in group.won if each.who] == ["Ada", "Bruno", "Ada"]
    assert len(group.records) == 1 and "Dario" in group.records[0] and group.open == ()


def test_other_people_are_another_group(clock: Clock) -> None:
    three_evenings(clock)
    evening(clock, "two of them", 21, people=TWO)
    assert told(tuple(TWO)).title == "Ada leads 1 : 0"
    assert told().title == "Ada leads 2 : 1"
    guest = ("Ada", "Bruno", "Carla", "Emma")
    assert told(guest).title == "Ada leads 2 : 1", "a guest in somebody's place changes no group"
    assert told(("Xenia", "Yves")).title == ""


def test_who_plays_for_the_first_time_is_told_no_story() -> None:
    group = told(())
    assert (group.title, group.story, group.members, group.open, group.game) == ("", "", (), (), 0)
    assert [each.minutes for each in group.tonight] == list(WISHES)
    assert all("not known" in each.text and each.longer for each in group.tonight), "no promise without measured pace"


def test_a_table_that_is_not_finished_is_open(clock: Clock) -> None:
    evening(clock, "one", 0)
    evening(clock, "two", 7, ended=False)
    (table,) = told().open
    assert table.name == "two" and table.note.startswith("round 6")
    assert "nobody had won" in told().story


def test_equal_wins_are_level_and_no_win_is_nobody_s(clock: Clock) -> None:
    evening(clock, "one", 0, ended=False)
    assert told().title == "Nobody has won yet"
    evening(clock, "two", 1, winner=0)
    evening(clock, "three", 2, winner=2)
    assert told().title == "Ada and Carla are level, 1 : 1"


def test_tables_are_read_a_few_at_a_time(clock: Clock) -> None:
    three_evenings(clock)
    known = Evenings()
    counts = [group_of(known, PEOPLE, "en", open_book(), 1)[0].missing for _ in range(3)]
    assert counts == [2, 1, 0]


# How long tonight.


def made(minutes: int, rounds: int, house: tuple[tuple[str, Any], ...] = (), over: bool = True) -> Evening:
    return Evening("x", "2026-11-13", ("Ada", "Bruno"), (("dwarf",), ("thief",)), 0, over, rounds, minutes, house=house)


def test_the_pace_is_that_of_timed_games_and_its_rounds_those_of_ended_ones() -> None:
    assert pace_of([made(0, 12), made(90, 2)]) is None, "without a clock, or too short to say anything"
    assert pace_of([made(40, 4, over=False)]) is None, "no game was played to its end"
    pace = pace_of([made(90, 10), made(120, 12), made(30, 8, over=False)])
    assert pace is not None and (pace.minutes, pace.rounds, pace.games) == (8.0, 11, 2)
    assert pace.game == 90


def test_a_wish_is_set_against_the_group_s_own_pace(clock: Clock) -> None:
    clock.seconds = 60.0
    three_evenings(clock)
    group = told()
    assert group.game > 60
    short, *_, long = group.tonight
    assert f"about {group.game} min" in short.text and "games measured: 3" in short.text
    assert short.longer and set(short.effects) == {f"{key}:{n}" for key, n in shorter_values(open_book()).items()}
    said = {simulated_share("revised4", *named) for named in shorter_values(open_book()).items()}
    assert len(set(short.effects.values())) == len(said), "what is not measured, or not clear, is never promised"
    assert long.longer == (group.game > 132) and bool(long.effects) == long.longer


def test_a_house_rule_is_told_by_the_group_s_own_games_with_it(clock: Clock) -> None:
    clock.seconds = 60.0
    evening(clock, "one", 0, rounds=6)
    evening(clock, "two", 7, rounds=4, house={"trophy.strength": 6})
    effects = told().tonight[0].effects
    assert (
        effects["trophy.strength:6"].startswith("your games with it: 5 rounds")
        or "4 rounds" in effects["trophy.strength:6"]
    )


def cell(*rounds: int) -> dict[str, int]:
    return {str(seed): n for seed, n in enumerate(rounds, 1)}


def test_simulated_games_say_how_long_and_which_rules_shorten_where_nothing_is_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual = cell(100, 110, 90, 120, 80, 100)
    four = {
        "usual": usual,
        "command.low=3": cell(50, 56, 44, 61, 40, 51),
        "move.dice=2": cell(50, 220, 90, 60, 160, 100),
    }
    known = {"revised4": {"4": four, "3": {"usual": cell(20, 20)}}}
    monkeypatch.setattr("talisman_nb.text.house_rules._lengths", lambda: known)
    assert simulated_rounds("revised4", 4) == (100, 6)
    assert simulated_rounds("revised4", 3) == (95, 8), "too few of three: those of any number"
    assert simulated_rounds("second", 4) is None
    share, pairs = simulated_share("revised4", "command.low", 3) or (0.0, 0)
    assert 0.48 < share < 0.52 and pairs == 6
    assert simulated_share("revised4", "move.dice", 2) == (0.0, 6), "half and double are no difference"
    assert simulated_share("revised4", "trophy.craft", 6) is None
    (tonight, *_) = told(tuple(FOUR)).tonight
    assert "about 100 rounds (simulated: 6)" in tonight.text and tonight.longer
    assert tonight.effects == {
        "trophy.strength:6": "by how much: unknown",
        "trophy.craft:6": "by how much: unknown",
        "command.low:3": "50% of the usual rounds, by simulated games (6)",
        "move.dice:2": "simulated games (6) show no clear difference",
    }


def test_what_is_known_of_simulated_games_is_of_rules_that_are_proposed() -> None:
    """The file names numbers of people that can play, and house rules with the value that the form proposes."""
    found = tomllib.loads((files("talisman_nb.rules") / "lengths.toml").read_text("utf-8"))
    for edition, by_people in found.items():
        proposed = {f"{name}={value}" for name, value in shorter_values(open_book(edition)).items()}
        for people, cells in by_people.items():
            assert 2 <= int(people) <= 6 and cells.keys() <= {"usual", *proposed}
            assert all(0 < rounds <= MOST_ROUNDS for each in cells.values() for rounds in each.values())
            assert all(each.keys() <= cells["usual"].keys() for each in cells.values())


@pytest.mark.parametrize("edition", ["revised4", "second", "third"])
def test_only_what_an_edition_offers_shortens_its_evening(edition: str) -> None:
    for name, value in shorter_values(open_book(edition)).items():
        assert open_book(edition, {name: value}).house == {name: value}


def test_a_game_says_how_it_goes_against_the_wish(clock: Clock) -> None:
    table = virtual()
    assert told_against_wish(table, "en") == "", "no wish, no clock"
    table.set(minutes=90)
    assert told_against_wish(table, "en").endswith("of 90 min")
    table.set(rounds=10)
    while table.state.round < 5:
        press_on(table, 1)
    assert "of 90 min, about " in told_against_wish(table, "en")


def test_the_form_keeps_the_wish_for_the_table(clock: Clock) -> None:
    three_evenings(clock)
    form = TableController(lang="en")
    asked(form)
    players = [{"name": name, "character": key} for name, key in FOUR.items()]
    form.handle({"type": "part", "key": "minutes", "value": "90", "players": players})
    assert form.setup() is not None and form.setup().minutes == 90
    form.handle({"type": "part", "key": "minutes", "value": "5", "players": players})
    assert form.setup().minutes == 0, "only what is offered can be wished for"
    form.handle({"type": "part", "key": "minutes", "value": "90", "players": players})
    form.handle({"type": "start", "players": players, "parts": {}})
    settings = form.table.settings
    assert settings.minutes == 90 and settings.rounds == pace_of(Evenings().read(99)[0]).rounds
    assert form.screen().pace.endswith("of 90 min")
    form.table.close()


def test_the_form_is_told_of_its_group_without_a_press(clock: Clock) -> None:
    three_evenings(clock)
    form = TableController(lang="en", note="said before")
    assert asked(form)["title"] == "Ada leads 2 : 1"
    assert form.setup().note == "said before", "asking changes nothing"
    table = TableController(Table.open("one"))
    assert table.handle({"type": "group"}) is None, "a table tells of no other"
    table.table.close()


def test_the_same_people_take_edition_and_house_rules_along(clock: Clock) -> None:
    evening(clock, "one", 0, house={"trophy.strength": 6})
    form = TableController(lang="en")
    for key, value in (("variant", "souls"), ("edition", "second")):
        form.handle({"type": "part", "key": key, "value": value, "players": []})
    players = [{"name": name, "character": ""} for name in PEOPLE]
    form.handle({"type": "same-people", "players": players})
    setup = form.setup()
    assert form._form.edition == setup.edition == "revised4" and [name for name, _ in setup.players] == list(PEOPLE)
    assert next(one.value for one in setup.switches if one.key == "trophy.strength") == "6"
    form.handle({"type": "part", "key": "variant", "value": "souls", "players": players})
    form.handle({"type": "same-people", "players": players})
    assert form._form.edition == "revised4", "an expansion that they did not play with is taken away"


# What is told of all evenings.


def test_deaths_and_blows_are_told_with_who_did_them() -> None:
    table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
    table.correct(1, space="crags")
    table.change(Change("life", 1, 1), Change("gold", 1, 1))
    table.answer("1")
    while table.ask.kind != "whom":
        table.answer(table.ask.open()[0])
    table.answer(next(key for key in table.ask.open() if key.startswith("attack")))
    while table.ask.kind != "over" and not table.state.players[1].out and table.state.players[1].character:
        if table.ask.kind == "die":
            table.answer("6" if table.ask.seat == 0 else "1")
        else:
            table.answer(table.ask.open()[0])
    (death,) = deaths(table.lines)
    assert (death.seat, death.character, death.cause, death.by) == (1, "thief", "character.dwarf", 0)
    assert [(each.kind, each.by, each.whom) for each in blows(table.lines)][:1] == [("beat", 0, 1)]
    assert ("killed", 0, 1) in [(each.kind, each.by, each.whom) for each in blows(table.lines)]


def test_a_toad_counts_the_turns_it_began_as_one(clock: Clock) -> None:
    evening(clock, "one", 0, toad=3, rounds=7)
    ((found,), _) = Evenings().read(9)
    (spent,) = found.forms
    assert (spent.seat, spent.form) == (3, "toad") and spent.turns == 3


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_of_all_evenings_has_a_row_for_everybody(clock: Clock, lang: str, tmp_path: Path) -> None:
    three_evenings(clock)
    file = tmp_path / "all.csv"
    assert cli.main(["evenings", "--csv", str(file), "--lang", lang]) == 0
    text = file.read_bytes().decode()
    assert text.startswith("\ufeff") and text == "\ufeff" + as_csv(Evenings().read(99)[0], lang)
    apart = "," if lang == "en" else ";"  # what spreadsheets take: the comma is that of decimals elsewhere
    heading, *rows = csv.reader(StringIO(text[1:]), delimiter=apart)
    assert len(heading) == len(COLUMNS) == len(set(heading)) and len(rows) == 12
    assert [row[7] for row in rows[:4]] == list(PEOPLE)
    panel = TableController(Table.open("one"))
    panel.lang = lang
    reply: Any = panel.handle({"type": "evenings", "value": "csv"})
    assert reply["text"] == text and reply["name"].endswith(".csv")
    panel.table.close()


def test_no_name_becomes_a_formula() -> None:
    people = Evening("=1+1", "2026-11-13", ("=cmd", "@b"), (("dwarf",), ("thief",)), 0, True, 3, 9)
    rows = list(csv.reader(StringIO(as_csv([people], "en"))))
    assert [row[7] for row in rows[1:]] == ["'=cmd", "'@b"] and rows[1][0] == "'=1+1"


def test_rivals_and_causes_of_death_are_told_to_the_console(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    three_evenings(clock)
    (file,) = tables_dir().glob("one*")
    found = evening_of(file)
    assert found is not None
    assert cli.main(["evenings"]) == 0
    out = capsys.readouterr().out
    if any(each.deaths for each in Evenings().read(99)[0]):
        assert "Causes of death" in out
    assert "Longest in another form" in out and "Toad" in out


def test_a_file_of_an_old_version_gives_its_evening_and_is_left_as_it_is() -> None:
    for saved in SAVED.glob("*.talisman"):
        shutil.copy(saved, tables_dir())
    before = {path.name: path.read_bytes() for path in tables_dir().iterdir()}
    assert any(is_older(path) for path in tables_dir().iterdir())
    found, missing = Evenings().read(99)
    assert missing == 0 and {each.name for each in found} == {path.stem for path in SAVED.glob("*.talisman")}
    assert all(each.people and each.rounds > 1 for each in found)
    assert {path.name: path.read_bytes() for path in tables_dir().iterdir()} == before
    assert told(("Ada", "Brunò", "Cy")).members, "and its group is known"


def test_evenings_once_read_are_kept_until_their_table_changes(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    three_evenings(clock)
    first = Evenings().read(99)[0]
    with monkeypatch.context() as patched:
        patched.setattr("talisman_nb.chronicle.evenings.evening_of", lambda _: pytest.fail("it is read again"))
        assert Evenings().read(99) == (first, 0)
    with Table.open("two") as table:
        table.set(lang="it")
    assert Evenings().read(0)[1] == 1, "what has changed is read again"
    (tables_dir().parent / KEPT).write_bytes(b"{broken")
    assert Evenings().read(99)[1] == 0
    assert {each.name for each in Evenings().read(0)[0]} == {"one", "two", "three"}


def test_evenings_that_can_t_be_kept_leave_nothing_behind(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    three_evenings(clock)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", full)
        assert len(Evenings().read(99)[0]) == 3
    assert {path.name for path in tables_dir().parent.iterdir()} == {tables_dir().name}
