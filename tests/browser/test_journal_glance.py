"""Is the journal told at a glance: five words, a picture and a sign, and the rest where a pointer or the focus is?"""

from __future__ import annotations

from typing import Any

import pytest
from played_panel import PlayedPanel
from tables import FOUR, press_on

from talisman_nb.panels.table.controller import TableController
from talisman_nb.panels.table.teaching import want_hints
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES

pytestmark = [pytest.mark.browser, pytest.mark.one_page, pytest.mark.usefixtures("own_home")]

SIZES = [(1366, 625), (1280, 625), (1920, 1080), (820, 1180)]
"""Screens on which the journal is a column."""
OVER = """beside => {
  const box = beside.getBoundingClientRect();
  const over = (each) => { const b = each.getBoundingClientRect();
    return b.width && b.left < box.right && b.right > box.left && b.top < box.bottom - 1 && b.bottom > box.top + 1; };
  return [...document.querySelectorAll('.ask .faces .face, .sheets .sheet')].filter(over).map((each) => each.className);
}"""
CUT = "all => all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"


def shown(page: Any, size: tuple[int, int] = (1366, 625), lang: str = "en", presses: int = 26) -> PlayedPanel:
    """A table in its second round, at the question of a die to move; no hint stands in its journal."""
    want_hints(False)
    table = Table.new(FOUR, dice="virtual", cards="virtual", spells="known", seed=5, lang=lang)
    return PlayedPanel(page, TableController(press_on(table, presses))).shown(*size)


def rows(panel: PlayedPanel) -> Any:
    return panel.page.locator(".lines:visible .row .line")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_turns_are_groups_of_rows_and_nothing_is_cut(page: Any, size: tuple[int, int], lang: str) -> None:
    panel = shown(page, size, lang)
    assert rows(panel).count() >= 3 and panel.page.locator(".lines:visible .of-turn .mark").count() >= 3
    assert panel.page.locator(".lines:visible .of-turn .face").count() >= 2
    list_ = panel.page.locator(".journal .lines")
    assert list_.evaluate("list => list.scrollWidth - list.clientWidth") <= 0
    cut = list_.locator(".five, .at, .name").evaluate_all(CUT)
    small = list_.evaluate(
        "list => Math.min(...[...list.querySelectorAll('.five, .at, .name, .more-steps, .of-round')]"
        ".map((e) => parseFloat(getComputedStyle(e).fontSize)))"
    )
    assert cut == [] and small >= 14
    told = list_.inner_text()
    assert "…" not in told and "Ada ended" not in told


def test_a_row_pointed_at_is_told_beside_the_column_until_the_pointer_leaves(page: Any) -> None:
    """The sentence, the sums with the chance it had, the steps that were folded, the rules and the ways on."""
    panel = shown(page)
    page.mouse.move(400, 300)
    row = page.locator(".lines:visible .line", has_text="Shadow 7 : 3, won")
    row.hover()
    beside = page.locator(".beside")
    beside.wait_for()
    panel._answer_pages()
    panel.settle()
    assert beside.locator(".told-text").inner_text().startswith("Ada beat the Shadow, 7 to 3.")
    assert beside.locator(".sums .side").count() == 2 and "%" in beside.locator(".had-been").inner_text()
    assert beside.locator(".step", has_text="Ada faced the Shadow").count() == 1
    assert beside.locator(".rule").count() and beside.locator("[data-id=hold-on], [data-id=amend]").count() == 2
    beside.locator("[data-id=amend]").hover()
    panel.wait(400)
    assert beside.is_visible(), "the pointer may go there"
    page.mouse.move(400, 590)
    panel.wait(400)
    assert not beside.is_visible() and panel.inputs == 0


@pytest.mark.parametrize("size", SIZES)
def test_what_is_told_covers_neither_dice_nor_sheets(page: Any, size: tuple[int, int]) -> None:
    panel = shown(page, size)
    for row in (rows(panel).first, rows(panel).last, page.locator(".lines:visible button.of-turn").last):
        row.scroll_into_view_if_needed()
        row.click()
        panel._answer_pages()
        panel.settle()
        beside = page.locator(".beside")
        assert beside.evaluate(OVER) == []
        box = beside.bounding_box()
        assert box["x"] >= 0 and box["y"] >= 0 and 300 < box["width"] <= 520


