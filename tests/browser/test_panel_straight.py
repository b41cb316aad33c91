"""Is everything at the table set straight with two inputs a value, and does the board stay in sight meanwhile?"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from played_panel import PlayedPanel
from tables import FOUR, started

from talisman_nb.model import Change
from talisman_nb.rules.book import book_of
from talisman_nb.table.hand_moves import places

pytestmark = [pytest.mark.browser, pytest.mark.one_page, pytest.mark.usefixtures("own_home")]

A_VALUE = 2
"""Inputs that a changed value may take."""
ELSEWHERE = "fields-3"
SIZES = [(1366, 768), (1920, 1080), (820, 1180), (390, 844)]


@pytest.fixture
def four(page: Any) -> PlayedPanel:
    controller = started(FOUR)
    assert controller.table
    controller.table.change(
        Change("card", card="wolf", origin="deck:adventure", to=f"space:{ELSEWHERE}"),
        Change("card", card="mule", origin="deck:adventure", to="seat:1"),
    )
    return PlayedPanel(page, controller).shown().key("n")


def space(panel: PlayedPanel, name: str) -> PlayedPanel:
    """Press a space on the board: one input."""
    panel.page.locator(f'.board svg:not(.over) [data-space="{name}"]').first.click()
    panel.inputs += 1
    panel.settle()
    return panel


def number(panel: PlayedPanel, id: str, n: int) -> PlayedPanel:
    """Type a number: one input."""
    panel.find(f"number:{id}").fill(str(n))
    panel.inputs += 1
    return panel


def state(panel: PlayedPanel) -> Any:
    return panel.controller.table.state  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("seat", "what", "n", "field", "now"),
    [
        (2, "life", 7, "life", 7), (2, "gold", 9, "gold", 9), (2, "strength", 8, "strength", 2),
        (2, "miss", 2, "promises", 2), (2, "form:toad", 2, "form_left", 2), (0, "spells", 1, "spells", 1),
    ],
)  # fmt: skip
def test_a_number_of_anybody(four: PlayedPanel, seat: int, what: str, n: int, field: str, now: int) -> None:
    """Strength is shown and set as a total: the Troll's 8 are 2 counters."""
    before = four.inputs
    number(four.click(f"hand-seat:{seat}"), what, n)
    assert four.inputs - before <= A_VALUE
    four.click("hand-done")
    found = getattr(state(four).players[seat], field)
    assert (found if isinstance(found, int) else len(found)) == now


def test_whose_turn_it_is_and_an_alignment(four: PlayedPanel) -> None:
    before = four.inputs
    four.click("hand-seat:2").click("set:turn:yes")
    four.click("hand-seat:0").click("set:alignment:evil")
    assert four.inputs - before <= 2 * A_VALUE
    four.click("hand-done")
    assert state(four).turn == 2 and state(four).players[0].alignment == "evil"


IN_PLAY = ["Dwarf · Ada", "Troll · Carla", "Warrior · Dario"]


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_a_character_for_an_empty_seat(page: Any, size: tuple[int, int]) -> None:
    """A new one after a death: of those in play the list says who plays them, and nothing else can be set before."""
    controller = started(FOUR)
    assert controller.table
    controller.table.change(Change("life", 1, 0))
    panel = PlayedPanel(page, controller).shown(*size).click("drawer:menu").click("menu:N")
    before = panel.inputs
    panel.click("hand-seat:1")
    shown = panel.find("hand-character").locator("option")
    names = shown.all_inner_texts()
    assert "Elf" in names and "Thief" in names and not {"Dwarf", "Troll", "Warrior"} & set(names)
    assert shown.and_(panel.page.locator(":disabled")).all_inner_texts() == IN_PLAY
    assert panel.find("number:life").count() == 0
    panel.find("hand-character").select_option("elf")
    panel.inputs += 1
    assert panel.inputs - before <= A_VALUE
    assert "Bruno: Elf" in panel.page.locator(".byhand .list li").inner_text()
    panel.click("hand-done")
    bruno = state(panel).players[1]
    assert (bruno.character, bruno.space, bruno.life) == ("elf", "forest", 4)


def test_a_seat_gets_another_character(four: PlayedPanel) -> None:
    four.click("hand-seat:2")
    four.find("hand-character").select_option("elf")
    four.click("hand-done")
    assert state(four).players[2].character == "elf"


