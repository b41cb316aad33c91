"""Does the command of boxes do what it says, and does a box of names alone replace names and nothing else?"""

from __future__ import annotations

from pathlib import Path

import pytest
from read_aloud import assert_well

from talisman_nb.app import cli
from talisman_nb.model.data_folder import boxes_folder
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import layers_folder
from talisman_nb.table.boxes import read_box
from talisman_nb.text.find import name_of
from talisman_nb.text.names import LANGUAGES

NAMES = "# of the printing of 1985\nWolf = Wilczysko\n\nspace.village = Osada\nKrasnolud\tKrasnal\nHealing = Kuracja\n"


@pytest.fixture
def here(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, beside the user's."""
    folder = own_home / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def run(capsys: pytest.CaptureFixture[str], command: str, code: int = 0) -> str:
    assert cli.main(["box", *command.split()]) == code
    said = capsys.readouterr()
    assert bool(said.err) == bool(code)
    return said.out + said.err


def test_a_box_is_begun_packed_installed_shown_and_removed(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "No boxes are installed" in run(capsys, "list")
    assert "talisman-nb box pack moles" in run(capsys, "new moles")
    folder = layers_folder() / "moles"
    (folder / "adventure").mkdir()
    (folder / "adventure" / "cards.toml").write_text(
        '[mole-king]\nname = "Mole King"\ntype = "animal"\nstrength = 4\ncopies = 2\n', encoding="utf-8"
    )
    assert "moles is in order: 1 definition for revised4+moles" in run(capsys, "check moles")
    assert "in moles-1.talisman-box" in run(capsys, "pack moles")
    assert "in other.talisman-box" in run(capsys, f"pack {folder} other.talisman-box")
    assert (here / "moles-1.talisman-box").read_bytes() == (here / "other.talisman-box").read_bytes()
    assert "is in order" in run(capsys, "check moles-1.talisman-box --edition second")
    assert "Moles, wersja 1: karty: 1" in run(capsys, "add moles-1.talisman-box --lang pl")
    assert run(capsys, "list") == "moles-v1  Moles, version 1: cards: 1\n"
    assert "Mole King\nEnemy – Animal" in run(capsys, "show moles-v1")
    assert cli.main(["card", "mole", "king", "--edition", "second+moles-v1"]) == 0
    assert "keep it" in run(capsys, "remove moles 1") and list(boxes_folder().iterdir()) == []


def test_a_list_of_names_replaces_the_names_of_one_language_only(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "names.txt").write_text(NAMES, encoding="utf-8")
    run(capsys, "new old-words names.txt --lang pl")
    before = open_book("revised4")
    book = open_book("revised4+old-words")
    for key, name in {
        "wolf": "Wilczysko", "space.village": "Osada", "character.dwarf": "Krasnal", "healing": "Kuracja",
    }.items():  # fmt: skip
        assert name_of(book, key, "pl") == name
        assert [name_of(book, key, lang) for lang in ("en", "it", "fr")] == [
            name_of(before, key, lang) for lang in ("en", "it", "fr")
        ]
    run(capsys, "pack old-words")
    assert read_box((here / "old-words-1.talisman-box").read_bytes()).contents == (0, 0, 0, 0, 4, 0)


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("frob", 2, "“box”"),
        ("add", 2, "“box”"),
        ("add nothing.talisman-box", 2, "nothing.talisman-box"),
        ("check mols", 2, "moles"),
        ("remove moles", 2, "moles"),
        ("new moles", 2, "moles"),
        ("new Moles", 2, "'Moles'"),
        ("new second", 2, "'second'"),
        ("new other wrong.txt", 2, "Wulf"),
        ("new other empty.txt", 2, "empty.txt"),
        ("new other missing.txt", 2, "missing.txt"),
        ("pack moles nowhere/x.talisman-box", 2, "nowhere"),
        ("show wrong.txt", 2, ".talisman-box"),
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_refused_says_what_was_expected(
    command: str, code: int, said: str, lang: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "wrong.txt").write_text("Wulf = Wilk\n", encoding="utf-8")
    (here / "empty.txt").write_text("# nothing\n", encoding="utf-8")
    cli.main(["box", "new", "moles"])
    capsys.readouterr()
    told = run(capsys, f"{command} --lang {lang}", code)
    quoted = said.replace("“box”", {"en": "“box”", "it": "«box»", "fr": "« box »", "pl": "„box”"}[lang])
    assert quoted in told.replace("\xa0", " "), told
    for line in told.splitlines():
        assert_well(line)
