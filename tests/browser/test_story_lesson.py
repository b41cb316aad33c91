"""Does the combat lesson of 40 minutes go through on the wall with few inputs, large enough for the last row?"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest
from test_parts_in_a_page import PartPage

from talisman_nb.lessons import lesson, lessons, names_given, sheet_html, sheet_of
from talisman_nb.lessons.progress import figures
from talisman_nb.lessons.texts import text_in
from talisman_nb.panels.parts import LessonNotesPanel, LessonPanel
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

pytestmark = [pytest.mark.browser, pytest.mark.one_page, pytest.mark.usefixtures("own_home")]

MOST_INPUTS = 60
SIZES = ((1280, 800), (1024, 768))
PROJECTORS = ((1024, 768), (1920, 1080))
LONG_NAMES = ("Bartłomiej", "Massimiliano", "Célestine", "Wawrzyniec")
SMALL = """() => [...document.querySelectorAll(".tlm.part *")].filter((each) => each.getClientRects().length
  && [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
  && !each.closest("defs, style, .unseen")).map((each) => {
    const drawn = each.closest("svg");
    const units = parseFloat(getComputedStyle(each).fontSize);
    const scale = drawn?.viewBox.baseVal?.width ? drawn.clientWidth / drawn.viewBox.baseVal.width : 1;
    return [units * scale, each.textContent];
  }).filter(([size]) => size < 27.9)"""
CUT = """() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight,
  ...[...document.querySelectorAll(".wall *")].map((each) => each.getBoundingClientRect())
    .map((box) => Math.round(Math.max(box.right - innerWidth, -box.left)))].filter((over) => over > 0)"""
COLOURED = """() => ({ marks: document.querySelectorAll(".over .look").length,
  first: document.querySelector(".over .laid-over > g > g").getAttribute("class"),
  labels: [...document.querySelectorAll(".over .look text")].filter((each) => each.getClientRects().length).length,
  unread: [...document.querySelectorAll(".board .space:has([data-unread])")].map((each) => each.dataset.space) })"""
"""What is marked of the graph, edges below it, each mark with its letter, and spaces without their names."""
THROWN = {1: "42", 2: "35", 5: "62", 6: "5"}
"""What the class throws on each page."""


class Class:
    """A class before the wall: it presses keys and counts them."""

    def __init__(
        self, page: Any, lang: str, size: tuple[int, int], names: str = "", begin: int = 0, key: str = "combat"
    ) -> None:
        self.wall = LessonPanel(key, lang, begin, names)
        self.shown = PartPage(page, self.wall, size[0])
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.locator(".tlm.part").evaluate("root => root.style.setProperty('--companion-height', '100vh')")
        page.locator(".tlm.part").focus()
        self.page, self.inputs = page, 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.inputs += 1
            self.shown.answer()
            where = f"after {key} in {self.wall.content['place']}, {self.wall.content['kind']}"
            assert not self.wall.content["refused"], where

    def look(self) -> None:
        """Hold what is shown to the last row: nothing small, nothing beyond the edge."""
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        where = f"{self.wall.content['place']}, {self.wall.content['kind']}"
        assert self.page.evaluate(SMALL) == [], where
        assert self.page.evaluate(CUT) == [], where
        if self.wall.content.get("code"):
            drawn, found = self.page.evaluate(COLOURED), self.wall.content
            marks = [key.removesuffix(" mark") for key in found["overlay"]]
            assert (
                drawn["marks"] == len(marks) - 1 and drawn["first"] == "links" and drawn["labels"] == len(found["here"])
            ), where
            assert not found["near"] or not {*found["here"]} & {*drawn["unread"]}, where

    def go_through(self) -> None:
        """Give the whole lesson: a letter for each prediction, real dice, the desks' count."""
        counted = False
        while self.wall.content["kind"] != "end":
            shown = self.wall.content
            self.look()
            if shown["kind"] == "predict" and shown["waits"]:
                self.press("a")
                self.look()
            if shown["kind"] == "throw" and shown["waits"]:
                self.press(*THROWN[self.wall.running.place[0]][-shown["dice"] :])
                continue
            if shown["kind"] == "tally" and not counted:
                field = self.page.locator('[data-id="count"]')
                field.fill("7 4 8")
                field.press("Enter")
                self.inputs += 1
                self.shown.answer()
                self.page.locator(".tlm.part").focus()
                counted = True
                continue
            self.press("PageDown")


