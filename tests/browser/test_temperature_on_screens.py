"""Has one picture the same temperature in the question, the band, on the board and on a sheet, in light and dark?"""

from __future__ import annotations

from typing import Any

import pytest
from played_panel import PlayedPanel
from tables import TWO, press, started

from talisman_nb.drawing.palette import DARK, LIGHT

pytestmark = [pytest.mark.browser, pytest.mark.one_page, pytest.mark.usefixtures("own_home")]

GROUND = "(all) => all.map((e) => getComputedStyle(e)[e.ownerSVGElement ? 'fill' : 'backgroundColor'])"


def rgb(colour: str) -> str:
    return f"rgb({', '.join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))})"


@pytest.mark.parametrize("light", [True, False])
def test_a_creature_is_hot_wherever_it_is_seen(page: Any, light: bool) -> None:
    controller = started(TWO)
    press(controller, "3", "clockwise", "wolf")
    panel = PlayedPanel(page, controller, light=light).shown(1366, 625)
    hot = rgb((LIGHT if light else DARK)["crown"])
    for place in (".card-picture", ".board .card > .tag"):
        assert page.locator(f"{place}:visible").evaluate_all(GROUND) == [hot], place
    press(controller, "4", "1")
    panel.shown(1366, 625)
    assert page.locator(".moment .picture").evaluate_all(GROUND) == [hot]


def test_goods_are_ochre_and_the_ends_of_a_die_have_the_colours_of_the_board(page: Any) -> None:
    controller = started(TWO)
    controller.table.correct(card="sword", origin="deck:adventure", to="seat:0")
    PlayedPanel(page, controller, ends=True).shown(1366, 768)
    assert page.locator(".sheet .thing").evaluate_all(GROUND) == [rgb(LIGHT["inner"])]
    assert set(page.locator(".end-picture").evaluate_all(GROUND)) == {rgb(LIGHT["outer"])}
