"""Has each pupil a sheet of its own, with right answers, and is what a class said a table without names?"""

from __future__ import annotations

import csv
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from talisman_nb.analysis.outcomes import format_ways
from talisman_nb.app.cli import main
from talisman_nb.app.lesson import NOT_FOUND
from talisman_nb.lessons import (
    RunningLesson,
    lesson,
    lessons,
    said_csv,
    sheet_html,
    sheet_of,
    sheets_html,
    sheets_of,
)
from talisman_nb.lessons.lesson import Predict
from talisman_nb.lessons.sheet_page import FightTask, NumberTask, QuestionTask
from talisman_nb.lessons.teacher import WallPlace, earlier_classes, file_of, leave_place
from talisman_nb.panels.parts import LessonPanel
from talisman_nb.rules.book import open_book
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.wording import Wording

pytestmark = pytest.mark.usefixtures("own_home")
PUPILS = 6


@pytest.mark.parametrize("key", ["combat", "battle", "magic", "crossings", "ghosts", "graph", "probability"])
def test_every_pupil_has_other_numbers_and_the_same_kinds_of_tasks(key: str) -> None:
    sheets = sheets_of(lesson(key), PUPILS, "it", {"dwarf": "Gina"})
    plain = sheet_of(lesson(key), "it")
    assert [one.number for one in sheets] == [*range(1, PUPILS + 1)]
    kinds = [[type(task) for task in one.tasks] for one in sheets]
    assert all(one == kinds[0] for one in kinds)
    assert [kind is FightTask for kind in kinds[0]] == [isinstance(task, FightTask) for task in plain.tasks]
    assert len({repr(one.tasks) for one in sheets}) == PUPILS, "no two are alike"
    assert sheets_of(lesson(key), 2, "it", {"dwarf": "Gina"}) == sheets[:2], "a number has its sheet"
    for one in sheets:
        for task in one.tasks:
            if isinstance(task, QuestionTask):
                assert sum(true for _, true in task.options) == 1
                assert [says[:3] for says, _ in task.options] == [f"{a}. " for a in "ABCD"[: len(task.options)]]
            elif isinstance(task, NumberTask):
                assert task.figure.rstrip("\u00a0 ").endswith(":") and task.value
            else:
                ahead = task.sums[0].score - task.sums[1].score
                assert task.result == ("won" if ahead > 0 else "lost" if ahead < 0 else "standoff")
                assert sum(task.chances.values()) == 1
    chances = {repr(task.chances) for one in sheets for task in one.tasks if isinstance(task, FightTask)}
    fights = sum(isinstance(task, FightTask) for task in plain.tasks)
    assert not fights or len(chances) > fights, "not only dice are others, so that no number can be copied"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_questions_about_figures_have_other_numbers_with_right_answers(lang: str) -> None:
    board, words = open_book().board, load_phrases(lang)
    named = {str(Wording(lang).space(space)): space for space in board.links}
    one, two, three = zip(*(sheet.tasks for sheet in sheets_of(lesson("graph"), 9, lang)), strict=True)
    for tasks in (one, two, three):
        assert len({task.figure for task in tasks}) > 4, "spaces of their own"
    for neighbours, often in zip(one, three, strict=True):
        for task, whole in ((neighbours, 0), (often, 2 * board.links.size())):
            space = max((name for name in named if name in task.figure), key=len)
            assert int(task.value.split()[0]) == board.links.degree[named[space]]
            assert not whole or str(whole) in task.value
    sums = [sheet.tasks[0] for sheet in sheets_of(lesson("probability"), 9, lang)]
    for task in sums:
        total = int(next(n for n in re.findall(r"\d+", task.figure) if n != "2" or task.figure.count("2") > 1))
        ways = 6 - abs(7 - total)
        assert task.value.startswith(format_ways(Fraction(ways, 36), 36, lang)), (task, total)
    assert len({task.value for task in sums}) > 2 and words


def test_paper_has_the_whole_question_and_the_board_it_is_about() -> None:
    last = sheet_of(lesson("probability")).tasks[-1]
    before = lesson("probability").pages[3].steps[1]
    assert isinstance(last, QuestionTask) and isinstance(before, Predict) and before.text.en in last.setting
    for key, about_spaces in {"graph": True, "combat": False, "things": False}.items():
        sheets = (sheet_html(sheet_of(lesson(key))), sheets_html(sheets_of(lesson(key), 2)))
        assert [page.count("<figure><svg") for page in sheets] == [about_spaces, 2 * about_spaces]


