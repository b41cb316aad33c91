"""Do the evenings go as they were written down, in as many inputs as they may take?"""

from __future__ import annotations

from pathlib import Path

import pytest

from talisman_nb.table import HandMove, Line, Table


class Scribe:
    """Whoever sits at the laptop: every press is counted."""

    def __init__(self, table: Table) -> None:
        self.table, self.inputs = table, 0

    def press(self, *keys: str | int) -> list[Line]:
        """One input each; the lines they made."""
        made: list[Line] = []
        for key in keys:
            self.inputs += 1
            made += self.table.answer(key)
        return made


def four_friends(path: Path | None = None) -> Table:
    friends = {"Ada": "dwarf", "Bruno": "thief", "Carla": "troll", "Dario": "warrior"}
    return Table.new(friends, path=path)


def test_a1_a_plain_turn_is_five_inputs() -> None:
    table = four_friends()
    ada = Scribe(table)
    ada.press(3, "clockwise", "wolf", 4, 1)
    assert ada.inputs == 5
    assert table.ask.seat == 1 and table.ask.purpose == "move", "the fight was won: nothing else is asked"
    assert table.state.players[0].trophies == ("wolf",)


def test_a1_with_fate_it_is_seven() -> None:
    table = four_friends()
    ada = Scribe(table)
    ada.press(3, "clockwise", "wolf", 3, 5)
    found = table.ask
    assert (found.kind, found.seat, found.rolls) == ("result", 0, (6, 7)), "6 against 7"
    assert found.open() == ("keep", "fate:0")
    ada.press("fate:0", 5)
    assert ada.inputs == 7
    assert (table.ask.seat, table.ask.purpose) == (1, "move")
    assert table.state.players[0].trophies == ("wolf",)
    fought = next(event for line in table.lines for event in line.events if event.kind == "fought")
    assert (fought.what, fought.scores) == ("won", (8, 7))
    assert HandMove("card", card="wolf", origin="space:fields-3", to="trophies:0") in table.hands


def test_a1_what_was_not_asked_is_folded_in_the_journal() -> None:
    table = four_friends()
    Scribe(table).press(3, "clockwise", "wolf", 4, 1)
    folded = [(line.ask.kind, line.answer.key) for line in table.lines if line.folded]
    assert folded == [("fight", "fight"), ("result", "keep"), ("close", "done")]


def test_a8_pizza(tmp_path: Path) -> None:
    """The lid is closed in the middle of a fight; whoever opens it finds the same question."""
    table = four_friends(tmp_path / "evening.talisman")
    Scribe(table).press(3, "clockwise", "ogre", 4)
    asked = table.ask
    assert (asked.kind, asked.purpose) == ("die", "foe")
    del table  # nobody says goodbye
    again = Table.open(tmp_path / "evening.talisman")
    assert again.ask == asked
    assert [line.answer.key for line in again.lines] == ["3", "clockwise", "ogre", "fight", "4"]
    Scribe(again).press(4)  # 7 against 9: a six would still draw
    assert again.ask.kind == "result", "one input to go on"


def test_a6_the_wrong_die_two_turns_back() -> None:
    table = four_friends()
    scribe = Scribe(table)
    scribe.press(3, "clockwise", "goblin", 3, 6)
    scribe.press("keep")  # 6 against 8: a life is lost
    scribe.press(1, "clockwise", "wolf", 6, 1)  # Bruno's turn
    assert table.ask.seat == 2
    lost = table.state.players[0].life
    wrong = next(line.n for line in table.lines if line.ask.purpose == "foe")
    told = table.amend(wrong, 1, try_only=True)
    assert table.state.players[0].life == lost, "looking changes nothing"
    assert told.stopped_at is None
    did = table.amend(wrong, 1)
    assert did == told
    assert table.state.players[0].trophies == ("goblin",) and table.state.players[0].life == lost + 1
    assert HandMove("card", card="goblin", origin="space:fields-3", to="trophies:0") in did.differences


def test_a7_a_trophy_taken_by_hand() -> None:
    table = four_friends()
    table.correct(card="goblin", origin="deck:adventure", to="trophies:0")
    line = table.lines[-1]
    assert line.by == "by hand" and table.state.players[0].trophies == ("goblin",)
    assert table.ask.purpose == "move", "the same question comes again"


def test_b1_everything_virtual_is_three_inputs() -> None:
    table = Table.new({"Ada": "dwarf", "Bruno": "thief"}, dice="virtual", cards="virtual", spells="known", seed=4)
    inputs = 0
    while table.ask.seat == 0 and table.state.round == 1 and inputs < 8:
        inputs += 1
        if table.ask.kind == "die":
            table.roll()
        else:
            table.answer(table.ask.open()[0])
    assert inputs <= 4


@pytest.mark.parametrize("again", [False, True])
def test_b4_undo_never_improves_a_throw(again: bool) -> None:
    table = Table.new({"Ada": "dwarf", "Bruno": "thief"}, dice="virtual", cards="virtual", spells="known", seed=4)
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
