"""Does a game end in a page, stage its winner, show its chronicle, go back to a line and begin anew, in few inputs?

A game with a past is saved shortly before its end: Ada commands the Crown, and one life is left. The rest is pressed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from game_page import Game
from page_scribe import PageScribe
from playwright.sync_api import expect
from servers import Server, free_port
from tables import FOUR, press_on

from talisman_nb.model import Change
from talisman_nb.table import Table

pytestmark = pytest.mark.browser

PAST = 60
"""Presses before the end begins."""
TO_THE_END, TO_A_LINE, ANEW = 6, 2, 1
"""The most inputs from the Crown to the victory, from the stage to a line of the journal, and to the next game."""


@pytest.fixture
def game(page: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """The page of a table of four, where only Ada and Bruno are left and Bruno has one life."""
    monkeypatch.setenv("TALISMAN_NB_HOME", str(tmp_path / "home"))
    with Table.new(FOUR, name="Friday", dice="virtual", cards="virtual", spells="known", seed=5) as table:
        press_on(table, PAST)
        out = (Change("out", seat, 1) for seat in (2, 3))
        table.change(Change("space", 0, to="crown-of-command"), *out, Change("life", 1, 1), Change("turn", 0))
    server = Server("full_page", tmp_path, free_port())
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(server.found().address(table="Friday"))
    yield Game(page, server)
    server.stop()


def test_the_end(game: Game) -> None:
    """The Crown is commanded until nobody else is left; the chronicle opens by itself."""
    scribe = PageScribe(game.page)
    ask = game.page.locator(".ask").first
    expect(ask).to_have_attribute("data-kind", "die")
    while ask.get_attribute("data-kind") != "over":
        scribe.play("any:")
        assert scribe.inputs <= TO_THE_END
    expect(scribe.part("past-head")).to_contain_text("Ada wins")
    assert game.saved().state.winner == 0
    stage = game.page.locator(".chronicle:visible")
    expect(stage.locator(".past-winner svg").first).to_be_visible()
    expect(stage.locator(".past .plot svg")).to_have_count(5)

    before = scribe.inputs
    scribe.play("first:.chronicle_.highlight")
    line = game.page.locator('button.line[aria-expanded="true"]:visible')
    expect(line).to_be_visible()
    scribe.play("part:hold-on")
    expect(scribe.part("headline")).not_to_contain_text("Ada wins")
    assert scribe.inputs - before <= TO_A_LINE

    scribe.play("part:undo")
    expect(scribe.part("past-head")).to_contain_text("Ada wins")
    before = scribe.inputs
    scribe.play("part:past:again")
    expect(scribe.part("names")).to_have_value(", ".join(FOUR))
    assert scribe.inputs - before <= ANEW
    print(f"{scribe.inputs} inputs")