def test_forty_minutes_in_italian_take_few_inputs(page: Any) -> None:
    given = Class(page, "it", SIZES[0], names="Gina")
    wall = given.wall
    assert "Gina = Nano" in page.locator(".cast").inner_text()
    given.go_through()
    assert given.inputs <= MOST_INPUTS, given.inputs
    steps = [step for one in lesson("combat").pages for step in one.steps]
    assert len(wall.running.hands) == sum(step.kind == "predict" for step in steps)
    assert sum(throw.n for throw in wall.running.throws if throw.place[0] == 2) == 20

    # what the class had guessed otherwise comes again, some at a time, none of it on the wall by colour alone
    kept = wall.content["kept"]
    seen: list[str] = []
    for _ in range(9):
        given.look()
        seen += page.locator(".kept .question").all_inner_texts()
        assert page.locator(".kept .choice.wrong .verdict").count() == page.locator(".kept .choice.wrong").count() > 0
        if len(seen) == len(kept):
            break
        page.keyboard.press("PageDown")
    assert seen == [one["question"] for one in kept] and len(seen) > 3
    page.keyboard.press("PageUp")
    assert page.locator(".kept .question").first.inner_text() in seen[:-1] and wall.content["kind"] == "end"


def one_each(several: Sequence[Any]) -> list[Any]:
    """Each in one language, the first in the last one; in the campaign in all of them."""
    return [
        pytest.param(each, lang, marks=() if (-1 - at) % len(LANGUAGES) == n else pytest.mark.campaign)
        for at, each in enumerate(several)
        for n, lang in enumerate(LANGUAGES)
    ]


@pytest.mark.parametrize(("size", "lang"), one_each(SIZES[::-1]), ids=str)
def test_every_step_can_be_read_from_the_last_row(page: Any, lang: str, size: tuple[int, int]) -> None:
    given = Class(page, lang, size, names="Bartłomiej")
    if lang == LANGUAGES[-1]:
        page.evaluate("() => { document.body.dataset.jpThemeLight = 'false'; }")
    given.go_through()
    given.look()


def read(page: Any, key: str, lang: str, sizes: tuple[tuple[int, int], ...]) -> None:
    """Look at every step of a lesson in windows of these sizes, with a name of the class for each of its figures."""
    names = ",".join(LONG_NAMES[: len(figures(lesson(key)))])
    given = Class(page, lang, sizes[0], names, key=key)
    while True:
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            given.look()
        if given.wall.content["kind"] == "end":
            break
        given.press("PageDown")


