"""Are cards made in the workshop by keys and presses, told, tried and saved, and does it fit a laptop and a phone?"""

from __future__ import annotations

import io
import random
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import expect
from test_card_grid_page import WIDE
from test_parts_in_a_page import PartPage

from talisman_nb.lessons import lesson
from talisman_nb.panels.parts import LessonWorkshop, Workshop
from talisman_nb.panels.setup.edition_choice import EditionChoice
from talisman_nb.table.boxes import installed_boxes

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("own_home")]

SMALL = """() => [...document.querySelectorAll(".workshop *:not(svg *)")].filter((each) => each.getClientRects().length
  && [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
  && parseFloat(getComputedStyle(each).fontSize) < 14).map((each) => each.outerHTML)"""
LOW = """() => [...document.querySelectorAll(".workshop :is(input, select, button, summary, a)")]
  .filter((each) => each.getClientRects().length && each.getBoundingClientRect().height < 43.5)
  .map((each) => each.outerHTML)"""
NAMELESS = """() => [...document.querySelectorAll(".workshop :is(input, select)")]
  .filter((each) => each.getClientRects().length
  && !each.getAttribute("aria-label") && !each.closest("label")?.textContent.trim()).map((each) => each.outerHTML)"""
SCROLLS = """() => [...document.querySelectorAll(".workshop *:not(svg *)")]
  .filter((each) => each.getClientRects().length && /auto|scroll/.test(getComputedStyle(each).overflow)
  && (each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1))
  .map((each) => each.outerHTML)"""


class Maker:
    """Whoever makes cards in the page."""

    def __init__(self, page: Any, width: int, height: int) -> None:
        self.page, self.widget = page, Workshop("moles")
        self.shown = PartPage(page, self.widget, width=width)
        page.set_viewport_size({"width": width, "height": height})

    def at(self, id: str) -> Any:
        return self.page.locator(f'[data-id="{id}"]')

    def make(self, kind: str, name: str) -> None:
        self.at("kind").select_option(kind)
        self.at("name").fill(name)
        self.at("name").press("Enter")
        self.shown.answer()

    def choose(self, id: str, key: str) -> None:
        self.at(id).select_option(key)
        self.shown.answer()

    def fill(self, id: str, text: str) -> None:
        self.at(id).fill(text)
        self.page.wait_for_timeout(500)  # what is typed is sent a moment after the last letter
        self.shown.answer()

    def press(self, id: str) -> None:
        self.at(id).click()
        self.shown.answer()

    def draw(self, name: str, data: bytes) -> None:
        """Choose a file as the picture; the browser makes it small before it is sent."""
        self.at("drawing").set_input_files([{"name": name, "mimeType": "image/png", "buffer": data}])
        self.page.wait_for_function("window.sent.length > 0")
        self.shown.answer()

    def fits(self) -> None:
        assert self.page.evaluate(WIDE) <= 0
        assert not self.page.evaluate(SCROLLS)
        assert not self.page.evaluate(SMALL) and not self.page.evaluate(LOW) and not self.page.evaluate(NAMELESS)


