"""Is what no rule answers asked as yes or no and thrown for, and kept as a ruling of the table (golden.yes-no)?"""

from __future__ import annotations

from pathlib import Path

import pytest

from talisman_nb import Table
from talisman_nb.engine import NotAllowedError
from talisman_nb.model.bounds import QUESTION_LENGTH
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import open_book
from talisman_nb.table.answerable_table import decide, die_rulings

ASKED = "May the Raft carry two of us?"
WITH_DIE = {"golden.yes_no": True}


def table(**given: object) -> Table:
    return Table.new({"Ada": "dwarf", "Bruno": "thief"}, **({"house": WITH_DIE} | given))


@pytest.mark.parametrize(("face", "decided"), [(1, "no"), (3, "no"), (4, "yes"), (6, "yes")])
def test_a_four_and_more_is_yes(face: int, decided: str) -> None:
    game = table()
    before = game.state
    (line,) = decide(game, ASKED, face)
    (event,) = line.events
    assert (event.kind, event.cause, event.n, event.cites) == ("ruled", decided, face, ("golden.yes-no",))
    assert game.state.players == before.players and game.ask.kind == "die", "nothing else changes"


def test_the_table_throws_and_throws_the_same_after_undo() -> None:
    game = table(dice="virtual", seed=5)
    first = decide(game, ASKED)[0].events[0].n
    game.undo()
    assert die_rulings(game) == () and decide(game, ASKED)[0].events[0].n == first
    faces = {decide(game, f"{ASKED} {n}")[0].events[0].n for n in range(40)}
    assert faces == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("asked", ["", "   ", "x" * (QUESTION_LENGTH + 1), "two\nlines"])
def test_a_question_is_a_line(asked: str) -> None:
    game = table()
    with pytest.raises(NotAllowedError, match="question"):
        decide(game, asked, 4)
    assert not game.lines


@pytest.mark.parametrize("face", [-1, 7, 10**9])
def test_a_die_has_six_faces(face: int) -> None:
    with pytest.raises(NotAllowedError, match="face"):
        decide(table(), ASKED, face)


def test_an_edition_without_the_rule_has_no_such_die() -> None:
    with pytest.raises(NotAllowedError, match="no such die"):
        decide(table(house={}), ASKED, 4)
    assert open_book("third").table["golden.yes_no"], "it is a rule of the third edition"


def test_it_is_kept_in_the_file_and_found_by_its_words(tmp_path: Path) -> None:
    game = table(path=tmp_path / "evening.talisman")
    decide(game, ASKED, 5)
    again = Table.open(tmp_path / "evening.talisman")
    panel = TableController(again)
    panel.lang = "en"
    reply = panel.handle({"type": "look-up", "value": "may the raft carry two"})
    assert reply and reply["decided"] == [f"“{ASKED}” The die shows 5: yes."] and reply["die"]
    other = panel.handle({"type": "look-up", "value": "may the mule carry two"})
    assert other and other["decided"] == []
    name = panel.handle({"type": "look-up", "value": "raft"})
    assert name and not name["die"], "a name is no question"


def test_a_press_decides(tmp_path: Path) -> None:
    panel = TableController(table())
    panel.handle({"type": "decide", "value": ASKED, "n": 2})
    assert panel.table and [event.cause for event in die_rulings(panel.table)] == ["no"]
    panel.handle({"type": "decide", "value": "", "n": 2})
    assert "yes or no" in panel.screen().note
