"""Are many choices found by typing, with the closed ones folded under their reason?"""

from __future__ import annotations

from typing import Any

import panel_samples as samples
import pytest
from msgspec.structs import replace
from panel_page import Panel
from tables import FOUR

from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table
from talisman_nb.text.screen.values import Choice

pytestmark = pytest.mark.browser


def which_spell() -> Any:
    """Ada casts a Spell that lies face down: any of seventeen."""
    table = Table.new({**FOUR, "Ada": "wizard"})
    table.answer("cast:spell?", 0)
    return TableController(table).screen()


def test_a_spell_is_typed_like_a_card(panel: Panel) -> None:
    panel.open(which_spell())
    panel.page.keyboard.type("hea")
    assert panel.page.locator(".hits .option").all_inner_texts() == ["⏎\nHealing"]
    assert panel.press("Enter").sent()[-1]["key"] == "healing"


def test_enter_takes_nothing_that_was_not_typed(panel: Panel) -> None:
    assert panel.open(which_spell()).press("Enter").sent() == []


def test_open_ones_are_buttons_and_closed_ones_one_line_that_unfolds_by_keys(panel: Panel) -> None:
    page = panel.open(which_spell()).page
    names = page.locator(".long .options .label").all_inner_texts()
    assert "Healing" in names and "Counterspell" not in names
    assert page.locator(".long .closed").count() == 0 and page.locator(".folded").is_hidden()
    assert panel.find("fold").inner_text().endswith(f"{17 - len(names)} can't be chosen now")
    panel.find("fold").focus()
    panel.press("Enter")
    assert (
        "Counterspell" in page.locator(".folded").inner_text()
        and "This is not the right moment" in page.locator(".folded").inner_text()
    )
    assert panel.sent() == []


def test_the_drawer_has_castable_spells_first_and_says_why_not_the_others(panel: Panel) -> None:
    why = "This is not the right moment for it."
    closed = tuple(Choice(f"1/cast:{n}", f"Spell {n}", "S", closed=why) for n in range(3))
    spells = (*closed, Choice("1/cast:healing", "Healing", "S", group="Bruno"))
    panel.open(samples.screen("die", asides=spells)).press("s")
    assert panel.page.locator(".drawer .asides .label").all_inner_texts() == ["Healing"]
    assert panel.find("fold").inner_text().endswith("3 can't be chosen now: this is not the right moment for it")
    assert panel.press("a").sent()[-1]["key"] == "1/cast:healing"


@pytest.mark.parametrize("name", ["Carla", "Hex"])
def test_a_reason_that_begins_with_a_name_keeps_its_capital(panel: Panel, name: str) -> None:
    closed = Choice("1/cast:hex", "Hex", "S", closed=f"{name} forbids it.")
    panel.open(samples.screen("die", asides=(closed,))).press("s")
    assert panel.find("fold").inner_text().endswith(f": {name} forbids it")


def test_many_spells_in_the_drawer_are_typed(panel: Panel) -> None:
    spells = tuple(Choice(f"1/cast:{n}", name, "S", group="Bruno") for n, name in enumerate(NAMES))
    panel.open(samples.screen("die", asides=spells)).press("s")
    assert panel.find("search").is_visible()
    panel.burst("nul")
    panel.page.locator(".hits .option", has_text="Nullify").wait_for()
    assert panel.press("Enter").sent()[-1]["key"] == f"1/cast:{NAMES.index('Nullify')}"


NAMES = ["Alchemy", "Destruction", "Divination", "Healing", "Hex", "Immobility", "Nullify", "Random", "Teleport"]


def test_a_typed_character_that_somebody_plays_is_found_with_where_it_is(panel: Panel) -> None:
    table = Table.new([("Ada", "dwarf"), ("Bruno", "thief"), ("Carla", "")])
    panel.open(TableController(table).screen())
    panel.page.keyboard.type("thief")
    hit = panel.page.locator(".hits .option")
    assert hit.all_inner_texts() == ["⏎\nThief\nclosed: Played by Bruno."]
    assert panel.press("Enter").sent() == []
    assert "Played by Bruno" in panel.page.locator(".foot.refusal").inner_text()


def test_a_typed_character_that_lies_face_down_or_has_died_is_found_without_where_it_is(panel: Panel) -> None:
    table = Table.new([("Ada", "dwarf"), ("Bruno", "thief"), ("Carla", "")])
    shown = TableController(table).screen()
    assert shown.question
    left = tuple(option for option in shown.question.options if option.key != "elf")
    panel.open(replace(shown, question=replace(shown.question, options=left)))
    panel.page.keyboard.type("elf")
    assert panel.page.locator(".hits .option").all_inner_texts() == ["⏎\nElf\nclosed: Can't be chosen any more."]
