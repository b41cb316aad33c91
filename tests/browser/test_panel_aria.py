"""Do search, tabs and toolbar work as the WAI-ARIA patterns say, and is the panel seen in forced colours?"""

from __future__ import annotations

from typing import Any

import panel_samples as samples
import pytest
from msgspec.structs import replace
from panel_page import Panel, plain
from playwright.sync_api import expect

from talisman_nb.text.screen.values import Block, FightSums, Side

pytestmark = pytest.mark.browser

HITS = ".hits [role=option]"
CURRENT = """box => {
  const options = [...box.getRootNode().querySelectorAll('.hits [role=option]')];
  const named = options.filter(each => each.id === box.getAttribute('aria-activedescendant'));
  const selected = options.filter(each => each.ariaSelected === 'true');
  const one = document.activeElement === box && selected.length === 1 && named[0] === selected[0];
  return one ? named[0].innerText : null;
}"""
STOPS = "host => [...host.querySelectorAll('button')].filter(e => e.getClientRects().length && e.tabIndex === 0).length"
FOCUSED = "document.activeElement.dataset.id"


def current(panel: Panel) -> str | None:
    """The hit that Enter takes: it is selected, named by the field, and the field has the focus."""
    found = panel.find("search").evaluate(CURRENT)
    return found and found.removeprefix("⏎\n")


def typed(panel: Panel, text: str) -> Panel:
    panel.open(samples.screen("card"))
    panel.page.keyboard.type(text)
    return panel


# The card search is a combobox


def test_the_list_of_hits_is_said_to_be_open_only_while_it_is(panel: Panel) -> None:
    box = typed(panel, "").find("search")
    expect(box).to_have_role("combobox")
    expect(box).to_have_attribute("aria-expanded", "false")
    assert box.get_attribute("aria-activedescendant") is None
    panel.page.keyboard.type("w")
    expect(box).to_have_attribute("aria-expanded", "true")
    listed = panel.page.locator(f"[id='{box.get_attribute('aria-controls')}']")
    expect(listed).to_have_role("listbox")
    assert listed.is_visible() and listed.locator(":scope > :not([role=option])").count() == 0
    panel.page.keyboard.type("xyz")
    expect(box).to_have_attribute("aria-expanded", "false")
    assert listed.is_hidden()
    assert panel.page.get_by_role("status").inner_text().startswith("No card has this name")


def test_arrows_choose_among_the_hits_and_the_focus_stays_in_the_field(panel: Panel) -> None:
    names = typed(panel, "w").page.locator(f"{HITS} .label").all_inner_texts()
    assert len(names) == 5
    seen = [current(panel)]
    for key in ("ArrowDown", "ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown"):
        seen.append(current(panel.press(key)))
    assert seen == [names[at] for at in (0, 1, 0, -1, 0, 1)]
    assert panel.press("Enter").sent() == [{"type": "answer", "ply": 17, "key": "witch"}]


def test_escape_closes_the_list_before_it_leaves_the_field(panel: Panel) -> None:
    box = typed(panel, "wol").find("search")
    panel.press("Escape")
    expect(box).to_have_attribute("aria-expanded", "false")
    assert box.input_value() == "wol" and panel.page.evaluate(FOCUSED) == "search"
    assert panel.press("Enter").sent() == [], "nothing is taken that is not seen"
    assert current(panel) == "Wolf"
    panel.press("Escape", "ArrowDown")
    assert current(panel) == "Wolf"
    panel.press("Escape", "Escape")
    assert panel.page.evaluate(FOCUSED) == "headline"


def test_a_press_on_a_hit_takes_it_without_leaving_the_field(panel: Panel) -> None:
    typed(panel, "w").find("hit:witch").click()
    assert panel.page.evaluate(FOCUSED) == "search"
    assert panel.sent() == [{"type": "answer", "ply": 17, "key": "witch"}]


# Toolbar and tabs are one stop of the Tab key


@pytest.mark.parametrize("width", [390, 1280, 1888])
def test_the_toolbar_is_one_stop_with_arrow_keys(panel: Panel, width: int) -> None:
    bar = panel.open(samples.screen("die"), width).page.get_by_role("toolbar", name="Thursday")
    panel.settle()
    assert bar.evaluate(STOPS) == 1
    panel.find("undo").focus()
    panel.press("ArrowRight")
    second = panel.page.evaluate(FOCUSED)
    assert second == ("redo" if width > 1850 else "drawer:spell") and bar.evaluate(STOPS) == 1
    panel.press("End")
    assert panel.page.evaluate(FOCUSED) == "keys"
    panel.press("ArrowRight")
    assert panel.page.evaluate(FOCUSED) == "undo", "round to the first"
    panel.press("ArrowLeft", "ArrowLeft", "Home", "ArrowRight")
    panel.press("Tab", "Shift+Tab")
    assert panel.page.evaluate(FOCUSED) == second, "it comes back to the button it left"