def test_a_space_is_pressed_on_the_board_then_what_is_there_is_set(four: PlayedPanel) -> None:
    before = four.inputs
    number(space(four, ELSEWHERE), "lying-gold", 4).click(f"away:space:{ELSEWHERE}:0").click("stands:3")
    assert four.inputs - before <= 3 * A_VALUE
    lines = len(four.controller.table.lines)  # type: ignore[union-attr]
    four.click("hand-done")
    at = book_of(state(four).book).board.index[ELSEWHERE]
    assert (state(four).gold[at], state(four).spaces[at], state(four).players[3].space) == (4, (), ELSEWHERE)
    table = four.controller.table
    assert table and [line.by for line in table.lines[lines:] if not line.folded] == ["by hand"], "one line"


def test_a_card_of_somebody_and_one_put_on_a_space(four: PlayedPanel) -> None:
    before = four.inputs
    four.click("hand-seat:1").click("away:seat:1:0")
    space(four, ELSEWHERE).enter("hand-card", "gob")
    assert four.inputs - before <= 2 * A_VALUE
    four.click("hand-done")
    at = book_of(state(four).book).board.index[ELSEWHERE]
    assert state(four).players[1].goods == () and state(four).spaces[at] == ("wolf", "goblin")


def test_the_round_and_what_lasts(page: Any) -> None:
    controller = started(FOUR)
    table = controller.table
    assert table
    for key in ("3", "clockwise", "blizzard"):
        table.answer(key)
    effects = len(table.state.effects)
    panel = PlayedPanel(page, controller).shown().key("n")
    number(panel.click("hand-table"), "round", 5)
    number(panel, "lasts:0", 0)
    assert panel.inputs - 1 <= 2 * A_VALUE
    panel.click("hand-done")
    assert table.state.round == 5 and len(table.state.effects) == effects - 1


def test_changes_are_listed_before_and_can_be_dropped(four: PlayedPanel) -> None:
    four.click("more:life").click("hand-seat:1").click("more:gold")
    changes = four.page.locator(".byhand .list li")
    assert changes.count() == 2 and "Ada" in changes.first.inner_text()
    changes.first.locator("button").click()
    four.settle()
    assert changes.count() == 1
    four.click("hand-done")
    assert (state(four).players[0].life, state(four).players[1].gold) == (5, 2)


def test_spaces_of_one_name_are_told_apart(four: PlayedPanel) -> None:
    said = four.page.locator('[data-id="hand-space"] option').all_inner_texts()
    assert len(set(said)) == len(said) and any("between" in text for text in said)


@pytest.mark.parametrize("size", SIZES)
def test_board_and_form_are_in_sight_together(page: Any, size: tuple[int, int]) -> None:
    panel = PlayedPanel(page, started(FOUR)).shown(*size).key("n")
    board, form = panel.page.locator(".board"), panel.page.locator(".byhand")
    assert board.is_visible() and form.is_visible()
    a, b = board.bounding_box(), form.bounding_box()
    assert a and b and (a["x"] + a["width"] <= b["x"] + 1 or a["y"] + a["height"] <= b["y"] + 1), "side by side"
    assert panel.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    space(panel, "ruins")
    assert "Ruins" in panel.page.locator(".byhand h3").inner_text()


def test_sheets_only_is_set_in_place_of_the_question_and_taken_over(page: Any) -> None:
    panel = PlayedPanel(page, started(FOUR)).shown().click("drawer:menu").click("menu:sheets-only")
    number(panel, "life", 3).click("hand-done")
    assert state(panel).players[0].life == 3
    panel.page.locator('.board svg:not(.over) [data-space="ruins"]').first.click()
    panel.settle()
    panel.click("stands:1").click("hand-done")
    assert state(panel).players[1].space == "ruins"
    panel.click("offer:table:take-over:2")
    assert "Carla" in panel.find("headline").inner_text() and state(panel).turn == 2


def test_a_forgotten_trophy_is_put_on_the_sheet(page: Any) -> None:
    panel = PlayedPanel(page, started(FOUR)).shown().click("sheet:0").enter("sheet-card", "gob")
    assert panel.inputs <= 3 and state(panel).players[0].trophies == ("goblin",)
    table = panel.controller.table
    assert table and table.lines[-1].by == "by hand"


