"""Is what comes with an answer small on the busiest tables, and does a page that follows show what the panel shows?"""

from __future__ import annotations

import random
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
import pytest
from differences import follow
from tables import pressed

from talisman_nb.panels.companion import WHOLE, Companion
from talisman_nb.panels.controller import TableController
from talisman_nb.panels.controller_choice import controller_for
from talisman_nb.rules.book import open_book
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES

pytestmark = pytest.mark.slow

USUAL, MOST = 2048, 4096
"""Bytes of an answer: at most half the answers bring more than the first, none more than the second."""
FIRST = 9 * 1024
"""Bytes of the first screen of a table."""
FRIENDS = ("Massimiliano", "Bartholomew", "Małgorzata", "Geneviève", "Alessandra", "Przemysław")
ENOUGH = 4_000


class Follower(Companion):
    """A companion with a page that keeps up by its messages, and the size of each."""

    def __init__(self, table: TableController) -> None:
        self.sizes: list[int] = []
        super().__init__(table)
        self.page: dict[str, Any] = as_read({trait: getattr(self, trait) for trait in WHOLE})

    def _send(self, msg: dict[str, Any], buffers: Any = None) -> None:
        if self.comm is None:  # the page is not there yet
            return
        self.sizes.append(len(msgspec.json.encode(msg)))
        message = as_read(msg)
        if message["method"] == "update":
            self.page |= message["state"]
        elif message["content"]["type"] == "difference":
            self.page = follow(self.page, message["content"])

    def press(self, **message: Any) -> int:
        """Press something; return the bytes of all messages that come with it."""
        self.sizes.clear()
        self._handle_custom_msg({"view": "q1w2e3-999", **message}, [])
        return sum(self.sizes)


def as_read(value: Any) -> Any:
    """A value as it comes out of JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def same(panel: Follower) -> bool:
    """Whether the page shows what the panel shows."""
    return bool(panel.page == as_read({trait: getattr(panel, trait) for trait in WHOLE}))


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.campaign) for seed in range(2, 6))])
@pytest.mark.parametrize("people", [4, 6])
def test_no_answer_of_a_whole_game_is_large(people: int, seed: int) -> None:
    dice = random.Random(seed)
    figures = dice.sample(sorted(open_book().characters), people)
    cards = {
        "dice": "virtual",
        "cards": ("virtual", "physical")[seed % 2],
        "spells": "known",
        "lang": LANGUAGES[seed % len(LANGUAGES)],
    }
    table = Table.new(dict(zip(FRIENDS, figures, strict=False)), seed=seed, **cards)
    panel = Follower(TableController(table))
    found = []
    for n in range(ENOUGH):
        if table.ask.kind == "over":
            break
        message = pressed(table, dice)
        found.append(panel.press(**message))
        assert found[-1] <= MOST, f"{found[-1]} bytes after {message} in round {table.state.round}"
        if n % 50 == 0:
            assert same(panel)
    assert table.state.round > 20
    assert same(panel)
    assert median(found) <= USUAL


def test_a_page_that_is_loaded_anew_gets_everything_at_once() -> None:
    panel = Follower(TableController(Table.new({"Ada": "dwarf", "Bruno": "thief"}, dice="virtual", seed=1)))
    panel.press(type="roll")
    assert panel.get_state()["screen"] == panel.screen and panel.get_state()["labels"]["board"].startswith("<svg")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_filling_in_the_form_of_a_new_table_is_small(lang: str, own_home: Path) -> None:
    panel = Follower(controller_for("", lang))
    players = [{"name": name} for name in FRIENDS]
    switch = {"type": "switch", "key": "switch.temple_life", "value": "true"}
    part = {"type": "part", "key": "dice", "value": "virtual"}
    for message in (part, switch, {"type": "same-people"}, {"type": "deal"}):
        assert panel.press(players=players, **message) <= MOST and same(panel), message
    assert panel.press(players=players, type="start", parts={}) <= FIRST and same(panel)
