"""Does a step "what if" show two columns with both sums and both chances, and where they differ first?"""

from __future__ import annotations

import pytest

from talisman_nb.analysis import Analysis, what_if
from talisman_nb.analysis.side_by_side import results_beside
from talisman_nb.lessons import RunningLesson, lesson, lessons, read_through, render_step
from talisman_nb.lessons.lesson import WhatIf
from talisman_nb.lessons.read_through import format_columns
from talisman_nb.panels.lesson.lesson_controller import LessonController
from talisman_nb.text.names import LANGUAGES

BEAR = "dwarf fields-1, fate 0, arrived | thief city | on fields-1, bear > fight"


def test_a_thrown_fight_has_its_dice_in_both_columns() -> None:
    found = results_beside(what_if(Analysis.of(f"{BEAR} > 3 > 3 > turn end", "en"), "dwarf, has sword"), "en")
    rows = [[cell.told("en") for cell in row.cells] for row in found.rows]
    assert rows[0] == ["Dwarf: 3 (Strength) + 3 (die) = 6", "Dwarf: 3 (Strength) + 1 (Sword) + 3 (die) = 7"]
    assert rows[1] == ["Bear: 3 (Strength) + 3 (die) = 6"] * 2
    assert [row.first for row in found.rows] == [True, False, False, False, False]


def test_another_question_is_a_difference_where_nothing_has_happened() -> None:
    found = results_beside(what_if(Analysis.of("dwarf fields-1, fate 0 | thief city", "en"), "turn thief"), "en")
    (row,) = found.rows
    assert [cell.told("en") for cell in row.cells] == [
        "The Dwarf: roll to move",
        "The Thief: roll to move",
    ] and row.first


def test_without_dice_it_is_what_happened_and_is_asked_then() -> None:
    running = RunningLesson.of(lesson("things"), "en").page(1)
    while not isinstance(running.step_now, WhatIf):
        running = running.step()
    found = render_step(running).beside
    assert found and [row.first for row in found.rows] == [False, True]
    lines = list(format_columns(found, "en"))
    assert (
        lines[0] == "The Dwarf took the Ring."
        and lines[1] == "◆ First difference"
        and lines[2].startswith("As it is: ")
    )


def test_where_nothing_differs_no_row_is_marked() -> None:
    found = results_beside(what_if(Analysis.of("dwarf crags | thief city", "en"), "thief, has sword"), "en")
    assert found.rows and not any(row.first for row in found.rows)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_what_if_of_the_lessons_is_two_columns(lang: str) -> None:
    seen = 0
    for one in lessons().values():
        for number, page in enumerate(one.pages, 1):
            wall = LessonController(one.key, lang, number, "Ada")
            for _ in range(2 * len(page.steps)):
                screen = wall.screen()
                if screen.kind == "what-if":
                    both = screen.beside
                    assert both and len({*both.titles}) == 2 and sum(bool(pair.first) for pair in both.pairs) == 1
                    seen += 1
                    break
                wall.handle({"type": "step"})
        if any(isinstance(step, WhatIf) for page in one.pages for step in page.steps):
            assert "|---|---|" in str(read_through(one, lang))
    assert seen >= 3
