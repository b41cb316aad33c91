"""Is a shop one screen, with a row for everybody who buys, in order, by keys and by hand?"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace
from panel_page import Panel
from tables import four_friends, played

from talisman_nb.model import Change
from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES

pytestmark = [pytest.mark.browser, pytest.mark.one_page]
LAST = "purchase/raft"
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
    assert "4 gold" in said[0] and "Ada does not have enough gold" in said[2]
    assert panel.page.locator(".shop .free").inner_text().startswith("Thief: 1 free")
    for part in (".ask", ".shop"):
        assert panel.page.locator(part).first.evaluate("each => each.scrollWidth <= each.clientWidth")
    done = panel.page.locator('.shop > [data-id="option:done"]').bounding_box()
    ask = panel.page.locator(".ask").bounding_box()
    assert done and ask and done["y"] + done["height"] <= ask["y"] + ask["height"], "always in sight"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_six_buyers_on_a_phone_are_seen_at_once(panel: Panel, lang: str) -> None:
    names = ("Bartholomew", "Małgorzata", "Ada", "Dario", "Carla", "Gioacchino")
    characters = ("troll", "thief", "wizard", "dwarf", "warrior", "elf")
    table = Table.new(dict(zip(names, characters, strict=True)), lang=lang, spells="known")
    table.change(
        *(Change("gold", seat, n) for seat, n in enumerate((3, 2, 4, 2, 3, 5))), Change("space", 0, to="crags")
    )
    table.change(Change("turn", 0))
    controller = TableController(played(table, 1, "clockwise", "market-day"))
    controller._back = False
    page = panel.open(controller.screen(), 390, 844, labels=controller.labels()).page
    rows, cells = page.locator(".buyer"), page.locator(".buyer .option, .shop > .option")
    assert rows.count() == 7, "the Thief has one for what is free"
    assert page.locator(".options.shop").evaluate(
        "e => e.scrollHeight <= e.clientHeight && e.scrollWidth <= e.clientWidth"
    )
    assert page.evaluate("document.documentElement.scrollHeight") <= 844
    boxes = [each.bounding_box() for each in cells.all()]
    assert all(min(box["width"], box["height"]) >= 44 for box in boxes)
    said = page.locator(".shelf .name, .buyer .name, .buyer .gold, .buyer .price, .free .word").locator("visible=true")
    assert min(said.evaluate_all("all => all.map((e) => parseFloat(getComputedStyle(e).fontSize))")) >= 14
    assert said.evaluate_all(
        "all => all.every((e) => e.getBoundingClientRect().right <= 390 && e.getBoundingClientRect().left >= 0)"
    )
    wares = [ware.bounding_box() for ware in page.locator(".shelf .name").all()]
    assert all(a["x"] + a["width"] <= b["x"] + 1 for a, b in zip(wares, wares[2:], strict=False)), (
        "every second stands higher"
    )


def polish_market_day() -> Any:
    """Four buyers with gold, and the wares in the longest words."""
    table = four_friends()
    gold = (Change("gold", seat, n) for seat, n in ((0, 2), (1, 1), (2, 4), (3, 2)))
    table.change(*gold, Change("space", 2, to="crags"), Change("turn", 2))
    screen = TableController(played(table, 1, "clockwise", "market-day")).screen()
    shop = screen.question.shop
    wares = [replace(ware, price="1 szt. złota", stock="zostało: 4") for ware in shop.wares if ware.price]
    buyers = [
        replace(buyer, gold="2 szt. złota", keys=tuple(f"buy:{ware.card}" for ware in wares)) for buyer in shop.buyers
    ]
    return replace(
        screen, question=replace(screen.question, shop=replace(shop, wares=tuple(wares), buyers=tuple(buyers)))
    )


@pytest.mark.parametrize("size", [(1366, 768), (820, 1180), (716, 690)])
def test_no_buyer_is_under_the_last_button(panel: Panel, size: tuple[int, int]) -> None:
    page = panel.open(polish_market_day(), *size).page
    last, done = page.locator(".buyer").last.bounding_box(), panel.find("option:done").bounding_box()
    assert last["y"] + last["height"] + 6 <= done["y"] + 0.5, "its edge lies over what is near"
    assert page.locator(".options.shop").evaluate("e => e.scrollHeight - e.clientHeight") <= 0


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
def test_large_letters_are_large_at_the_wares_too_and_overlap_nothing(panel: Panel, size: tuple[int, int]) -> None:
    page = panel.open(polish_market_day(), *size).press("t").page
    said = page.locator(".shelf .ware > span, .buyer .name:visible, .buyer .gold, .buyer .price:visible")
    assert said.count() > 4 * 6
    assert min(said.evaluate_all("all => all.map((e) => parseFloat(getComputedStyle(e).fontSize))")) >= 18
    wares = [ware.bounding_box() for ware in page.locator(".shelf .ware").all()]
    assert all(a["x"] + a["width"] <= b["x"] for a, b in pairwise(wares))
    assert page.locator(".shelf .ware").evaluate_all("all => all.every((e) => e.scrollWidth <= e.clientWidth)")
    rows = [row.bounding_box() for row in page.locator(".shelf, .buyer").all()]
    assert all(a["y"] + a["height"] <= b["y"] + 0.5 for a, b in pairwise(rows))
    shop = page.locator(".options.shop")
    assert shop.evaluate("e => e.scrollWidth <= e.clientWidth")
    done = panel.find("option:done").bounding_box()
    assert len([row for row in rows if row["y"] + row["height"] <= done["y"] + 0.5]) >= 4, "the wares, three buyers"
    page.locator(".buyer").last.scroll_into_view_if_needed()
    panel.find(f"option:buyer:1/buy:{LAST}").click()
    assert panel.sent()[-1]["key"] == f"buyer:1/buy:{LAST}"


def test_letters_buy_for_who_buys_now_and_a_press_for_a_later_one(panel: Panel) -> None:
    panel.open(market_day()).press("b")
    assert panel.sent()[-1]["key"] == "buy:purchase/helmet"
    panel.reply(market_day())
    panel.find("option:buyer:1/free:purchase/axe").click()
    assert panel.sent()[-1]["key"] == "buyer:1/free:purchase/axe"
    panel.reply(market_day())
    assert panel.press("g").sent()[-1]["key"] == "done"
