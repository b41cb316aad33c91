"""Does a name show its short card while a pointer, a finger or the keyboard's focus rests on it, and nothing hidden?"""

from __future__ import annotations

from typing import Any

import pytest
from played_panel import PlayedPanel
from tables import TWO, press, started

pytestmark = [pytest.mark.browser, pytest.mark.one_page, pytest.mark.usefixtures("own_home")]

HOLD = """([x, y, ms]) => new Promise((done) => {
  const at = document.elementFromPoint(x, y);
  const how = { bubbles: true, pointerType: "touch", clientX: x, clientY: y };
  const send = (type) => at.dispatchEvent(new PointerEvent(type, how));
  send("pointerdown");
  setTimeout(() => { send("pointerup"); at.dispatchEvent(new MouseEvent("click", { bubbles: true })); done(); }, ms);
})"""
"""A finger that stays down for a time, and the click that follows it."""


def fought(page: Any, size: tuple[int, int] = (1366, 625)) -> PlayedPanel:
    """Ada has beaten the Wolf: its name stands in the band."""
    controller = started(TWO)
    press(controller, "3", "clockwise", "wolf", "4", "1")
    page.mouse.move(1, 1)
    return PlayedPanel(page, controller).shown(*size)


def rest(panel: PlayedPanel) -> None:
    panel.wait(400)
    panel._answer_pages()
    panel.settle()


def test_a_pointer_that_rests_on_a_name_shows_its_card_until_it_leaves(page: Any) -> None:
    panel = fought(page)
    name = page.locator('.moment [data-id="name:Wolf"]:visible').first
    name.hover()
    panel.wait(100)
    assert page.locator(".short-card").count() == 0, "not at once"
    rest(panel)
    card = page.locator(".short-card")
    assert "Wolf" in card.inner_text() and "Strength" in card.text_content()
    box = card.bounding_box()
    assert box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= 1366 and box["y"] + box["height"] <= 625
    page.mouse.move(700, 5)
    panel.settle()
    assert card.count() == 0 and panel.sent() == [] and panel.inputs == 0


def test_escape_closes_it_and_nothing_else(page: Any) -> None:
    panel = fought(page)
    panel.press("?")
    panel.settle()
    page.locator('[data-id="name:Wolf"]:visible').first.hover()
    rest(panel)
    assert page.locator(".short-card").count() == 1 and page.locator(".drawer").is_visible()
    panel.press("Escape")
    assert page.locator(".short-card").count() == 0 and page.locator(".drawer").is_visible()


def test_the_keyboards_focus_shows_it_too(page: Any) -> None:
    panel = fought(page)
    page.locator('[data-id="headline"]').focus()
    page.keyboard.press("Tab")
    for _ in range(30):
        if page.evaluate('document.activeElement.matches(\'[data-id^="named:"], [data-id^="name:"]\')'):
            break
        page.keyboard.press("Tab")
    for _ in range(10):  # what is painted anew meanwhile gets its focus back, and rests anew
        rest(panel)
        if page.locator(".short-card").count():
            break
    assert page.locator(".short-card").count() == 1


def test_what_lies_on_a_sheet_has_its_card_and_a_press_still_opens_the_sheet(page: Any) -> None:
    controller = started(TWO)
    controller.table.correct(card="sword", origin="deck:adventure", to="seat:0")
    panel = PlayedPanel(page, controller).shown(1366, 625)
    page.locator('.sheet [data-card="sword"]').hover()
    rest(panel)
    assert "Sword" in page.locator(".short-card").inner_text()
    page.mouse.down()
    page.mouse.up()
    panel.settle()
    assert page.locator(".short-card").count() == 0 and page.locator('.drawer[data-drawer="sheet"]').is_visible()


@pytest.mark.parametrize(("ms", "held"), [(600, True), (100, False)])
def test_a_finger_that_holds_a_name_shows_its_card_and_a_tap_opens_its_page(page: Any, ms: int, held: bool) -> None:
    panel = fought(page, (390, 844))
    box = page.locator('[data-id="name:Wolf"]:visible').first.bounding_box()
    page.evaluate(HOLD, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, ms])
    panel._answer_pages()
    panel.settle()
    assert (page.locator(".short-card").count() == 1) == held
    assert page.locator('.drawer[data-drawer="look"]').is_visible() != held
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def middle_of(page: Any, selector: str) -> tuple[float, float]:
    """The middle of the first of these that is seen."""
    box = page.locator(f"{selector}:visible").first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


FIGURES = ("strength", "craft", "life", "fate", "gold")


def test_a_tap_on_a_figure_names_it_with_what_it_comes_of_and_opens_nothing(page: Any) -> None:
    panel = fought(page, (390, 844))
    for figure in FIGURES:
        page.evaluate(HOLD, [*middle_of(page, f'.sheet .figure[data-card*=":{figure}:"]'), 40])
        panel._answer_pages()
        panel.settle()
        card = page.locator(".short-card")
        assert card.is_visible() and figure in card.inner_text().lower()
        assert ("Thief" in card.inner_text()) == (figure in ("strength", "craft")), "the printed value, with its source"
        assert not page.locator(".drawer").is_visible()
    page.evaluate(HOLD, [*middle_of(page, ".sheet .name"), 40])
    panel.settle()
    assert page.locator(".drawer").is_visible() and page.locator(".short-card").count() == 0, (
        "beside it the sheet opens"
    )


def test_a_pointer_that_rests_on_a_figure_names_it(page: Any) -> None:
    panel = fought(page)
    page.locator('.sheet .figure[data-card*=":0:craft:"]').hover()
    rest(panel)
    assert (
        "Craft 3" in page.locator(".short-card").inner_text() and "Dwarf: 3" in page.locator(".short-card").inner_text()
    )
    page.locator('.sheet .figure[data-card*=":0:craft:"]').click()
    panel.settle()
    assert page.locator(".drawer").is_visible(), "a mouse opens the sheet as before"