def test_the_toolbar_stays_one_stop_when_it_is_painted_again_or_gets_narrow(panel: Panel) -> None:
    bar = panel.open(samples.screen("die"), 1888).page.get_by_role("toolbar")
    panel.find("redo").focus()
    panel.page.evaluate("screen => show({ screen: { ...screen, round: 9 } })", plain(samples.screen("die")))
    panel.page.wait_for_function("document.querySelector('.bar').textContent.includes('Round 9')")
    panel.settle()
    assert bar.evaluate(STOPS) == 1 and panel.find("redo").evaluate("e => e.tabIndex") == 0
    panel.page.set_viewport_size({"width": 390, "height": 844})
    panel.settle()
    assert bar.evaluate(STOPS) == 1 and panel.find("undo").evaluate("e => e.tabIndex") == 0


def test_the_tabs_of_a_phone_choose_what_is_shown(panel: Panel) -> None:
    page = panel.open(samples.screen("die"), 390, 844).page
    panel.settle()
    tabs = page.get_by_role("tablist", name="Thursday")
    assert tabs.evaluate(STOPS) == 1
    panel.find("tab:play").focus()
    chosen = []
    for key in ("ArrowRight", "End", "ArrowRight", "ArrowLeft", "Home"):
        panel.press(key).settle()
        selected = tabs.get_by_role("tab", selected=True)
        assert selected.count() == 1 and page.evaluate(FOCUSED) == selected.get_attribute("data-id")
        shown = page.get_by_role("tabpanel", name=selected.inner_text())
        assert shown.get_attribute("id") == selected.get_attribute("aria-controls")
        assert tabs.evaluate(STOPS) == 1
        chosen.append(selected.inner_text())
    assert chosen == ["Board", "Log", "Play", "Log", "Play"]


def test_a_panel_without_tabs_has_no_tab_panel(panel: Panel) -> None:
    page = panel.open(samples.screen("die"), 390, 844).page
    expect(page.get_by_role("tabpanel")).to_have_count(1)
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.get_by_role("tabpanel")).to_have_count(0)
    assert page.locator(".tabs").is_hidden()


# Forced colours

LOOK = """([wanted, property]) => {
  const probe = document.createElement('i');
  probe.style.cssText = 'forced-color-adjust: none; color: Highlight';
  document.body.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return [...document.querySelectorAll(wanted)].map(each => getComputedStyle(each)[property] === colour);
}"""
CONTRAST = """() => {
  const grey = (colour) => { const [r, g, b] = colour.match(/[\\d.]+/g).map(Number).map(n => n / 255)
    .map(n => n <= 0.03928 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  return Math.min(...[...document.querySelectorAll('.board > svg [data-space]')].flatMap(space => {
    const [ground, ...texts] = [space.querySelector('path, rect'), ...space.querySelectorAll('text')]
      .map(each => grey(getComputedStyle(each).fill));
    return texts.map(text => (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05));
  }));
}"""


@pytest.fixture(params=["light", "dark"])
def forced(request: pytest.FixtureRequest, page: Any) -> Panel:
    """A panel in forced colours, in the light theme of a notebook whatever the system's colours are."""
    page.emulate_media(forced_colors="active", color_scheme=request.param)
    return Panel(page)


def test_what_is_chosen_is_seen_in_forced_colours(forced: Panel) -> None:
    page = forced.open(samples.screen("way"), 1600).page
    assert page.evaluate(LOOK, [".options .option", "backgroundColor"]) == [True, False]
    assert page.evaluate(LOOK, [".filters .chip", "backgroundColor"]) == [True, False, False, False, False]
    assert page.evaluate(LOOK, [".sheet", "outlineColor"])[:2] == [True, False]
    forced.open(samples.screen("card"))
    page.keyboard.type("w")
    forced.press("ArrowDown")
    assert page.evaluate(LOOK, [HITS, "backgroundColor"]) == [False, True, False, False, False]
    forced.open(samples.screen("way"), 390, 844)
    assert page.evaluate(LOOK, [".tab", "backgroundColor"]) == [True, False, False, False]


def test_the_board_is_read_in_forced_colours(forced: Panel) -> None:
    assert forced.open(samples.screen("way")).page.evaluate(CONTRAST) >= 4.5


def test_dice_and_focus_are_seen_in_forced_colours(forced: Panel) -> None:
    page = forced.open(samples.screen("die")).page
    face = page.locator(".die .face").first
    pips, edge, ground = face.evaluate(
        "face => [getComputedStyle(face.querySelector('circle')).fill, getComputedStyle(face).borderTopColor,"
        " getComputedStyle(face).backgroundColor]"
    )
    assert pips == edge != ground
    forced.press("Tab", "Tab")  # past the why of the question
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    assert page.evaluate("document.activeElement.matches('.die')")


def test_the_blocks_of_a_fight_are_filled_in_forced_colours(forced: Panel) -> None:
    blocks = (Block(4, "Strength", own=True),)
    fight = FightSums((Side("Ada", blocks, 4, who=samples.ADA), Side("Bear", blocks, 4)))
    told = replace(samples.screen("fight").question, fight=fight)
    page = forced.open(samples.screen("fight", question=told)).page
    fill, ground = page.locator(".sums .block").first.evaluate(
        "e => [getComputedStyle(e).backgroundColor, getComputedStyle(e.closest('.ask')).backgroundColor]"
    )
    assert fill not in (ground, "rgba(0, 0, 0, 0)")
