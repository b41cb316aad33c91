"""Does the picture of a game tell who won and what is remembered, in letters that can be read, and hide names?"""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from evenings_of_a_group import Clock, evening
from tables import FOUR, press_on, virtual

from talisman_nb.app import cli
from talisman_nb.chronicle.exports import export
from talisman_nb.chronicle.fights import FightChances, fights
from talisman_nb.chronicle.recap import EDGE, LEAST, SIZE, recap_picture
from talisman_nb.drawing.picture import fitted, width_of
from talisman_nb.model import Change
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES

pytestmark = pytest.mark.usefixtures("own_home")

SVG = "{http://www.w3.org/2000/svg}"
LONG = {
    "Maximiliana Konstantynopolitańczykowiane": "dwarf", "Bartholomew of the Old House": "thief", "Cy": "wizard",
    "Dario": "troll", "Élodie": "monk", "Fabio": "ghoul",
}  # fmt: skip


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> Table:
    evening(Clock(monkeypatch), "Ada, Bruno and the others", 0, toad=3)
    return Table.open("Ada, Bruno and the others")


def texts(picture: str) -> list[ElementTree.Element]:
    return [each for each in ElementTree.fromstring(picture).iter(f"{SVG}text") if (each.text or "").strip()]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_says_who_won_what_is_remembered_and_shows_everybody(ended: Table, lang: str) -> None:
    picture = export(ended, "picture", lang, -1).text
    said = " ".join(each.text or "" for each in texts(picture))
    assert all(name in said for name in FOUR)
    largest = [each for each in texts(picture) if float(each.get("font-size", "0")) > 60]
    assert any("Ada" in (each.text or "") for each in largest)
    assert picture.count("<circle") == 1 and 'width="1080"' in picture and 'height="1080"' in picture
    assert str(ended.state.round) in said
    assert "…" not in said, "nothing is cut off"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_names_nobody_is_named_not_even_by_the_file(ended: Table, lang: str) -> None:
    made = export(ended, "picture-without-names", lang, -1)
    assert not any(name in made.text or name in made.name for name in FOUR)
    assert {"A", "B", "C", "D"} <= {each.text for each in texts(made.text)}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("people", [2, 4, 6])
def test_every_letter_can_be_read_and_none_leaves_the_picture(lang: str, people: int) -> None:
    table = Table.new(dict(list(LONG.items())[:people]), dice="virtual", cards="virtual", spells="known", seed=4)
    press_on(table, 120)
    for winner in (False, True):
        if winner:
            table.change(Change("space", 0, to="crown-of-command"), *(Change("out", n, 1) for n in range(1, people)))
            while table.ask.kind != "over":
                press_on(table, 1)
        for each in texts(recap_picture(table, lang)):
            if not each.get("font-size"):  # a mark's letter, which the style sheet sizes
                continue
            size, x = float(each.get("font-size", "0")), float(each.get("x", "0"))
            assert size >= LEAST, each.text
            assert 0 < float(each.get("y", "0")) < SIZE
            assert each.get("text-anchor") == "start" and x + 0.9 * width_of(each.text or "") * size <= SIZE - EDGE / 2


def test_a_text_that_is_too_long_is_cut_and_says_so() -> None:
    lines, size = fitted("Konstantynopolitańczykowianeczka" * 3, 200, 40, 1, LEAST)
    assert size == LEAST and len(lines) == 1 and lines[0].endswith("…")


def test_a_game_that_goes_on_has_one_too() -> None:
    picture = recap_picture(press_on(virtual(), 60), "en")
    assert any("so far" in (each.text or "") or "far" in (each.text or "") for each in texts(picture))


def test_the_command_writes_a_drawing_that_loads_nothing(
    ended: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended.close()
    monkeypatch.chdir(tmp_path)
    assert cli.main(["export", "Ada, Bruno and the others", "--as", "picture"]) == 0
    (file,) = tmp_path.glob("*.svg")
    text = file.read_text("utf-8")
    assert ElementTree.fromstring(text).tag == f"{SVG}svg"
    assert not re.search(r"href|url\((?!\"?data:)|@import|<script", text), "no link, and nothing from elsewhere"
    assert "@font-face" in text, "its letters are in it"


def test_worst_luck_is_no_fight_that_was_likely_lost() -> None:
    """Where none was lost that was likelier won, it is who won the fewest against the chances, or nobody."""
    table = press_on(Table.new(dict(list(LONG.items())[:4]), dice="virtual", cards="virtual", seed=4), 150)
    found, chances = list(fights(table.lines)), FightChances()
    chances.reckon(found, len(found))
    likely = [each for each in found if each.event.what == "lost" and (odds := chances.of(each)) and odds.won >= 0.5]
    said = [each.text or "" for each in texts(recap_picture(table, "en"))]
    at = said.index("Worst luck") if "Worst luck" in said else -1
    assert at < 0 or likely or any(text.startswith("fights won:") for text in said[at : at + 4])