@pytest.mark.parametrize(("at", "key"), [*enumerate(key for key in lessons() if key != "combat")])
def test_every_lesson_can_be_read_from_the_last_row(page: Any, at: int, key: str) -> None:
    """One language and one size a lesson; the campaign looks at all of them."""
    read(page, key, LANGUAGES[at % len(LANGUAGES)], (PROJECTORS[at // len(LANGUAGES) % len(PROJECTORS)],))


@pytest.mark.campaign
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", lessons())
def test_every_lesson_can_be_read_in_every_language_and_size(page: Any, key: str, lang: str) -> None:
    read(page, key, lang, PROJECTORS)


def test_what_if_is_two_columns_in_one_step(page: Any) -> None:
    """D5: both sums and both chances side by side, the first difference by a sign and in words."""
    given = Class(page, "it", SIZES[1], names="Gina", begin=4)
    given.press("PageDown", "b", "PageDown")
    before = given.inputs
    given.press("PageDown")
    assert given.wall.content["kind"] == "what-if" and given.inputs == before + 1
    assert page.locator(".two-runs th").all_inner_texts() == ["Così com'è", "Con la Spada"]
    rows = [row.split("\t") for row in page.locator(".two-runs tbody tr:not(.mark)").all_inner_texts()]
    chances = [[re.findall(r"(\d+) su 36", cell) for cell in row] for row in rows if "36" in row[0]]
    assert chances == [[["15"], ["21"]], [["6"], ["5"]], [["15"], ["10"]]]
    left, right = page.locator(".two-runs .first td").all()
    assert "Spada" in right.inner_text() and "Spada" not in left.inner_text() and "Gina" in left.inner_text()
    assert page.locator(".two-runs .mark").all_inner_texts() == ["◆ Prima differenza"]
    given.look()


def test_the_teacher_reads_notes_and_answer_on_a_second_window(page: Any) -> None:
    """The wall shows neither; the second window follows it without a press of its own."""
    given = Class(page, "it", SIZES[0], begin=2)
    notes = LessonNotesPanel("combat")
    second = PartPage(page.context.new_page(), notes, 1280)
    note = text_in(lesson("combat").pages[1].notes, "it")
    page.bring_to_front()
    page.locator(".tlm.part").focus()
    before = notes.content
    given.press("PageDown")
    notes.follow()  # in a page with a loop it does so by itself, perhaps already
    assert notes.content != before
    second.answer()
    told = second.page.locator(".notes").inner_text()
    assert note in told and "C. Vincono lo stesso numero di volte" in told and "La risposta a questa domanda." in told
    wall = page.locator(".lesson").inner_text()
    assert note not in wall and "✓" not in wall and "15 su 36" not in wall
    page.bring_to_front()
    page.locator(".tlm.part").focus()
    before = notes.content
    given.press("PageDown", "PageDown")
    notes.follow()
    assert notes.content != before
    second.answer()
    assert "Chi vince" not in second.page.locator(".notes").inner_text()
    second.page.close()


def test_a_page_and_the_lesson_begin_again_with_one_input(page: Any) -> None:
    given = Class(page, "it", SIZES[0], begin=2)
    wall = given.wall
    given.press("PageDown", "b", "PageDown")
    assert page.locator(".verdict").count() == 3
    given.press("<")
    assert page.locator(".verdict").count() == 0 and "←" in page.locator('[data-id="back"]').inner_text()
    given.press("Home")
    assert wall.running.place == (2, 0) and wall.running.hands
    again, asks = page.locator('[data-id="restart"]'), load_phrases("it").say("lessons", "erases")
    again.click()
    assert again.inner_text() == asks and wall.running.hands
    page.keyboard.press("T")  # any other key: it asks anew
    assert again.inner_text() != asks
    again.click()
    again.click()
    given.shown.answer()
    assert wall.content["kind"] == "title" and not wall.running.hands
    page.locator('[data-id="restore"]').click()
    given.shown.answer()
    assert wall.running.hands and wall.running.place == (2, 0)
    again.click()
    again.click()
    given.shown.answer()
    for wrong in ("q", "Escape", "F1", "x", "7", "Delete"):
        page.keyboard.press(wrong)
        given.shown.answer()
    assert wall.content["kind"] == "title"


@pytest.mark.parametrize(("key", "number", "results"), [("movement", 2, 6), ("combat", 2, 3)])
def test_the_desks_are_shown_as_many_numbers_as_there_are_bars(page: Any, key: str, number: int, results: int) -> None:
    given = Class(page, "en", SIZES[0], begin=number, key=key)
    while given.wall.content["kind"] != "tally":
        given.press("PageDown")
    assert page.locator(".bar-of").count() == results
    numbers = re.findall(r"\d+", page.locator('[data-id="count"]').get_attribute("placeholder"))
    assert len(numbers) == results
    given.press(*" ".join(numbers), "Enter", "m")
    assert page.locator(".bar-of .many").count() == results
    assert sum(throw.n for throw in given.wall.running.many) == 2000
    given.look()


def test_a_hand_too_many_is_taken_back_with_one_key(page: Any) -> None:
    given = Class(page, "en", SIZES[0], begin=2)
    given.press("PageDown", "a", "b", "b", "Backspace", "Backspace", "Backspace", "Backspace", "c")
    assert page.locator(".raised").all_inner_texts() == ["1"]
    assert [one.get("hands", 0) for one in given.wall.content["choices"]] == [0, 0, 1]


def test_hands_are_typed_as_numbers_and_a_reload_keeps_them(page: Any) -> None:
    """Digits and the spaces between them go nowhere; T makes larger; what was said is there after a reload."""
    given = Class(page, "pl", SIZES[1], begin=2)
    shown = given.wall.content
    given.press("PageDown")
    at = given.wall.running.place
    for key in ("1", "2", " ", "5", " ", "9", "Backspace", "3"):
        given.press(key)
    assert page.locator(".typed").inner_text() == "12 5 3" and given.wall.running.place == at
    given.press("PageDown")
    assert page.locator(".raised").all_inner_texts() == ["12", "5", "3"] and given.wall.running.place == at
    small = page.locator(".wall .says").evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
    given.press("t")
    assert page.locator(".wall .says").evaluate("each => parseFloat(getComputedStyle(each).fontSize)") > small
    given.look()
    given.press("t", "PageDown")

    given.wall.resumes = True  # its address has opened it, as the one below: another kernel, the same page
    given.shown = PartPage(page, given.wall)
    given.press("PageDown")
    panel = LessonPanel.opened("combat", "pl", "2")
    again = PartPage(page, panel)
    assert panel.content == shown
    again.answer()
    assert panel.content == given.wall.content and panel.running.hands[0].raised == (12, 5, 3)


def test_both_names_stand_at_their_sums_however_little_room_there_is(page: Any) -> None:
    """On the smallest wall, with a long name: of all sums of the lesson."""
    given = Class(page, "pl", PROJECTORS[0], names=LONG_NAMES[0])
    seen = 0
    while given.wall.content["kind"] != "end":
        names = page.locator(".score-line > b")
        assert all(each.is_visible() and each.inner_text() for each in names.all()), given.wall.content["place"]
        seen += names.count()
        given.press("PageDown")
    assert seen > 20


def test_events_stand_above_the_next_question_and_what_a_page_is_about_stays(page: Any) -> None:
    given = Class(page, "en", SIZES[0], begin=1, key="things")
    setting = given.wall.content["text"]
    while given.wall.content["kind"] != "play":
        given.press("PageDown")
        assert page.locator(".setting").inner_text() == setting
    told, question = page.locator(".wall .told"), page.locator(".wall .question")
    assert told.bounding_box()["y"] < question.bounding_box()["y"]


def test_one_die_is_a_large_face_and_one_that_does_not_count_is_struck_out(page: Any) -> None:
    given = Class(page, "en", SIZES[0], begin=2, key="movement")
    while not (given.wall.content["kind"] == "throw" and given.wall.content["waits"]):
        given.press("PageDown")
    given.press("6")
    assert page.locator(".dice-asked .face").bounding_box()["height"] > 80 and page.locator(".wall .line").count() == 1
    given = Class(page, "en", SIZES[0], begin=1, key="battle")
    while not (given.wall.content["kind"] == "throw" and given.wall.content["waits"]):
        given.press("PageDown")
    assert page.locator(".unused").count() == 0
    given.press("2", "5", "4")
    assert page.locator(".unused").count() == 1 and page.locator(".wall .joint").all_inner_texts() == ["+", "="] * 2


def test_the_sheet_opens_to_be_printed(page: Any) -> None:
    given = Class(page, "it", SIZES[0], names="Gina")
    wrong: list[Any] = []
    given.wall.send = lambda message, buffers=None: wrong.append(message)  # type: ignore[method-assign,assignment]
    page.locator('[data-id="sheet"]').click()
    given.shown.answer()
    (sent,) = wrong
    with page.context.expect_page() as opened:
        page.evaluate("message => window.tell(message)", sent)
    assert "Gina = Nano" in opened.value.locator(".cast").first.inner_text()


@pytest.mark.parametrize(("key", "lang"), one_each([*lessons()]))
def test_a_sheet_is_one_leaf(page: Any, key: str, lang: str) -> None:
    one = lesson(key)
    page.set_content(sheet_html(sheet_of(one, lang, names_given(one, "Bartłomiej"))))
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))) == 2


