"""What a notebook waits for: heavy rooms are imported when used, what comes of the program's files is kept."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import anywidget
import pytest
from ipywidgets.embed import dependency_state

from talisman_nb.model import data_folder
from talisman_nb.model.data_folder import kept, program_stamp
from talisman_nb.panels.parts import BoardPanel, CardPanel, DicePanel
from talisman_nb.panels.sync import bundle
from talisman_nb.panels.table.pictures import _labels_in, labels_in
from talisman_nb.rules import book as books
from talisman_nb.rules.book import open_book
from talisman_nb.rules.index import _rules, rule_index
from talisman_nb.rules.layers import find_layer
from talisman_nb.rulings import search
from talisman_nb.rulings.cases import _cases, cases
from talisman_nb.rulings.question_words import _asked_words, asked_words
from talisman_nb.rulings.search import find_answers
from talisman_nb.table import Table

ROOT = Path(__file__).parents[1]
WIDGET = 'from talisman_nb import Table, companion; shown = companion(Table.new({"Ada": "dwarf", "Bruno": "thief"}))'
HEAVY = (
    "fontTools", "fpdf", "networkx", "portalocker", "snowballstemmer", "svgwrite", "urllib.request",
    "talisman_nb.analysis", "talisman_nb.bots", "talisman_nb.chronicle.chronicle", "talisman_nb.chronicle.evenings",
    "talisman_nb.chronicle.exports", "talisman_nb.chronicle.group", "talisman_nb.drawing.board_picture",
    "talisman_nb.drawing.printed_pages", "talisman_nb.lessons", "talisman_nb.notation.situation",
    "talisman_nb.panels.bench", "talisman_nb.panels.parts", "talisman_nb.panels.setup.edition_choice",
    "talisman_nb.rulings", "talisman_nb.simulate",
)  # fmt: skip
"""Modules that a table's first widget has no use for, once the labels of its language are kept."""


def run(code: str, cache: Path) -> str:
    """Run code in a fresh interpreter with a cache folder of its own; return what it prints."""
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(cache), "LOCALAPPDATA": str(cache)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environ)
    assert not done.returncode, done.stderr
    return done.stdout


def test_nothing_heavy_is_imported_for_the_first_widget(own_home: Path, tmp_path: Path) -> None:
    run(WIDGET, tmp_path / "cache")
    found = run(f"{WIDGET}; import sys; print([each for each in {HEAVY!r} if each in sys.modules])", tmp_path / "cache")
    assert ast.literal_eval(found) == []


def test_a_folder_that_cannot_be_written_does_not_matter(own_home: Path, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder would be", "utf-8")
    assert run(f"{WIDGET}; print(shown)", tmp_path / "cache") == "Companion('', round 1)\n"


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A program of one file, and a cache folder of the test's own."""
    folder = tmp_path / "program"
    folder.mkdir()
    (folder / "cards.toml").write_text("wolf = 2", "utf-8")
    monkeypatch.setattr(data_folder, "PACKAGE", folder)
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *_, **__: tmp_path / "cache")
    program_stamp.cache_clear()
    yield folder
    program_stamp.cache_clear()


def made_of(folder: Path) -> tuple[str, bool]:
    """What is made of the file of a program, and whether it was made now."""
    made: list[str] = []

    def make() -> str:
        made.append((folder / "cards.toml").read_text("utf-8"))
        return made[-1]

    program_stamp.cache_clear()  # as a new kernel
    return kept("cards", make, str), bool(made)


def test_what_was_made_is_kept_until_a_text_is_changed(program: Path) -> None:
    assert [made_of(program) for _ in range(2)] == [("wolf = 2", True), ("wolf = 2", False)]
    (program / "cards.toml").write_text("wolf = 34", "utf-8")
    assert [made_of(program) for _ in range(2)] == [("wolf = 34", True), ("wolf = 34", False)]
    (program / "more.toml").write_text("", "utf-8")
    assert made_of(program) == ("wolf = 34", True), "a file more is a change too"


@pytest.mark.parametrize("damage", [b"", b"\x00" * 40, b"\xff"])
def test_what_is_damaged_is_made_anew(program: Path, tmp_path: Path, damage: bytes) -> None:
    made_of(program)
    (file,) = (tmp_path / "cache" / "kept").iterdir()
    whole = file.read_bytes()
    file.write_bytes(damage if len(damage) != 1 else whole[:-1] + damage)
    assert [made_of(program) for _ in range(2)] == [("wolf = 2", True), ("wolf = 2", False)]
    assert file.read_bytes() == whole and len([*file.parent.iterdir()]) == 1, "written whole, nothing left beside it"


def test_what_has_another_shape_is_made_anew(program: Path) -> None:
    assert kept("cards", lambda: {"wolf": 2}, dict[str, int]) == {"wolf": 2}
    assert kept("cards", lambda: ["wolf"], list[str]) == ["wolf"]


def test_nothing_is_kept_of_files_that_changed_meanwhile(program: Path, tmp_path: Path) -> None:
    def changed_while_made() -> str:
        (program / "cards.toml").write_text("wolf = 345", "utf-8")
        return "wolf = 2"

    assert kept("cards", changed_while_made, str) == "wolf = 2"
    assert not (tmp_path / "cache").exists()
    assert made_of(program) == ("wolf = 345", True)


