"""Does a group keep its name, say what it plays for and who begins, and is its score counted right?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from evenings_of_a_group import Clock, evening
from tables import FOUR

from talisman_nb.chronicle.chronicle import chronicle_of
from talisman_nb.chronicle.evenings import KEPT, Evenings
from talisman_nb.chronicle.exports import export
from talisman_nb.chronicle.fights import FightChances
from talisman_nb.chronicle.group import group_of, wins_so_far
from talisman_nb.panels.hosted.controller_choice import controller_for
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import open_book
from talisman_nb.table import Table
from talisman_nb.table.file.saved_tables import tables_dir
from talisman_nb.text.names import LANGUAGES

pytestmark = pytest.mark.usefixtures("own_home")

PEOPLE = tuple(FOUR)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def three_evenings(clock: Clock) -> None:
    evening(clock, "one", 0, winner=0)
    evening(clock, "two", 7, winner=1)
    evening(clock, "three", 14, winner=0)


def form_of(names: Iterable[str], lang: str = "en", **parts: str) -> Any:
    """A form in which people were named and parts of it set."""
    form: Any = TableController(lang=lang)
    players = [{"name": name, "character": ""} for name in names]
    for key, value in parts.items():
        form.handle({"type": "part", "key": key, "value": value, "players": players})
    return form


def begun(form: Any, names: Iterable[str], **parts: str) -> Any:
    """The settings of the table that a form begins."""
    players = [{"name": name, "character": ""} for name in names]
    form.handle({"type": "start", "players": players, "parts": parts})
    table: Any = form.table
    table.close()
    return table.settings


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_group_s_name_and_stake_are_told_the_next_time_and_go_on(clock: Clock, lang: str) -> None:
    three_evenings(clock)
    with Table.open("three") as table:
        table.set(group="The Friday table", stake="washing up")
    group = group_of(Evenings(), PEOPLE, lang, open_book(), 99)[0]
    assert group.kicker.startswith("The Friday table · ") and "washing up" in group.records[-1]
    form = form_of(PEOPLE, lang)
    assert (form.setup().group, form.setup().stake) == ("The Friday table", "washing up")
    settings = begun(form, PEOPLE)
    assert (settings.group, settings.stake) == ("The Friday table", ""), "a stake is said anew, a name is kept"
    settings = begun(form_of(PEOPLE), PEOPLE, group=" Friday " + "x" * 99, stake="a round")
    assert settings.group == ("Friday " + "x" * 99)[:60] and settings.stake == "a round"
    assert begun(form_of(("Xenia", "Yves")), ("Xenia", "Yves")).group == "", "other people are another group"


def test_by_the_edition_a_roll_decides_who_begins_or_the_owner_of_the_game(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    faces = iter([2, 5, 1, 5, 3, 4])
    monkeypatch.setattr("talisman_nb.panels.setup.setup_form.random.randint", lambda *_: next(faces))
    form = form_of(PEOPLE, roll="")
    begins = form.setup().begins
    assert begins.rolls and (begins.name, begins.rolled) == ("Dario", "Rolled: Ada 2; Bruno 5, 3; Carla 1; Dario 5, 4.")
    assert begun(form, PEOPLE).first == 3
    assert begun(form_of(PEOPLE), PEOPLE).first == 0, "as ever, where nobody says otherwise"
    third = form_of(PEOPLE, edition="third", first="Carla")
    begins = third.setup().begins
    assert not begins.rolls and begins.text == "The owner of the game begins." and begins.name == "Carla"
    assert begun(third, PEOPLE).first == 2
    again = form_of(PEOPLE, edition="third")
    assert again.setup().begins.name == "Carla", "whoever owned it the last time"
    assert begun(again, PEOPLE).first == 2
    assert begun(form_of(("Xenia", "Yves"), edition="third"), ("Xenia", "Yves")).first == 0


def test_a_file_without_names_has_no_name_of_the_group_either(clock: Clock) -> None:
    table = Table.new({"Ada": "dwarf", "Bruno": "thief"}, name="Ada and Bruno")
    table.set(group="Ada's table", stake="Bruno pays")
    text = export(table, "file-without-names", "en", -1).text
    assert "Ada" not in text and "Bruno" not in text
    assert "at stake: Bruno pays" in chronicle_of(table, "en", FightChances()).note


def test_the_score_counts_this_game_and_those_before_it(clock: Clock) -> None:
    three_evenings(clock)
    evening(clock, "four", 21, winner=1)
    for name, wins in (("two", {"Ada": 1, "Bruno": 1}), ("four", {"Ada": 2, "Bruno": 2}), ("one", {})):
        with Table.open(name) as table:
            assert {who: n for who, n in wins_so_far(table, Evenings(), 99).items() if n} == wins
    (tables_dir().parent / KEPT).unlink()
    with Table.open("four") as table:
        assert not wins_so_far(table, Evenings(), 2), "half of them would tell another score"


def test_the_form_tells_the_short_card_of_a_character_that_may_be_taken() -> None:
    panel = controller_for("", "en")
    told = panel.handle({"type": "card", "key": "character.dwarf"})
    assert told is not None and told["key"] == "character.dwarf" and told["card"]["name"] == "Dwarf"
    assert panel.handle({"type": "card", "key": "character.nobody"}) == {
        "type": "card",
        "key": "character.nobody",
        "card": None,
    }