def test_a_card_believed_elsewhere_says_where_and_is_here_all_the_same(page: Any) -> None:
    """The place is named, and a key of its own takes the card from there."""
    controller = started(FOUR)
    assert controller.table
    controller.table.change(Change("card", card="wolf", origin="deck:adventure", to="trophies:1"))
    for key in ("3", "clockwise"):
        controller.table.answer(key)
    panel = PlayedPanel(page, controller).shown()
    panel.find("search").fill("wol")
    hit = panel.find("hit:wolf").inner_text()
    assert "Bruno's trophies" in hit
    before = panel.inputs
    panel.enter("search", "wol")
    assert controller.table.ask.kind == "card", "Enter takes nothing from anybody"
    panel.click("all-the-same")
    assert panel.inputs - before == 2
    assert controller.table.ask.kind != "card" and controller.table.state.players[1].trophies == ()


@pytest.mark.parametrize(("card", "place", "focused"), [
    ("mule", "seat:1:0", "away:seat:1:0"), ("wolf", f"space:{ELSEWHERE}:0", f"away:space:{ELSEWHERE}:0"),
])  # fmt: skip
def test_the_page_of_a_card_opens_the_correction_at_it(four: PlayedPanel, card: str, place: str, focused: str) -> None:
    four.key("Escape").key("/").enter("look-up", card)
    if four.find(f"found:{card}").count():  # several things have the word in their names
        four.click(f"found:{card}")
    four.click(f"set-card:{place}")
    assert four.page.evaluate("document.activeElement.dataset.id") == focused
    four.click(focused).click("hand-done")
    lying = [*state(four).players[1].goods, *(each for cards in state(four).spaces for each in cards)]
    assert card not in lying


def lying(panel: PlayedPanel, place: str) -> Counter[str]:
    """The cards at a place."""
    table = panel.controller.table
    assert table
    return places(book_of(table.state.book), table.state).get(place, Counter())


@pytest.mark.parametrize("to", ["seat:1", "discards", "deck:adventure", f"space:{ELSEWHERE}"])
def test_a_card_that_lies_nowhere_openly_is_set_straight_from_its_page(page: Any, to: str) -> None:
    controller = started(FOUR)
    assert controller.table
    if to.startswith("deck:"):  # from the discards, where it isn't seen either
        controller.table.change(Change("card", card="dragon", origin="deck:adventure", to="discards:adventure"))
    kind, _, _ = to.partition(":")
    there = {"seat": "trophies:1", "discards": "discards:adventure"}.get(kind, to)
    panel = PlayedPanel(page, controller).shown()
    before = lying(panel, there)["dragon"]
    panel.key("/").enter("look-up", "dragon")
    if panel.find("found:dragon").count():
        panel.click("found:dragon")
    panel.click("set-card")
    assert panel.page.evaluate("document.activeElement.dataset.id") == "card-is", "first the place is chosen"
    panel.find("card-is").select_option(to)
    panel.click("set-card")
    assert panel.page.evaluate("document.activeElement.dataset.id") == "hand-done"
    panel.click("hand-done")
    assert lying(panel, there)["dragon"] == before + 1


@pytest.mark.parametrize("to", ["seat:1", f"space:{ELSEWHERE}"])
def test_the_page_of_a_stock_card_counts_its_copies_and_sets_each_straight(page: Any, to: str) -> None:
    controller, axe = started(FOUR), "purchase/axe"
    assert controller.table
    controller.table.change(Change("card", card=axe, origin="stock", to="seat:2"))
    panel = PlayedPanel(page, controller).shown()
    before = lying(panel, "stock")[axe]
    panel.key("/").enter("look-up", "axe")
    assert panel.page.locator(".in-stock").inner_text() == f"In the stock: {before}"
    assert panel.find("set-card:seat:2:0").inner_text() == "Correct by hand: Carla"
    panel.find("card-is:stock").select_option(to)
    panel.click("set-card:stock").click("hand-done")
    assert (lying(panel, "stock")[axe], lying(panel, to)[axe]) == (before - 1, 1)
    panel.key("/").click(f"set-card:{to}:0").click(f"away:{to}:0").click("hand-done")
    assert (lying(panel, "stock")[axe], lying(panel, to)[axe]) == (before, 0)
