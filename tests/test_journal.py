"""Does the journal tell everything, from who entered where, as far back as one reads?"""

from __future__ import annotations

from typing import Any

import pytest
from tables import TWO, four_friends, played, press, press_on, started

from talisman_nb.panels.controller import TableController
from talisman_nb.table import Table

pytestmark = pytest.mark.usefixtures("own_home")


def test_the_journal_can_be_read_back() -> None:
    panel = started()
    press(panel, "3", "clockwise", "wolf", "4", "1")
    found: Any = panel.handle({"type": "journal", "before": 5, "seat": -1})
    assert [line["n"] for line in found["lines"]] == [0, 1, 2, 3, 4]
    assert all(line.text for line in panel.screen().journal)


def test_the_journal_is_read_back_as_far_as_it_was_read() -> None:
    table = Table.new(TWO, dice="virtual", cards="virtual", spells="known", seed=3)
    panel = TableController(press_on(table, 60))
    last = len(table.lines)

    def told(**message: Any) -> list[dict[str, Any]]:
        found: Any = panel.handle({"type": "journal", "seat": -1, **message})
        assert found["seat"] == message.get("seat", -1)
        return list(found["lines"])

    assert [line["n"] for line in told(before=last)] == list(range(last - 16, last))
    assert [line["n"] for line in told(before=last, n=7)] == list(range(7, last))
    assert [line["id"] for line in told(before=last, n=7)] == [line.id for line in table.lines[6 : last - 1]]
    ours, beginning = told(before=last, seat=1, n=1), told(before=9, seat=1)
    assert {line["seat"] for line in ours[1:]} == {1} and len(ours) > 17
    assert ours[0]["n"] == beginning[0]["n"] == 0, (
        "with the first line comes the beginning, so that nobody asks for more"
    )


def entered(controller: TableController) -> str:
    return controller.screen().journal[0].text


def test_the_journal_begins_with_who_entered_where() -> None:
    controller = started(TWO)
    assert entered(controller).startswith("Ada now plays the Dwarf (Crags). Bruno now plays the Thief (City).")
    controller.handle({"type": "answer", "key": "3", "ply": 1})
    assert entered(controller).startswith("Ada now plays the Dwarf"), "and goes on so"
    controller.handle({"type": "leave"})
    controller.handle({"type": "open", "name": "Ada, Bruno"})
    assert entered(controller).startswith("Ada now plays the Dwarf"), "and after the file was opened again"
    older = controller.handle({"type": "journal", "before": 1, "seat": -1})
    assert older is not None and older["lines"][0]["text"].startswith("Ada now plays the Dwarf")


def test_nothing_can_be_put_before_the_beginning() -> None:
    controller = started(TWO)
    controller.handle({"type": "hold-on", "n": 0})
    assert controller.screen().note


def test_what_was_not_asked_is_folded() -> None:
    table = played(four_friends(), 3, "clockwise", "wolf", 4, 1)
    folded = [(line.ask.kind, line.answer.key) for line in table.lines if line.folded]
    assert folded == [("fight", "fight"), ("result", "keep"), ("close", "done")]
