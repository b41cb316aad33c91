"""Is a new table set up as its form says, house rules and the people of the last evening included?"""

from __future__ import annotations

from pathlib import Path

import pytest
from tables import PLAYERS, press, started

from talisman_nb.panels.hosted.controller_choice import controller_for
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import editions
from talisman_nb.text.house_rules import choices, in_force, switches_of
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

pytestmark = pytest.mark.usefixtures("own_home")

# --- setting up ---


def test_a_table_is_set_up_dealt_and_begun() -> None:
    panel = controller_for("", "en")
    panel.handle({"type": "deal", "players": [{"name": "Ada", "character": "dwarf"}, {"name": "Bruno"}]})
    form = panel.setup()
    assert form is not None and form.players[0] == ("Ada", "dwarf") and form.players[1][1]
    panel.handle({"type": "part", "key": "dice", "value": "virtual"})
    form = panel.setup()
    assert form is not None and next(part.value for part in form.parts if part.key == "dice") == "virtual"
    panel.handle({"type": "start", "players": PLAYERS, "parts": {}})
    assert panel.setup() is None and panel.table is not None and panel.table.settings.dice == "virtual"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("players", [[], PLAYERS * 2, PLAYERS * 4, [{"name": ""}, {"name": "Bo"}]])
def test_what_is_wrong_is_said_beside_the_names(lang: str, players: list[dict[str, str]]) -> None:
    panel = controller_for("", lang)
    panel.handle({"type": "start", "players": players, "parts": {}})
    form = panel.setup()
    assert form is not None and form.note


def test_the_same_people_and_their_table_are_offered_again() -> None:
    press(started(), "3", "clockwise")
    panel = controller_for("", "en")
    form = panel.setup()
    assert form is not None and form.again == ("Ada", "Bruno")
    assert [saved.name for saved in form.saved] == ["Ada, Bruno"]
    panel.handle({"type": "open", "name": "Ada, Bruno"})
    question = panel.screen().question
    assert question is not None and question.kind == "card"
    assert panel.screen().note == f"You were here: {question.headline}"
    assert controller_for("Ada, Bruno", "en").screen().note == panel.screen().note
    press(panel, "wolf")
    assert panel.screen().note == ""


def test_the_address_names_a_table_old_or_new(own_home: Path) -> None:
    panel = controller_for("Friday", "it")
    panel.handle({"type": "start", "players": PLAYERS, "parts": {}})
    assert (own_home / "tables" / "Friday.talisman").is_file()
    assert controller_for("Friday", otherwise="en").lang == "it", "a table keeps its language"
    assert controller_for("Friday", "fr").lang == "fr", "unless another one is asked for"
    assert controller_for("Friday").lang == "fr", "which it keeps then"
    (own_home / "tables" / "Bad.talisman").write_text("once upon a time")
    form = controller_for("Bad", "en").setup()
    assert form is not None and "no game saved by this program" in form.note


# --- house rules ---


def chosen(panel: TableController) -> dict[str, str]:
    form = panel.setup()
    assert form is not None
    return {switch.key: switch.value for switch in form.switches}


def test_a_house_rule_is_chosen_and_obeyed_also_when_the_table_is_opened_again() -> None:
    panel = controller_for("", "en")
    assert chosen(panel)["switch.temple_life"] == "false"
    panel.handle({"type": "switch", "key": "switch.temple_life", "value": "true", "players": PLAYERS})
    form = panel.setup()
    assert form is not None and form.house == "1 house rule" and chosen(panel)["switch.temple_life"] == "true"
    panel.handle({"type": "start", "players": PLAYERS, "parts": {"dice": "physical"}})
    table = panel.table
    assert table is not None and table.settings.house == {"switch.temple_life": True}
    again = controller_for(table.settings.name, "en")
    for shown in (panel, again):
        assert shown.screen().house == ("Temple: A 4 takes a life or a Follower.",)
    moved = [{"what": "space", "seat": 0, "to": "desert-2"}, {"what": "fate", "seat": 0, "n": 0}]
    panel.handle({"type": "correct", "changes": [*moved, {"what": "card", "card": "guide", "to": "seat:0"}]})
    press(panel, "1")
    press(panel, next(option.key for option in table.ask.options if option.space == "temple"), "1", "3")
    assert "lose-life" in table.ask.open()


def test_a_number_has_its_choices_and_nothing_else_is_taken() -> None:
    panel = controller_for("", "en")
    for value in ("4", "7", "true", ""):
        panel.handle({"type": "switch", "key": "switch.lance_dragon", "value": value, "players": []})
    panel.handle({"type": "switch", "key": "setup.gold", "value": "9", "players": []})
    form = panel.setup()
    assert form is not None and chosen(panel)["switch.lance_dragon"] == "4" and form.house == "1 house rule"
    panel.handle({"type": "switch", "key": "switch.lance_dragon", "value": "3", "players": []})
    form = panel.setup()
    assert form is not None and form.house == "no house rules"


def test_the_same_people_play_as_they_did_by_the_same_house_rules() -> None:
    panel = controller_for("", "en")
    panel.handle({"type": "part", "key": "dice", "value": "virtual", "players": PLAYERS})
    panel.handle({"type": "switch", "key": "switch.forced_alignment", "value": "false", "players": PLAYERS})
    panel.handle({"type": "start", "players": PLAYERS, "parts": {}})
    panel.handle({"type": "leave"})
    assert chosen(panel)["switch.forced_alignment"] == "true", "others begin by the rules of the edition"
    form = panel.setup()
    assert form is not None
    before = {part.key: part.value for part in form.parts}
    assert before["dice"] == "physical"
    panel.handle({"type": "same-people", "players": [{"name": "Ada"}, {"name": "Bruno"}]})
    form = panel.setup()
    assert form is not None and form.players == (("Ada", ""), ("Bruno", ""))
    assert chosen(panel)["switch.forced_alignment"] == "false"
    assert {part.key: part.value for part in form.parts} == {**before, "dice": "virtual"}


@pytest.mark.parametrize("name", [f"{edition}/{switch}" for edition in editions() for switch in switches_of(edition)])
def test_every_switch_has_its_phrases(name: str) -> None:
    edition, _, switch = name.partition("/")
    usual, key = switches_of(edition)[switch], switch.removeprefix("switch.")
    found = choices(open_book(edition), switch)
    assert len(found) > 1 and usual in found, f"{switch} has nothing to choose"
    books = {value: open_book(edition, {switch: value}) for value in found}
    for lang in LANGUAGES:
        for each in (key, f"{key}.off") if isinstance(usual, bool) else (key, f"{key}.{usual}"):
            assert load_phrases(lang).has("house_rules", each), f"{lang}/house_rules.toml says nothing of {switch}"
        for value, book in books.items():
            assert len(list(in_force(book, lang))) == (value != usual), (lang, value)


# --- what hands lay out ---


def test_the_first_line_for_the_hands_lays_out_everybody() -> None:
    said = " ".join(started({"Ada": "dwarf", "Carla": "wizard", "Bruno": "thief"}).screen().hands)
    assert "Ada takes the Dwarf and puts the figure in the Crags." in said
    assert "Bruno takes the Thief and puts the figure in the City." in said
    assert "Carla draws 2 Spells." in said
    assert "Set out counters and gold as the sheets show." in said


def test_without_real_cards_hands_have_nothing_to_lay_out() -> None:
    assert started({"Ada": "dwarf", "Carla": "wizard"}, cards="virtual").screen().hands == ()
