"""House rules saved under a name: are they read as they were saved, and is whatever is wrong with a file told?"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, get_args

import pytest
from editions import PLAYED
from tables import PLAYERS, TWO

from talisman_nb.app import cli
from talisman_nb.panels.hosted.controller_choice import controller_for
from talisman_nb.panels.setup.setup_form import told_by_name
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import open_book
from talisman_nb.rules.edition import ranges
from talisman_nb.rules.house_rules import offered_rules
from talisman_nb.table import HouseFileError, Table, save_house
from talisman_nb.table.house_files import MOST_BYTES, HouseErrorKey, house_file, house_names, read_house
from talisman_nb.text.errors import describe_error
from talisman_nb.text.house_rules import choices, in_force, switches
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.screen.setup_values import Setup

pytestmark = pytest.mark.usefixtures("own_home")

FRIDAY = {"setup.deal": 3, "setup.gold": 2, "spell.limit": [0, 1, 2], "switch.trade_life": True, "trophy.strength": 4}


def written(text: str | bytes, name: str = "friday") -> Path:
    """A file of house rules."""
    path = house_file(name)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


# --- saving and reading ---


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_saved_is_read_again_and_told_in_its_file(lang: str) -> None:
    book = open_book("revised4", FRIDAY)
    path = save_house("friday", book, lang)
    assert read_house("friday", open_book()) == (FRIDAY, ()) and house_names() == ("friday",)
    text = path.read_text(encoding="utf-8")
    assert all(sentence in text for sentence in in_force(book, lang))


@pytest.mark.matrix
@pytest.mark.parametrize("edition", PLAYED)
@pytest.mark.parametrize("seed", range(5))
def test_random_mixes_are_read_as_they_were_saved(edition: str, seed: int) -> None:
    dice, usual = random.Random(seed), open_book(edition)
    house = {name: dice.choice(choices(usual, name)) for name in offered_rules(usual) if dice.random() < 0.5}
    house["order.magic object"] = 4.5
    book = open_book(edition, house)
    save_house("mix", book)
    assert read_house("mix", usual) == (book.house, ())


def test_a_table_is_begun_by_a_name_and_opens_without_the_file() -> None:
    path = save_house("friday", open_book("revised4", FRIDAY))
    table = Table.new(TWO, house="friday", name="Ours")
    assert table.settings.house == FRIDAY and table.state.players[0].gold == 2
    assert Table.new(TWO, house=path).settings.house == FRIDAY
    table.close()
    path.unlink()
    assert Table.open("Ours").settings.house == FRIDAY


def test_one_is_not_written_over() -> None:
    path = save_house("friday", open_book("revised4", FRIDAY))
    before = path.read_text()
    with pytest.raises(HouseFileError) as wrong:
        save_house("friday", open_book("revised4", {"setup.gold": 9}))
    assert wrong.value.key == "there" and path.read_text() == before


# --- what is wrong with a file ---

WRONG: dict[str, tuple[str | bytes, str]] = {
    "figure": ("[swich]\nroyal_pair = true", "[swich] royal_pair"),
    "value": ("[trophy]\nstrength = 41", "[trophy] strength"),
    "not-read": ("[switch]\nroyal_pair = true", "[switch] royal_pair"),
    "toml": ("[trophy", "friday.toml"),
    "large": ("#" * (MOST_BYTES + 1), str(MOST_BYTES)),
}
"""A file that can't be used in the second edition, and the place that is told, by the phrase that tells it."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", WRONG)
def test_what_is_wrong_is_told_with_file_and_place(key: str, lang: str) -> None:
    text, place = WRONG[key]
    path = written(text)
    with pytest.raises(HouseFileError) as told:
        Table.new(TWO, "second", "friday")
    said = describe_error(told.value, lang)
    assert told.value.key == key and str(path) in said and place in said
    shown = told_by_name(told.value, lang)
    assert shown.startswith("friday.toml") or "friday.toml" in shown
    assert str(path) not in shown, "a panel shows no paths"


