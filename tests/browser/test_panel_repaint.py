"""Does a press touch only what it changes? What is set anew, even to the same, costs the browser style and layout."""

from __future__ import annotations

from typing import Any

import pytest
from played_panel import PlayedPanel
from tables import FOUR, started

pytestmark = [pytest.mark.browser, pytest.mark.one_page, pytest.mark.usefixtures("own_home")]

WATCH = """window.told = new Set(); window.again = new Set();
new MutationObserver((all) => all.forEach(({ target, attributeName, oldValue }) => {
  told.add(attributeName);
  if (oldValue === target.getAttribute(attributeName)) again.add(attributeName);
})).observe(document.querySelector(".tlm"), { attributes: true, attributeOldValue: true, subtree: true });"""
KEEP = "window.kept = new Map([...document.querySelectorAll('.bar .tool')].map((each) => [each.dataset.id, each]))"
ANEW = """[...document.querySelectorAll('.bar .tool')].filter((each) => kept.get(each.dataset.id) !== each)
  .map((each) => each.dataset.id)"""


@pytest.fixture
def four(page: Any) -> PlayedPanel:
    return PlayedPanel(page, started(FOUR)).shown(1920, 1080)


def test_a_press_sets_neither_language_nor_labels_anew(four: PlayedPanel) -> None:
    four.page.evaluate(WATCH)
    four.click("option:3").click("option:clockwise")
    told = set(four.page.evaluate("[...told]"))
    assert "data-ply" in told and "lang" not in told
    assert "aria-label" not in set(four.page.evaluate("[...again]")), "only spaces that say who stands there now"


def test_the_toolbar_keeps_the_buttons_that_stay_the_same(four: PlayedPanel) -> None:
    four.click("option:3")
    four.page.evaluate(KEEP)
    four.click("undo")
    assert four.page.evaluate(ANEW) == ["undo", "redo"], "the first no longer can be pressed, the second can"
    four.page.evaluate(KEEP)
    four.click("drawer:menu")
    assert four.page.evaluate(ANEW) == ["drawer:menu"]
    assert four.find("drawer:menu").get_attribute("aria-pressed") == "true"


def test_the_toolbar_changes_its_words_with_the_language(four: PlayedPanel) -> None:
    before = four.page.locator(".bar .tool .label").all_inner_texts()
    four.click("drawer:language").click("lang:it")
    assert four.page.locator(".bar .tool .label").all_inner_texts() != before
