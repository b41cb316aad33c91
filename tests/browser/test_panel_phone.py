"""Does a seat's screen show only what its seat may press, and a shared screen who is in by phone?"""

from __future__ import annotations

from typing import Any

import panel_samples as samples
import pytest
from panel_page import Panel
from played_panel import PlayedPanel
from playwright.sync_api import expect
from tables import FOUR, started

from talisman_nb.model import Change, OwnCard
from talisman_nb.panels.hosted.gathering import Gathering
from talisman_nb.panels.table.audience import AT_LAPTOP, at_phone
from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table
from talisman_nb.text.screen.values import Moment, Staged

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("own_home")]

ADA, BRUNO = 0, 1
WIDE, PHONE = (1366, 768), (390, 844)


def seat(page: Any, table: Table, size: tuple[int, int]) -> PlayedPanel:
    """Ada's screen."""
    return PlayedPanel(page, TableController(table, audience=at_phone(ADA))).shown(*size)


def test_a_wide_window_of_a_seat_shows_no_tool_that_would_be_refused(page: Any) -> None:
    table = Table.new(FOUR)
    table.answer("3")
    panel = seat(page, table, WIDE)
    expect(panel.find("drawer:spell")).to_be_visible()
    for tool in ("redo", "drawer:people", "drawer:straight", "tables", "demo"):
        expect(panel.find(tool)).to_have_count(0)
    panel.key("n").key("w").key("Shift+U")
    expect(page.locator(".drawer")).to_be_hidden()
    page.locator(".journal .line").first.click()
    expect(page.locator(".journal .about")).to_be_visible()
    for chip in ("amend", "hold-on"):
        expect(panel.find(chip)).to_have_count(0)
    assert not panel.sent()


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_the_form_of_a_card_settled_by_hand_offers_what_a_seat_may_set(page: Any, size: tuple[int, int]) -> None:
    table = Table.new(FOUR, spells="known")
    for key in ("3", "clockwise"):
        table.answer(key)
    table.answer("own", own=OwnCard("Comet", "event"))
    panel = seat(page, table, size)
    expect(panel.find("number:spells")).to_have_count(1)
    panel.click(f"hand-seat:{BRUNO}")
    for part in ("hand-table", "set:turn:yes", "number:spells"):
        expect(panel.find(part)).to_have_count(0)
    panel.click("less:life").click("set:alignment:evil").click("hand-done")
    bruno = table.state.players[BRUNO]
    assert (bruno.life, bruno.alignment) == (3, "evil") and table.ask.kind != "hands"


def test_a_seat_puts_down_its_own_spell_by_number(page: Any) -> None:
    table = Table.new(FOUR, spells="known")
    table.change(Change("card", card="hex", origin="deck:spell", to=f"spells:{ADA}"))
    table.set(sheets_only=True)
    panel = seat(page, table, PHONE)
    expect(panel.find(f"away:spells:{ADA}:0")).to_contain_text("Spell 1")
    panel.click(f"away:spells:{ADA}:0").click("hand-done")
    assert table.state.players[ADA].spells == () and "hex" in table.state.decks[1].discards


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_with_sheets_only_a_seat_sets_its_own_sheet_in_place_of_the_question(page: Any, size: tuple[int, int]) -> None:
    table = Table.new(FOUR)
    table.set(sheets_only=True)
    table.change(Change("turn", BRUNO))
    before = table.state.players
    panel = seat(page, table, size)
    for part in (f"hand-seat:{BRUNO}", "hand-table", "set:turn:yes", "hand-character", "drawer:straight"):
        expect(panel.find(part)).to_have_count(0)
    panel.click("less:life").click("hand-done")
    if size == WIDE:
        page.locator('.board svg:not(.over) [data-space="ruins"]').first.click()
        panel.settle()
    else:
        panel.find("hand-space").select_option("ruins")
    panel.click("hand-done")
    ada, *others = table.state.players
    assert (ada.life, ada.space, tuple(others)) == (before[ADA].life - 1, "ruins", before[1:])
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_a_shared_screen_tells_who_is_in_by_phone(page: Any) -> None:
    gathering = Gathering()
    gathering.inside[BRUNO] += 1
    panel = PlayedPanel(page, TableController(started(FOUR).table, audience=AT_LAPTOP, gathering=gathering)).shown(
        *WIDE
    )
    expect(page.locator(".sheet .has-phone")).to_have_count(1)
    expect(panel.find(f"sheet:{BRUNO}").locator(".has-phone")).to_be_visible()
    panel.click("drawer:people")
    expect(panel.find(f"person:{BRUNO}").locator(".note")).to_have_text("with a phone")
    expect(panel.find(f"person:{ADA}").locator(".note")).to_have_text("has the turn · no phone")


def test_a_table_without_phones_tells_nothing_about_them(page: Any) -> None:
    panel = PlayedPanel(page, started(FOUR)).shown(*WIDE).click("drawer:people")
    expect(panel.find(f"person:{ADA}").locator(".note")).not_to_contain_text("phone")
    expect(page.locator(".has-phone")).to_have_count(0)


def test_a_switch_is_followed_by_other_windows_of_the_browser(page: Any) -> None:
    here = Panel(page).open(samples.screen("die"))
    there = Panel(page.context.new_page()).open(samples.screen("die"))
    for panel in (here, there):
        panel.find("drawer:menu").locator("visible=true").click()
        expect(panel.find("menu:sound")).not_to_be_checked()
    here.find("menu:sound").click()
    expect(there.find("menu:sound")).to_be_checked()
    here.find("menu:sound").click()
    expect(there.find("menu:sound")).not_to_be_checked()


@pytest.mark.parametrize("drawer", ["menu", "why", "spell"])
def test_the_question_of_a_phone_covers_no_open_drawer(panel: Panel, drawer: str) -> None:
    panel.open(samples.screen("fight"), *PHONE)
    panel.find(f"drawer:{drawer}").first.click()
    panel.settle()
    open_, ask = (panel.page.locator(region).bounding_box() for region in (".drawer", ".ask"))
    assert open_["y"] < PHONE[1] / 2 and open_["y"] + open_["height"] <= ask["y"] + 1


def test_the_result_on_a_phone_covers_no_journal(panel: Panel) -> None:
    large = Moment(
        "Bruno lost to the Ape, 7 to 9", tone="bad", level="death", staged=Staged("Bruno dies"), picture="ape"
    )
    panel.open(samples.screen("die", moment=large), *PHONE).press("j")
    expect(panel.page.locator(".stage")).to_be_hidden()
    expect(panel.page.locator(".journal")).to_be_visible()


def test_a_page_on_a_phone_is_no_wider_than_its_window(page: Any) -> None:
    panel = PlayedPanel(page, started(FOUR)).shown(*PHONE)
    panel.key("/").enter("look-up", "ogre")
    article = page.locator(".page").bounding_box()
    assert article["x"] + article["width"] <= PHONE[0]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_no_key_is_named_where_there_is_no_keyboard(page: Any) -> None:
    touch = page.context.new_cdp_session(page)
    metrics = {"width": PHONE[0], "height": PHONE[1], "deviceScaleFactor": 1, "mobile": True}
    panel = PlayedPanel(page, started(FOUR)).shown(*PHONE)
    panel.click("drawer:menu")
    keys = page.locator(".drawer kbd").locator("visible=true")
    assert keys.count() > 3
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    touch.send("Emulation.setDeviceMetricsOverride", metrics)
    expect(keys).to_have_count(0)
