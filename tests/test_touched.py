"""Does a question that no ruling answers show what the rules touch of it, and never a guess?"""

from __future__ import annotations

import pytest

from talisman_nb.app import cli
from talisman_nb.panels.bench.analysis_controller import AnalysisController
from talisman_nb.rules.book import open_book
from talisman_nb.rules.index import rule_index
from talisman_nb.rulings.search import MOST_RULES, find_touched
from talisman_nb.text.names import LANGUAGES

ASKED = (
    ("may I reroll the die of a stand-off?", "combat.standoff"),
    ("si può ritirare il dado di uno stallo?", "combat.standoff"),
    ("peut-on relancer le dé d'un match nul ?", "combat.standoff"),
    ("czy po remisie wolno przerzucić kość?", "combat.standoff"),
    ("quando un rospo perde l'oro", "toad.goods"),
)


@pytest.mark.parametrize(("question", "rule"), ASKED)
def test_a_question_in_any_language_leads_to_the_rules_it_touches(question: str, rule: str) -> None:
    found = find_touched(question, open_book()).rules
    assert rule in found and len(found) <= MOST_RULES and set(found) <= set(rule_index())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_bench_says_that_it_is_not_known_and_shows_them(lang: str) -> None:
    panel = AnalysisController("dwarf crags | thief city", lang)
    shown = panel.handle({"type": "ask", "value": "zzz remisie przerzucić troll"})
    (answered,) = shown.compared
    assert not shown.refused and any("[combat.standoff]" in line for line in answered.lines)
    assert answered.grid is None and not shown.rulings
    assert "xyzzy" in panel.handle({"type": "ask", "value": "xyzzy"}).refused, "nothing is touched"


def test_a_name_nearly_right_is_asked_about_first() -> None:
    panel = AnalysisController("dwarf crags | thief city")
    assert "Raft" in panel.handle({"type": "ask", "value": "monk raftt"}).refused


def test_the_command_says_so_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["answer", "may", "a", "stand-off", "be", "rolled", "again"]) != 0
    said = capsys.readouterr().err
    assert "No ruling is known" in said and "[combat.standoff]" in said