@pytest.mark.parametrize(("key", "alike"), [("things", True), ("combat", False), ("probability", False)])
def test_sheets_without_figures_of_their_own_are_said_to_be_alike(
    key: str, alike: bool, capsys: Any, tmp_path: Path
) -> None:
    assert main(["lesson", key, "--sheet", str(tmp_path / "sheets.html"), "--pupils", "2"]) == 0
    assert (load_phrases("en").say("lessons", "sheets-alike") in capsys.readouterr().out) == alike


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_answers_stand_at_the_end_by_number(lang: str) -> None:
    sheets = sheets_of(lesson("combat"), 3, lang)
    page = sheets_html(sheets)
    fronts, _, answers = page.rpartition("<article>")
    assert fronts.count("<article>") == 3 and fronts.count('class="blank wide"') and "<b>" in answers
    for one in sheets:
        (row,) = re.findall(rf"<tr><th>{one.number}</th>(.*)</tr>", answers)
        for task, cell in zip(one.tasks, re.findall(r"<td>(.*?)</td>", row), strict=True):
            assert isinstance(task, FightTask)
            ended = load_phrases(lang).say("analysis", f"chance.{task.result}")
            assert f"<b>{ended}</b>" in cell and all(str(side.score) in cell for side in task.sums)
    assert "<script" not in page and answers.count("<tr>") == 4


def test_what_a_class_said_is_a_table_in_every_language() -> None:
    for lang in LANGUAGES:
        running = RunningLesson.of(lesson("combat"), lang, {"dwarf": "=Ada"}).page(2).step().predict(12, 5, 3).step()
        running = running.throw(3, 5).step().count(4, 5, 6).throw_many()
        rows = [*csv.reader(said_csv(running).splitlines(), delimiter="," if lang == "en" else ";")]
        words = load_phrases(lang)
        assert rows[0][4] == words.say("lessons", "said.answer") and {len(row) for row in rows} == {len(rows[0])}
        page, question, answer, n, phones, right, chance, game = 1, 3, 4, 5, 6, 7, 8, 9
        asked, thrown = [row for row in rows[1:] if row[right]], [row for row in rows[1:] if row[chance]]
        assert len(asked) + len(thrown) == len(rows) - 1
        of_two = [row for row in asked if row[page] == "2"]
        assert [row[n] for row in of_two] == ["12", "5", "3"] and {row[phones] for row in asked} == {"0"}
        assert [row[right] for row in of_two].count(words.say("lessons", "answer.yes")) == 1
        every = [step for one in running.lesson.pages for step in one.steps if isinstance(step, Predict)]
        assert len(asked) == sum(len(step.option) for step in every), "also those that nobody has answered"
        assert sum(int(row[n]) for row in thrown) == 16 and sum(int(row[game]) for row in thrown) == 2000
        as_number = [float(row[chance].replace("," if lang != "en" else ".", ".")) for row in thrown]
        assert abs(sum(as_number) - 1) < 0.001, "chances that a spreadsheet calculates with"
        assert all(row[question] and row[answer] for row in rows)
        assert not any(cell.startswith("=") for row in rows for cell in row)


def test_a_lesson_that_is_begun_again_asks_in_words_and_loses_no_class() -> None:
    wall, words = LessonPanel("combat", "it"), load_phrases("it")
    assert not wall.content.get("erases") and not wall.content.get("earlier")
    for message in ({"type": "page", "numbers": [2]}, {"type": "step"}, {"type": "hands", "numbers": [12, 5, 3]}):
        wall._receive(None, message, [])
    first, said = wall.running, said_csv(wall.running)
    assert wall.content["erases"] == words.say("lessons", "erases")
    wall._receive(None, {"type": "restart"}, [])
    assert wall.content["kind"] == "title" and not wall.running.has_said and not wall.content.get("erases")
    assert said.splitlines()[1] in wall._controller.said().text, "the class before is in the table"

    # another class, then both are told apart by when they began
    for message in ({"type": "page", "numbers": [2]}, {"type": "step"}, {"type": "hands", "numbers": [7, 8, 9]}):
        wall._receive(None, message, [])
    rows = [*csv.reader(wall._controller.said().text.splitlines(), delimiter=";")]
    counted = {row[0]: [one[5] for one in rows if one[0] == row[0] and one[1] == "2"] for row in rows[1:]}
    assert [*counted.values()] == [["7", "8", "9"], ["12", "5", "3"]] and "" not in counted

    # and what was taken away comes back where nothing new was said
    wall._receive(None, {"type": "restart"}, [])
    wall._receive(None, {"type": "restart"}, [])
    assert wall.content["earlier"].startswith(words.say("lessons", "earlier", when="")[:5])
    wall._receive(None, {"type": "restore"}, [])
    assert wall.running.raised_now.raised == (7, 8, 9) and wall.running.place == (2, 1)
    wall._receive(None, {"type": "restart"}, [])
    found = [one.begun for one in earlier_classes(wall.running)]
    assert len(found) == len(set(found)) == 2 and first.begun in found


