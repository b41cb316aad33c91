"""Is what was played on the bench kept as a ruling of the reader's own, which the search finds and which runs?"""

from __future__ import annotations

import pytest

from talisman_nb.panels.analysis_controller import AnalysisController
from talisman_nb.rulings.own_rulings import own_rulings, rulings_folder
from talisman_nb.rulings.runner import run
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
    assert FREEZE["value"] in [each.asks for each in asked.rulings]
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
