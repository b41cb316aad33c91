"""Is nothing risky filled, and do letters choose in one place only?"""

from __future__ import annotations

import panel_samples as samples
import pytest
from msgspec.structs import replace
from panel_page import Panel

from talisman_nb.text.screen.values import Screen

pytestmark = pytest.mark.browser
WORD_ENDS = 800
"""Milliseconds after which a letter no longer belongs to the one before it."""


def way(**changes: object) -> Screen:
    shown = samples.screen("way")
    assert shown.question is not None
    options = shown.question.options[:2]
    return replace(shown, question=replace(shown.question, options=options, **changes))


@pytest.mark.parametrize("safe", [True, False])
def test_only_an_option_that_loses_nothing_is_filled(panel: Panel, safe: bool) -> None:
    panel.open(way(safe=safe))
    assert panel.page.locator(".ask .option.first").count() == int(safe)


def test_enter_takes_a_lone_option_that_is_not_filled(panel: Panel) -> None:
    shown = samples.screen("result")
    assert shown.question is not None
    panel.open(replace(shown, question=replace(shown.question, safe=False)))
    assert panel.press("Enter").sent() == [{"type": "answer", "ply": 19, "key": "keep"}]


def test_letters_of_a_drawer_put_those_of_the_question_to_sleep(panel: Panel) -> None:
    signs = panel.open(way()).page.locator(".board .frames .sign:visible")
    assert signs.count()
    panel.press("s")
    caps = panel.page.locator(".ask .option > kbd")
    assert caps.count() and all(not cap.is_visible() for cap in caps.all())
    assert not signs.count()
    assert not [message for message in panel.press("h").sent() if message["type"] == "answer"]
    panel.press("Escape").wait(WORD_ENDS)
    assert caps.first.is_visible() and signs.count()
    assert panel.press("b").sent()[-1]["type"] == "answer"


def test_a_letter_on_the_board_is_over_the_figures(panel: Panel) -> None:
    layers = panel.open(way()).page.locator(".board .over > g")
    assert [layer.get_attribute("class") for layer in layers.all()] == ["lying", "laid-over", "frames", "gains"]
