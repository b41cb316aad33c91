"""Has the sheet of a lesson three tasks with the answers of the engine, in four languages and with own names?"""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from read_aloud import english_in

from talisman_nb.app import cli
from talisman_nb.lessons import (
    Lesson,
    LessonError,
    RunningLesson,
    lesson,
    lessons,
    names_given,
    read_through,
    render_step,
    sheet_html,
    sheet_of,
)
from talisman_nb.lessons.progress import figures
from talisman_nb.lessons.sheet_page import MARKS, STYLE, TASKS, FightTask, QuestionTask
from talisman_nb.lessons.shown import predictions
from talisman_nb.lessons.texts import text_in
from talisman_nb.panels.lesson.lesson_controller import LessonController
from talisman_nb.panels.parts import LessonPanel
from talisman_nb.text.names import LANGUAGES

pytestmark = pytest.mark.usefixtures("own_home")
ALL = pytest.mark.parametrize("one", lessons().values(), ids=lambda one: one.key)
ROOT = Path(__file__).resolve().parents[1]
SMALLEST_PRINT = 15
"""Pixels of print: 11 points."""


class Read(HTMLParser):
    """The visible text of a page, an article each."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.articles: list[str] = []
        self._style = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._style = tag in ("style", "title")
        if tag == "article":
            self.articles.append("")

    def handle_data(self, data: str) -> None:
        if self.articles and not self._style:
            self.articles[-1] += f" {data}"


def front_and_back(one: Lesson, lang: str, names: str = "") -> tuple[str, str]:
    front, back = Read(sheet_html(sheet_of(one, lang, names_given(one, names)))).articles
    return front, back


@ALL
def test_a_sheet_has_three_tasks_fights_first(one: Lesson) -> None:
    tasks = sheet_of(one).tasks
    assert len(tasks) == TASKS and len(set(map(repr, tasks))) == TASKS
    assert [isinstance(task, FightTask) for task in tasks] == sorted(
        (isinstance(task, FightTask) for task in tasks), reverse=True
    )


def test_the_combat_lesson_has_three_fights_of_its_own() -> None:
    tasks = sheet_of(lesson("combat"), "it").tasks
    assert [[one.who for one in task.sums] for task in tasks if isinstance(task, FightTask)] == [
        ["Nano", "Orso"], ["Guerriero", "Anima in pena"], ["Troll", "Orso, Lupo"],
    ]  # fmt: skip


@ALL
def test_answers_agree_with_one_another(one: Lesson) -> None:
    """Sums, results, squares and chances are found in different ways: blocks, the engine's play, and counting."""
    for task in sheet_of(one).tasks:
        if isinstance(task, QuestionTask):
            assert sum(true for _, true in task.options) == 1
            continue
        mine, theirs = (part.score for part in task.sums)
        assert task.result == ("won" if mine > theirs else "lost" if mine < theirs else "standoff")
        for part in task.sums:
            assert sum(block.n for block in part.blocks if block.counts) == part.score
        cells = [ended for row in task.square for ended in row]
        assert sum(task.chances.values()) == 1
        if cells:
            assert {name: cells.count(name) for name in MARKS} == {n: task.whole * p for n, p in task.chances.items()}
            a, b = (next(block.n for block in part.blocks if block.die) for part in task.sums)
            assert task.square[a - 1][b - 1] == task.result


@ALL
@pytest.mark.matrix
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sheet_reads_in_every_language_and_keeps_the_answers_for_the_back(one: Lesson, lang: str) -> None:
    front, back = front_and_back(one, lang)
    sheet = sheet_of(one, lang)
    if lang != "en":
        ids = r"\b[a-z-]+\.[a-z.-]+"  # of rules
        assert not english_in(front, lang) and not english_in(re.sub(ids, "", back), lang)
    fights = [task for task in sheet.tasks if isinstance(task, FightTask)]
    for task in fights:
        for line in task.told:
            assert line.text not in front and line.text in back
    assert front.count("=") == 2 * len(fights) + sum(bool(task.square) for task in fights)
    assert "✓" not in front and back.count("☐") == 0
    assert not re.findall(r"<script|<b>\d", sheet_html(sheet).partition("</article>")[0])


def test_nothing_on_a_sheet_is_printed_small() -> None:
    assert min(map(int, re.findall(r"(?:font|font-size):(\d+)px", STYLE))) >= SMALLEST_PRINT
    assert "break-before:page" in STYLE and "size:A4" in STYLE


def test_figures_have_the_names_of_the_class_on_the_sheet() -> None:
    front, back = front_and_back(lesson("combat"), "it", "Gina, Łukasz, troll = Zoë <b>")
    for side in (front, back):
        assert "Gina = Nano" in side and "Zoë <b> = Troll" in side
    assert "Gina ha battuto" in back


def test_names_are_for_the_figures_in_their_order_or_for_those_named() -> None:
    combat = lesson("combat")
    assert figures(combat) == ("dwarf", "thief", "warrior", "troll")
    assert names_given(combat, "Ada, Bruno") == {"dwarf": "Ada", "thief": "Bruno"}
    assert names_given(combat, "Krasnolud=Ada") == names_given(combat, "nano = Ada") == {"dwarf": "Ada"}
    assert not names_given(combat, " , ")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("A,B,C,D,E", "figure-unknown"),
        ("elf=Ada", "figure-unknown"),
        ("A" * 41, "name"),
        ("dwarf=", "name"),
        ("A\tB", "name"),
    ],
)
def test_a_name_that_does_not_fit_says_what_does(text: str, key: str) -> None:
    with pytest.raises(LessonError) as refused:
        names_given(lesson("combat"), text)
    assert refused.value.key == key


