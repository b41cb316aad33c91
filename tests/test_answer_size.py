"""Is what comes with an answer small on the busiest tables, and does a page that follows show what the panel shows?"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tables import pressed

from talisman_nb.panels.companion import WHOLE, Companion
from talisman_nb.panels.controller import TableController
from talisman_nb.panels.controller_choice import controller_for
from talisman_nb.rules.book import open_book
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES

pytestmark = pytest.mark.slow

MOST = 20 * 1024
FRIENDS = ("Massimiliano", "Bartholomew", "Małgorzata", "Geneviève", "Alessandra", "Przemysław")
ENOUGH = 4_000


class Follower(Companion):
    """A companion with a page that keeps up by its messages, and the size of each."""

    def __init__(self, table: TableController) -> None:
        self.page: dict[str, Any] = {}
        self.sizes: list[int] = []
        super().__init__(table)

    def _send(self, msg: dict[str, Any], buffers: Any = None) -> None:
        self.sizes.append(len(msgspec.json.encode(msg)))
        self.page |= msg.get("state", {})

    def press(self, **message: Any) -> None:
        self.sizes.clear()
        self._handle_custom_msg({"view": "me-1", **message}, [])


def same(page: dict[str, Any], panel: Follower) -> bool:
    """Whether the page shows what the panel shows; what is None may be left out."""
    return all(_full(page.get(trait)) == _full(getattr(panel, trait)) for trait in WHOLE)


def _full(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _full(each) for key, each in value.items() if each is not None}
    return [_full(each) for each in value] if isinstance(value, list | tuple) else value


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.campaign) for seed in range(2, 12))])
def test_no_answer_of_a_whole_game_of_six_brings_more_than_twenty_kilobytes(seed: int) -> None:
    dice = random.Random(seed)
    figures = dice.sample(sorted(open_book().characters), len(FRIENDS))
    cards = {
        "dice": "virtual",
        "cards": ("virtual", "physical")[seed % 2],
        "spells": "known",
        "lang": LANGUAGES[seed % len(LANGUAGES)],
    }
    table = Table.new(dict(zip(FRIENDS, figures, strict=True)), seed=seed, **cards)
    panel = Follower(TableController(table))
    assert same(panel.page, panel)
    for n in range(ENOUGH):
        if table.ask.kind == "over":
            break
        message = pressed(table, dice)
        panel.press(**message)
        assert max(panel.sizes) <= MOST, f"{max(panel.sizes)} bytes after {message} in round {table.state.round}"
        if n % 50 == 0:
            assert same(panel.page, panel)
    assert table.state.round > 20
    assert same(panel.page, panel)


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
    for message in (part, switch, {"type": "same-people"}, {"type": "deal"}, {"type": "start", "parts": {}}):
        panel.press(players=players, **message)
        assert max(panel.sizes) <= MOST and same(panel.page, panel)