@pytest.mark.parametrize(
    ("text", "key", "place"),
    [
        ("gold = 3", "figure", "gold"),
        ("[switch]\ntrade_life = 1", "value", "[switch] trade_life"),
        ("[switch.trade_life]\non = true", "value", "[switch] trade_life"),
        ("[setup]\nfewest = 4\nmost = 2", "value", "[setup] most"),
        ("[spell]\nlimit = [99]", "value", "[spell] limit"),
        ("[switch]\nfireball = true", "not-read", "[switch] fireball"),
        ("[order]\nsprit = 3", "figure", "[order] sprit"),
        (b"\xff\xfe", "toml", "UTF-8"),
        ("[setup]\ngold = " + "9" * 5000, "toml", ""),
        ("x = " + "[" * 900, "toml", ""),
    ],
)
def test_nothing_in_a_file_is_silently_ignored(text: str | bytes, key: str, place: str) -> None:
    written(text)
    with pytest.raises(HouseFileError) as told:
        Table.new(TWO, house="friday")
    assert told.value.key == key and place in str(told.value)


def test_a_near_name_is_suggested() -> None:
    written("[trophy]\nstrenght = 4")
    with pytest.raises(HouseFileError, match=r"Did you mean \[trophy\] strength\?"):
        Table.new(TWO, house="friday")
    with pytest.raises(HouseFileError, match="Did you mean “friday”"):
        Table.new(TWO, house="fryday")


@pytest.mark.parametrize("name", ["", " ", "a/b", "../x", ".x", "a.b", "con", "x" * 41, "a\nb", "a_b", "a-"])
def test_a_name_that_is_no_word_is_refused(name: str) -> None:
    with pytest.raises(HouseFileError) as told:
        Table.new(TWO, house=name)
    assert told.value.key == "name" and not list(house_file("x").parent.parent.glob("x*"))


def test_every_reason_is_tried() -> None:
    assert {*WRONG, "name", "unknown", "there", "nothing", "system"} == set(get_args(HouseErrorKey))
    with pytest.raises(HouseFileError) as nothing:
        save_house("friday", open_book())
    written("[setup]\ngold = 2").unlink()
    house_file("friday").mkdir()
    with pytest.raises(HouseFileError) as system:
        read_house(house_file("friday"), open_book())
    assert (nothing.value.key, system.value.key) == ("nothing", "system")


def test_every_figure_can_be_saved() -> None:
    usual = open_book().usual
    other: dict[str, Any] = {}
    for name, allowed in ranges().items():
        low, high = allowed[0], allowed[-1]
        other[name] = [high[1]] if isinstance(high, list) else next(v for v in (high, low) if v != usual[name])
    book = open_book("revised4", {**other, "setup.fewest": 2, "setup.most": 3})
    save_house("all", book)
    by_other_layers = {"switch.fireball", "switch.blast_printed", "switch.monk_moment"}  # nothing here reads them
    assert read_house("all", open_book())[0].keys() >= book.house.keys() - by_other_layers


# --- on the form ---


def form(panel: TableController) -> Setup:
    """The form that is shown."""
    shown = panel.setup()
    assert shown is not None
    return shown


def turned(panel: TableController) -> set[str]:
    """The house rules that are on, or not the edition's number."""
    usual = open_book().usual
    return {one.key for one in form(panel).switches if one.value != str(usual[one.key]).lower()}


def test_the_form_offers_the_names_and_takes_one() -> None:
    save_house("friday", open_book("revised4", FRIDAY))
    panel = controller_for("", "en")
    assert form(panel).house_names == ("friday",) and form(panel).house_name == ""
    panel.handle({"type": "house", "name": "friday", "players": PLAYERS})
    shown = form(panel)
    assert (shown.house_name, shown.house) == ("friday", "5 house rules") and shown.players
    assert turned(panel) == {"setup.deal", "switch.trade_life", "trophy.strength"}
    assert len(shown.house_besides) == 2 and "Gold at the start: 2" in shown.house_besides
    panel.handle({"type": "start", "players": PLAYERS, "parts": {}})
    assert panel.table is not None and panel.table.settings.house == FRIDAY
    assert len(panel.screen().house) == 5


