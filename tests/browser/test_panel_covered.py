"""Are Spells turned face down in one window by a press, everywhere in it, and until they are shown again?"""

from __future__ import annotations

import panel_samples as samples
import pytest
from msgspec.structs import replace
from panel_page import Panel

from talisman_nb.text.screen.values import Choice, Screen

HEALING = Choice(key="0/cast:healing", label="Healing", hint="S", group="Ada", thing="healing")


def own_screen() -> Screen:
    ada, *others = samples.screen("die").sheets
    ada = replace(ada, spells=("Healing",), spells_keys=("healing",))
    return samples.screen("die", sheets=(ada, *others), asides=(HEALING,), viewer=0)


def shown(panel: Panel) -> str:
    return str(panel.page.locator(".tlm").text_content())


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1366, 768)])
def test_a_press_covers_them_on_the_sheet_in_its_summary_and_in_the_drawer(
    panel: Panel, width: int, height: int
) -> None:
    panel.open(own_screen(), width, height)
    assert "Healing" in shown(panel)
    panel.find("sheet:0").first.evaluate("chip => chip.click()")
    panel.find("cover").click()
    assert "Healing" not in shown(panel) and "1 face down" in shown(panel)
    panel.press("s")
    assert "Healing" not in shown(panel) and panel.page.locator(".drawer [data-press]").count() == 0
    panel.press("a")
    assert panel.sent() == [], "a covered Spell has no letter"
    panel.find("cover").click()
    assert "Healing" in shown(panel)
    assert panel.sent() == [], "nobody else is told"


def test_they_stay_covered_after_a_reload_and_the_next_screen(panel: Panel) -> None:
    panel.open(own_screen()).press("s").find("cover").click()
    panel.open(own_screen())
    panel.reply(replace(own_screen(), rev=99, question=samples.question("way")))
    panel.settle()
    assert "Healing" not in shown(panel)


def test_without_spells_there_is_nothing_to_turn(panel: Panel) -> None:
    panel.open(samples.screen("die")).find("sheet:1").click()
    assert panel.page.locator(".drawer").is_visible() and panel.find("cover").count() == 0
