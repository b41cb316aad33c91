"""Does the phone of whoever waits take part: bets, where its own next throw leads, Spells covered until held?"""

from __future__ import annotations

from typing import Any

import panel_samples as samples
import pytest
from msgspec.structs import replace
from panel_page import Panel
from played_panel import PlayedPanel
from playwright.sync_api import expect

from talisman_nb.notation.situation import situation
from talisman_nb.panels.hosted.gathering import Gathering
from talisman_nb.panels.table.audience import AT_LAPTOP, at_phone
from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table
from talisman_nb.text.screen.values import Clock

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("own_home")]

ADA, BRUNO, CARLA, DARIO = range(4)
SIZES = [(390, 844), (375, 740)]
SMALL = """() => [...document.querySelectorAll('.offturn *, .held-spells *, .clock *')]
  .filter(e => e.checkVisibility() && e.textContent.trim() && parseFloat(getComputedStyle(e).fontSize) < 14)
  .map(e => e.className)"""
TARGETS = """() => [...document.querySelectorAll('button')].filter(e => e.checkVisibility())
  .map(e => [e.dataset.id, e.getBoundingClientRect()])
  .filter(([id, box]) => box.width < 44 || box.height < 44).map(([id, box]) => `${id} ${box.width} x ${box.height}`)"""
CUT = """() => [...document.querySelectorAll('.offturn h3, .offturn .text b, .bet-about, .bet-told, .hold-field')]
  .filter(e => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1).map(e => e.textContent)"""
PAGE = "() => document.querySelector('.tlm').outerHTML"


PEOPLE = {"Ada": "dwarf", "Bruno": "thief", "Carla": "wizard", "Dario": "troll"}
BEGINS = "dwarf crags, life 2 | thief ruins, spells healing | wizard chapel | troll crags | on woods-3, bear"


def rich(lang: str = "en", **settings: Any) -> Table:
    """Ada throws next; Bruno stands before a Bear and holds Healing, which she needs and nobody was told of."""
    begins = situation(BEGINS)
    named = tuple(replace(one, name=name) for one, name in zip(begins.players, PEOPLE, strict=True))
    position = replace(begins, players=named)
    return Table.new(PEOPLE, lang=lang, spells="known", position=position, **settings)


def phone(page: Any, table: Table, size: tuple[int, int], seat: int = BRUNO, *, light: bool = True) -> PlayedPanel:
    controller = TableController(table, audience=at_phone(seat), gathering=Gathering())
    controller._back = False
    return PlayedPanel(page, controller, light=light).shown(*size)


def with_ends(panel: PlayedPanel) -> PlayedPanel:
    """Wait until the phone has asked where throws lead, and answer it."""
    panel.page.wait_for_function("sent.some(each => each.type === 'ends')")
    panel._answer_pages()
    return panel


@pytest.mark.matrix
@pytest.mark.parametrize("lang", ["en", "it", "fr", "pl"])
@pytest.mark.parametrize("size", SIZES)
def test_who_waits_sees_all_of_it_without_scrolling(page: Any, size: tuple[int, int], lang: str) -> None:
    table = rich(lang)
    table.correct(DARIO, life=3, miss=1)
    table.bet(CARLA, 2)
    panel = with_ends(phone(page, table, size))
    assert page.locator(".bet").count() == 6 and page.locator(".end-ahead").count() == 3
    boxes = [each.bounding_box() for each in page.locator(".bet").all()]
    assert all(box["width"] >= 56 and box["height"] >= 60 for box in boxes), boxes
    assert page.evaluate(SMALL) == [] and page.evaluate(TARGETS) == [] and page.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert page.evaluate("document.documentElement.scrollHeight") <= size[1]
    ask = page.locator(".ask").bounding_box()
    assert ask["y"] + ask["height"] <= size[1] + 1, "the question ends where the window does"
    for part in ("bet:6", "all-ends", "answer-spell"):
        box = panel.find(part).bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= size[1], part


def test_a_tap_on_a_face_bets_and_holds_no_press_back(page: Any) -> None:
    table = rich()
    panel = with_ends(phone(page, table, SIZES[0])).click("bet:4")
    assert table.bets.open == {BRUNO: 4}
    expect(panel.find("bet:4")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".own-bet")).to_contain_text("Your 4:")
    panel.click("bet:5")
    assert table.bets.open == {BRUNO: 5} and panel.inputs == 2
    table.answer(5)
    panel.page.evaluate("state => window.show(state)", panel._traits(""))
    panel.settle()
    expect(page.locator(".bet")).to_have_count(0)
    expect(page.locator(".bet-told")).to_contain_text("It came up 5. Right: Bruno.")
    expect(page.locator(".bet-told")).to_contain_text("1 point")


