"""Does a table that keeps sheets only ask nothing, take what is set, and take over where it is told?"""

from __future__ import annotations

from pathlib import Path

import pytest
from tables import FOUR, started

from talisman_nb.engine import ask
from talisman_nb.model import Change
from talisman_nb.panels.table.controller import TableController
from talisman_nb.simulate.invariants import violations
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES

pytestmark = pytest.mark.usefixtures("own_home")


def sheets_only(lang: str = "en", **parts: str) -> tuple[TableController, Table]:
    controller = started(FOUR, lang=lang, **parts)
    assert controller.table
    for key in ("3", "clockwise"):
        controller.table.answer(key)
    controller.handle({"type": "sheets-only"})
    return controller, controller.table


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_asked_and_everybody_can_be_taken_over_from(lang: str) -> None:
    controller, _ = sheets_only(lang)
    question = controller.screen().question
    assert question and question.kind == "sheets" and not question.options and controller.screen().asides == ()
    assert [offer.key for offer in question.offers] == [f"table:take-over:{seat}" for seat in range(4)]
    assert all(name in offer.label for name, offer in zip(FOUR, question.offers, strict=True))


def test_values_are_set_and_nothing_is_answered_by_itself() -> None:
    """Virtual cards would draw by themselves, and too many Objects would be asked about."""
    controller, table = sheets_only(dice="virtual", cards="virtual")
    lines = len(table.lines)
    many = ("sword", "axe", "helmet", "shield", "amulet", "wand")
    controller.handle({"type": "correct", "changes": [
        {"what": "card", "card": card, "to": "seat:1"} for card in many
    ] + [{"what": "life", "seat": 2, "n": 1}]})  # fmt: skip
    assert len(table.lines) == lines + 1 and table.lines[-1].by == "by hand"
    assert table.state.players[2].life == 1 and len(table.state.players[1].goods) >= 4


def test_answers_are_refused_until_it_takes_over() -> None:
    controller, table = sheets_only()
    before = table.state
    for message in ({"type": "answer", "key": "wolf"}, {"type": "roll"}, {"type": "aside", "key": "0/drop:sword"}):
        controller.handle({"ply": before.ply, **message})
        assert table.state == before and controller.screen().note
    question = controller.screen().question
    assert question
    controller.handle({"type": "answer", "key": "table:take-over:2", "ply": question.ply})
    assert table.state.turn == 2 and ask(table.state).kind == "die" and not table.settings.sheets_only
    shown = controller.screen().question
    assert shown and shown.kind == "die" and violations(table.state) == []


def test_limits_passed_meanwhile_are_asked_when_it_takes_over() -> None:
    controller, table = sheets_only()
    cards = ("sword", "axe", "helmet", "shield", "amulet")
    changes = [{"what": "card", "card": card, "to": "seat:0"} for card in cards]
    controller.handle({"type": "correct", "changes": changes})
    table.take_over(1)
    assert violations(table.state) == [] and table.ask.seat == 0, "who carries too much is asked first"


def test_it_is_kept_with_the_table(tmp_path: Path) -> None:
    with Table.new(FOUR, path=tmp_path / "t.talisman") as table:
        table.set(sheets_only=True)
        table.change(Change("gold", 0, 4))
    with Table.open(tmp_path / "t.talisman") as table:
        assert table.settings.sheets_only and table.state.players[0].gold == 4
        table.undo()
        assert table.state.players[0].gold == 1


def test_who_comes_back_is_told_of_no_question_that_is_not_asked() -> None:
    _, table = sheets_only()
    assert table.can_undo and TableController(table).screen().note == ""
    table.set(sheets_only=False)
    assert TableController(table).screen().note.startswith("You were here:")
