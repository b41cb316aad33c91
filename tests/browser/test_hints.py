"""Do hints stand where they belong, cover nothing that is needed, and go away by a press for good?"""

from __future__ import annotations

from typing import Any

import pytest
from played_panel import PlayedPanel
from tables import FOUR, press, started

from talisman_nb.model import Change
from talisman_nb.panels.table.teaching import put_away
from talisman_nb.text.names import LANGUAGES

pytestmark = [pytest.mark.browser, pytest.mark.one_page, pytest.mark.usefixtures("own_home")]

SIZES = [(1366, 625), (1280, 625), (1920, 1080), (820, 1180), (390, 844), (360, 740)]
COVERED = """hint => {
  const box = hint.getBoundingClientRect();
  const over = (each) => { const b = each.getBoundingClientRect();
    return b.width && b.left < box.right && b.right > box.left && b.top < box.bottom - 1 && b.bottom > box.top + 1; };
  const phone = innerWidth < 600 ? ', .board, .sheet, .moment, .tab, .ask' : '';
  const needed = document.querySelectorAll('.ask .face, .ask .option, .hinted, .hands .todo' + phone);
  return [...needed].filter(over).map((each) => each.className);
}"""
AT_REST = """hint => innerWidth > 600 || document.documentElement.scrollHeight <= innerHeight
  && [...document.querySelectorAll('.ask, .options, .shown')].every((e) => e.scrollHeight <= e.clientHeight + 1)"""
"""Nothing of a phone scrolls for a hint."""
SMALLEST = "hint => Math.min(...[...hint.querySelectorAll('*')].map((e) => parseFloat(getComputedStyle(e).fontSize)))"


@pytest.mark.matrix
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_the_figures_of_a_sheet_are_named_in_the_first_game(page: Any, size: tuple[int, int], lang: str) -> None:
    controller = started(FOUR, lang=lang)
    panel = PlayedPanel(page, controller, ends=True).shown(*size)
    hint = page.locator(".hint")
    assert hint.is_visible() and not hint.locator(".legend").count(), "how somebody wins comes first"
    assert hint.evaluate(COVERED) == [] and hint.evaluate(SMALLEST) >= 14 and hint.evaluate(AT_REST)
    panel.click("hint-read")
    assert hint.is_visible() and hint.locator(".legend li").count() == 7 and hint.evaluate(AT_REST)
    box = hint.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= size[0]
    assert box["y"] >= 0 and box["y"] + box["height"] <= size[1]
    assert hint.evaluate(COVERED) == [] and page.locator(".sheet.hinted").is_visible()
    assert hint.evaluate(
        "e => [...e.querySelectorAll('*')].every((each) => parseFloat(getComputedStyle(each).fontSize) >= 14)"
    )
    panel.click("hint-read")
    assert hint.locator(".signs li").count() == 5 and "→" not in hint.inner_text()
    assert hint.evaluate(COVERED) == [] and hint.evaluate(SMALLEST) >= 14 and hint.evaluate(AT_REST)
    box = hint.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= size[0]
    assert box["y"] >= 0 and box["y"] + box["height"] <= size[1]
    panel.click("drawer:why")
    assert not hint.is_visible() and page.locator(".drawer .signs li").count() == 5, "for good, where one asks why"
    panel.click("drawer-close")
    assert hint.is_visible(), "nobody has put it away"
    panel.click("hint-read")
    assert not hint.is_visible() and controller.screen().hint is None
    PlayedPanel(page, started({"Eva": "elf", "Ugo": "troll"})).shown(*size)
    assert not page.locator(".hint").is_visible(), "never twice"


@pytest.mark.matrix
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_a_psychic_combat_is_told_at_its_card(page: Any, size: tuple[int, int], lang: str) -> None:
    put_away("aim")
    put_away("figures")
    controller = started(FOUR, lang=lang)
    press(controller, "3", "clockwise", "wraith")
    panel = PlayedPanel(page, controller).shown(*size)
    hint = page.locator(".hint")
    assert hint.is_visible() and controller.screen().hint.key == "psychic"
    assert controller.labels().words["craft"] in hint.inner_text() and not hint.locator(".legend").count()
    assert [each for each in hint.evaluate(COVERED) if "hinted" not in each] == []
    inputs = panel.inputs
    panel.click("hint-why")
    assert page.locator('.drawer[data-drawer="look"]').is_visible() and panel.inputs == inputs + 1


