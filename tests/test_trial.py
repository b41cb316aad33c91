"""Is it told what would come of another answer, before anything is changed and without looking into a deck?"""

from __future__ import annotations

import random
from typing import Any

import pytest
from tables import TWO, played, press, press_on, started, virtual

from talisman_nb.engine import NotAllowedError
from talisman_nb.engine.view import unveil_key
from talisman_nb.model import Ask
from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

pytestmark = pytest.mark.usefixtures("own_home")


class Closed:
    """Dice and decks nobody may look into."""

    def pick(self, found: Ask, position: str) -> str:
        raise AssertionError(f"somebody looked at what comes for {found.kind} at {position}")


def tried(panel: TableController, n: int, key: str) -> dict[str, Any]:
    """What the page gets for a trial; the game, its file and its screen stay as they were."""
    assert panel.table is not None
    state, lines, size = (
        panel.table.state,
        panel.table.lines,
        panel.table.path.stat().st_size if panel.table.path else 0,
    )
    found = panel.handle({"type": "amend", "n": n, "key": key, "trial": True})
    assert found is not None and found["type"] == "line" and found["n"] == n, panel.screen().note
    assert panel.table.state is state and panel.table.lines == lines and panel.screen().note == ""
    assert not panel.table.path or panel.table.path.stat().st_size == size
    return dict(found["trial"])


def test_what_fits_and_what_hands_would_do() -> None:
    panel = started()
    press(panel, "3", "clockwise", "wolf", "4", "1")
    assert tried(panel, 5, "2") == {
        "key": "2", "label": "2", "told": ("Later answers that still fit: 1.",),
        "hands": ("Nothing has to be moved.",),
    }  # fmt: skip
    lost = tried(panel, 6, "6")
    assert lost["told"] == ("Later answers that still fit: 0.",) and lost["hands"] == (
        "Move the Wolf from Ada's trophies to the Fields.",
    )
    panel.handle({"type": "amend", "n": 6, "key": "6"})
    assert panel.screen().hands == lost["hands"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_that_hands_do_nothing_is_said_without_the_table_again(lang: str) -> None:
    """The panel says "On the table:" before it."""
    say = load_phrases(lang).say
    assert say("panel", "on-the-table").rstrip("\u00a0 :").casefold() not in say("setup", "trial-same").casefold()


def test_where_it_would_stop() -> None:
    panel = started()
    press(panel, "3", "clockwise", "wolf", "4", "1", "2", "clockwise")
    stops = tried(panel, 1, "4")
    assert stops["told"] == (
        "Later answers that still fit: 0.",
        load_phrases("en").say("setup", "trial-stops", headline="Ada, 4 steps: which way?", n=6),
    )
    assert stops["hands"] == (), "what waits may still be put back"
    panel.handle({"type": "amend", "n": 1, "key": "4"})
    question = panel.screen().question
    assert question is not None and question.headline == "Ada, 4 steps: which way?"


def test_which_answers_would_be_left_out() -> None:
    panel = started()
    press(panel, "3", "clockwise", "wolf", "4", "1", "2", "clockwise")
    told = tried(panel, 3, "raiders")
    assert told["label"] == "Raiders"
    assert told["told"] == (
        "Later answers that still fit: 2.",
        "Later answers whose questions would not come up again: 2.",
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nobody_looks_into_a_deck_before_choosing(lang: str) -> None:
    """Every other answer in one language, so that each is tried in two."""
    table = press_on(virtual(seed=5), 60)
    table.set(lang=lang)
    panel = TableController(table)
    real, table.source = table.source, Closed()
    draws = 0
    for line in table.lines[LANGUAGES.index(lang) % 2 :: 2]:
        for key in line.ask.open():
            try:
                replay = table.amend(line.n, unveil_key(line.ask, key), try_only=True)
            except NotAllowedError:
                continue
            told = tried(panel, line.n, key)
            assert told["label"] and told["hands"] == ()
            found = replay.stopped_at
            draws += bool(found and found.chance and found.kind == "card")
    assert draws > 10
    table.source = real


def test_what_a_hidden_card_would_do_is_not_told() -> None:
    table = virtual()
    panel = TableController(table)
    for card in ("healing", "hex", "alchemy", "counterspell"):
        table.correct(card=card, origin="deck:spell", to="spells:0")
    assert table.ask.kind == "pick" and table.ask.seat == 0
    question = panel.screen().question
    assert question is not None and question.options[0].key == "nth:0"
    panel.handle({"type": "answer", "key": "nth:0", "ply": question.ply})
    line = next(line for line in table.lines if line.ask.kind == "pick")
    told = tried(panel, line.n, "nth:1")
    assert told["told"] == ("Only Ada may see that.",) and told["hands"] == ()


def test_as_much_comes_of_it_as_was_told() -> None:
    dice = random.Random(4)
    table = played(Table.new(TWO), 3, "clockwise", "wolf", 4, 1, 2, "clockwise", "bear", 6, 1)
    for _ in range(30):
        line = dice.choice(table.lines)
        key = dice.choice([key for key in line.ask.open() if key != "own"])
        told = table.amend(line.n, key, try_only=True)
        assert table.amend(line.n, key) == told, (line.n, key)
        table.undo()
