"""Are the levels of drama told apart by their place on every screen, and does none delay a key or sound unasked?"""

from __future__ import annotations

from typing import Any

import panel_samples as samples
import pytest
import setup_samples
from msgspec.structs import replace
from panel_page import Panel, plain
from played_panel import PlayedPanel
from playwright.sync_api import expect
from tables import FOUR, press, started

from talisman_nb.model import Change
from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table
from talisman_nb.text.screen.values import Choice, CounterChange, Glimpse, Moment, Staged

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("own_home")]

SIZES = [(1366, 625), (1280, 625), (1920, 1080), (820, 1180)]
PHONES = [(390, 844), (375, 740)]
SMALL = Moment(
    "Ada gained 1 gold", tone="good", picture="bag-of-gold", level="small", changes=(CounterChange(0, "gold", 2, 3),)
)
DRAGON = Glimpse("dragon", "Dragon 11 : 10", "had been 17%")
STRONGER = Moment(
    "Ada traded trophies for 1 Strength (Dragon)", tone="good", picture="dragon", level="medium",
    changes=(CounterChange(0, "strength", 4, 5), CounterChange(0, "fate", 3, 2)),
    staged=Staged("Ada is stronger", samples.ADA, "character.dwarf", "7 points of trophies",
                  CounterChange(0, "strength", 4, 5), met=DRAGON),
)  # fmt: skip
PESTILENCE = Moment(
    "Pestilence: Ada, Bruno, Carla and Dario lose 1 life", tone="bad", picture="pestilence", level="medium",
    staged=Staged("Pestilence: four lose 1 life", things=("pestilence",),
                  hit=tuple(CounterChange(seat, "life", 4, 3) for seat in range(4))),
)  # fmt: skip
DEATH = Moment(
    "Carla's character, the Sorceress, was killed", tone="bad", picture="wraith", level="death",
    staged=Staged("Carla dies", samples.CARLA, "character.sorceress", "Carla lost to the Wraith, 8 to 11 · Round 9",
                  lives=4, left=(Glimpse("sword", "Sword"), Glimpse("gold", "1 gold")), left_on="Left in the Runes",
                  anew="Carla begins anew next turn"),
)  # fmt: skip
CROWN = Moment(
    "Ada reached the Crown of Command", tone="good", picture="space.crown-of-command", level="crown",
    staged=Staged("Ada wears the Crown", samples.ADA, "character.dwarf", "Round 11 · 1 h 38 min",
                  road=(Glimpse("talisman", "Ada took the Talisman", "Round 5", "good"),
                        Glimpse("dragon", "Ada traded trophies for 1 Strength (Dragon)", "Round 7", "good"))),
)  # fmt: skip
LEVELS = {"small": SMALL, "medium": STRONGER, "several": PESTILENCE, "death": DEATH, "crown": CROWN}
FITS = """() => {
  const page = document.documentElement, stage = document.querySelector(".stage");
  const outside = [...stage.querySelectorAll("*")].filter((each) => each.getClientRects().length).filter((each) => {
    const own = each.getBoundingClientRect(), whole = stage.getBoundingClientRect();
    return own.right > whole.right + 1 || own.bottom > whole.bottom + 1
      || own.left < whole.left - 1 || own.top < whole.top - 1;
  }).map((each) => each.className.baseVal ?? each.className);
  const small = [...stage.querySelectorAll("p, b, span, li")].filter((each) => each.getClientRects().length
    && each.textContent && Number.parseFloat(getComputedStyle(each).fontSize) < 14).map((each) => each.className);
  return { scrolls: [page.scrollWidth > page.clientWidth, page.scrollHeight > page.clientHeight], outside, small };
}"""
SIGNS_UNDER = """() => {
  const stage = document.querySelector('.stage').getBoundingClientRect();
  const all = [...document.querySelectorAll('.board .led-to .sign')].filter((each) => each.getClientRects().length);
  const under = all.map((each) => each.getBoundingClientRect()).filter(({ left, top, width, height }) =>
    left + width / 2 > stage.left && left + width / 2 < stage.right
    && top + height / 2 > stage.top && top + height / 2 < stage.bottom);
  return { all: all.length, under: under.length };
}"""
"""The marks of where the faces of the die lead, and those that the risen sheet covers."""
GOLD = """() => [...document.querySelectorAll('.tlm *')].filter((each) => {
  const { fill, backgroundColor } = getComputedStyle(each);
  return each.getClientRects().length && [fill, backgroundColor].includes('rgb(227, 184, 74)');
}).map((each) => each.getAttribute('class'))"""
"""What is filled with gold, by class."""
NOTHING = {"scrolls": [False, False], "outside": [], "small": []}


def shown(panel: Panel, level: str, size: tuple[int, int], kind: str = "die", **more: Any) -> Any:
    screen = samples.screen(kind, moment=LEVELS[level], rev=2, **more)
    if level == "death":
        sheets = tuple(
            replace(each, who=replace(each.who, character=""), at="", picture="", dead=True, state="killed")
            if each.who.seat == 2 else each for each in screen.sheets
        )  # fmt: skip
        screen = replace(screen, sheets=sheets)
    panel.open(screen, *size)
    panel.settle()
    return panel.page


