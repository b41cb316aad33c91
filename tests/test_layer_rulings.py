"""Are the rulings of a layer of one's own read, checked, listed, shown on pages and played?"""

from __future__ import annotations

from pathlib import Path

import pytest

from talisman_nb.app import cli
from talisman_nb.cards.decode import CardError
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.layers import Layer, layers_folder
from talisman_nb.rulings.cases import cases, cases_of
from talisman_nb.rulings.rulings_by_subject import coverage, ruling_page, rulings_on, rulings_on_rule
from talisman_nb.rulings.runner import run
from talisman_nb.text.names import LANGUAGES

CARDS = """
[were-mole]
name = { pl = "Kreciołak" }
type = "monster"
strength = 3

[wolf]
like = "wolf"
strength = 4
"""
CASE = """
[mole-fights]
question = { pl = "Czy Kreciołak walczy z siłą 3?" }
decision = { pl = "Tak, zawsze." }
rules = ["combat.win"]
situation = "dwarf crags | thief city"
steps = [{ do = ["2", "clockwise", "were-mole"], then = { foe = { strength = 3 }, seats = { 0 = { gold = 1 } } } }]
"""
PATH = "rulings/moles.toml"


def book_with(ruling: str, below: str = "second") -> Book:
    return open_book([below, Layer("moles", {"adventure/cards.toml": CARDS, PATH: ruling})])


@pytest.fixture
def folder(own_home: Path) -> Path:
    """The layer, installed for the user."""
    found = layers_folder() / "moles"
    for path, text in (("adventure/cards.toml", CARDS), (PATH, CASE)):
        (found / path).parent.mkdir(parents=True, exist_ok=True)
        (found / path).write_text(text, encoding="utf-8")
    return found


@pytest.mark.parametrize("below", ["revised4", "second"])
def test_a_case_is_played_in_the_book_it_lies_in(below: str) -> None:
    found = cases_of(book_with(CASE, below))["mole-fights"]
    assert run(found).ok and found.holds_in == (f"{below}+moles",)
    assert "mole-fights" not in cases() and "mole-fights" not in cases_of(open_book(below))


def test_it_is_listed_with_its_rule_and_shown_on_the_page_of_its_card() -> None:
    book = book_with(CASE)
    assert "mole-fights" in coverage(book.rules_of, cases_of(book).values()).by_rule["combat.win"]
    assert any("mole-fights" in line for line in rulings_on_rule("combat.win", "en", book))
    assert not any("mole-fights" in line for line in rulings_on_rule("combat.win", "en"))
    for lang in LANGUAGES:
        (line,) = rulings_on(book, "were-mole", lang)
        assert line.startswith("ruling.mole-fights  ") and ("[pl] Czy" in line) == (lang != "pl"), line


@pytest.mark.parametrize("lang", LANGUAGES)
def test_its_page_tells_where_it_holds_and_how_it_went(lang: str) -> None:
    told = str(ruling_page("mole-fights", lang, book_with(CASE)))
    assert "+ moles" in told and "✓" in told and "Kreciołak" in told


def test_what_a_layer_has_changed_has_no_rulings_about_what_it_was() -> None:
    assert rulings_on(open_book("second"), "wolf") and not rulings_on(book_with(""), "wolf")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (
            ('"combat.win"', '"combat.wins"'),
            r"moles/rulings/moles\.toml: \[mole-fights\]: no rule 'combat\.wins'.*mean",
        ),
        (("thief city", "thief citty"), r"moles/rulings/moles\.toml: \[mole-fights\].*did you mean"),
        (("dwarf crags", "edition second | dwarf crags"), r"\[mole-fights\]: editions: expected none"),
        (("rules", 'editions = ["second"]\nrules'), r"\[mole-fights\]: editions: expected none"),
        (("rules", 'book = "second"\nrules'), r"\[mole-fights\]: unknown field `book`"),
        (("0 = {", "2 = {"), r"\[mole-fights\]: step 1: seats: the game has no '2'"),
        (("seats = { 0 =", "lying = { ruin = []}, seats = { 0 ="), r"lying: the game has no 'ruin'.*\"ruins\""),
        (("steps", "stepps"), r"\[mole-fights\].*(stepps|steps)"),
        (("[mole-fights]", "[w8]"), r"\[w8\] is told twice \(first in worked\.toml\)"),
        (("question = {", "question = { de = 'x',"), r"\[mole-fights\]: .*de"),
    ],
)
def test_a_mistake_names_layer_file_and_case(changed: tuple[str, str], said: str) -> None:
    with pytest.raises(CardError, match=said):
        cases_of(book_with(CASE.replace(*changed)))


def test_a_wrong_file_of_rulings_is_told_by_the_commands_and_stops_no_game(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / PATH).write_text(CASE.replace("combat.win", "combat.wins"), encoding="utf-8")
    for command in (["layers", str(folder)], ["rules", "--edition", "second+moles"]):
        assert cli.main(command) == 2
        assert "moles/rulings/moles.toml: [mole-fights]: no rule" in capsys.readouterr().err
    assert open_book("second+moles")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_check_of_a_layer_plays_its_rulings(lang: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for edition in ("revised4", "second"):
        assert cli.main(["layers", str(folder), "--edition", edition, "--lang", lang]) == 0
        assert "1" in capsys.readouterr().out.splitlines()[-1]
    wrong = CASE.replace("strength = 3", "strength = 4")
    (folder / PATH).write_text(wrong + wrong.replace("mole-fights", "cold").replace('"2", "c', '"9", "c'), "utf-8")
    assert cli.main(["layers", str(folder), "--lang", lang]) == 1
    told = capsys.readouterr()
    first, second = told.err.splitlines()
    assert first.startswith("moles/rulings/moles.toml: [mole-fights], ")
    assert "4" in first and "3" in first, "expected and got"
    assert second.startswith("moles/rulings/moles.toml: [cold], ") and "9" in second
    assert "0" in told.out.splitlines()[-1]
