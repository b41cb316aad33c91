"""Does a screen say what the last press threw, drew and walked, and nothing of a hidden card?"""

from __future__ import annotations

import pytest
from tables import TWO, press

from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table
from talisman_nb.text.screen.values import Press


@pytest.fixture
def panel() -> TableController:
    return TableController(Table.new(TWO))


def test_what_each_press_of_a_turn_did(panel: TableController) -> None:
    told = []
    for key in ("3", "clockwise", "wolf", "5", "1"):
        press(panel, key)
        told.append(panel.screen().press)
    way = ("plains-1", "woods-2", "fields-3")
    assert told == [Press(thrown=(3,)), Press(way=way), Press(drawn=1), Press(thrown=(5,)), Press(thrown=(1,))]


def test_what_is_taken_back_or_looked_back_at_moves_nothing(panel: TableController) -> None:
    press(panel, "3", "clockwise")
    assert panel.screen().press
    panel.handle({"type": "hold-on", "n": panel.screen().journal[-1].n})
    assert panel.screen().press is None
    panel.handle({"type": "undo"})
    panel.handle({"type": "undo"})
    assert panel.screen().press is None


def test_an_empty_deck_draws_nothing(panel: TableController) -> None:
    press(panel, "3", "clockwise")
    panel.handle({"type": "hand", "ply": panel.screen().question.ply, "empty": True})  # type: ignore[union-attr]
    assert panel.screen().press is None


def test_a_drawn_spell_is_counted_and_not_named() -> None:
    panel = TableController(Table.new({"Ada": "sorceress", "Bruno": "thief"}, spells="known"))
    press(panel, "hex")
    assert panel.screen().press == Press(drawn=1)
