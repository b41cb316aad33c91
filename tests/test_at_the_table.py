"""Does the screen say what people at the table need: how to begin, how likely a fight is, whose hand may be seen?"""

from __future__ import annotations

import pytest

from talisman_nb import Table
from talisman_nb.panels.controller import TableController


def started(*players: tuple[str, str], **parts: str) -> TableController:
    """A game just begun from the form."""
    controller = TableController(None, "en")
    people = [{"name": name, "character": character} for name, character in players]
    controller.handle({"type": "start", "players": people, "parts": {"lang": "en", **parts}})
    assert controller.table is not None
    return controller


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setenv("TALISMAN_NB_HOME", str(tmp_path))


def test_the_first_line_for_the_hands_lays_out_everybody() -> None:
    said = " ".join(started(("Ada", "dwarf"), ("Carla", "wizard"), ("Bruno", "thief")).screen().hands)
    assert "Ada takes the Dwarf, with the figure on the Crags." in said
    assert "Bruno takes the Thief, with the figure on the City." in said
    assert "Carla draws 2 Spells." in said
    assert "Counters and gold as the sheets show." in said


def test_without_real_cards_hands_have_nothing_to_lay_out() -> None:
    assert started(("Ada", "dwarf"), ("Carla", "wizard"), cards="virtual").screen().hands == ()


@pytest.mark.parametrize(
    ("thrown", "said"),
    [
        ((), "Wins 42 %, stand-off 17 %, loses 42 % (with fate wins 58 %)"),
        ((6,), "Ada: wins 83 %, stand-off 17 %, loses 0 %"),
    ],
)
def test_a_fight_says_how_likely_it_is(thrown: tuple[int, ...], said: str) -> None:
    table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
    for key in (3, "clockwise", "bear", *thrown):
        table.answer(key)
    question = TableController(table).screen().question
    assert question is not None and question.circumstance.startswith(said)


def test_a_hidden_hand_is_named_for_a_glance_only() -> None:
    controller = started(("Carla", "wizard"), ("Bruno", "thief"), cards="virtual")
    assert (controller.screen().sheets[0].spells, controller.screen().sheets[0].unseen) == ((), 2)
    controller.handle({"type": "look", "seat": 0})
    assert len(controller.screen().sheets[0].spells) == 2
    controller.handle({"type": "look", "seat": -1})
    assert controller.screen().sheets[0].spells == ()


def test_spells_in_real_hands_cannot_be_looked_at() -> None:
    controller = started(("Carla", "wizard"), ("Bruno", "thief"))
    controller.handle({"type": "look", "seat": 0})
    assert controller.screen().sheets[0].spells == ()
