"""Is a hand shown while P is held, and no longer?"""

from __future__ import annotations

from typing import Any

import panel_samples as samples
import pytest
from msgspec.structs import replace
from panel_page import Panel

from talisman_nb.text.screen.values import Choice

pytestmark = [pytest.mark.browser, pytest.mark.one_page]


def with_a_hidden_hand() -> Any:
    """Seat 0 is asked and holds Spells that this screen doesn't name."""
    return samples.screen("die", asides=(Choice("0/cast:spell?", "a Spell", "S"),))


def test_a_hand_is_shown_while_p_is_held(panel: Panel) -> None:
    panel.open(with_a_hidden_hand())
    panel.page.keyboard.down("p")
    panel.page.keyboard.down("p")
    panel.page.wait_for_function("sent.length === 1")
    shown = with_a_hidden_hand()
    panel.reply(replace(shown, sheets=(replace(shown.sheets[0], spells=("Healing",)), *shown.sheets[1:])))
    assert panel.page.locator(".peek").count() == 0, "first everybody else looks away"
    panel.page.locator(".peek", has_text="Healing").wait_for()
    assert panel.page.locator(".board").is_visible() and not panel.find("drawer-head").is_visible()
    panel.page.keyboard.up("p")
    panel.page.wait_for_function("sent.length === 2")
    assert panel.sent() == [{"type": "look", "seat": 0}, {"type": "look", "seat": -1}]
    assert panel.page.locator(".peek").count() == 0


def test_a_key_let_go_before_the_reply_is_told_after_it(panel: Panel) -> None:
    panel.open(with_a_hidden_hand())
    panel.page.keyboard.down("p")
    panel.page.wait_for_function("sent.length === 1")
    panel.page.keyboard.up("p")
    assert panel.sent() == [{"type": "look", "seat": 0}]
    panel.reply(with_a_hidden_hand())
    panel.page.wait_for_function("sent.length === 2")
    assert panel.sent()[1] == {"type": "look", "seat": -1}


def test_without_hidden_spells_p_says_nothing(panel: Panel) -> None:
    assert panel.open(samples.screen("die")).press("p").sent() == []


def test_a_key_let_go_at_once_shows_nothing(panel: Panel) -> None:
    panel.open(with_a_hidden_hand()).burst("p")
    panel.press("q")
    assert panel.sent() == [] and not panel.page.locator(".peek").count()