def test_the_first_key_closes_it_and_answers(page: Any) -> None:
    panel = shown(page)
    rows(panel).last.click()
    assert page.locator(".beside").is_visible()
    page.locator('[data-id="headline"]').focus()
    ply = panel.controller.screen().question.ply
    panel.key("4")
    assert not page.locator(".beside").is_visible()
    assert panel.controller.screen().question.ply != ply


def test_the_keyboard_reads_the_rows_goes_inside_and_comes_back(page: Any) -> None:
    panel = shown(page)
    panel.key("j")
    panel.press("ArrowUp", "End")
    assert page.locator(".beside").is_visible(), "the focus is told as a pointer is"
    row = page.evaluate("document.activeElement.dataset.id")
    panel.press("Enter")
    assert page.evaluate("document.activeElement.dataset.id") == "told"
    panel.press("Escape")
    panel.settle()
    assert not page.locator(".beside").is_visible()
    assert page.evaluate("document.activeElement.dataset.id") == row


def test_the_steps_of_a_turn_are_told_from_its_heading_each_with_its_ways_on(page: Any) -> None:
    shown(page)
    heading = page.locator(".lines:visible button.of-turn", has_text="Dario").last
    assert "+" in heading.inner_text()
    heading.click()
    steps = page.locator(".beside .step")
    assert "Dario rolled" in steps.first.inner_text()
    steps.first.click()
    assert page.locator(".beside .told-text").inner_text().startswith("Dario rolled")
    assert page.locator(".beside [data-id=amend]").count() == 1
    assert heading.get_attribute("aria-expanded") == "true"


@pytest.mark.parametrize("size", SIZES)
def test_amending_opens_where_the_row_is_told(page: Any, size: tuple[int, int]) -> None:
    panel = shown(page, size)
    page.locator(".lines:visible .line", has_text="Serpent 10 : 8, won").click()
    page.locator(".beside .step", has_text="rolled 6").click()
    panel.click("amend")
    beside = page.locator(".beside")
    assert beside.locator(".small-die, .amend .chip").count() == 6 and not page.locator(".drawer").is_visible()
    assert beside.bounding_box()["width"] >= 300 and beside.evaluate(OVER) == []
    panel.key("1")
    trial = beside.locator(".trial")
    assert trial.is_visible() and beside.locator("[data-id=change-it]").is_visible()
    panel.key("Escape")
    assert beside.locator(".told-text").is_visible(), "left as it was"


def test_a_person_in_a_search_is_that_person(page: Any) -> None:
    panel = shown(page)
    panel.key("j")
    field = page.locator('[data-id="find-lines"]:visible')
    field.fill("ada rolled 4")
    panel.wait(300)
    panel._answer_pages()
    panel.settle()
    told = rows(panel).all_text_contents()
    assert told and all("Ada rolled 4" in text for text in told)


def test_a_journal_just_opened_is_filled(page: Any) -> None:
    panel = shown(page, (1920, 1080), presses=110)
    asked = [each["type"] for each in panel.page.evaluate("window.sent")]
    assert 0 < asked.count("earlier") < 5
    lines = page.locator(".journal .lines")
    assert lines.evaluate("list => list.scrollHeight >= list.clientHeight")
    assert lines.evaluate("list => list.scrollHeight - list.scrollTop - list.clientHeight") < 9, "at the newest"


def test_on_a_phone_what_is_told_stands_below_its_row(page: Any) -> None:
    panel = shown(page, (390, 844))
    page.locator('[data-id="tab:log"]').click()
    rows(panel).last.click()
    about = page.locator(".lines .about")
    assert about.bounding_box()["y"] < page.locator(".ask").bounding_box()["y"] - 30, "in sight"
    assert about.is_visible() and not page.locator(".beside").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
