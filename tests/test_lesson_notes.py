"""Does the teacher's page follow the wall, with notes, answers and what comes next, and does the wall show none?"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from talisman_nb import companion
from talisman_nb.app import cli
from talisman_nb.app import lesson as lesson_command
from talisman_nb.lessons import Lesson, LessonError, RunningLesson, lesson, lessons
from talisman_nb.lessons.lesson import ChooseStep, Predict, ThrowStep
from talisman_nb.lessons.teacher import file_of, last_place, leave_place, notes_of
from talisman_nb.lessons.texts import text_in
from talisman_nb.panels.parts import LessonNotesPanel, LessonPanel
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

pytestmark = pytest.mark.usefixtures("own_home")
ALL = pytest.mark.parametrize("one", lessons().values(), ids=lambda one: one.key)


def press(wall: LessonPanel, kind: str, **more: Any) -> None:
    wall._receive(wall, {"type": kind, **more}, None)


def lines(panel: LessonNotesPanel, at: int) -> list[str]:
    return list(panel.content["sections"][at]["lines"])


def test_the_page_follows_the_wall_and_tells_what_the_wall_does_not() -> None:
    notes = LessonNotesPanel("combat", "it")
    assert notes.content["refused"] and not notes.follow()
    wall = LessonPanel("combat", "it", page=2, names="Gina")
    assert notes.follow() and not notes.follow()
    assert notes.content["place"] == "Pagina 2 di 8: Gina contro Orso (7 min)" and not notes.content["refused"]
    page = lesson("combat").pages[1]
    assert lines(notes, 1) == [text_in(page.notes, "it")] and "Chi vince più spesso?" in lines(notes, -1)
    press(wall, "step")
    assert notes.follow() and lines(notes, 2)[0] == "C. Vincono lo stesso numero di volte"
    assert lines(notes, 3) == ["La risposta a questa domanda."]
    shown = str(wall.content)
    assert text_in(page.notes, "it") not in shown and not any(one.get("verdict") for one in wall.content["choices"])
    press(wall, "step")
    press(wall, "step")
    assert notes.follow() and lines(notes, 2)[0] == "I dadi della lezione: 3, 5"
    assert lines(notes, 2)[1] == "vittoria: 15 su 36 (42%)"
    press(wall, "back")
    assert notes.follow() and lines(notes, 2)[0].startswith("C. ")


@ALL
def test_every_answer_is_told_beside_the_question(one: Lesson) -> None:
    for lang in LANGUAGES:
        running, asked = RunningLesson.of(one, lang), 0
        answers = load_phrases(lang).say("lessons", "teacher.answer")
        while not running.at_end:
            found = notes_of(running)
            assert found.sections and all(section.heading and section.lines for section in found.sections)
            told = {section.heading: section.lines for section in found.sections}
            assert (answers in told) == isinstance(running.step_now, Predict | ChooseStep | ThrowStep)
            if isinstance(running.step_now, Predict | ChooseStep) and not running.now.done:
                asked += 1
                assert told[answers][0]
            running = running.step()
        assert asked and notes_of(running).place == ""


@ALL
def test_a_place_left_is_the_place_found(one: Lesson) -> None:
    running = RunningLesson.of(one, "pl", {"dwarf": "Ada"})
    while True:
        leave_place(running)
        found = last_place(one)
        assert found is not None
        again = found.running(one)
        assert (again.place, again.now.done, again.lang) == (running.place, running.now.done, "pl")
        if running.at_end:
            break
        running = running.step()


def test_a_file_that_is_damaged_or_of_another_lesson_leaves_the_page_at_the_title() -> None:
    one = lesson("combat")
    file = file_of(one)
    file.parent.mkdir(parents=True)
    file.write_text("{}", "utf-8")
    assert last_place(one) is None and LessonNotesPanel("combat").content["place"] == ""
    for place in ((3, 99), (99, 0), (-1, 2), (0, 7)):
        file.write_bytes(msgspec.json.encode({"lang": "en", "names": {}, "place": place, "done": True}))
        assert LessonNotesPanel("combat").content["sections"]


def test_the_address_and_the_command_open_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("QUERY_STRING", "notes=combattimento&lang=it")
    opened = companion()
    assert isinstance(opened, LessonNotesPanel) and opened.lesson == "combat" and opened.labels["lang"] == "it"
    monkeypatch.setenv("QUERY_STRING", "notes=nothing")
    assert isinstance(refused := companion(), LessonNotesPanel) and "nothing" in refused.content["refused"]
    with pytest.raises(LessonError):
        LessonNotesPanel("nothing")
    opened: list[dict[str, str | None]] = []
    monkeypatch.setattr(lesson_command, "open_page", lambda query, way: opened.append(query) or 7)
    assert cli.main(["lesson", "combat", "--page", "--from", "2", "--lang", "it"]) == 7
    assert "talisman-nb lesson combat --page --notes" in capsys.readouterr().out
    assert cli.main(["lesson", "combat", "--page", "--notes", "--lang", "it"]) == 7 and not capsys.readouterr().out
    wall = {"lesson": "combat", "lang": "it", "page": "2", "names": None}
    assert opened == [wall, {"notes": "combat", "lang": "it"}]