@pytest.mark.parametrize(("width", "height"), [(1366, 625), (390, 844)])
def test_three_cards_are_made_told_tried_and_saved(page: Any, width: int, height: int) -> None:
    maker = Maker(page, width, height)
    says = page.locator("aside .page")

    maker.make("event", "Wishing Bone")
    maker.press("step:met.0")
    maker.press("remove:met.0")
    maker.choose("at:met:add", "table")
    maker.choose("at:met.1.rows.0.do:add", "lose")
    maker.choose("at:met.1.rows.0.do.0.what", "life")
    maker.choose("at:met.1.rows.1.do:add", "gain")
    expect(says).to_contain_text("1–3: loses 1 life.")
    maker.fits()

    if width > 1200:
        assert maker.at("save").bounding_box()["y"] < height - 44, "beside the picture, not below the window"

    maker.make("animal", "Gold Magpie")
    maker.fill("at:strength", "")
    expect(page.locator(".mistakes")).to_contain_text("an Enemy has strength or craft")
    expect(maker.at("at:strength")).to_have_attribute("aria-invalid", "true")
    expect(maker.at("try")).to_have_attribute("aria-disabled", "true")
    maker.fill("at:strength", "4")
    maker.choose("at:lost:add", "lose")
    maker.choose("at:lost.0.what", "gold")
    maker.at("at:lost:add").select_option("?")
    expect(page.locator(".missing li").first).to_be_visible()
    assert page.evaluate("document.activeElement.dataset.id") == "missing", "to what no operation says"
    maker.at("in-words").click()
    assert page.evaluate("document.activeElement.dataset.id") == "at:words:en"
    maker.fits()
    maker.fill("at:name:pl", "Złota Sroka")
    assert page.evaluate("document.activeElement.dataset.id") == "at:name:pl", "typing goes on where it was"
    maker.press("spoken:pl")
    expect(says).to_contain_text("Złota Sroka")

    maker.at("besides").click()
    noise = random.Random(1).randbytes(900 * 600 * 3)
    large = io.BytesIO()
    Image.frombytes("RGB", (900, 600), noise).save(large, "png")
    maker.draw("magpie.png", large.getvalue())
    image = page.locator(".card-picture image")
    assert not maker.widget.content["note"]
    assert str(image.get_attribute("href")).startswith("data:image/")
    maker.draw("a.png", b"<html>")
    expect(page.locator(".box-head .foot")).to_contain_text("or a small picture as PNG, JPEG, WebP or GIF")
    expect(image).to_have_count(1)
    maker.press("no-drawing")
    expect(image).to_have_count(0)

    maker.at("kind").select_option("like")
    maker.at("model").select_option("mule")
    maker.make("like", "Old Mule")
    expect(page.locator(".card-form")).to_contain_text("but for what is given here: Mule")
    maker.fits()
    maker.at("kind").select_option("new-space")
    maker.at("space").select_option("ruins")
    maker.make("new-space", "Old Well")
    expect(maker.at("at:name")).to_have_value("Old Well")

    maker.make("place", "Hexed Stump")
    maker.press("step:visited.0")
    maker.press("remove:visited.0")
    maker.choose("at:here:add", "cannot")
    maker.choose("at:here.0.act", "cast")
    maker.press("spoken:en")
    expect(says).to_contain_text("cannot cast Spells")
    maker.fits()

    maker.press("try")
    expect(page.locator(".lay-out textarea")).to_be_visible()
    assert "hexed-stump" in page.locator(".lay-out textarea").input_value()
    maker.press("edit")
    maker.press("many")
    expect(page.locator('[data-id="grid:paste"]')).to_be_visible()
    maker.at("grid:paste").fill("Name\tType\tStrength\nYeti\tAnimal\t4")
    maker.press("grid:read")
    expect(page.locator('[data-id="cell:1:name"]')).to_have_value("Yeti")
    maker.press("grid:draft")
    expect(page.locator(".grid-told")).to_contain_text("In the box being made: 1.")
    maker.press("edit")
    expect(maker.at("entry:yeti")).to_be_visible()
    maker.fill("title", "Our moles")
    maker.at("title").press("Tab")
    maker.shown.answer()
    maker.press("save")
    expect(page.locator(".box-head .foot")).to_contain_text("Our moles")
    assert [(box.id, box.version) for box in installed_boxes()] == [("moles", "1")]
    chosen = EditionChoice()
    assert [entry.name for entry in chosen.entries("en")] and chosen.tick("moles-v1", on=True)
    assert {"wishing-bone", "gold-magpie", "hexed-stump", "yeti"} <= {*chosen.book.definitions}


def test_a_lesson_is_made_of_a_position_and_tried_on_the_wall(page: Any) -> None:
    """A page from a situation, its question and options in fields, tried, ordered, saved; it fits laptop and phone."""
    widget = LessonWorkshop("bears", "it")
    shown = PartPage(page, widget, width=1366)
    page.set_viewport_size({"width": 1366, "height": 768})

    def at(id: str) -> Any:
        return page.locator(f'[data-id="{id}"]')

    for text in (
        "dwarf fields-1, fate 0, arrived | thief city | on fields-1, bear > fight",
        "dwarf crags | thief city",
    ):
        at("name").fill(text)
        at("name").press("Enter")
        shown.answer()
    assert page.locator(".box-head .chips button").count() == 2 and page.locator(".missing, .card-picture").count() == 0
    at("entry:0").click()
    shown.answer()
    at("step:page.0.step.1").click()
    at("at:page.0.step.1.text").fill("Chi vince?")
    page.wait_for_timeout(500)  # what is typed is sent a moment after the last letter
    shown.answer()
    assert at("step:page.0.step.1").inner_text() == "Previsione: Chi vince?"
    at("at:page.0.step.1.option.0.claim").select_option("won = lost")
    shown.answer()
    assert page.locator(".mistakes li").count() == 1
    assert at("try").get_attribute("aria-disabled") == "true"
    at("undo").click()
    shown.answer()
    for scheme, width, height in ((False, 1366, 625), (True, 390, 844)):
        page.evaluate("dark => { document.body.dataset.jpThemeLight = String(!dark); }", scheme)
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert not page.evaluate(SMALL) and not page.evaluate(LOW) and not page.evaluate(NAMELESS)
    page.set_viewport_size({"width": 1366, "height": 768})
    at("try").click()
    shown.answer()
    expect(page.locator(".lesson .wall")).to_be_visible()
    page.locator(".lesson").locator("xpath=ancestor::*[contains(@class,'part')][1]").focus()
    page.keyboard.press("Enter")
    shown.answer()
    assert "Chi vince?" in page.locator(".lesson .wall").inner_text()
    at("edit").click()
    shown.answer()
    at("down:page.0").click()
    shown.answer()
    at("save").click()
    shown.answer()
    assert "talisman-nb lesson bears" in page.locator(".box-head [role=status]").inner_text()
    assert [one.steps[1].text.it for one in lesson("bears").pages][1] == "Chi vince?"
