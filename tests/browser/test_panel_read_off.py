"""Is what only a card of the box says typed as a number where it is asked, and set on the card's page?"""

from __future__ import annotations

from typing import Any

import pytest
from played_panel import PlayedPanel

from talisman_nb.model import Change
from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES

pytestmark = [pytest.mark.browser, pytest.mark.one_page, pytest.mark.usefixtures("own_home")]
PLAYERS = {"Ada": "dwarf", "Bruno": "thief"}
FOE, KEPT = "veil-wraith", "friendly-ghost"
SIZES = [(1280, 625), (390, 844)]


def played(page: Any, lang: str, size: tuple[int, int]) -> tuple[PlayedPanel, Table]:
    table = Table.new(PLAYERS, "revised4+souls", dice="physical", seed=3, lang=lang)
    controller = TableController(lang=lang)
    controller.table = table
    return PlayedPanel(page, controller).shown(*size), table


@pytest.mark.parametrize(("lang", "size"), [("en", SIZES[0]), ("pl", SIZES[1])])
def test_a_figure_is_typed_and_its_guess_is_not_shown_any_longer(page: Any, lang: str, size: tuple[int, int]) -> None:
    panel, table = played(page, lang, size)
    table.answer("1")
    way = table.ask.options[0]
    table.change(Change("card", card=FOE, origin="deck:veil", to=f"space:{way.space}"))
    table.answer(way.key)
    panel.shown(*size)
    field = panel.find("search").locator("visible=true").first
    assert field.get_attribute("type") == "number" and field.input_value() == str(table.ask.n)
    assert "≈" in page.locator(".ask .options").inner_text() and not panel.find("option:n:3").count()
    assert panel.page.evaluate("document.activeElement.dataset.id") in ("search", "headline")
    field.fill("0")
    field.press("Enter")
    assert not panel.sent(), "no Enemy has such a figure"
    panel.enter("search", "7")
    assert (f"{FOE}.craft", "7") in table.state.texts
    told = panel.controller.screen().question
    assert told and told.card and told.card.craft == 7 and "7" in page.locator(".card-beside").inner_text()
    assert "≈" not in "".join((told.card.unsure, *told.why)), "the only doubt was the guess"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_a_keyword_is_set_on_the_page_of_its_card(page: Any, lang: str, size: tuple[int, int]) -> None:
    panel, table = played(page, lang, size)
    assert KEPT not in panel.controller.labels().marked
    yes, no = (panel.controller.labels().words[word] for word in ("yes", "no"))
    panel.key("/").enter("look-up", str(panel.controller.labels().cards["veil"][KEPT]))
    rows = page.locator(".read-off .row")
    assert rows.count() == 2 and rows.first.locator('[aria-pressed="true"]').inner_text() == no
    assert page.locator(".read-off").evaluate("e => e.scrollWidth <= e.clientWidth")
    panel.click("read:soulbound:1")
    assert table.state.texts == (("figures", "asked"), (f"{KEPT}.soulbound", "yes"))
    assert panel.controller.labels().marked[KEPT] == ("soulbound",)
    panel.key("/").enter("look-up", str(panel.controller.labels().cards["veil"][KEPT]))
    assert rows.last.locator('[aria-pressed="true"]').inner_text() == yes


def test_a_figure_is_set_on_its_page_too(page: Any) -> None:
    panel, table = played(page, "en", SIZES[0])
    panel.key("/").enter("look-up", str(panel.controller.labels().cards["veil"][FOE]))
    panel.enter("read:craft", "7")
    assert (f"{FOE}.craft", "7") in table.state.texts
