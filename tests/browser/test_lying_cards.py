"""Does a card on the board show its motif where that can be told, else its type, and does a press go through it?"""

from __future__ import annotations

from typing import Any

import pytest
from covering import ground
from played_panel import PlayedPanel
from tables import FOUR, started

from talisman_nb.model import Change, OwnCard
from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table

pytestmark = [pytest.mark.browser, pytest.mark.one_page, pytest.mark.usefixtures("own_home")]
SHOWN = """() => [...document.querySelectorAll(".board .lying .card")].map((card) => ({
  width: card.querySelector("rect").getBoundingClientRect().width,
  motif: Boolean(card.querySelector(".motif")?.getClientRects().length),
  mark: Boolean(card.querySelector(".mark").getClientRects().length),
}))"""


def played(page: Any, size: tuple[int, int], *cards: str) -> PlayedPanel:
    """A table with cards on the Village, opened with its board in view."""
    controller = started(FOUR)
    assert controller.table
    moves = [Change("card", card=card, origin="deck:adventure", to="space:village") for card in cards]
    controller.table.change(*moves)
    panel = PlayedPanel(page, controller).shown(*size)
    if size[0] < 600:
        panel.page.locator('[data-id="tab:board"]').click()
        panel.settle()
    return panel


@pytest.mark.parametrize(("size", "least"), [((1366, 768), 22), ((1920, 1080), 32), ((820, 1180), 20)])
def test_a_card_has_its_motif_on_a_board_of_some_size(page: Any, size: tuple[int, int], least: int) -> None:
    (shown,) = played(page, size, "wolf").page.evaluate(SHOWN)
    assert shown["motif"] and not shown["mark"] and shown["width"] >= least


def test_a_card_has_the_mark_of_its_type_on_a_small_board(page: Any) -> None:
    (shown,) = played(page, (390, 844), "wolf").page.evaluate(SHOWN)
    assert shown["mark"] and not shown["motif"]


def test_a_card_in_no_list_has_its_mark_at_any_size(page: Any) -> None:
    controller = started()
    assert controller.table
    for key in ("3", "clockwise"):
        controller.table.answer(key)
    controller.table.answer("own", own=OwnCard("Yeti", "object"))
    panel = PlayedPanel(page, controller).shown()
    assert [(card["motif"], card["mark"]) for card in panel.page.evaluate(SHOWN)] == [(False, True)]


def test_a_press_on_a_card_is_one_on_its_space(page: Any) -> None:
    panel = played(page, (1366, 768), "wolf", "sword", "mule", "maiden")
    assert len(panel.page.evaluate(SHOWN)) == 3
    assert panel.page.locator(".board .lying text").all_text_contents() == ["+1"]
    box = panel.page.locator(".board .lying .card").first.bounding_box()
    panel.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.7)
    panel._done()
    assert "Village" in panel.page.locator(".drawer .page-title").inner_text()


def test_a_covered_space_shows_both_names_and_opens_the_page_of_what_covers_it(page: Any) -> None:
    table = Table.new({"Ada": "dwarf", "Bruno": "thief"}, layers=[ground().name])
    decks = {"pool": "deck:ground", "wolf": "deck:adventure"}
    table.change(*(Change("card", card=card, origin=deck, to="space:chapel") for card, deck in decks.items()))
    panel = PlayedPanel(page, TableController(table)).shown(1366, 768)
    assert panel.page.locator(".board .cover text").all_text_contents() == ["Pool", "Chapel"]
    assert len(panel.page.evaluate(SHOWN)) == 1, "the Wolf lies there besides"
    space = panel.page.locator('.board [data-space="chapel"]')
    assert "covered by the Pool" in space.get_attribute("aria-label")
    box = space.bounding_box()
    panel.page.mouse.click(box["x"] + 8, box["y"] + box["height"] - 20)
    panel._done()
    assert "Pool" in panel.page.locator(".drawer .page-title").inner_text()
