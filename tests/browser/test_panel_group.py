"""Does the form show a group its own evenings, take its people again by one press, and ask how long there is?"""

from __future__ import annotations

import re
from typing import Any

import panel_samples as samples
import pytest
from evenings_of_a_group import Clock, evening
from msgspec.structs import replace
from played_panel import PlayedPanel

from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

pytestmark = [pytest.mark.browser, pytest.mark.one_page, pytest.mark.usefixtures("own_home")]

SIZES = [(1366, 625), (1280, 625), (1920, 1080), (820, 1180), (390, 844), (375, 740)]
SMALL = """() => [...document.querySelectorAll('.tlm .setup :is(.story, .tonight) button')]
  .filter(e => e.getClientRects().length).filter(e => e.getBoundingClientRect().height < 43.5)
  .map(e => e.outerHTML.slice(0, 90))"""
LETTERS = """() => [...document.querySelectorAll('.tlm .setup :is(.story, .tonight) *')]
  .filter(e => e.getClientRects().length && !e.closest('.mark, svg, kbd, .unseen'))
  .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()))
  .filter(e => parseFloat(getComputedStyle(e).fontSize) < 14).map(e => e.outerHTML.slice(0, 90))"""
CUT = """() => [...document.querySelectorAll('.tlm .setup :is(.story, .tonight), .tlm .setup :is(.story, .tonight) *')]
  .filter(e => !(e instanceof SVGElement) && e.clientWidth && e.scrollWidth > e.clientWidth + 1)
  .map(e => e.outerHTML.slice(0, 90))"""

ENDS = """() => [...document.querySelectorAll(".bar .round, .bar button")].filter((each) => each.checkVisibility())
  .map((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    return { left, right, top, bottom };
  })"""
"""Where the text of the round ends, and that of each tool beside it."""


