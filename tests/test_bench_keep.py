"""Is what was played on the bench kept as a ruling of the reader's own, which the search finds and which runs?"""

from __future__ import annotations

import pytest

from talisman_nb.model import Event
from talisman_nb.panels.bench.analysis_controller import AnalysisController
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rulings.own_rulings import own_rulings, rulings_folder
from talisman_nb.rulings.runner import run
from talisman_nb.table import Table
from talisman_nb.table.house_files import house_file, house_folder, house_values
from talisman_nb.text.house_rules import bearing_on
from talisman_nb.text.names import LANGUAGES

pytestmark = pytest.mark.usefixtures("own_home")
FREEZE = {"type": "freeze", "value": "L'Orso attacca subito?", "decision": "Sì."}


def played(lang: str = "it") -> AnalysisController:
    panel = AnalysisController("dwarf crags | thief city", lang)
    for answer in ("walk fields-2", "bear"):
        panel.handle({"type": "answer", "value": answer})
    return panel


def test_the_file_is_shown_before_it_is_saved_and_found_after() -> None:
    panel = played()
    shown = panel.handle(FREEZE)
    assert shown.frozen and shown.frozen.path == "" and 'decision.it = "Sì."' in shown.frozen.file
    assert not rulings_folder().exists()
    kept = panel.handle({**FREEZE, "keep": True})
    assert kept.frozen and kept.frozen.file == shown.frozen.file
    found, wrong = own_rulings()
    assert [case.file for case in found.values()] == [kept.frozen.path] and not wrong
    (own,) = found.values()
    assert run(own).ok
    asked = panel.handle({"type": "ask", "value": "orso attacca subito"})
    assert asked.rulings[0].asks.startswith(FREEZE["value"]), "one's own comes first, and says that it is"
    laid = panel.handle({"type": "text", "value": own.played_text()})
    assert laid.question == shown.question and laid.frozen is None, "another analysis has no file yet"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_question_without_letters_and_a_second_of_the_same_name_are_refused(lang: str) -> None:
    panel = played(lang)
    refused = panel.handle({"type": "freeze", "value": " ?! "})
    assert refused.refused and refused.refused_type == "freeze" and refused.frozen is None
    panel.handle({**FREEZE, "keep": True})
    again = panel.handle({**FREEZE, "keep": True})
    assert "l-orso-attacca-subito" in again.refused


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_answer_card_has_its_sums_and_a_paragraph(lang: str) -> None:
    (shown,) = (
        AnalysisController("dwarf crags | thief city", lang).handle({"type": "ask", "value": "monk lance"}).compared
    )
    assert [one.line.rpartition("= ")[2] for one in shown.numbers] == ["5", "6", "6"]
    assert "carry.forbidden" in shown.copy and "edition second | " in shown.copy and not shown.keep


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_no_text_decides_is_kept_for_a_table_that_plays_and_marks_it(lang: str) -> None:
    panel = AnalysisController("dwarf crags | thief city", lang)
    (card,) = panel.handle({"type": "ask", "value": "psionic craft"}).compared
    choice, *others = card.keep
    assert [(each.figure, each.value) for each in others] == [(choice.figure, choice.value)], "of the third edition"
    kept = panel.handle({"type": "keep", "n": 0, "value": "friday"})
    assert "friday" in kept.kept and choice.label in kept.kept and kept.compared == (card,)
    table = Table.new({"Ada": "dwarf", "Bruno": "thief"}, layers=[choice.edition], house="friday")
    book = book_of(table.state.book)
    assert book.house == {choice.figure: choice.value}
    assert bearing_on(book, [Event("cast", 0, card="psionic-blast")], lang), "the game marks it"
    assert panel.handle({"type": "step"}).kept == ""


def test_a_second_choice_joins_the_first_and_a_damaged_file_stays() -> None:
    panel = AnalysisController("dwarf crags | thief city")
    panel.handle({"type": "ask", "value": "psionic craft"})
    house_folder().mkdir(parents=True)
    file = house_file("friday")
    file.write_text("[setup]\ngold = 3\n", "utf-8")
    panel.handle({"type": "keep", "n": 0, "value": "friday"})
    assert house_values("friday", open_book("second")) == {"setup.gold": 3, "switch.blast_printed": True}
    file.write_text("[setup]\ngold = 'much'\n", "utf-8")
    refused = panel.handle({"type": "keep", "n": 0, "value": "friday"})
    assert refused.refused_type == "keep" and "friday.toml" in refused.refused
    assert file.read_text("utf-8") == "[setup]\ngold = 'much'\n"
    assert "letters" in panel.handle({"type": "keep", "n": 0, "value": "../x"}).refused
    assert panel.handle({"type": "keep", "n": 4, "value": "friday"}).refused_type == "keep"
