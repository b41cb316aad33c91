"""Is a turn played in Notebook 7 and in marimo, does nothing cover the board in a narrow column, and what is saved?

JupyterLab and the full page (Voilà) are opened by `test_companion`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from front_ends import FrontEnd
from game_page import Game, run_all_cells
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.campaign]

COLUMN = (600, 780)
"""Widths in pixels of the panel in a column of a notebook: the least, and the first that has two columns itself."""
COVERED = """(panel) => {
  const board = panel.querySelector(".board");
  board.scrollIntoView({ block: "center" });
  const r = board.getBoundingClientRect(), over = [];
  const top = Math.max(r.top, 0), bottom = Math.min(r.bottom, innerHeight);
  for (let y = top + 4; y < bottom; y += 24) for (let x = r.left + 4; x < r.right; x += 24) {
    const found = panel.getRootNode().elementFromPoint(x, y);
    const part = found?.closest(".ask, .hands, .moment, .sheets, .bar, .drawer");
    if (part) over.push(part.className);
  }
  return { over: [...new Set(over)], width: panel.clientWidth, seen: bottom - top };
}"""


@pytest.fixture(params=["notebook", "marimo"])  # of each test its own: a table saved by another would open
def front_end(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, page: Any
) -> Iterator[FrontEnd]:
    found = FrontEnd(request.param, tmp_path_factory.mktemp(request.param))
    yield found
    page.goto("about:blank")  # or it would ask a server that is gone
    found.stop()


def opened(page: Any, front_end: FrontEnd) -> Game:
    page.goto(front_end.address)
    game = Game(page, front_end)
    if front_end.name == "notebook":
        run_all_cells(page, game.headline)
    expect(game.headline).to_contain_text("A new table")
    return game


def test_a_turn_is_played_and_nothing_covers_the_board(page: Any, front_end: FrontEnd) -> None:
    game = opened(page, front_end)
    game.set_up("Ada dwarf", "Bruno thief")
    game.beat_the_wolf()
    with game.saved() as table:
        assert table.state.players[0].trophies == ("wolf",) and table.state.turn == 1
    if front_end.name == "notebook":  # whose cells are as wide as its window; those of marimo are a column already
        page.set_viewport_size({"width": 880, "height": 800})
        page.wait_for_function("width => document.querySelector('.tlm').clientWidth < width", arg=COLUMN[1])
    found = page.locator(".tlm:visible").first.evaluate(COVERED)
    assert COLUMN[0] <= found["width"] < COLUMN[1], "this is the column that is meant"
    assert found["over"] == [] and found["seen"] > 400


@pytest.mark.parametrize("front_end", ["notebook"], indirect=True)
def test_what_was_saved_is_seen_when_its_kernel_is_gone(page: Any, front_end: FrontEnd) -> None:
    opened(page, front_end)
    kept, saved = page.locator(".jp-OutputArea-output img[alt]"), front_end.folder / "companion.ipynb"
    expect(kept).to_have_count(0)
    with page.expect_response(lambda answer: answer.request.method == "PUT" and "/api/contents/" in answer.url):
        page.keyboard.press("Control+s")
    assert "application/vnd.jupyter.widget-view+json" in saved.read_text("utf-8"), "the widget alone was preferred"
    sessions = front_end.address.replace("notebooks/companion.ipynb", "api/sessions")
    token = next(each["value"] for each in page.context.cookies() if each["name"] == "_xsrf")
    (session,) = page.request.get(sessions).json()
    assert page.request.delete(f"{sessions}/{session['id']}", headers={"X-XSRFToken": token}).ok
    page.reload()
    expect(kept).to_have_attribute("alt", re.compile("^A new table"))
    expect(page.get_by_text("model not found")).to_have_count(0)