def test_a_wall_that_is_opened_anew_keeps_the_class_before(capsys: Any, tmp_path: Path) -> None:
    wall = LessonPanel("combat")
    for message in ({"type": "page", "numbers": [2]}, {"type": "step"}, {"type": "hands", "numbers": [12, 5, 3]}):
        wall._receive(None, message, [])
    again = LessonPanel("combat")
    assert again.content["earlier"] and not again.running.has_said
    assert main(["lesson", "combat", "--csv", str(tmp_path / "said.csv")]) == 0
    assert ",2,2,Who wins more often?,A. The Dwarf,12,0," in (tmp_path / "said.csv").read_text("utf-8")
    again._receive(None, {"type": "restore"}, [])
    assert WallPlace.of(again.running) == WallPlace.of(wall.running)
    assert not again.content.get("earlier")


@pytest.mark.parametrize("kept", ['{"begun":"yesterday"}', "[]", "[1]", "no JSON", '[{"begun": 3}]'])
def test_a_damaged_file_of_earlier_classes_is_none(kept: str) -> None:
    file = file_of(lesson("combat")).with_suffix(".earlier.json")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(kept)
    assert not earlier_classes(RunningLesson.of(lesson("combat"))) and not LessonPanel("combat").content.get("earlier")


def test_the_terminal_asks_once_before_it_begins_again(monkeypatch: Any, capsys: Any) -> None:
    typed = iter(["p2", "", "12 5 3", "p0", "", "p0", "p0", "quit"])
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    assert main(["lesson", "combat"]) == 0
    told, asked = capsys.readouterr().out, load_phrases("en").say("lessons", "erases")
    assert told.count(asked) == 2, "another key in between asks anew"
    (before,) = earlier_classes(RunningLesson.of(lesson("combat")))
    assert before.hands[0].raised == (12, 5, 3)


def test_commands_write_the_sheets_and_what_was_said(capsys: Any, tmp_path: Path) -> None:
    words = load_phrases("pl")
    assert main(["lesson", "combat", "--csv", str(tmp_path / "said.csv"), "--lang", "pl"]) == NOT_FOUND
    assert words.say("lessons", "nobody-yet") in capsys.readouterr().err
    leave_place(RunningLesson.of(lesson("combat"), "pl").page(2).step().predict(12, 5, 3))
    assert main(["lesson", "combat", "--csv", str(tmp_path / "no-folder" / "said.csv"), "--lang", "pl"]) == 2
    assert main(["lesson", "combat", "--csv", str(tmp_path / "said.csv"), "--lang", "pl"]) == 0
    assert (tmp_path / "said.csv").read_text("utf-8").startswith("\ufeffpoczątek lekcji;strona;krok;")
    file = tmp_path / "sheets.html"
    assert main(["lesson", "encounters", "--sheet", str(file), "--pupils", "4", "--lang", "pl"]) == 0
    assert file.read_text("utf-8").count("<article>") == 5
    assert main(["lesson", "encounters", "--pupils", "100"]) == 2


def test_a_wall_sends_what_was_said() -> None:
    wall, sent = LessonPanel("combat", "it"), list[Any]()
    wall.send = lambda message, buffers=None: sent.append(message)  # type: ignore[method-assign,assignment]
    while not isinstance(wall.running.step_now, Predict):
        wall._receive(None, {"type": "step"}, [])
    wall._receive(None, {"type": "hands", "numbers": [1, 2, 3]}, [])
    wall._receive(None, {"type": "said"}, [])
    assert sent[0]["type"] == "said" and sent[0]["name"] == "combattimento.csv" and ";2;" in sent[0]["text"]
    assert len(lessons()) > 3
