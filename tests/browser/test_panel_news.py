"""Is a screen made again of what changed, and does the panel say when nobody hears?"""

from __future__ import annotations

import json
from typing import Any

import msgspec
import panel_samples as samples
import pytest
from panel_page import Panel, plain

from talisman_nb.panels.wire import change

pytestmark = pytest.mark.browser


def answer(ply: int, key: str) -> dict[str, Any]:
    return {"type": "answer", "ply": ply, "key": key}


# News


def test_a_screen_is_made_again_of_what_changed(panel: Panel) -> None:
    before, after = ({**plain(samples.screen(kind)), "seq": seq} for seq, kind in enumerate(("die", "way"), 1))
    panel.open(samples.screen("die"))
    panel.page.evaluate("screen => show({ screen })", before)
    panel.page.evaluate("news => tell('msg:custom', news)", {"type": "news", "seq": 2, "screen": change(before, after)})
    panel.page.wait_for_function("document.activeElement.textContent === '4\\u00a0steps: which way?'")
    assert panel.page.evaluate("model.get('screen')") == json.loads(msgspec.json.encode(after))


def test_who_missed_some_news_asks_for_all(panel: Panel) -> None:
    panel.open(samples.screen("die"))
    panel.page.evaluate("tell('msg:custom', { type: 'news', seq: 7, screen: { in: { round: { is: 9 } } } })")
    assert panel.page.evaluate("pings.at(-1)") == {"type": "ping", "seq": 0, "view": ""}
    assert "Round 6" in panel.page.locator(".bar").inner_text()


# Nothing looks alive that isn't


def test_no_reply_is_said_after_two_seconds_and_the_answer_kept(panel: Panel) -> None:
    panel.open(samples.screen("die")).press("4")
    band = panel.page.locator(".band")
    assert band.is_hidden()
    band.wait_for(state="visible")
    assert "Your “4” is being kept here." in band.inner_text()
    assert panel.press("5").sent() == [answer(14, "4")]
    panel.reply(samples.screen("way"))
    panel.page.wait_for_function("document.querySelector('.foot').textContent === 'Your “4” is in'")
    assert band.is_hidden()


def test_an_answer_that_was_lost_on_the_way_is_said(panel: Panel) -> None:
    panel.open(samples.screen("die")).press("4")
    panel.page.wait_for_function("document.querySelector('.foot').textContent === 'Your “4” was not taken: press it again'")
    assert panel.press("4").sent() == [answer(14, "4")] * 2


def test_a_dead_kernel_is_seen_without_a_press(panel: Panel) -> None:
    panel.open(samples.screen("die"))
    panel.page.evaluate("window.pongs = false; kernelSays('restarting')")
    panel.page.locator(".band").wait_for(state="visible")
    assert panel.page.locator(".band").inner_text().startswith("The program stopped answering.")


def test_an_answer_interrupted_by_a_reload_is_remembered(panel: Panel) -> None:
    panel.open(samples.screen("die")).press("4")
    panel.open(samples.screen("die"))
    assert panel.page.locator(".foot").inner_text() == "Your “4” was not taken: press it again"
