"""Does undo take back one press, and never improve a throw?"""

from __future__ import annotations

from pathlib import Path

import pytest
from tables import TWO, played, press_on, started, virtual

from talisman_nb.table import Table
from talisman_nb.table.records import entry_of

pytestmark = pytest.mark.usefixtures("own_home")


def test_undo_takes_back_one_press_with_what_followed_by_itself() -> None:
    table = played(Table.new(TWO), 3, "clockwise", "wolf", 4)
    before = table.state
    table.answer(1)
    assert table.ask.seat == 1
    table.undo()
    assert table.state is before, "old states are kept"
    assert table.ask.purpose == "foe"
    table.redo()
    assert table.ask.seat == 1 and not table.can_redo


def test_an_answer_after_undo_is_a_branch_and_the_old_one_stays_in_the_file(tmp_path: Path) -> None:
    table = played(Table.new(TWO, path=tmp_path / "t.talisman"), 3, "clockwise")
    table.undo()
    table.answer("anticlockwise")
    assert [line.answer.key for line in table.lines] == ["3", "anticlockwise"]
    written = [entry_of(line) for line in (tmp_path / "t.talisman").read_bytes().splitlines(keepends=True)[1:]]
    assert [given.answer.key for entry in written for given in entry.answers] == ["3", "clockwise", "anticlockwise"]


def test_the_same_dice_and_cards_come_after_undo() -> None:
    table = press_on(virtual(), 30)
    lines = table.lines
    while table.can_undo:
        table.undo()
    press_on(table, 30)
    assert [line.answer for line in table.lines] == [line.answer for line in lines]


def test_an_aside_before_it_does_not_change_a_throw() -> None:
    table = virtual()
    face = table.roll()[0].answer.key
    table.undo()
    table.correct(0, gold=5)
    assert table.roll()[0].answer.key == face


@pytest.mark.parametrize("again", [False, True])
def test_undo_never_improves_a_throw(again: bool) -> None:
    table = Table.new(TWO, dice="virtual", cards="virtual", spells="known", seed=4)
    first = table.roll()[0].answer.key
    if again:
        table.undo()
        assert table.roll()[0].answer.key == first
    else:
        faces = {first}
        for _ in range(12):
            line = table.throw_again()[0]
            faces.add(line.answer.key)
            assert line.by == "rolled again"
        assert len(faces) > 1
        last = table.lines[0].answer.key
        table.undo()
        table.redo()
        assert table.lines[0].answer.key == last


def test_a_throw_again_is_a_choice_of_its_own() -> None:
    panel = started(dice="virtual")
    panel.handle({"type": "roll"})
    assert "/throw-again" in [choice.key for choice in panel.screen().asides]
    panel.handle({"type": "aside", "key": "/throw-again"})
    assert panel.table is not None and panel.table.lines[0].by == "rolled again"
    panel.handle({"type": "undo"})
    assert "seen" in panel.screen().note
