"""Does anything lie over anything else on a phone, whatever is asked, and is what hands must do always seen?"""

from __future__ import annotations

from typing import Any

import panel_samples as samples
import pytest
from msgspec.structs import replace
from panel_page import Panel
from played_panel import PlayedPanel
from tables import FOUR
from test_panel_shop import market_day
from test_question_parts import SCENES, opened

from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.screen.values import Moment, Staged

pytestmark = [pytest.mark.browser, pytest.mark.one_page]

SIZES = ((390, 844), (360, 740))
OVER = """() => {
  const shown = ['.bar', '.tabs', '.moment', '.board', '.sheet.own', '.hands', '.ask'].flatMap(name => {
    const part = document.querySelector(`.tlm .grid ${name}`);
    return part?.checkVisibility({ visibilityProperty: true }) ? [[name, part.getBoundingClientRect()]] : [];
  });
  return shown.flatMap(([name, a], i) => shown.slice(i + 1).filter(([, b]) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1).map(([other]) => `${name} ${other}`));
}"""
BLANK = """() => {
  const top = document.querySelector('.tlm .ask').getBoundingClientRect().top;
  const above = ['.moment', '.board', '.sheet.own', '.hands']
    .map(name => document.querySelector(`.tlm .grid ${name}`))
    .filter(part => part?.checkVisibility({ visibilityProperty: true }))
    .map(part => part.getBoundingClientRect().bottom);
  return top - Math.max(...above.filter(low => low <= top + 1));
}"""
CUT = """() => [...document.querySelectorAll('.tlm .ask > *')].filter(e => e.getClientRects().length
  && !['auto', 'scroll'].includes(getComputedStyle(e).overflowY) && e.scrollHeight > e.clientHeight + 1)
  .map(e => e.className || e.tagName)"""


def assert_room(page: Any) -> None:
    """Nothing lies over anything else, and the question with its first answer and the hands line are seen at once."""
    page.wait_for_function("document.querySelector('.tlm .grid').dataset.short")
    assert page.evaluate(OVER) == []
    assert page.evaluate(CUT) == []
    low = page.viewport_size["height"] + 1
    for part in (".hands", ".ask"):
        box = page.locator(part).bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= low, part
    answers = page.locator(".ask .options").bounding_box()
    assert answers["height"] >= 48 and answers["y"] + answers["height"] <= low
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


@pytest.mark.matrix
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", [kind for kind in samples.QUESTIONS if kind not in ("hands", "over")])
def test_no_question_of_a_phone_covers_anything(panel: Panel, kind: str, size: tuple[int, int]) -> None:
    assert_room(panel.open(samples.screen(kind), *size).page)


@pytest.mark.matrix
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scene", SCENES)
def test_no_parts_of_a_question_of_a_phone_cover_anything(panel: Panel, scene: str, size: tuple[int, int]) -> None:
    lang = tuple(LANGUAGES)[list(SCENES).index(scene) % len(LANGUAGES)]
    assert_room(opened(panel, SCENES[scene](), lang, size))


@pytest.mark.parametrize("scene", SCENES)
def test_no_room_of_a_phone_stays_blank_where_something_gave_way(panel: Panel, scene: str) -> None:
    page = opened(panel, SCENES[scene](), "pl", (390, 844))
    page.wait_for_function("document.querySelector('.tlm .grid').dataset.short")
    if page.locator(".grid").get_attribute("data-short") != "none":
        assert page.evaluate(BLANK) <= 12


@pytest.mark.parametrize("size", SIZES)
def test_a_shop_on_a_phone_covers_nothing(panel: Panel, size: tuple[int, int]) -> None:
    assert_room(panel.open(market_day(), *size).page)


def test_a_large_result_that_gave_way_scrolls_nothing_sideways(panel: Panel) -> None:
    """Whoever waits for a new character stands nowhere, so that there is no strip of the board either."""
    asked = samples.screen("take", moment=Moment("Ada lost to the Spectre", level="death", staged=Staged("Ada dies")))
    nowhere = tuple(replace(sheet, at="") for sheet in asked.sheets)
    page = panel.open(replace(asked, sheets=nowhere), 390, 600).page
    page.wait_for_function("document.querySelector('.tlm .grid').dataset.short === 'sheet'")
    assert page.locator(".stage:not([hidden])").evaluate("e => e.getBoundingClientRect().right") <= 390


def test_the_board_gives_way_before_one_s_own_sheet_and_comes_back(panel: Panel) -> None:
    page = panel.open(samples.screen("way"), 390, 844).page
    board, sheet = page.locator(".board"), page.locator(".sheet.own")
    assert board.is_visible() and sheet.bounding_box()["y"] < 844
    panel.page.set_viewport_size({"width": 390, "height": 600})
    page.wait_for_function("document.querySelector('.tlm .grid').dataset.short !== 'none'")
    assert board.is_hidden() and page.locator(".todo").bounding_box()["y"] < 600
    panel.page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function("document.querySelector('.tlm .grid').dataset.short === 'none'")
    assert board.is_visible()


@pytest.mark.parametrize("height", [844, 932])
def test_the_board_of_a_phone_fills_what_a_short_question_leaves(panel: Panel, height: int) -> None:
    page = panel.open(samples.screen("way"), 390, height).page
    hands, ask, sheet = (page.locator(part).bounding_box() for part in (".hands", ".ask", ".sheet.own"))
    assert hands["y"] - (sheet["y"] + sheet["height"]) < 12 and ask["y"] + ask["height"] >= height - 12


def test_dice_of_a_phone_leave_the_headline_its_width(panel: Panel) -> None:
    page = opened(panel, SCENES["lost"](), "it", (390, 844))
    for part in (".headline", ".slots"):
        if page.locator(part).count():
            assert page.locator(part).bounding_box()["width"] >= 220


def test_a_name_of_several_words_flows_with_its_sentence(panel: Panel) -> None:
    hands = ("Dario takes the Gnome and then the Staff of Mastery, and takes the Staff of Mastery to the Ruins.",)
    page = panel.open(samples.screen("die", hands=hands), 390, 844).page
    words = page.locator(".todo .named-word")
    assert {name.evaluate("e => getComputedStyle(e).display") for name in words.all()} == {"inline"}
    assert words.first.get_attribute("role") == "button"
    words.first.focus()
    panel.press("Enter")
    assert panel.sent()[0]["type"] == "look-up"


@pytest.mark.usefixtures("own_home")
def test_a_board_with_regions_beside_it_lies_over_nothing(page: Any) -> None:
    """It is higher than it is wide."""
    table = Table.new(FOUR, "revised4 + pack-dungeon + pack-highland + pack-city")
    panel = PlayedPanel(page, TableController(table))
    for size in ((1366, 625), (1366, 768), (1920, 1080), (820, 1180), (390, 844)):
        assert panel.shown(*size).page.evaluate(OVER) == [], size
        picture, over = (page.locator(f".board > {part}").bounding_box() for part in ("svg:first-child", ".over"))
        assert picture == over, "marks lie on their spaces"
