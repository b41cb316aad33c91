"""Does a question that no ruling answers show what the rules touch of it, and never a guess?"""

from __future__ import annotations

import pytest

from talisman_nb.app import cli
from talisman_nb.panels.bench.analysis_controller import AnalysisController
from talisman_nb.rules.book import open_book
from talisman_nb.rules.index import rule_index
from talisman_nb.rulings.search import NEAREST, find_answers
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

ASKED = (
    ("may I reroll the die of a stand-off?", "combat.standoff"),
    ("stallo in combattimento: che succede?", "combat.standoff"),
    ("peut-on relancer le dé d'un match nul ?", "combat.standoff"),
    ("czy remis w walce kończy turę?", "combat.standoff"),
    ("quando un rospo perde l'oro", "toad.goods"),
)


@pytest.mark.parametrize(("question", "rule"), ASKED)
def test_a_question_in_any_language_leads_to_the_rules_it_touches(question: str, rule: str) -> None:
    found = find_answers(question, open_book())
    assert any(rule in (hit.key, *(hit.case.rules if hit.case else ())) for hit in found.hits)
    assert set(found.rules) <= set(rule_index())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_bench_says_that_it_is_not_known_and_shows_what_is_nearest(lang: str) -> None:
    panel = AnalysisController("dwarf crags | thief city", lang)
    shown = panel.handle({"type": "ask", "value": "zzz yyy qqq stallo"})
    (answered,) = shown.compared
    assert not shown.refused and answered.lines[0] == load_phrases(lang).say("answers", "no-ruling")
    assert any("[combat.standoff]" in line for line in answered.lines)
    assert answered.grid is None and 0 < len(shown.rulings) <= NEAREST
    refused = panel.handle({"type": "ask", "value": "xyzzy"})
    assert "xyzzy" in refused.refused and not refused.compared, "no old answer stands under what is refused"


def test_a_name_nearly_right_is_asked_about_first() -> None:
    panel = AnalysisController("dwarf crags | thief city")
    assert "Raft" in panel.handle({"type": "ask", "value": "monk raqqft"}).refused


def test_the_command_says_so_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["answer", "may", "a", "stand-off", "be", "rolled", "again"]) == 0
    assert "[combat.standoff]" in capsys.readouterr().out
    assert cli.main(["rule", "may", "a", "stand-off", "be", "rolled", "again"]) == 0
    assert "[combat.standoff]" in capsys.readouterr().out
    assert cli.main(["answer", "zzz", "yyy", "qqq", "stand-off"]) != 0
    told = capsys.readouterr().out
    assert told.startswith("Nothing here answers exactly this") and "[combat.standoff]" in told
