"""Do the notebooks run in four languages, with their code folded and their outputs saved?"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from IPython.core.formatters import DisplayFormatter
from IPython.lib.pretty import pretty
from traitlets import TraitError

from talisman_nb import Table, card, play
from talisman_nb.analysis import Analysis, editions
from talisman_nb.lessons import RunningLesson, lesson
from talisman_nb.odds import chance_of_crown
from talisman_nb.panels.parts import ExampleGallery
from talisman_nb.rulings import answer, differences, endings, find_answers, freeze_ruling, run, situation
from talisman_nb.rulings.cases import case
from talisman_nb.rulings.example import EDGE_CASES, examples_told, rulings_note, worked_examples
from talisman_nb.simulate import simulate
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages import note

FOLDER = Path(__file__).parents[1] / "notebooks"
TOLD = ("board", "compare_editions", "edge_cases", "graph", "odds", "worked_examples", "write_a_ruling")
"""Notebooks whose texts come in four languages."""
SMALL = 12
"""Upper bound of their cells."""
RAW = re.compile(r"\b[A-Z]\w*\(\w+=|[({]'")
"""Matches what Python shows of a value that has no words of its own."""


def cells(name: str) -> list[Any]:
    return list(nbformat.read(FOLDER / f"{name}.ipynb", as_version=4).cells)


@pytest.mark.parametrize("name", TOLD)
def test_one_cell_chooses_the_language_and_texts_are_folded_and_saved(name: str) -> None:
    first, *others = cells(name)
    assert first.source.startswith('LANG = "en"') and len(others) < SMALL
    for cell in others:
        last = cell.source.splitlines()[-1]
        if last.startswith(("note(", "told(", "examples_told(", "plot_")):
            assert cell.metadata["jupyter"]["source_hidden"]
            assert any({"text/markdown", "image/svg+xml"} & {*out.data} for out in cell.outputs), last
        assert len(cell.source.splitlines()) <= 8, "functions of the package do the work"


@pytest.mark.matrix
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", TOLD)
def test_a_notebook_runs_in_every_language(name: str, lang: str) -> None:
    space: dict[str, Any] = {}
    for cell in cells(name):
        exec(cell.source.replace('LANG = "en"', f'LANG = "{lang}"'), space)
    assert space["LANG"] == lang


@pytest.mark.parametrize("lang", LANGUAGES)
def test_twenty_edge_cases_are_told_with_decision_rules_and_situation(lang: str) -> None:
    text = rulings_note(EDGE_CASES, lang)
    assert len({*EDGE_CASES}) == 20 and text.count("### ") == 20
    for id in EDGE_CASES:
        found = case(id)
        assert found.asks(lang) in text and found.decides(lang) in text and found.played_text() in text
    assert note("edge", lang).startswith("# ") and note("edge", lang)._repr_markdown_() == note("edge", lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_worked_example_is_clicked_through_to_its_end(lang: str) -> None:
    gallery = ExampleGallery(lang=lang)
    assert len(gallery.which.options) == len(worked_examples()) > 25
    for _, id in gallery.which.options[::6]:
        gallery.example = id
        assert gallery.which.value == id and gallery.step.value == 0
        gallery.step.value = gallery.step.max
        assert gallery.shown.done and gallery.shown.ok and gallery.shown.case.decides(lang) in gallery.shown.text
    with pytest.raises(TraitError):
        gallery.which.value = "w80"
    table = examples_told(lang)
    assert all(f"| {found.id} | {found.asks(lang)} |" in table for found in worked_examples())


def test_values_show_themselves_as_words_tables_and_lists() -> None:
    """Not as the structures of Python they are; what is long is folded up."""
    shown = DisplayFormatter().format  # type: ignore[no-untyped-call]
    lines = Table.new({"Ada": "dwarf", "Bruno": "thief"}).answer(3)
    assert shown(lines)[0]["text/plain"] == "1. Ada rolled 3 (movement)."
    ruling = freeze_ruling(play("dwarf crags | thief city").answer("walk fields-2", "bear"), "May the Bear be evaded?")
    assert shown(ruling)[0]["text/markdown"].startswith("#### May the Bear be evaded?\n")
    assert shown(run(ruling))[0]["text/plain"] == "✓ may-the-bear-be-evaded"
    assert "- Dwarf against Bear (7 min)" in shown(lesson("combat"))[0]["text/markdown"]
    assert "\n| use | no (have-use, golden.cannot) | open ≈" in shown(answer("monk lance"))[0]["text/markdown"]
    sentence = shown(answer("may the monk use a sword"))[0]["text/markdown"]
    assert sentence.startswith("- ") and sentence.index("The Weapons may be owned") < sentence.index(
        "#### Monk and Sword"
    )
    far = differences("revised4", "second")
    assert len(far.sections) == 3
    folded = re.findall(r"<details>.*?</details>", shown(far)[0]["text/markdown"], re.DOTALL)
    assert len(folded) == 3 and not any("\n" in block for block in folded), "a viewer may end it at a blank line"
    assert "<details>" not in shown(endings())[0]["text/markdown"]
    found = shown(editions(Analysis.of("monk fields-1, arrived | thief city | on fields-1, bear")))[0]["text/markdown"]
    assert found.startswith("- Revised 4th edition: monk")


def test_what_functions_return_is_told_in_words() -> None:
    table, games = Table.new({"Ada": "dwarf", "Bruno": "thief"}), simulate(2, ["random", "random"], rounds=12)
    valley = situation("dwarf valley-of-fire, has talisman | thief city")
    shown = (
        table.ask, table.answer(3), table.ask, table.state, table.lines, games, games[1], chance_of_crown(valley),
        find_answers("may the monk use a sword"), case("w2"), RunningLesson.of(lesson("combat")).step(),
    )  # fmt: skip
    for each in shown:
        told = pretty(each)
        assert not RAW.search(told) and max(map(len, told.splitlines())) < 400, told
    pictures = (table, play("dwarf crags | thief city"), card("wolf"))
    bundles = [each._repr_mimebundle_() for each in pictures]
    assert {type(each) for bundle in bundles for each in bundle.values()} == {str}, "marimo takes no other type"
    assert pretty(table.ask) == "way move (seat 0): clockwise, anticlockwise, fate:0"
    assert pretty(chance_of_crown(valley)).startswith("reached 100.0%")