def test_a_change_makes_it_another_mix_and_the_edition_has_none() -> None:
    save_house("friday", open_book("revised4", FRIDAY))
    panel = controller_for("", "en")
    panel.handle({"type": "house", "name": "friday", "players": []})
    panel.handle({"type": "switch", "key": "switch.maximum", "value": "true", "players": []})
    assert form(panel).house_name == "" and turned(panel) >= {"switch.maximum", "setup.deal"}
    panel.handle({"type": "house", "name": "", "players": []})
    assert form(panel).house == "no house rules" and turned(panel) == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_that_the_edition_cannot_use_is_told_and_not_taken(lang: str) -> None:
    written("[switch]\nroyal_pair = true\nmaximum = true")
    panel = controller_for("", lang)
    panel.handle({"type": "house", "name": "friday", "players": []})
    assert form(panel).note == "" and form(panel).house_name == "friday"
    panel.handle({"type": "part", "key": "edition", "value": "second", "players": []})
    shown = form(panel)
    assert "[switch] royal_pair" in shown.note and shown.house_name == ""
    panel.handle({"type": "house", "name": "friday", "players": []})
    assert "[switch] royal_pair" in form(panel).note and form(panel).house_name == ""


def test_the_form_saves_what_is_chosen_under_a_name() -> None:
    panel = controller_for("", "en")
    panel.handle({"type": "save-house", "name": "friday", "players": []})
    assert "no house rules to save" in form(panel).note
    panel.handle({"type": "switch", "key": "switch.maximum", "value": "true", "players": []})
    panel.handle({"type": "save-house", "name": "a/b", "players": []})
    assert "letters" in form(panel).note
    panel.handle({"type": "save-house", "name": " friday ", "players": PLAYERS})
    shown = form(panel)
    assert (shown.note, shown.house_name, shown.house_names) == ("", "friday", ("friday",))
    assert read_house("friday", open_book()) == ({"switch.maximum": True}, ())
    panel.handle({"type": "save-house", "name": "friday", "players": []})
    assert "already" in form(panel).note and str(house_file("friday")) not in form(panel).note


def test_the_same_people_keep_house_rules_that_have_no_field() -> None:
    Table.new(TWO, house={"setup.gold": 5}, name="Before").close()
    panel = controller_for("", "en")
    panel.handle({"type": "same-people", "players": PLAYERS})
    assert form(panel).house_besides == ("Gold at the start: 5",)


# --- the command ---


def test_the_command_lists_shows_saves_and_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["house"]) == 0 and "There are no saved house rules yet" in capsys.readouterr().out
    Table.new(TWO, house=FRIDAY, name="Thursday").close()
    assert cli.main(["house", "save", "friday", "night", "--table", "Thursday"]) == 0
    assert read_house("friday night", open_book()) == (FRIDAY, ())
    assert cli.main(["house"]) == 0 and "friday night" in capsys.readouterr().out
    assert cli.main(["house", "show", "friday", "night"]) == 0
    assert capsys.readouterr().out.splitlines() == list(in_force(open_book("revised4", FRIDAY), "en"))
    assert cli.main(["house", "check", "friday", "night", "--edition", "second"]) == 0
    file = tmp_path / "mine.toml"
    file.write_text("[switch]\nroyal_pair = true\n[trophy]\nstrenght = 4\ncraft = 900")
    assert cli.main(["house", "check", str(file), "--edition", "second"]) == 1
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 3 and all(str(file) in line for line in told), "every mistake has its line"


@pytest.mark.parametrize("edition", PLAYED)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_command_lists_what_can_be_set_by_group(
    edition: str, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["house", "--edition", edition, "--lang", lang]) == 0
    lines, shown = capsys.readouterr().out.splitlines(), switches(open_book(edition), {}, lang)
    assert [one.key for one in shown] == [line.split(" = ")[0].strip() for line in lines if line.startswith("  ")]
    assert {one.group for one in shown} <= set(lines)


@pytest.mark.parametrize("words", [["dance"], ["show"], ["save", "friday"], ["list", "x"], ["show", "nothing"]])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_command_that_cannot_be_says_what_to_do(
    words: list[str], lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["house", *words, "--lang", lang]) == 2
    assert "talisman-nb house" in (said := capsys.readouterr().err) or "nothing" in said
