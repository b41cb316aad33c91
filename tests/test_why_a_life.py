"""Is "why did I lose a life?" one press away in each language: journal, bench, lesson, the commands?"""

from __future__ import annotations

import pytest

from talisman_nb.lessons import lesson
from talisman_nb.panels.bench.analysis_controller import AnalysisController
from talisman_nb.panels.lesson.lesson_controller import LessonController
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import open_book
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.rule_page import rule_texts
from talisman_nb.text.phrases import load_phrases

LOST = "dwarf crags, fate 0 | thief city > 1 > anticlockwise > bear > fight > 1 > 6"
RULE = "combat.lose"


def says(lang: str) -> str:
    """The rule that takes the life, as it is said in a language."""
    return rule_texts(open_book(), lang)[RULE]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_line_of_the_journal_opens_on_its_rules(lang: str) -> None:
    table = Table.new({"Ada": "dwarf", "Bruno": "thief"}, lang=lang)
    for key in ("1", "anticlockwise", "bear", "1", "6"):
        table.answer(key)
    if table.ask.kind == "result":
        table.answer(table.ask.open()[0])
    controller = TableController(table)
    screen = controller.screen()
    (line,) = [line for line in screen.journal if RULE in line.why]
    assert "Ada" in line.text and controller.labels().rules[RULE] == says(lang)
    assert screen.moment is not None and screen.moment.tone == "bad"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_bench_folds_the_reasons_under_what_happened(lang: str) -> None:
    shown = AnalysisController(LOST, lang).screen()
    found = [each for each in shown.why if any(RULE in line for line in each.lines)]
    assert found and any(says(lang) in line for each in found for line in each.lines)
    assert any(each.title in " ".join(shown.told) for each in found), "under the sentence that tells it"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_wall_of_a_lesson_names_the_rule_beside_the_life(lang: str) -> None:
    pages = lesson("combat").pages
    assert len(pages) > 1
    wall = LessonController("combat", lang, 2)
    for _ in range(8):
        shown = wall.screen()
        if shown.dice:
            break
        wall.handle({"type": "step"})
    thrown = wall.handle({"type": "throw", "numbers": [1, 6]})
    assert any(RULE in line.rules for line in thrown.lines), [line.rules for line in thrown.lines]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_word_for_why_stands_on_every_screen(lang: str) -> None:
    said = load_phrases(lang).say("panel", "why")
    assert said and said != "why"
