"""Are Spells named on a shared screen turned face down in one window by a press, and until they are shown again?

Those of a phone's own seat are covered always: `test_panel_offturn.py`.
"""

from __future__ import annotations

import panel_samples as samples
import pytest
from panel_page import Panel

from talisman_nb.text.screen.values import Choice, Screen

HEALING = Choice(key="0/cast:healing", label="Healing", hint="S", group="Ada", thing="healing")


def shared_screen() -> Screen:
    return samples.screen("die", asides=(HEALING,), viewer=-1)


def shown(panel: Panel) -> str:
    return str(panel.page.locator(".tlm").text_content())


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1366, 768)])
def test_a_press_covers_them_in_the_drawer(panel: Panel, width: int, height: int) -> None:
    panel.open(shared_screen(), width, height)
    assert "Healing" not in shown(panel), "nothing names them unasked"
    panel.press("s")
    assert "Healing" in shown(panel)
    panel.find("cover").click()
    assert "Healing" not in shown(panel) and panel.page.locator(".drawer [data-press]").count() == 0
    panel.press("a")
    assert panel.sent() == [], "a covered Spell has no letter"
    panel.find("cover").click()
    assert "Healing" in shown(panel)
    assert panel.sent() == [], "nobody else is told"


def test_they_stay_covered_after_a_reload_and_the_next_screen(panel: Panel) -> None:
    panel.open(shared_screen()).press("s").find("cover").click()
    panel.open(shared_screen()).press("s")
    assert "Healing" not in shown(panel)


def test_without_spells_there_is_nothing_to_turn(panel: Panel) -> None:
    panel.open(samples.screen("die")).find("sheet:1").click()
    assert panel.page.locator(".drawer").is_visible() and panel.find("cover").count() == 0