def test_any_name_that_can_be_read_is_shown_as_it_is() -> None:
    for name in ('Ada "die Rote"', "a|b > 3", "C:\\Ada", "Łódź d’Arc"):
        running = RunningLesson.of(lesson("combat"), "it", {"dwarf": name}).page(1).throw(4, 2)
        assert render_step(running).sums[0].who == name


def test_a_lesson_opens_at_any_page_in_any_language_with_own_names() -> None:
    for one in lessons().values():
        for number in range(1, len(one.pages) + 1):
            wall = LessonController(one.key, LANGUAGES[number % 4], number, "Gina").screen()
            assert wall.kind == "situation" and wall.cast.startswith("Gina = ")
    fight = LessonController("combat", "pl", 2, "Gina")
    for message in ("step", "step", "step"):
        fight.handle({"type": message})
    assert fight.handle({"type": "throw", "numbers": [4, 2]}).sums[0].who == "Gina"


@pytest.mark.parametrize(("page", "names"), [("99", "Gina"), ("1", "A,B,C,D,E"), ("0", "elf=Ada")])
def test_an_address_that_does_not_fit_opens_the_lesson_at_its_title_and_says_why(page: str, names: str) -> None:
    panel = LessonPanel.opened("combattimento", "it", page, names)
    assert panel.running.lesson.key == "combat" and panel.content["kind"] == "title" and panel.content["refused"]
    assert LessonPanel.opened("combat", "it", "4", "Gina").running.place == (4, 0)


def test_the_end_tells_what_was_guessed_otherwise() -> None:
    wall = LessonController("combat", "it")
    while (shown := wall.screen()).kind != "end":
        guess = {"type": "hand", "value": "A" if wall.running.place[0] != 8 else "B"}
        wall.handle(guess if shown.kind == "predict" and shown.waits and not _raised(wall) else {"type": "step"})
    wrong = [kept for kept in predictions(wall.running) if not kept.right]
    assert [kept.question for kept in shown.kept] == [kept.question for kept in wrong] and len(wrong) > 1
    assert all(choice.hands or choice.true for kept in shown.kept for choice in kept.choices)
    every = len(predictions(wall.running))
    assert f"{every - len(wrong)} su {every}" in shown.text and "Gina" not in shown.cast


def _raised(wall: LessonController) -> bool:
    return any(one.place == wall.running.place for one in wall.running.hands)


def test_a_page_about_a_fight_shows_its_space_and_one_about_a_move_the_board() -> None:
    fight, move = LessonController("combat", "it", 2), LessonController("movement", "it", 1)
    assert fight.screen().near == "fields-1" and move.screen().near == ""
    assert fight.handle({"type": "step"}).near == "fields-1"


@ALL
def test_a_lesson_can_be_read_through(one: Lesson) -> None:
    for lang in LANGUAGES:
        names = {"dwarf": "Gina_"}
        text = str(read_through(one, lang, names))
        assert text.count("\n## ") == len(one.pages)
        assert all(text_in(page.title, lang, names).replace("_", "\\_") in text for page in one.pages)
        assert text.count("✓") == sum(step.kind == "predict" for page in one.pages for step in page.steps)
        assert not re.search(r"(?<!\\)_", text)


def test_the_notebook_opens_a_lesson_with_one_cell_and_reads_without_a_kernel() -> None:
    notebook = json.loads((ROOT / "notebooks" / "lesson.ipynb").read_text("utf-8"))
    (cell, *folded) = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert "LessonPanel(LESSON, LANGUAGE, PAGE, NAMES)" in "".join(cell["source"])
    assert all(one["metadata"]["jupyter"]["source_hidden"] for one in folded)
    (output,) = folded[-1]["outputs"]
    assert "".join(output["data"]["text/markdown"]) == str(read_through(lesson("combat"), "en"))


# --- the command ---


def test_the_command_writes_the_sheet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["lesson", "combat", "--lang", "it", "--names", "Gina", "--sheet"]) == 0
    assert cli.main(["lesson", "--lang", "it", "--sheet", "combat"]) == 0
    assert cli.main(["lesson", "combat", "--lang", "it", "--sheet", "mine.html"]) == 0
    written = sorted(path.name for path in tmp_path.iterdir())
    assert written == ["combattimento 2.html", "combattimento.html", "mine.html"]
    assert "Gina = Nano" in (tmp_path / "combattimento.html").read_text("utf-8")
    assert capsys.readouterr().out.count("combattimento") == 2
    assert cli.main(["lesson", "combat", "--sheet", str(tmp_path / "none" / "x.html")]) == 2
    assert "x.html" in capsys.readouterr().err


def test_the_command_opens_a_lesson_at_a_page_and_begins_it_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = ["", "p", "p0", "q", "quit"]
    monkeypatch.setattr("builtins.input", lambda prompt: typed.pop(0))
    assert cli.main(["lesson", "combat", "--lang", "it", "--from", "4", "--names", "Gina"]) == 0
    told = capsys.readouterr()
    assert "Pagina 4" in told.out and "Gina = Nano" in told.out and told.out.rstrip().endswith("l'Orso?")
    assert not typed and told.err.count("\n") == 1, "a wrong key never leaves a lesson"
    assert cli.main(["lesson", "combat", "--from", "9"]) == 2


@pytest.mark.parametrize(
    ("lang", "asked"),
    [("en", "for the Dwarf:"), ("it", "per il Nano:"), ("fr", "pour le Nain\u00a0:"), ("pl", "uzyska Krasnolud:")],
)
def test_a_sentence_about_a_fight_has_the_article_of_its_language(lang: str, asked: str) -> None:
    assert asked in front_and_back(lesson("battle"), lang)[0]
    assert "for Ada:" in front_and_back(lesson("battle"), "en", "dwarf=Ada")[0]