@pytest.mark.matrix
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("level", ["medium", "several", "death", "crown"])
def test_what_is_staged_fits_and_scrolls_nothing(panel: Panel, level: str, size: tuple[int, int]) -> None:
    page = shown(panel, level, size)
    assert page.locator(".stage").is_visible()
    assert page.evaluate(FITS) == NOTHING
    staged = LEVELS[level].staged
    assert staged and page.locator(".stage .title").inner_text() == staged.title


@pytest.mark.matrix
@pytest.mark.parametrize("size", PHONES)
@pytest.mark.parametrize("level", ["medium", "several", "death", "crown"])
def test_on_a_phone_it_lies_over_the_strip_of_the_board(panel: Panel, level: str, size: tuple[int, int]) -> None:
    page = shown(panel, level, size, "fight")
    assert page.locator(".stage").is_visible()
    assert page.evaluate(FITS) == NOTHING
    strip, stage = page.locator(".board").bounding_box(), page.locator(".stage").bounding_box()
    assert strip and stage and stage["y"] + stage["height"] <= strip["y"] + strip["height"] + 1


@pytest.mark.parametrize("size", SIZES)
def test_a_small_change_is_seen_on_the_sheet_and_beside_the_figure(panel: Panel, size: tuple[int, int]) -> None:
    page = shown(panel, "small", size)
    expect(page.locator(".stage")).to_be_hidden()
    expect(page.locator(".sheet .figure.lifted.more")).to_have_count(1)
    assert page.locator(".board .gain.more text").text_content() == "+1"
    panel.reply(samples.screen("way", moment=replace(SMALL, quiet=True), rev=3))
    panel.settle()
    expect(page.locator(".board .gain")).to_have_count(0)
    expect(page.locator(".sheet .figure.lifted")).to_have_count(0)


def test_a_risen_sheet_stands_where_the_question_has_no_end(panel: Panel) -> None:
    page = shown(panel, "medium", (1366, 625), "way")
    board = page.locator(".board > svg:not(.over)").bounding_box()
    spaces = {"end": ("city", "tavern"), "top-start": ("village", "chapel")}
    for side, (low, _) in spaces.items():
        asked = samples.screen("way").question
        assert asked
        options = (Choice("clockwise", "Clockwise", space=low),)
        panel.reply(samples.screen("way", moment=STRONGER, rev=4, question=replace(asked, options=options)))
        panel.settle()
        stage, end = (
            page.locator(".stage").bounding_box(),
            page.locator(f'.board svg:not(.over) [data-space="{low}"]').bounding_box(),
        )
        assert stage and end and board
        inside = (
            stage["x"] < end["x"] + end["width"] / 2 < stage["x"] + stage["width"]
            and stage["y"] < end["y"] + end["height"] / 2 < stage["y"] + stage["height"]
        )
        assert not inside, side


@pytest.mark.parametrize("space", ["city", "crags", "ruins", "sentinel"])
def test_no_end_of_the_next_die_lies_under_a_risen_sheet(page: Any, space: str) -> None:
    table = Table.new(FOUR)
    table.change(Change("strength", 0, 4), Change("space", 1, to=space))
    controller = TableController(table)
    press(controller, "3", "clockwise", "dragon", "6", "1", "trade:strength")
    panel = PlayedPanel(page, controller, ends=True).shown(1366, 625)
    panel.settle()
    expect(page.locator(".stage[data-level='medium']")).to_be_visible()
    signs = page.evaluate(SIGNS_UNDER)
    assert signs["all"] >= 12 and not signs["under"]


def test_a_question_all_over_the_board_keeps_it(panel: Panel) -> None:
    """It is answered there: the band says what the sheet would."""
    asked = samples.screen("way").question
    assert asked
    options = tuple(Choice(space, space, space=space) for space in samples.BOARD.spaces[::2])
    panel.open(samples.screen("way", moment=STRONGER, rev=4, question=replace(asked, options=options)), 1366, 625)
    panel.settle()
    expect(panel.page.locator(".stage")).to_be_hidden()
    expect(panel.page.locator(".moment .text")).to_be_visible()


@pytest.mark.parametrize("light", [True, False])
def test_night_is_ink_in_both_themes_and_stays_where_somebody_is_dead(page: Any, light: bool) -> None:
    panel = Panel(page, light=light)
    shown(panel, "death", (1366, 625))
    ground = "e => getComputedStyle(e).backgroundColor"
    dark = [page.locator(part).evaluate(ground) for part in (".stage", ".moment", ".sheet.dead")]
    assert dark == ["rgb(16, 14, 11)"] * 3
    later = samples.screen("way", moment=replace(DEATH, quiet=True), rev=5)
    panel.reply(replace(later, sheets=tuple(replace(each, dead=each.who.seat == 2) for each in later.sheets)))
    panel.settle()
    expect(page.locator(".stage")).to_be_hidden()
    assert [page.locator(part).evaluate(ground) for part in (".moment", ".sheet.dead")] == dark[1:]


