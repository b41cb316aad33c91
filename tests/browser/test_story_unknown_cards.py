"""Is a card nobody has documented entered, settled and met again with as few inputs as planned, in a real page?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from game_page import Game
from page_scribe import PageScribe
from playwright.sync_api import expect
from servers import Server, free_port
from tables import FOUR

from talisman_nb.model import Change
from talisman_nb.rules.layers import DECKS, Layer
from talisman_nb.table import Table

pytestmark = [pytest.mark.browser, pytest.mark.campaign]

ENEMY, PLACE, SETTLED, AGAIN = 3, 3, 3, 1
"""The most inputs: to enter an Enemy, and a Place with its words, to settle that, and to settle it the next time."""
HOARD = '[hoard]\nname = "Hoard"\ndrawn_at = ["outer"]\nsize = 20\n'


@pytest.fixture(params=[(1366, 768), (360, 740)], ids=["laptop", "small"])
def game(request: pytest.FixtureRequest, page: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """The page of a table whose cards nobody has typed; Ada and Bruno stand on one space, and Ada is to throw."""
    monkeypatch.setenv("TALISMAN_NB_HOME", str(tmp_path / "home"))
    with Table.new(FOUR, name="Friday", layers=[Layer("hoard-cards", {DECKS: HOARD})]) as table:
        for seat in (0, 1):
            table.change(Change("space", seat, to="crags"))
        table.change(Change("turn", 0))
    server = Server("full_page", tmp_path, free_port())
    page.set_viewport_size(dict(zip(("width", "height"), request.param, strict=True)))
    page.goto(server.found().address())
    game = Game(page, server)
    expect(game.headline).to_contain_text("Ada")
    yield game
    server.stop()


def named(scribe: PageScribe, name: str) -> None:
    """Type a name that is in no list, and Enter: one input, after which the form is open."""
    scribe.inputs += 1
    scribe.part("search").fill(name)
    scribe.part("search").press("Enter")
    expect(scribe.part("other-name")).to_have_value(name)


def chosen(scribe: PageScribe, chip: str) -> None:
    scribe.inputs += 1
    scribe.part(chip).check()


def test_an_enemy_nobody_has_documented_is_fought(game: Game) -> None:
    """Its name, its action word and its figure are enough."""
    scribe = PageScribe(game.page).play("3 clockwise")
    before = scribe.inputs
    named(scribe, "Ettin")
    chosen(scribe, "other-after:attack")
    scribe.play("field:other-strength=5")
    assert scribe.inputs - before <= ENEMY
    expect(scribe.part("headline")).to_contain_text("Ettin")
    (own,) = game.saved().state.own
    assert (own.type, own.strength, own.after, own.deck) == ("monster", 5, "attack", "hoard")


def test_a_place_with_words_is_settled_and_offered_again(game: Game) -> None:
    """What was changed for it once is one press for the next who comes, and its words stand there each time."""
    scribe = PageScribe(game.page).play("3 clockwise")
    before = scribe.inputs
    named(scribe, "Altar")
    chosen(scribe, "other-after:leave")
    scribe.play("field:other-words=Pray_here_for_gold.")
    assert scribe.inputs - before <= PLACE
    expect(game.page.locator(".ask .shown")).to_contain_text("Pray here for gold.")
    before = scribe.inputs
    scribe.inputs += 1
    scribe.part("number:gold").fill("5")
    scribe._moves_on(lambda: scribe.play("part:hand-done"))
    assert scribe.inputs - before <= SETTLED
    gold = [p.gold for p in game.saved().state.players]
    scribe.play("3 clockwise the_space")
    expect(game.page.locator(".ask .shown")).to_contain_text("Pray here for gold.")
    before = scribe.inputs
    scribe._moves_on(lambda: scribe.play("part:offer:by-hand:again"))
    assert scribe.inputs - before <= AGAIN
    now = [p.gold for p in game.saved().state.players]
    assert now[1] - gold[1] == 5 - 1 and gold[0] == 5, "the same difference for somebody else"
