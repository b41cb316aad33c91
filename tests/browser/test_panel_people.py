"""Do people join and leave from the panel, with as few inputs as an evening allows?"""

from __future__ import annotations

from typing import Any

import pytest
from played_panel import PlayedPanel
from playwright.sync_api import expect
from tables import FOUR, press, started

from talisman_nb.engine import ask
from talisman_nb.model import Change

pytestmark = [pytest.mark.browser, pytest.mark.one_page, pytest.mark.usefixtures("own_home")]

JOIN, LEAVE, OTHER = 4, 4, 3
"""Inputs that joining, leaving and anything else about people may take."""


@pytest.fixture
def four(page: Any) -> PlayedPanel:
    return PlayedPanel(page, started(FOUR)).shown()


def table(panel: PlayedPanel) -> Any:
    return panel.controller.table


def names(panel: PlayedPanel) -> list[str]:
    return [sheet.who.name for sheet in panel.controller.screen().sheets]


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_the_lit_sheet_is_that_of_who_is_asked(page: Any, size: tuple[int, int]) -> None:
    """Ada attacks Bruno, who rolls to defend: his sheet is lit, and on a phone it is the one shown."""
    controller = started(FOUR)
    assert controller.table is not None
    press(controller, "3")
    way = controller.table.ask.options[0]
    controller.table.correct(1, space=way.space)
    panel = PlayedPanel(page, controller).shown(*size)
    lit = panel.page.locator('.sheet[aria-current="true"]:visible .name b')
    assert lit.all_inner_texts() == ["Ada"]
    press(controller, way.key, "attack:1", "4")
    panel.shown(*size)
    assert lit.all_inner_texts() == ["Bruno"]


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_somebody_joins(page: Any, size: tuple[int, int]) -> None:
    panel = PlayedPanel(page, started(FOUR)).shown(*size)
    panel.key("w").click("behind:1").enter("join-name", "Elena").click("option:elf")
    assert panel.inputs <= JOIN
    assert names(panel) == ["Ada", "Bruno", "Elena", "Carla", "Dario"]
    assert table(panel).state.players[4].character == "elf" and ask(table(panel).state).seat == 0


@pytest.mark.parametrize("where", ["space", "piles"])
def test_somebody_leaves_from_the_list_or_from_the_sheet(four: PlayedPanel, where: str) -> None:
    if where == "space":
        four.click("drawer:people").click("person:3").click("person-leave/space")
    else:
        four.click("sheet:3").click("person-leave/piles")
    expect(four.page.locator(".sure")).to_contain_text("Dario leaves the game")
    asked = four.inputs
    four.key("Enter")
    expect(four.page.locator(".sure")).to_have_count(0)
    assert len(names(four)) == 4, "a quick Enter does nothing"
    four.inputs = asked - 1
    four.click(f"person-leave/{where}").click(f"person-leave/{where}:yes")
    assert four.inputs <= LEAVE and names(four) == ["Ada", "Bruno", "Carla"]
    four.key("Escape").click("undo")
    assert names(four)[-1] == "Dario", "undone as any answer"


def test_pausing_skipping_order_and_handing_over(four: PlayedPanel) -> None:
    for pressed in ("person-pause", "person-back", "person-skip", "person-order/later", "person-order/earlier"):
        before, was = four.inputs, table(four).state
        if four.find("person:1").count() == 0:
            four.key("w")
        four.click("person:1").click(pressed)
        assert four.inputs - before <= OTHER and table(four).state != was, pressed
    four.click("person:1").enter("hand-over", "Berta")
    assert "Berta" in names(four)


def test_the_order_is_shown_as_it_is_played(four: PlayedPanel) -> None:
    four.key("w").click("person:1").click("person-order/later")
    assert names(four) == ["Ada", "Carla", "Bruno", "Dario"]
    four.click("person:3").click("person-order/earlier")
    assert names(four) == ["Ada", "Carla", "Dario", "Bruno"]


def test_a_full_table_says_so(four: PlayedPanel) -> None:
    for at, name in enumerate(("E", "F", "G")):
        if four.find("join-name").count() == 0:
            four.key("w")
        four.enter("join-name", name)
        if at < 2:
            four.click("option:" + ask(table(four).state).open()[0])
    assert "full" in four.controller.screen().note


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_what_somebody_may_do_starts_from_the_sheet(page: Any, size: tuple[int, int]) -> None:
    """The asides of this seat alone: a Mule is put down with two inputs."""
    controller = started(FOUR)
    assert controller.table
    mules = (Change("card", card="mule", origin="deck:adventure", to="seat:1"),)
    controller.table.change(*mules, Change("card", card="helmet", origin="deck:adventure", to="seat:0"))
    panel = PlayedPanel(page, controller).shown(*size)
    if size[0] < 600:
        panel.page.locator('[data-id="tab:people"]').click()
    panel.click("sheet:1")
    drops = panel.page.locator('.drawer [data-id^="aside:"]:visible')
    assert drops.evaluate_all("all => all.map(each => each.dataset.id)") == ["aside:1/drop:mule"]
    panel.click("aside:1/drop:mule")
    assert table(panel).state.players[1].goods == () and panel.inputs == 2
