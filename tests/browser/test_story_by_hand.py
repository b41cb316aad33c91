"""Do the evening's corrections and lists take as few inputs in a page as planned?

A trophy nobody typed, turns played while the lid was closed, a card of another box, a question about a lost life,
packing away: steps that are no turn. Two evenings are prepared as a table with real dice and cards, then opened.
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
from tables import FOUR, played

from talisman_nb.model import Change
from talisman_nb.table import Table

pytestmark = [pytest.mark.browser, pytest.mark.campaign]

TROPHY, UNKNOWN, LOST_LIFE, PACK_AWAY, SET_UP = 3, 3, 2, 2, 1
"""The most inputs for each step."""
A_VALUE, OPEN_AND_DONE = 2, 2
"""The most inputs for a value set straight, and for opening the form and sending its list."""
CARLA = 2
LOSSES = 3
"""Lives that Carla has lost to Dragons."""


@pytest.fixture
def game(page: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """The page of a table of four, some turns after Carla lost lives; Ada is to throw."""
    monkeypatch.setenv("TALISMAN_NB_HOME", str(tmp_path / "home"))
    with Table.new(FOUR, name="Friday") as table:
        for _ in range(LOSSES):
            table.change(Change("space", CARLA, to="crags"), Change("fate", CARLA, 0), Change("turn", CARLA))
            played(table, 1, "clockwise", "dragon", 1)
            at = table.state.players[CARLA].space
            table.change(Change("card", card="dragon", origin=f"space:{at}", to="deck:adventure"))
        table.change(Change("turn", 0))
        played(table, 3, "clockwise", "wolf", 4, 1, 1, "clockwise", "lion", 6, 1)
        table.change(Change("turn", 0))
    server = Server("full_page", tmp_path, free_port())
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(server.found().address())
    game = Game(page, server)
    expect(game.headline).to_contain_text("Ada")
    yield game
    server.stop()


def number(scribe: PageScribe, what: str, n: int) -> None:
    """Type a number into a field: one input."""
    scribe.inputs += 1
    scribe.part(f"number:{what}").fill(str(n))


def space(scribe: PageScribe, name: str) -> None:
    """Press a space on the board: one input."""
    scribe.inputs += 1
    scribe.page.locator(f'.board svg:not(.over) [data-space="{name}"]:visible').first.click()
    expect(scribe.part("hand-place")).to_be_visible()


def test_a_trophy_nobody_typed(game: Game) -> None:
    """On Ada's sheet a few letters and Enter; the journal says that it was by hand."""
    scribe = PageScribe(game.page)
    scribe.play("part:sheet:0 field:sheet-card=gob")
    assert scribe.inputs <= TROPHY
    table = game.saved()
    assert table.state.players[0].trophies == ("wolf", "goblin")
    assert table.lines[-1].by == "by hand"


def test_turns_played_while_the_lid_was_closed(game: Game) -> None:
    """Eight values of two turns that nobody typed are set in one list, which is one line of the journal."""
    before = len(game.saved().lines)
    scribe = PageScribe(game.page).play("reload:")
    opened = scribe.inputs
    scribe.play("key:N")
    for seat, values in {0: {"life": 4, "gold": 3}, 1: {"life": 3, "fate": 1}}.items():
        scribe.play(f"part:hand-seat:{seat}")
        for what, n in values.items():
            number(scribe, what, n)
    for seat, at in ((0, "ruins"), (1, "city")):
        space(scribe, at)
        scribe.play(f"part:stands:{seat}")
    scribe.play("part:hand-seat:2 part:set:turn:yes")
    scribe.inputs += 1
    scribe.part("hand-card").fill("mule")
    scribe.part("hand-card").press("Enter")
    expect(game.page.locator(".byhand .list li")).to_have_count(8)
    scribe._moves_on(lambda: scribe.play("part:hand-done"))
    assert scribe.inputs - opened <= 8 * A_VALUE + OPEN_AND_DONE
    table = game.saved()
    ada, bruno, carla, _ = table.state.players
    assert (ada.space, ada.life, ada.gold) == ("ruins", 4, 3)
    assert (bruno.space, bruno.life, bruno.fate) == ("city", 3, 1)
    assert table.state.turn == CARLA and carla.goods == ("mule",)
    assert [line.by for line in table.lines[before:] if not line.folded] == ["by hand"], "one line"


def test_a_card_of_another_box(game: Game) -> None:
    """No such name in the list: Enter opens the short form, the type and the figure make it an Enemy that is fought."""
    scribe = PageScribe(game.page).play("3 clockwise")
    before = scribe.inputs
    scribe.inputs += 1
    scribe.part("search").fill("Kraken")
    scribe.part("search").press("Enter")
    expect(scribe.part("other-name")).to_have_value("Kraken")
    scribe.inputs += 1
    scribe.part("other-type:monster").check()
    scribe.play("field:other-strength=9")
    assert scribe.inputs - before <= UNKNOWN
    expect(scribe.part("headline")).to_contain_text("Kraken")
    scribe.play("fight 1")
    state = game.saved().state
    assert [(own.name, own.type, own.strength) for own in state.own] == [("own/Kraken", "monster", 9)]
    assert state.players[0].life == 4, "it was fought, and lost to"


def test_did_you_not_lose_that_life_already(game: Game) -> None:
    """The journal and a few words: one line per life lost, each with its dice, its sum and its rules."""
    scribe = PageScribe(game.page).play("key:J")
    scribe.inputs += 1
    scribe.part("find-lines").fill("carla lost life")
    lines = game.page.locator('button.line[data-id$=":0"]:visible')
    expect(lines).to_have_count(LOSSES)
    assert scribe.inputs <= LOST_LIFE
    for i in range(LOSSES):
        expect(lines.nth(i)).to_contain_text("Carla lost to the Dragon, 7 to 8. Carla lost 1 life.")
    lines.first.click()
    expect(game.page.locator(".about .rule").first).to_be_visible()


def test_only_the_lines_of_one_person(game: Game) -> None:
    """A press on a person loads older lines of this person by itself."""
    scribe = PageScribe(game.page).play(f"key:J part:only:{CARLA}")
    lost = game.page.locator("button.line:visible", has_text="Carla lost 1 life.")
    expect(lost.first).to_be_visible()
    assert scribe.inputs <= LOST_LIFE


def test_packing_away_and_setting_up_again(game: Game) -> None:
    """Two lists with a box to tick before each line: by person, space and pile, and in the order of the hands."""
    scribe = PageScribe(game.page)
    scribe.play("part:drawer:menu part:menu:pack-away")
    boxes = game.page.locator('.to-tick input[type="checkbox"]:visible')
    expect(boxes.first).to_be_visible()
    assert scribe.inputs <= PACK_AWAY
    away = game.page.locator(".drawer:visible").inner_text()
    assert all(name in away for name in FOUR) and "Lion" in away and "Wolf" in away
    boxes.first.check()
    before = scribe.inputs
    scribe.play("part:packing:again")
    expect(scribe.part("packing:again")).to_have_attribute("aria-pressed", "true")
    assert scribe.inputs - before <= SET_UP
    shown = game.page.locator(".drawer:visible")
    expect(shown).not_to_have_text(away, use_inner_text=True)
    again = shown.inner_text()
    assert again != away and all(name in again for name in FOUR) and "Lion" in again
