"""Is a shop one screen, with a row for everybody who buys, in order, by keys and by hand?"""

from __future__ import annotations

from typing import Any

import pytest
from panel_page import Panel
from tables import four_friends, played

from talisman_nb.model import Change
from talisman_nb.panels.controller import TableController

pytestmark = pytest.mark.browser
SIZES = [(1920, 1080), (1366, 768), (1024, 768), (820, 1180), (390, 844)]


def market_day() -> Any:
    table = four_friends()
    gold = (Change("gold", seat, n) for seat, n in ((0, 0), (1, 1), (2, 4), (3, 2)))
    table.change(*gold, Change("space", 2, to="crags"), Change("turn", 2))
    return TableController(played(table, 1, "clockwise", "market-day")).screen()


@pytest.mark.parametrize("size", SIZES)
def test_everybody_has_a_row_with_gold_or_the_reason(panel: Panel, size: tuple[int, int]) -> None:
    rows = panel.open(market_day(), *size).page.locator(".shop .buyer")
    said = [row.inner_text() for row in rows.all()]
    assert rows.locator(".who .name").all_inner_texts() == ["Carla", "Dario", "Ada", "Bruno"]
    assert "4 gold" in said[0] and "Ada has too little gold" in said[2]
    assert panel.page.locator(".shop .free").inner_text().startswith("Free of charge")
    for part in (".ask", ".shop"):
        assert panel.page.locator(part).first.evaluate("each => each.scrollWidth <= each.clientWidth")
    done = panel.page.locator('.shop > [data-id="option:done"]').bounding_box()
    ask = panel.page.locator(".ask").bounding_box()
    assert done and ask and done["y"] + done["height"] <= ask["y"] + ask["height"], "always in sight"


def test_letters_buy_for_who_buys_now_and_a_press_for_a_later_one(panel: Panel) -> None:
    panel.open(market_day()).press("b")
    assert panel.sent()[-1]["key"] == "buy:purchase/helmet"
    panel.reply(market_day())
    panel.find("option:buyer:1/free:purchase/axe").click()
    assert panel.sent()[-1]["key"] == "buyer:1/free:purchase/axe"
    panel.reply(market_day())
    assert panel.press("g").sent()[-1]["key"] == "done"