def test_the_crown_leaves_the_frame_and_the_road_is_in_the_journal_s_place(panel: Panel) -> None:
    page = shown(panel, "crown", (1366, 625))
    assert "conic-gradient" in page.locator(".grid").evaluate("e => getComputedStyle(e).backgroundImage")
    expect(page.locator(".road li:not(.of-round)")).to_have_count(2)
    road, journal = page.locator(".road").bounding_box(), page.locator(".journal").bounding_box()
    assert road == journal
    panel.press("j")
    expect(page.locator(".road")).to_be_hidden()
    gold = page.evaluate(GOLD)
    assert set(gold) == {"gold"}


@pytest.mark.parametrize("level", LEVELS)
def test_no_level_delays_a_key(panel: Panel, level: str) -> None:
    panel.open(samples.screen("way"), 1366, 625)
    panel.reply(samples.screen("die", moment=LEVELS[level], rev=9))
    before = len(panel.sent())
    panel.press("3")
    assert [each["key"] for each in panel.sent()[before:]] == ["3"]


def dying(**named: Any) -> TableController:
    """Ada, with one life, before the die of a fight that she loses."""
    table = Table.new(FOUR, **named)
    table.change(Change("life", 0, 1), Change("fate", 0, 0))
    return TableController(table)


def test_a_death_in_a_game_is_night_and_a_drum_and_the_next_question_is_alive(page: Any) -> None:
    panel = PlayedPanel(page, dying(lang="fr")).shown(1366, 625)
    panel.click("option:3").click("option:clockwise").enter(
        "search", panel.controller.labels().cards["adventure"]["dragon"]
    )
    panel.click("option:1")
    moment = panel.controller.screen().moment
    assert moment and moment.level == "death"
    expect(page.locator(".stage[data-level='death']")).to_be_visible()
    expect(page.locator(".sheet.dead")).to_have_count(1)
    assert page.evaluate(FITS) == NOTHING
    ply = page.locator(".tlm").get_attribute("data-ply")
    panel.click("option:2")
    assert page.locator(".tlm").get_attribute("data-ply") != ply


# Sounds, asked about once


def test_sounds_are_asked_about_once_by_two_equal_answers_and_a_try(page: Any) -> None:
    page.add_init_script("window.neverAsked = true")
    panel = PlayedPanel(page, started(FOUR)).shown()
    asked = page.locator(".sounds")
    expect(asked).to_be_visible()
    yes, no = panel.find("sounds:on").bounding_box(), panel.find("sounds:off").bounding_box()
    assert yes and no and yes["height"] == no["height"] >= 44
    looks = "e => ['backgroundColor', 'borderColor', 'fontWeight'].map((each) => getComputedStyle(e)[each]).join()"
    assert panel.find("sounds:on").evaluate(looks) == panel.find("sounds:off").evaluate(looks)
    assert page.evaluate("document.activeElement.closest('.sounds')") is None, "nothing waits for an answer"
    panel.click("sounds:off")
    expect(asked).to_be_hidden()
    assert page.evaluate("localStorage['talisman-nb sound']") == "off"
    again = PlayedPanel(page, started(FOUR)).shown()
    expect(again.page.locator(".sounds")).to_be_hidden()


def test_whoever_plays_on_has_passed_the_question_about_sounds_over(page: Any) -> None:
    page.add_init_script("window.neverAsked = true")
    panel = PlayedPanel(page, started(FOUR)).shown()
    expect(page.locator(".sounds")).to_be_visible()
    panel.click("option:3")
    expect(page.locator(".sounds")).to_be_hidden()
    assert page.evaluate("localStorage['talisman-nb sound']") is None, "it is asked again with the next page"


@pytest.mark.parametrize("size", [*SIZES, *PHONES])
def test_the_question_about_sounds_covers_no_other_and_scrolls_nothing(page: Any, size: tuple[int, int]) -> None:
    page.add_init_script("window.neverAsked = true")
    panel = PlayedPanel(page, started(FOUR)).shown(*size)
    panel.settle()
    asked, question = page.locator(".sounds"), page.locator(".ask").bounding_box()
    box = asked.bounding_box() if asked.is_visible() else None
    if box and question:
        assert box["y"] + box["height"] <= question["y"] + 1 or box["x"] + box["width"] <= question["x"] + 1
        assert box["x"] >= 0 and box["x"] + box["width"] <= size[0]
    assert size in PHONES or page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_the_form_asks_about_sounds_too(panel: Panel) -> None:
    panel.page.add_init_script("window.neverAsked = true")
    panel.open({**plain(samples.screen("die")), "question": None}, setup=setup_samples.setup())
    expect(panel.page.locator(".sounds")).to_be_visible()
    panel.find("sounds:on").click()
    expect(panel.page.locator(".sounds")).to_be_hidden()
    assert panel.page.evaluate("localStorage['talisman-nb sound']") == "on"