def test_a_clicker_guesses_then_real_dice_in_italian(page: Any) -> None:
    """D1 to D4: one input a step, back and blank; the answer is nowhere before its step; two keys a fight; two bars."""
    given = Class(page, "it", SIZES[0])
    wall = given.wall
    given.press("PageDown", "PageDown")
    at = wall.running.place
    given.press("PageUp")
    assert wall.running.place != at
    given.press("PageDown")
    assert wall.running.place == at and given.inputs == 4
    page.keyboard.press(".")
    assert page.locator(".wall.blank").count() == 1
    page.keyboard.press(".")
    assert page.locator(".wall.blank").count() == 0

    given.press("4", "2")
    blocks = [each.split() for each in page.locator(".adds-up").all_inner_texts()]
    assert [(row[-1], "3" in row) for row in blocks] == [("7", True), ("5", True)], blocks
    given.press("PageDown")
    assert wall.content["rule"]["rules"] == "combat.score"
    given.press("PageDown", "PageDown")
    assert wall.content["kind"] == "predict"
    asked = page.locator(".wall").inner_text()
    assert not any("verdict" in one or "true" in one for one in wall.content["choices"]), "not even in what is sent"
    assert "15" not in asked and "36" not in asked and "36" not in json.dumps(wall.content["lines"])
    given.press("b")
    assert page.locator(".raised").count() == 1, "one hand was raised"
    given.press("PageDown")
    assert page.locator(".verdict").count() == 3 and "15 su 36" in page.locator(".wall").inner_text()
    given.press("PageDown", "3", "5", "PageDown")
    assert wall.content["kind"] == "tally" and page.locator(".bar-of").count() == 3
    assert given.inputs == 15