def test_the_own_next_throw_is_asked_for_after_a_while_and_unfolds(page: Any) -> None:
    panel = phone(page, rich(), SIZES[0])
    assert not [each for each in page.evaluate("window.sent") if each["type"] == "ends"], "not while somebody may press"
    with_ends(panel)
    expect(page.locator(".coming h3")).to_have_text("You are next")
    expect(page.locator(".end-ahead", has_text="Bear")).to_contain_text("42%")
    panel.find("all-ends").click()
    assert page.locator(".end-ahead").count() > 6
    expect(panel.find("all-ends")).to_have_attribute("aria-expanded", "true")


def test_who_is_asked_sees_no_bets(page: Any) -> None:
    phone(page, rich(), SIZES[0], ADA)
    expect(page.locator(".offturn")).to_have_count(0)
    expect(page.locator(".die")).to_have_count(6)


# --- own Spells ---


@pytest.mark.parametrize("size", SIZES)
def test_names_stand_there_only_while_a_finger_holds_the_field(page: Any, size: tuple[int, int]) -> None:
    panel = phone(page, rich(), size)
    field = page.locator('[data-id="hold-spells"]:visible').first
    expect(field).to_contain_text("1 Spell can be cast now")
    assert "Healing" not in without_labels(page)
    field.scroll_into_view_if_needed()
    field.hover()
    page.mouse.down()
    page.wait_for_function("sent.some(each => each.type === 'peek')")
    panel._answer_pages()
    expect(page.locator(".looked-at:visible").first).to_contain_text("Healing")
    box = page.locator(".looked-at:visible").first.bounding_box()
    assert box["y"] >= 0 and box["x"] >= 0 and box["x"] + box["width"] <= size[0]
    page.mouse.up()
    expect(page.locator(".looked-at:visible")).to_have_count(0)
    assert "Healing" not in without_labels(page)


def without_labels(page: Any) -> str:
    """The page's source; the names of all cards, whoever holds them, are no part of it."""
    return str(page.evaluate(PAGE))


@pytest.mark.parametrize("key", ["Space", "Enter"])
def test_a_key_holds_it_too(page: Any, key: str) -> None:
    panel = phone(page, rich(), SIZES[0])
    before = len(panel.sent())
    page.locator('[data-id="hold-spells"]:visible').first.focus()
    page.keyboard.down(key)
    page.wait_for_function("sent.some(each => each.type === 'peek')")
    panel._answer_pages()
    expect(page.locator(".looked-at:visible").first).to_contain_text("Healing")
    page.keyboard.up(key)
    expect(page.locator(".looked-at:visible")).to_have_count(0)
    assert [each["type"] for each in panel.sent()[before:] if each["type"] not in ("peek", "ends")] == []


def test_a_screen_reader_presses_it_and_presses_again(page: Any) -> None:
    panel = phone(page, rich(), SIZES[0])
    field = page.locator('[data-id="hold-spells"]:visible').first
    field.evaluate("field => field.click()")
    page.wait_for_function("sent.some(each => each.type === 'peek')")
    panel._answer_pages()
    expect(page.locator(".looked-at:visible").first).to_contain_text("Healing")
    assert page.locator(".looked-at").first.get_attribute("role") == "status"
    field.evaluate("field => field.click()")
    expect(page.locator(".looked-at:visible")).to_have_count(0)


def test_names_that_come_after_the_finger_left_are_not_shown(page: Any) -> None:
    panel = phone(page, rich(), SIZES[0])
    page.locator('[data-id="hold-spells"]:visible').first.hover()
    page.mouse.down()
    page.mouse.up()
    page.wait_for_function("sent.some(each => each.type === 'peek')")
    panel._answer_pages()
    assert "Healing" not in without_labels(page)


def test_a_covered_spell_is_cast_from_the_drawer_in_two_taps(page: Any) -> None:
    table = rich()
    panel = phone(page, table, SIZES[0])
    panel.click("answer-spell")
    expect(panel.find(f"aside:{BRUNO}/nth:0")).to_contain_text("Spell 1")
    panel.click(f"aside:{BRUNO}/nth:0")
    assert any(line.answer.key == "cast:healing" for line in table.lines) and panel.inputs == 2


# --- the clock ---


@pytest.mark.parametrize("size", [(1366, 625), (1920, 1080), (820, 1180), *SIZES])
def test_a_clock_stands_small_beside_the_headline(page: Any, size: tuple[int, int]) -> None:
    panel = Panel(page).open(samples.screen("die", clock=Clock("Ada", 85, 2465)), *size)
    clock = page.locator(".clock")
    expect(clock).to_contain_text("1:2")
    expect(clock).to_contain_text("Ada 41:")
    assert clock.get_attribute("role") == "timer" and clock.get_attribute("aria-live") == "off"
    assert page.evaluate(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert panel.sent() == []


def test_no_clock_where_nobody_wants_one(page: Any) -> None:
    PlayedPanel(page, TableController(rich(), audience=AT_LAPTOP)).shown(1366, 625)
    expect(page.locator(".clock")).to_have_count(0)
    PlayedPanel(page, TableController(rich(clock="on"), audience=AT_LAPTOP)).shown(1366, 625)
    expect(page.locator(".clock")).to_have_count(1)
