"""Are headlines, names and large numbers set in the display letters on every screen, never small, and the rest not?"""

from __future__ import annotations

from typing import Any

import panel_samples as samples
import pytest
from panel_page import Panel
from setup_samples import setup

pytestmark = pytest.mark.browser

SIZES = [(1366, 625), (1280, 625), (820, 1180), (390, 844), (375, 740), (1920, 1080)]
FACE = "Vollkorn"
IN_IT = """(face) => [...document.querySelectorAll(".tlm *")].filter((each) => each.checkVisibility()
  && !each.matches(".unseen") && [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
  && getComputedStyle(each).fontFamily.startsWith(face)).map((each) => ({
    what: `${each.tagName}.${each.getAttribute("class")} ${each.textContent}`,
    size: Number.parseFloat(getComputedStyle(each).fontSize) * (each.ownerSVGElement ? each.getScreenCTM().a : 1),
    weight: getComputedStyle(each).fontWeight, capitals: getComputedStyle(each).textTransform }))"""
IN_THE_SYSTEM_S = (
    ".option .note, .option .detail, .offer, kbd, .circumstance, .line, .hands .todo, .figure .n, .die, .chip, .tool"
)


def small(page: Any) -> list[str]:
    """What is set in the display letters though it is small, or in capitals; something is set in them."""
    found = page.evaluate(IN_IT, FACE)
    assert found
    return [each["what"] for each in found if each["size"] < 15.9 or each["capitals"] != "none"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", ["die", "way", "card", "fight", "take", "shop"])
def test_headlines_and_names_are_set_in_the_display_letters(page: Any, size: tuple[int, int], kind: str) -> None:
    Panel(page).open(samples.screen(kind), *size)
    page.evaluate("document.fonts.ready")
    assert page.evaluate(f"[...document.fonts].some((face) => face.family === '{FACE}' && face.status === 'loaded')")
    assert small(page) == []
    family = "e => getComputedStyle(e).fontFamily"
    assert page.locator(".headline").evaluate(family).startswith(FACE)
    for each in page.locator(IN_THE_SYSTEM_S).all():
        assert not each.evaluate(family).startswith(FACE), each.inner_text()


@pytest.mark.parametrize("size", [(1366, 625), (390, 844)])
def test_the_form_and_a_drawer_are_too(page: Any, size: tuple[int, int]) -> None:
    panel = Panel(page).open(samples.screen("die"), *size, setup=setup())
    assert small(page) == []
    panel.open(samples.screen("die"), *size).press("/")
    assert small(page) == []


def test_nothing_is_fetched_for_them(page: Any) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    Panel(page).open(samples.screen("die"))
    page.evaluate("document.fonts.ready")
    assert not [url for url in asked if not url.startswith(("http://panel.test/", "data:"))]
