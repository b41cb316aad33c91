"""Does a second window of a table follow by itself, and does each say how many there are?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from game_page import Game
from playwright.sync_api import expect
from servers import PATIENCE, Server, free_port

pytestmark = [pytest.mark.browser, pytest.mark.campaign]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Iterator[Server]:
    found = Server("full_page", tmp_path_factory.mktemp("windows"), free_port())
    yield found
    found.stop()


def test_a_second_window_follows_answers_and_undo(page: Any, server: Server) -> None:
    page.goto(server.found().address())
    one = Game(page, server)
    one.set_up("Ada dwarf", "Bruno thief")
    expect(page.locator(".bar .windows")).to_have_count(0)
    second = page.context.new_page()
    second.goto(page.url)
    other = Game(second, server)
    expect(other.headline).to_contain_text("Ada")
    for each in (page, second):
        expect(each.locator(".bar .windows")).to_have_text("2 windows")
    one.click("option:3", "Ada, 3 steps: which way?")
    expect(other.headline).to_contain_text("Ada, 3 steps: which way?")
    other.click("option:clockwise", "Which card did Ada draw?")
    expect(one.headline).to_contain_text("Which card did Ada draw?")
    one.click("undo", "Ada, 3 steps: which way?")
    expect(other.headline).to_contain_text("Ada, 3 steps: which way?")
    second.goto("about:blank")  # as a closed window does, it shuts its kernel down
    expect(page.locator(".bar .windows")).to_have_count(0)


def test_a_window_that_vanishes_without_a_word_is_counted_no_longer(page: Any, server: Server) -> None:
    page.goto(server.found().address(table=""))
    Game(page, server).set_up("Ada dwarf", "Bruno thief")
    gone = page.context.new_page()
    gone.goto(page.url)
    expect(Game(gone, server).headline).to_contain_text("Ada")
    expect(page.locator(".bar .windows")).to_have_text("2 windows")
    gone.close(run_before_unload=False)
    expect(page.locator(".bar .windows")).to_have_count(0, timeout=PATIENCE)
