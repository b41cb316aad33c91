"""Has each pupil a sheet of its own, with right answers, and is what a class said a table without names?"""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

import pytest

from talisman_nb.app.cli import main
from talisman_nb.app.lesson import NOT_FOUND
from talisman_nb.lessons import RunningLesson, lesson, lessons, said_csv, sheet_of, sheets_html, sheets_of
from talisman_nb.lessons.lesson import Predict
from talisman_nb.lessons.sheet_page import FightTask, QuestionTask
from talisman_nb.lessons.teacher import leave_place
from talisman_nb.panels.parts import LessonPanel
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

pytestmark = pytest.mark.usefixtures("own_home")
PUPILS = 6


@pytest.mark.parametrize("key", ["combat", "battle", "magic", "crossings", "ghosts", "graph"])
def test_every_pupil_has_other_numbers_and_the_same_kinds_of_tasks(key: str) -> None:
    sheets = sheets_of(lesson(key), PUPILS, "it", {"dwarf": "Gina"})
    plain = sheet_of(lesson(key), "it")
    assert [one.number for one in sheets] == [*range(1, PUPILS + 1)]
    assert all([type(task) for task in one.tasks] == [type(task) for task in plain.tasks] for one in sheets)
    assert len({repr(one.tasks) for one in sheets}) == PUPILS, "no two are alike"
    assert sheets_of(lesson(key), 2, "it", {"dwarf": "Gina"}) == sheets[:2], "a number has its sheet"
    for one in sheets:
        for task in one.tasks:
            if isinstance(task, QuestionTask):
                assert sum(true for _, true in task.options) == 1
                assert [says[:3] for says, _ in task.options] == [f"{a}. " for a in "ABCD"[: len(task.options)]]
            else:
                ahead = task.sums[0].score - task.sums[1].score
                assert task.result == ("won" if ahead > 0 else "lost" if ahead < 0 else "standoff")
                assert sum(task.chances.values()) == 1
    chances = {repr(task.chances) for one in sheets for task in one.tasks if isinstance(task, FightTask)}
    fights = sum(isinstance(task, FightTask) for task in plain.tasks)
    assert not fights or len(chances) > fights, "not only dice are others, so that no number can be copied"


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
        assert rows[0][3] == words.say("lessons", "said.answer") and {len(row) for row in rows} == {len(rows[0])}
        assert [row[4] for row in rows[1:4]] == ["12", "5", "3"] and sum(int(row[4]) for row in rows[4:]) == 16
        assert [row[5] for row in rows[1:4]].count(words.say("lessons", "answer.yes")) == 1
        assert sum(int(row[7]) for row in rows[4:]) == 2000
        assert not any(cell.startswith("=") for row in rows for cell in row)


def test_commands_write_the_sheets_and_what_was_said(capsys: Any, tmp_path: Path) -> None:
    words = load_phrases("pl")
    assert main(["lesson", "combat", "--csv", str(tmp_path / "said.csv"), "--lang", "pl"]) == NOT_FOUND
    assert words.say("lessons", "nobody-yet") in capsys.readouterr().err
    leave_place(RunningLesson.of(lesson("combat"), "pl").page(2).step().predict(12, 5, 3))
    assert main(["lesson", "combat", "--csv", str(tmp_path / "said.csv"), "--lang", "pl"]) == 0
    assert (tmp_path / "said.csv").read_text("utf-8").startswith("\ufeffstrona;krok;")
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
