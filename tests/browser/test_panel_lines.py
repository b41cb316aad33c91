"""Do the arrow keys reach every line, and does an opened line of the journal play the game back from there?"""

from __future__ import annotations

from typing import Any

import panel_samples as samples
import pytest
from panel_page import SHUT, Panel
from played_panel import PlayedPanel
from playwright.sync_api import expect
from tables import FOUR, press, started

from talisman_nb.analysis.tree import text_of
from talisman_nb.text.screen.values import Choice

pytestmark = [pytest.mark.browser, pytest.mark.one_page, pytest.mark.usefixtures("own_home")]

FOCUSED = "document.activeElement.dataset.id"


def focused(panel: Panel) -> Any:
    return panel.page.evaluate(FOCUSED)


def stops(panel: Panel, within: str) -> int:
    return int(panel.page.locator(f'{within}:visible [tabindex="0"]').count())


def test_the_journal_is_one_stop_and_arrows_go_from_line_to_line(panel: Panel) -> None:
    page = panel.open(samples.screen("die"), 1600, 800).page
    assert stops(panel, "ol.lines") == 1
    page.locator('ol.lines:visible [tabindex="0"]').focus()
    assert focused(panel) == "line:13:0", "the newest line"
    panel.press("ArrowUp")
    assert focused(panel) == "line:12:0" and stops(panel, "ol.lines") == 1
    panel.press("Home")
    assert focused(panel) == "older"
    panel.press("End", "Enter")
    assert focused(panel) == "told" and page.locator(".beside .rule").count() == 2
    panel.press("Escape")
    assert focused(panel) == "line:13:0" and page.locator(".beside").is_hidden()
    assert panel.sent() == []


def test_spells_are_one_stop_and_arrows_go_from_one_to_the_next(panel: Panel) -> None:
    spells = tuple(Choice(key=f"1/cast:{i}", label=f"Spell {i}", hint="S", group="Bruno") for i in range(3))
    panel.open(samples.screen("die", asides=spells)).press("s")
    lists = panel.page.locator(".drawer :is(.asides, .earlier)")
    assert [lists.nth(i).locator('[tabindex="0"]').count() for i in range(lists.count())] == [1, 1]
    panel.find("aside:1/cast:0").focus()
    panel.press("ArrowDown", "ArrowDown", "Enter")
    assert [sent["key"] for sent in panel.sent()] == ["1/cast:2"]


def test_a_row_of_the_correction_is_one_stop(panel: Panel) -> None:
    panel.open(samples.screen("die")).press("n")
    panel.find("hand-seat:0").focus()
    panel.press("ArrowRight", "Enter")
    panel.settle()
    assert panel.find("hand-seat:1").get_attribute("aria-pressed") == "true" and stops(panel, ".drawer .seats") == 1


def test_an_opened_line_plays_the_game_back_from_there(page: Any) -> None:
    controller = started(FOUR)
    press(controller, "3")
    n = next(line.n for line in controller.screen().journal if line.n and not line.folded)
    panel = PlayedPanel(page, controller).shown(1600, 900)
    panel.click("steps:1:0").click(f"line:{n}:0")
    with page.expect_popup() as popup:
        panel.click("replay-here")
    assert popup.value.url.startswith("blob:") and popup.value.url.endswith(f"#{n}")


def test_where_no_window_opens_the_game_is_played_back_from_there_in_the_page(page: Any) -> None:
    controller = started(FOUR)
    press(controller, "3")
    n = next(line.n for line in controller.screen().journal if line.n and not line.folded)
    panel = PlayedPanel(page, controller).shown(1366, 625)
    page.evaluate(SHUT)
    panel.click("steps:1:0").click(f"line:{n}:0")
    panel.click("replay-here")
    played = page.locator("dialog.shown-file iframe").content_frame.locator(".slider")
    expect(played).to_be_visible()
    expect(played).not_to_have_value("0")
    assert page.evaluate("document.querySelector('dialog').getBoundingClientRect().bottom") <= 625
    panel.click("shown-file:close")
    assert page.locator("dialog").count() == 0


def test_an_opened_line_is_a_text_to_copy_and_leads_to_the_bench(page: Any) -> None:
    controller = started(FOUR)
    press(controller, "3")
    n = next(line.n for line in controller.screen().journal if line.n and not line.folded)
    panel = PlayedPanel(page, controller).shown(1600, 900)
    panel.click("steps:1:0").click(f"line:{n}:0")
    panel.click("as-situation")
    panel.settle()
    text = panel.find("line-text").input_value()
    assert text.startswith("dwarf crags, named Ada | thief city") and focused(panel) == "line-text"
    assert panel.find("open-bench").count() == 0, "a notebook has no address for the bench"
    page.evaluate("document.body.dataset.bench = ''")
    panel.click("steps:1:0").click(f"line:{n}:0")
    assert panel.find("line-text").count() == 0
    panel.click("as-situation")
    panel.settle()
    href = panel.find("open-bench").get_attribute("href")
    assert text_of(href) == text and href.endswith("&lang=en")