def test_guard_toad_and_spell_are_told_beside_what_must_be_pressed(page: Any) -> None:
    put_away("aim")
    put_away("figures")
    put_away("ways")
    for key, lang in (("spell", "fr"), ("guard", "it"), ("toad", "pl")):
        controller = started({"Ada": "dwarf", "Bruno": "wizard", "Carla": "troll"}, lang=lang)
        if key == "guard":
            controller.table.change(Change("space", 0, to="sentinel"), Change("strength", 0, 5))
            controller.follow()
            press(controller, "4", "bridge")
        if key == "toad":
            press(controller, "3", "clockwise", "witch", "1", "keep")
        hint = controller.screen().hint
        assert hint is not None and hint.key == key
        for size in ((390, 844), (1366, 625)):
            panel = PlayedPanel(page, controller, ends=True).shown(*size)
            shown = page.locator(".hint")
            if key == "toad" and size[0] < 600:
                assert not shown.is_visible(), "what became of the person is staged there first"
                continue
            assert shown.inner_text().rstrip("? \n\xa0").endswith(controller.labels().words["hint-read"])
            assert [each for each in shown.evaluate(COVERED) if size[0] > 600 or "hinted" not in each] == []
            assert shown.evaluate(SMALLEST) >= 14 and shown.bounding_box()["y"] >= 0
        panel.click("hint-read")
        assert not shown.is_visible() and controller.screen().hint is None


def test_a_hint_waits_for_nobody(page: Any) -> None:
    """Keys answer as without it."""
    panel = PlayedPanel(page, started(FOUR), ends=True).shown(1366, 625)
    ply = panel.controller.screen().question.ply
    panel.key("3")
    assert panel.controller.screen().question.ply != ply and page.locator(".hint").is_visible()


def test_what_is_opened_and_closed_again_gives_the_keyboard_back_and_a_list_says_that_there_is_more(page: Any) -> None:
    put_away("aim")
    put_away("figures")
    controller = started({"Nina": "wizard", "Otto": "thief"})
    press(controller, "6", "anticlockwise")
    panel = PlayedPanel(page, controller).shown(1366, 625)
    search, focus = page.locator('[data-id="search"]'), "document.activeElement.dataset.id"
    assert page.evaluate(focus) == "search" and controller.screen().hint.key == "spell"
    search.fill("d")
    assert page.locator(".hits .option").count() == 5
    assert page.locator(".cards .none").inner_text() == controller.labels().words["more-hits"]
    for opener in ("hint-why", "drawer:why"):
        panel.click(opener)
        page.locator("h2[data-id='drawer-head']").focus()
        panel.key("Escape")
        assert page.locator(".drawer").is_hidden() and page.evaluate(focus) == "search"
    assert page.locator(".hint").is_visible(), "nobody has put it away"
    ply = controller.screen().question.ply
    page.keyboard.press("Enter")
    panel.settle()
    panel._answer_pages()
    assert controller.screen().question.ply != ply, "what Enter stands beside is taken"


def test_a_staged_moment_goes_away_by_its_mark_and_by_escape(page: Any) -> None:
    controller = started({"Nina": "wizard", "Otto": "thief"})
    press(controller, "5", "clockwise", "siren")
    stage, mark = page.locator(".stage"), page.locator(".stage .unstage")
    for close in (mark.click, lambda: page.keyboard.press("Escape")):
        PlayedPanel(page, controller, ends=True).shown(1366, 625)
        assert stage.is_visible()
        box = mark.bounding_box()
        assert min(box["width"], box["height"]) >= 44
        close()
        stage.wait_for(state="hidden")
    hands = page.locator(".hands .todo")
    assert hands.evaluate("e => e.scrollTop + e.clientHeight >= e.scrollHeight - 1"), "the newest is seen"
