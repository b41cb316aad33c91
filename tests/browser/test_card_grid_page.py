"""Is the grid of a group's cards typed into, pasted into and kept by keys, and does it fit a laptop and a phone?"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from test_parts_in_a_page import PartPage

from talisman_nb.model import OwnCard
from talisman_nb.panels.parts import CardGridPanel
from talisman_nb.table.own_cards import keep_own_card, own_cards

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("own_home")]

PASTE = """([id, text]) => {
  const data = new DataTransfer();
  data.setData("text", text);
  document.querySelector(`[data-id="${id}"]`)
    .dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
}"""
SMALL = """() => [...document.querySelectorAll(".card-grid *")].filter((each) => each.getClientRects().length
  && [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
  && parseFloat(getComputedStyle(each).fontSize) < 14).map((each) => each.outerHTML)"""
LOW = """() => [...document.querySelectorAll(".card-grid :is(input, textarea, button, summary)")]
  .filter((each) => each.getClientRects().length && each.getBoundingClientRect().height < 44)
  .map((each) => each.outerHTML)"""
WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def cell(page: Any, row: int, column: str) -> Any:
    return page.locator(f'[data-id="cell:{row}:{column}"]')


def test_cards_are_typed_pasted_merged_kept_and_made_a_box(page: Any) -> None:
    keep_own_card(OwnCard("Snow Ape", "animal", 4, deck="adventure", words="Roars."), "adventure")
    keep_own_card(OwnCard("Snow Aep", "animal", deck="adventure", copies=2), "adventure")
    shown = PartPage(page, CardGridPanel(), width=1366)

    cell(page, 1, "strength").fill("many")
    cell(page, 1, "strength").press("ArrowDown")
    shown.answer()
    wrong = cell(page, 1, "strength")
    expect(wrong).to_have_attribute("aria-invalid", "true")
    assert (
        page.locator(f"#{wrong.get_attribute('aria-describedby')}").inner_text().startswith("expected a whole number")
    )
    assert page.evaluate("document.activeElement.dataset.id") == "cell:2:strength", "the arrow walks to the next row"
    page.locator('[data-id="grid:undo"]').click()
    shown.answer()
    expect(cell(page, 1, "strength")).to_have_value("4")

    page.locator('[data-id="grid:merge:2"]').click()
    shown.answer()
    expect(cell(page, 1, "copies")).to_have_value("2")
    expect(cell(page, 2, "name")).to_have_count(0)

    page.locator('[data-id="grid:paste"]').fill("Nom\tGenre\tForce\nYack\tBête\t2\nSalt Wyrm\tdragon\tx")
    page.locator('[data-id="grid:read"]').click()
    shown.answer()
    (yak, wyrm) = [row["id"] for row in shown.widget.content["rows"][-2:]]
    expect(cell(page, yak, "type")).to_have_value("Animal")
    expect(page.locator(".grid-told")).to_contain_text("Row 3, Strength (“x”)")
    cell(page, wyrm, "strength").focus()
    page.evaluate(PASTE, [f"cell:{wyrm}:strength", "6\t1\n3\t3"])
    shown.answer()
    expect(cell(page, wyrm, "craft")).to_have_value("1")
    last = shown.widget.content["rows"][-1]["id"]
    expect(cell(page, last, "strength")).to_have_value("3")
    cell(page, last, "name").fill("Lamp Imp")
    cell(page, last, "name").press("Tab")
    shown.answer()
    cell(page, last, "type").fill("duch")
    cell(page, last, "type").press("Enter")
    shown.answer()
    expect(cell(page, last, "type")).to_have_value("Spirit")

    page.locator('[data-id="grid:paste"]').fill(
        "Kettle Mender: Strength 3, Craft 2, Life 4, Start: City, Good. 1. You mend."
    )
    page.locator('[data-id="grid:read"]').click()
    shown.answer()
    assert page.evaluate(SMALL) == [] and page.evaluate(LOW) == [] and page.evaluate(WIDE) <= 0
    page.locator('[data-id="grid:keep"]').click()
    shown.answer()
    assert {card.name for card in own_cards()} == {"Snow Ape", "Yack", "Salt Wyrm", "Lamp Imp", "Kettle Mender"}
    page.locator('[data-id="grid:title"]').fill("Winter")
    page.locator('[data-id="grid:box"]').click()
    shown.answer()
    expect(page.locator(".grid-told")).to_contain_text("“Winter”, version 1, is installed")
    with page.expect_download() as saved:
        page.locator('[data-id="grid:csv"]').click()
        shown.answer()
    assert "Salt Wyrm,Dragon,6,1" in saved.value.path().read_text("utf-8-sig")

    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".grid-list details")).to_have_count(6)
    page.locator(".grid-list summary").nth(1).click()
    shown.answer()
    assert page.evaluate(SMALL) == [] and page.evaluate(LOW) == [] and page.evaluate(WIDE) <= 0