@pytest.fixture
def evenings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four friends who have played three evenings, at a minute a press, and have left a fourth one open."""
    clock = Clock(monkeypatch, 60.0)
    evening(clock, "one", 0, winner=0)
    evening(clock, "two", 7, winner=1)
    evening(clock, "three", 14, winner=0, toad=3)
    evening(clock, "four", 20, ended=False)


def form(page: Any, size: tuple[int, int] = (1366, 625), lang: str = "en", *, light: bool = True) -> PlayedPanel:
    """The form, once it was told of its group."""
    panel = PlayedPanel(page, TableController(lang=lang), light=light).shown(*size)
    page.evaluate("new Promise(done => setTimeout(done, 250))")  # it asks a little after it was painted
    panel._answer_pages()
    return panel


@pytest.mark.matrix
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_story_fits_every_window(page: Any, evenings: None, size: tuple[int, int], lang: str) -> None:
    panel = form(page, size, lang)
    title = panel.page.locator(".story-title").inner_text()
    assert "Ada" in title and "2 : 1" in title
    assert panel.page.locator(".friend").count() == 4
    assert panel.page.locator(".friend .crowns .crown").count() == 3
    assert panel.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert panel.page.evaluate(SMALL) == [] and panel.page.evaluate(LETTERS) == [] and panel.page.evaluate(CUT) == []
    if size[0] >= 1280:
        story = panel.page.locator(".story").bounding_box()
        assert story is not None and story["y"] + story["height"] <= size[1], "all of the story without scrolling"
    panel.click("minutes:60")
    assert panel.page.locator(".pace").count() == 1
    assert panel.page.evaluate(SMALL) == [] and panel.page.evaluate(LETTERS) == [] and panel.page.evaluate(CUT) == []
    assert panel.page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_one_press_takes_the_same_people_with_what_they_play_by(page: Any, evenings: None) -> None:
    panel = form(page)
    assert "first" in (panel.find("again").get_attribute("class") or "")
    assert panel.page.locator(".setup .option.first").count() == 1, "one filled button"
    assert panel.page.locator(".tonight .wishes").count() == 1, "who begins is asked once somebody is named"
    panel.find("names").focus()
    panel.key("Enter")
    assert panel.find("names").input_value() == "Ada, Bruno, Carla, Dario"
    assert [name for name, _ in panel.controller.setup().players] == ["Ada", "Bruno", "Carla", "Dario"]
    assert "first" in (panel.find("start").get_attribute("class") or "")
    assert panel.page.locator(".setup .option.first").count() == 1
    panel.find("stake").fill("washing up")
    panel.click("first:2").click("roll-first")
    begins = panel.controller.setup().begins
    assert begins is not None and panel.page.locator(".begins .pace").inner_text() == begins.rolled
    assert panel.page.locator('.begins [aria-pressed="true"]').inner_text().endswith(begins.name)
    panel.click("deal").click("start")
    settings = panel.controller.table.settings
    assert settings.players[settings.first][0] == begins.name and settings.stake == "washing up"
    panel.controller.table.close()


def test_a_table_that_was_left_goes_on_by_one_press(page: Any, evenings: None) -> None:
    panel = form(page)
    panel.click("go-on:four")
    assert isinstance(panel.controller.table, Table) and panel.controller.table.name == "four"
    panel.controller.table.close()


def test_a_wish_shows_the_pace_and_proposes_house_rules_with_what_is_known_of_them(page: Any, evenings: None) -> None:
    panel = form(page)
    panel.click("minutes:60")
    assert panel.find("minutes:60").get_attribute("aria-pressed") == "true"
    assert "At your pace" in panel.page.locator(".pace").inner_text()
    assert panel.page.locator(".crown-at").inner_text().startswith("end about")
    chip = panel.find("shorter:trophy.strength")
    assert "show no clear difference" in chip.inner_text() and chip.get_attribute("aria-pressed") == "false"
    panel.click("shorter:trophy.strength")
    assert panel.controller._form.house.values == {"trophy.strength": 6}
    assert panel.find("shorter:trophy.strength").get_attribute("aria-pressed") == "true"
    panel.click("shorter:trophy.strength")
    assert panel.controller._form.house.values == {}


def test_the_round_says_quietly_how_it_goes_against_the_wish(page: Any, evenings: None) -> None:
    panel = form(page, (1366, 768))
    panel.click("minutes:90")
    panel.click("again")
    panel.click("start")
    assert panel.controller.table is not None
    assert re.fullmatch(r"Round 1 · \d+ of 90 min", panel.page.locator(".title .round").inner_text())
    pace = load_phrases("fr").say("chronicle", "of-wish-about", played=95, wish=120, game=130)
    for width in (1366, 820, 700, 390):
        panel.open(replace(samples.screen("die"), pace=pace, lang="fr", round=12), width, 800)
        ends = page.evaluate(ENDS)
        said, *tools = ends
        assert not [each for each in tools if each["left"] < said["right"] and each["bottom"] > said["top"] + 1], width
    panel.controller.table.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_plays_for_the_first_time_finds_the_demo_table_there(page: Any, lang: str) -> None:
    panel = form(page, lang=lang)
    assert panel.page.locator(".story [data-id='demo']").count() == panel.find("demo").count() == 1
    assert panel.find("again").count() == 0
    panel.click("minutes:90")
    assert panel.page.locator(".pace").inner_text(), "it says that it doesn't know"
    assert panel.page.locator(".crown-at").count() == 0, "no time is promised"
    assert panel.page.locator(".shorter button").count() == 4


def test_what_is_typed_stays_when_the_story_comes(page: Any, evenings: None) -> None:
    panel = PlayedPanel(page, TableController(lang="en")).shown(1366, 625)
    panel.find("names").focus()
    panel.page.keyboard.type("Xenia, Yv")
    page.evaluate("new Promise(done => setTimeout(done, 250))")
    panel._answer_pages()
    assert "first" in (panel.find("start").get_attribute("class") or ""), "Enter no longer takes the others"
    panel.page.keyboard.type("es")
    assert panel.page.locator(".friend").count() == 4
    assert panel.find("names").input_value() == "Xenia, Yves"


def test_all_evenings_stand_in_the_form_and_are_saved_as_a_table(page: Any, evenings: None) -> None:
    panel = form(page)
    panel.click("evenings")
    headings = panel.page.locator(".saved .past-card h3").all_inner_texts()
    assert headings[:3] == ["All evenings", "People", "Characters"] and "Longest in another form" in headings
    with page.expect_download() as saved:
        panel.click("keep-csv")
    assert saved.value.suggested_filename == "All evenings.csv"


def test_the_picture_of_a_game_is_drawn_by_the_browser(page: Any, evenings: None) -> None:
    panel = PlayedPanel(page, TableController(Table.open("three"))).shown(1366, 768)
    panel.click("past:keep")
    for id, ending in (
        ("keep:picture:png", ".png"),
        ("keep:picture", ".svg"),
        ("keep:picture-without-names:png", ".png"),
    ):
        with page.expect_download() as saved:
            panel.click(id)
        assert saved.value.suggested_filename.endswith(ending)
        assert ("three" in saved.value.suggested_filename) == ("names" not in id)
        made = saved.value.path().read_bytes()
        if ending == ".png":
            assert made[:8] == b"\x89PNG\r\n\x1a\n" and made[16:24] == (1080).to_bytes(4, "big") * 2
    panel.controller.table.close()
