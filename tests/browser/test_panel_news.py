"""Is only what changed painted again, and does the panel say when nobody hears?"""

from __future__ import annotations

from typing import Any

import panel_samples as samples
import pytest
from msgspec.structs import replace
from panel_page import Panel, plain

pytestmark = pytest.mark.browser


def answer(ply: int, key: str) -> dict[str, Any]:
    return {"type": "answer", "ply": ply, "key": key}


# What changed


def test_what_stayed_the_same_is_not_painted_again(panel: Panel) -> None:
    panel.open(samples.screen("die"))
    panel.page.evaluate("document.querySelectorAll('.sheet, .bar, .line').forEach((each) => { each.before = true; })")
    panel.page.evaluate("screen => show({ screen })", plain(samples.screen("way")))
    panel.page.wait_for_function("document.activeElement.textContent === '4\\u00a0steps: which way?'")
    assert panel.page.evaluate("[...document.querySelectorAll('.sheet, .bar, .line')].every((each) => each.before)")


def test_a_region_is_painted_again_when_what_it_shows_changed(panel: Panel) -> None:
    panel.open(samples.screen("die"))
    panel.page.evaluate("screen => show({ screen: { ...screen, round: 9 } })", plain(samples.screen("die")))
    panel.page.wait_for_function("document.querySelector('.bar').textContent.includes('Round 9')")


# Nothing looks alive that isn't


def test_a_slow_program_is_at_work_and_one_that_has_ended_keeps_the_answer(panel: Panel) -> None:
    """Slow is said quietly: nothing is grey, and nothing stands over what can be pressed."""
    panel.open(samples.screen("die")).page.evaluate("window.pongs = false")
    panel.press("4")
    band = panel.page.locator(".band")
    assert band.is_hidden()
    band.wait_for(state="visible")
    said = panel.page.evaluate("window.model.get('labels').words.thinking")
    assert band.inner_text() == said and band.get_attribute("role") == "status"
    seen = "e => { const {opacity, filter} = getComputedStyle(e); return [opacity, filter]; }"
    assert panel.page.locator(".ask").evaluate(seen) == ["1", "none"]
    assert not band.locator("button").count()
    assert band.evaluate("e => getComputedStyle(e).pointerEvents") == "none"
    for key in ("5", "3"):
        assert panel.press(key).sent() == [answer(14, "4")], "it is no answer to what is not seen yet"
    panel.page.evaluate("kernelSays('dead')")
    panel.page.locator('.tlm[data-alive="gone"]').wait_for()
    assert "Your answer “4” is kept on this page." in band.inner_text()
    assert panel.press("5").sent() == [answer(14, "4")]
    panel.reply(samples.screen("way"))
    panel.page.wait_for_function("document.querySelector('.foot').textContent === 'Your answer “4” was taken'")
    assert band.is_hidden()


def test_an_answer_that_was_lost_on_the_way_is_said(panel: Panel) -> None:
    panel.open(samples.screen("die")).press("4")
    panel.page.wait_for_function(
        "document.querySelector('.foot').textContent === 'Your answer “4” was not taken: press it again'"
    )
    assert panel.press("4").sent() == [answer(14, "4")] * 2


def test_a_dead_kernel_is_seen_without_a_press(panel: Panel) -> None:
    panel.open(samples.screen("die"))
    panel.page.evaluate("window.pongs = false; kernelSays('restarting')")
    panel.page.locator(".band").wait_for(state="visible")
    assert panel.page.locator(".band").inner_text().startswith("The program has stopped answering.")


def test_an_answer_interrupted_by_a_reload_is_remembered(panel: Panel) -> None:
    panel.open(samples.screen("die")).press("4")
    panel.open(samples.screen("die"))
    assert panel.page.locator(".foot").inner_text() == "Your answer “4” was not taken: press it again"


def test_the_band_says_that_nothing_has_happened_only_before_the_first_line(panel: Panel) -> None:
    panel.open(samples.screen("die", moment=None, journal=()))
    band = panel.page.locator(".moment")
    assert band.inner_text() == panel.page.evaluate("window.model.get('labels').words['nothing-has-happened']")
    played = tuple(replace(line, turn=0) for line in samples.screen("die").journal)
    panel.reply(samples.screen("die", moment=None, journal=played, rev=9))
    panel.settle()
    assert band.inner_text() == "", "an answer was taken back"