@pytest.mark.parametrize(("length", "most"), [(data_folder.BLOCK, "MOST_KEPT"), (1, "MOST_SHORT")])
def test_old_ones_are_removed(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, length: int, most: str
) -> None:
    monkeypatch.setattr(data_folder, most, 5)
    for n in range(8):
        kept("cards", lambda: "a" * length, str, [str(n)])
        kept("cards-more", lambda: "a" * length, str, [str(n)])
    names = [file.name.rpartition("-")[0] for file in (tmp_path / "cache" / "kept").iterdir()]
    assert {name: names.count(name) for name in names} == dict.fromkeys(("cards", "cards-more"), 5)


@pytest.mark.parametrize("edition", ["revised4", "second"])
def test_what_is_kept_is_what_is_made(edition: str) -> None:
    book = open_book(edition)
    assert labels_in(book, "it") == _labels_in(book, "it")
    assert dict(rule_index()) == _rules() and dict(cases()) == _cases() and dict(asked_words()) == _asked_words()
    layer = find_layer(edition)
    assert {path: layer.tables(path) for path in layer._parsed()} == layer._parsed()


def test_questions_are_answered_alike_with_what_is_kept(program: Path) -> None:
    question, answers = "someone takes my mule, do the objects go too", []
    for _ in range(2):
        search.index_of.cache_clear()
        answers.append(find_answers(question))
    assert answers[0] == answers[1] and answers[0].hits[0].key == "ruling.w4"


def test_a_layer_of_ones_own_is_seen_as_soon_as_it_changes(own_home: Path) -> None:
    folder = own_home / "layers" / "mine" / "adventure"
    folder.mkdir(parents=True)
    for strength in (4, 5):
        (folder / "cards.toml").write_text(f'[wolf]\nlike = "wolf"\nstrength = {strength}', "utf-8")
        book = open_book("revised4+mine")
        assert book.card("wolf").facts.strength == strength and not book.of_program
    (folder / "cards.toml").write_text('[wolf]\nlike = "wolf"\ncites = ["no.such.rule"]', "utf-8")
    with pytest.raises(books.CardError, match=r"no\.such\.rule"):
        open_book("revised4+mine")


def test_a_book_that_a_saved_table_keeps_is_none_of_the_program() -> None:
    layers = tuple(books.Layer(layer.name, dict(layer.texts)) for layer in open_book().layers)
    assert open_book().of_program and not books.Book("revised4", layers=layers).of_program
    assert Table.new({"Ada": "dwarf"}).state.book == open_book().id


# --- code that is sent once, and code that changes ---


def test_parts_are_sent_a_few_lines_and_refer_to_the_code_they_share() -> None:
    table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
    several = [BoardPanel(table), DicePanel(1), CardPanel("wolf")]
    for widgets in (several, several[1:2]):
        states = dependency_state(widgets, drop_defaults=False)
        code = [id for id, each in states.items() if each["state"].get("esm")]
        assert len(code) == 1, "once, however many there are, and with one alone too"
        assert {states[each.model_id]["state"]["code"] for each in widgets} == {f"IPY_MODEL_{code[0]}"}
        assert states[code[0]]["state"]["esm"] == bundle.part_esm()
        assert states[code[0]]["state"]["css"] == bundle.part_css()
    die = states[several[1].model_id]
    assert len(json.dumps(die)) < 25_000 and die["state"]["_esm"] == bundle.loader_esm()
    assert several[0].code is not None
    several[0].code.close()
    assert DicePanel(1).code.comm is not None, "what was closed is made anew"


def test_a_part_answers_a_page_that_asks_for_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    die, told = DicePanel(1, dice=(3,)), list[Any]()
    monkeypatch.setattr(die, "send", told.append)
    die._handle_custom_msg({"type": "code"}, [])
    assert told == [{"type": "code", "esm": bundle.part_esm(), "css": bundle.part_css()}] and die.dice == (3,)


def test_a_script_that_is_being_written_is_shown_as_it_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "js" / "main.js"
    script.parent.mkdir()
    script.write_text("export default { render() {} };", "utf-8")
    monkeypatch.setattr(bundle, "HERE", tmp_path)
    monkeypatch.setattr(bundle, "LOOKS", 0.01)
    monkeypatch.setattr(bundle, "RELOADS", True)

    class Written(anywidget.AnyWidget):
        _esm = bundle.as_sent(lambda: bundle.load_esm("main.js", tmp_path / "js"))

    shown, warned = Written(), list[str]()
    monkeypatch.setattr(bundle, "warn", lambda said, **_: warned.append(said))
    for n, text in enumerate(("export { render };", "export default { render() { return 1; } };")):
        saved = script.with_suffix(".saved")
        saved.write_text(text, "utf-8")
        os.utime(saved, ns=(n, n))  # another time, however coarse the file system's clock
        saved.replace(script)  # at once, as editors do: never half of it
        until(lambda n=n: warned if n == 0 else "return 1" in shown._esm)
        assert "render() {}" in shown._esm or n, "what can't be joined is told, and the last one stays"


def until(happened: Callable[[], object]) -> None:
    """Wait until something has happened that another thread does."""
    deadline = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.01)
