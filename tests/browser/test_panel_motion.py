"""Does what a press changed move, for at most 300 ms, without anybody waiting for it? And is nothing heard unasked?

Motions are held at their beginning (`HELD`): a press is then answered in the midst of all of them, on any machine.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import panel_samples as samples
import pytest
from hosting import Host, Screen
from panel_page import Panel, plain
from played_panel import PlayedPanel
from playwright.sync_api import expect
from servers import free_port
from tables import FOUR, press, started

from talisman_nb.model import Change
from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table
from talisman_nb.text.screen.values import Drama, Moment, Question, Staged

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("own_home")]

LONGEST = 300
HELD = """window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
  const held = animate.call(this, frames, timing);
  held.pause();
  moved.push({ what: this.getAttribute("class"), pawn: this.getAttribute("data-pawn"), frames: frames.length, held });
  return held;
};"""
MOVED = "moved.splice(0).map(({ what, pawn, frames }) => ({ what, pawn, frames }))"
ALIVE = """document.getAnimations().map((each) => {
  const { delay, duration, iterations } = each.effect.getComputedTiming();
  return delay + duration * iterations;
})"""
HEARD = """window.heard = [];
class Part {
  gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
  frequency = {};
  constructor(kind) { this.kind = kind; }
  connect(to) { return to; }
  start() { heard.push(this.kind === "tone" ? this.frequency.value : "noise"); }
  stop() {}
}
window.AudioContext = class {
  currentTime = 0; sampleRate = 8000; destination = {};
  resume() { return Promise.resolve(); }
  createGain() { return new Part("gain"); }
  createBiquadFilter() { return new Part("filter"); }
  createOscillator() { return new Part("tone"); }
  createBufferSource() { return new Part("noise"); }
  createBuffer() { return { getChannelData: () => new Float32Array(4) }; }
};"""
DIE, DRUM = ["noise"] * 3, ["noise", 98, 65]
NOTHING_KEPT = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } });"


@pytest.fixture
def four(page: Any) -> PlayedPanel:
    page.add_init_script(HELD)
    return PlayedPanel(page, started(FOUR)).shown()


def moved(panel: Panel) -> list[dict[str, Any]]:
    """What began to move since the last call."""
    found: list[dict[str, Any]] = panel.page.evaluate(MOVED)
    return found


def names(panel: Panel) -> set[str]:
    return {each["what"] for each in moved(panel)}


def test_dice_figures_cards_and_counters_move(four: PlayedPanel) -> None:
    assert not moved(four), "nothing moves at the first painting"
    assert names(four.click("option:3")) == {"face"}
    (figure,) = moved(four.click("option:clockwise"))
    assert (figure["pawn"], figure["frames"]) == ("0", 4), "from the Crags over two spaces to the third"
    assert names(four.enter("search", "wolf")) == {"card-beside"}
    assert names(four.click("option:1")) == {"face"}
    four.click("option:6").click("option:keep")
    assert {"delta less", "n", "says"} <= names(four)
    assert four.page.locator(".sheet .delta").inner_text() == "−1", "said by a sign, not by a colour alone"


@pytest.mark.parametrize(("level", "moves"), [("small", False), ("medium", True), ("death", True), ("crown", False)])
def test_a_sheet_rises_and_night_falls_and_the_crown_is_there_at_once(page: Any, level: Drama, moves: bool) -> None:
    page.add_init_script(HELD)
    panel = Panel(page).open(samples.screen("die"))
    moved(panel)
    staged = None if level == "small" else Staged("Ada is stronger", samples.ADA, "character.dwarf")
    panel.reply(samples.screen("take", moment=Moment("Ada is stronger", level=level, staged=staged), rev=99))
    panel.settle()
    assert ("stage" in names(panel)) is moves
    assert all(each <= LONGEST for each in page.evaluate(ALIVE))
    page.emulate_media(reduced_motion="reduce")
    panel.open(samples.screen("die"))
    panel.reply(samples.screen("take", moment=Moment("Ada is stronger", level=level, staged=staged), rev=99))
    panel.settle()
    assert not moved(panel) and not page.evaluate(ALIVE)


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080), (820, 1180), (390, 844)])
def test_nothing_moves_longer_than_it_may_and_no_press_waits(page: Any, size: tuple[int, int]) -> None:
    page.add_init_script(HELD)
    panel = PlayedPanel(page, started(FOUR)).shown(*size)
    ply, so_far = page.locator(".tlm").get_attribute("data-ply"), 0
    for key in ("option:3", "option:clockwise", "search", "option:1", "option:6", "option:keep", "option:2"):
        page.evaluate("window.earlier = moved.splice(0)")
        panel.enter("search", "wolf") if key == "search" else panel.click(key)
        ply, before = page.locator(".tlm").get_attribute("data-ply"), ply
        assert ply != before, f"{key} waited for the end of a motion"
        assert page.evaluate("earlier.every(({ held }) => held.playState === 'idle')"), "painting ends what moved"
        alive = page.evaluate(ALIVE)
        assert all(each <= LONGEST for each in alive), (key, alive)
        so_far += len(alive)
    assert so_far >= 7


def test_a_refusal_is_shown_no_longer(four: PlayedPanel) -> None:
    four.press("9")
    found = four.page.evaluate(ALIVE)
    assert found and all(each <= LONGEST for each in found)


def test_nothing_moves_where_the_system_says_so(page: Any) -> None:
    page.add_init_script(HELD)
    page.emulate_media(reduced_motion="reduce")
    panel = PlayedPanel(page, started(FOUR)).shown()
    for key in ("option:3", "option:clockwise"):
        panel.click(key)
        assert not moved(panel) and not page.evaluate(ALIVE)
    panel.enter("search", "wolf").click("option:1").click("option:6").click("option:keep")
    assert not moved(panel) and not page.evaluate(ALIVE)


def test_what_is_taken_back_or_opened_again_does_not_move(four: PlayedPanel) -> None:
    four.click("option:3").click("option:clockwise")
    moved(four)
    four.click("undo").click("undo")
    assert not moved(four), "an undo"
    four.click("option:3")
    again = PlayedPanel(four.page, four.controller).shown()
    assert not moved(again), "the page was opened again"
    again.click("undo").click("drawer:menu").click("menu:chronicle")
    press(again.controller, "3")
    again.page.evaluate("state => show(state)", again._traits(""))
    again.settle()
    assert not moved(again), "the table is not in sight"


def test_nothing_moves_for_a_window_that_was_hidden(four: PlayedPanel) -> None:
    four.click("option:3")
    moved(four)
    four.page.evaluate("""() => {
      for (const hidden of [true, false]) {
        Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }
    }""")
    four.click("option:clockwise")
    assert not moved(four)
    assert names(four.enter("search", "wolf")) == {"card-beside"}


def test_a_television_moves_too(browser: Any, tmp_path: Path) -> None:
    Table.new(FOUR, name="Friday").close()
    host, television = Host(tmp_path, "Friday", free_port()), Screen(browser, 1920, 1080)
    try:
        television.context.add_init_script(HELD)
        page = television.page
        page.goto(f"{host.address}?code={host.codes.television}")
        page.locator("button").click()
        page.locator(".sheet").first.wait_for()
        laptop = television.context.new_page()
        laptop.goto(host.laptop)
        for key in ("option:3", "option:clockwise"):
            laptop.locator(f'[data-id="{key}"]:visible').first.click()
            expect(laptop.locator(f'[data-id="{key}"]:visible')).to_have_count(0)
        page.wait_for_function("() => moved.some(({ pawn }) => pawn === '0')")
        assert not television.errors
    finally:
        television.context.close()
        host.stop()


# Sound


def fight(panel: PlayedPanel, mine: int, theirs: int) -> list[list[Any]]:
    """A turn up to a fight with the Wolf; what was heard after each press."""
    panel.click("option:3").click("option:clockwise")
    panel.page.evaluate("heard.length = 0")
    told = []
    for key in ("search", f"option:{mine}", f"option:{theirs}", "option:keep"):
        if key == "search":
            panel.enter("search", "wolf")
        elif panel.find(key).count():
            panel.click(key)
        panel.settle()
        told.append(panel.page.evaluate("heard.splice(0)"))
    return told


def switch_on(panel: PlayedPanel) -> None:
    panel.click("drawer:menu").click("menu:sound").press("Escape")
    panel.page.evaluate("heard.length = 0")


def test_nothing_is_heard_unless_it_is_switched_on(page: Any) -> None:
    page.add_init_script(HEARD)
    panel = PlayedPanel(page, started(FOUR)).shown()
    assert fight(panel, 5, 1) == [[], [], [], []]


def test_the_die_is_heard_and_the_switch_is_remembered(page: Any) -> None:
    page.add_init_script(HEARD)
    panel = PlayedPanel(page, started(FOUR)).shown().click("drawer:menu")
    switch = page.get_by_role("switch", name="Sound")
    expect(switch).not_to_be_checked()
    panel.click("menu:sound")
    expect(switch).to_be_checked()
    assert page.evaluate("heard.splice(0)") == DIE, "a sample"
    panel.press("Escape")
    assert fight(panel, 5, 1) == [[], DIE, DIE, []]
    again = PlayedPanel(page, started(FOUR)).shown()
    assert fight(again, 1, 6) == [[], DIE, DIE, []]
    again.click("drawer:menu").click("menu:sound")
    assert PlayedPanel(page, started(FOUR)).shown().click("option:3").page.evaluate("heard") == []


def test_a_death_is_one_low_drum(page: Any) -> None:
    page.add_init_script(HEARD)
    table = Table.new(FOUR)
    table.change(Change("life", 0, 1), Change("fate", 0, 0))
    panel = PlayedPanel(page, TableController(table)).shown()
    switch_on(panel)
    assert [heard for heard in fight(panel, 1, 6) if heard] == [DIE, DIE + DRUM]


def test_a_page_that_may_keep_nothing_sounds_until_it_is_left(page: Any) -> None:
    page.add_init_script(HEARD + NOTHING_KEPT)
    panel = PlayedPanel(page, started(FOUR)).shown()
    switch_on(panel)
    assert panel.click("option:3").page.evaluate("heard") == DIE
    assert PlayedPanel(page, started(FOUR)).shown().click("option:3").page.evaluate("heard") == []


# A phone that vibrates


def test_a_phone_vibrates_when_its_seat_is_asked_if_it_is_switched_on(page: Any) -> None:
    page.add_init_script("window.shaken = []; navigator.vibrate = (for_) => shaken.push(for_);")
    mine, waits = ({**plain(samples.screen("die")), "viewer": 0}, Question(13, "wait", None, "Bruno throws"))
    waiting = {**mine, "question": plain(waits), "rev": 1}
    panel = Panel(page).open(waiting, 390, 844)
    panel.reply(mine)
    panel.settle()
    assert page.evaluate("shaken") == []
    panel.reply(waiting)
    panel.find("drawer:menu").locator("visible=true").click()
    panel.find("menu:vibration").click()
    assert page.evaluate("shaken.splice(0)") == [80], "a sample"
    panel.reply(mine)
    panel.settle()
    assert page.evaluate("shaken") == [80]
    panel.reply(waiting)
    panel.settle()
    assert page.evaluate("shaken") == [80]
