"""Does the static site play, save, come back without a network, and open a link of the bench?

`talisman-nb site` writes it, Python's own server hands it out, and the program runs in the browser.
"""

from __future__ import annotations

import functools
import http.server
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from game_page import Game
from playwright.sync_api import expect

from talisman_nb.app import cli

pytestmark = [pytest.mark.browser, pytest.mark.campaign]

STARTS = 240_000
"""Milliseconds for a browser's Python to start on a machine that does much else."""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None: ...


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("web") / "site"
    assert cli.main(["site", str(folder)]) == 0
    return folder


@pytest.fixture
def served(site: Path) -> Iterator[http.server.ThreadingHTTPServer]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=site)) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_a_turn_is_there_again_without_a_network(page: Any, served: http.server.ThreadingHTTPServer) -> None:
    address = f"http://127.0.0.1:{served.server_port}/"
    elsewhere: list[str] = []
    page.on("request", lambda asked: asked.url.startswith((address, "blob:", "data:")) or elsewhere.append(asked.url))
    page.goto(address)
    expect(page.locator("#progress p")).to_contain_text(re.compile(r"\d MB|Starting"), timeout=STARTS)
    page.locator(".tlm").wait_for(timeout=STARTS)
    assert page.evaluate("document.fonts.check('700 20px Vollkorn')")
    game = Game(page, None)  # type: ignore[arg-type]
    game.set_up("Ada dwa", "Bruno thi")
    game.beat_the_wolf()
    page.wait_for_function(
        "async () => (await caches.keys()).length > 0 && navigator.serviceWorker.controller !== null", timeout=STARTS
    )
    second = page.context.new_page()
    second.goto(address)
    expect(second.locator("#progress p")).to_contain_text("another window")
    second.close()
    page.context.set_offline(True)
    page.reload()
    page.locator(".tlm").wait_for(timeout=STARTS)
    expect(game.headline).to_contain_text("Bruno")
    game.click("option:2", "2 steps: which way?")
    page.goto(f"{address}?situation=dwarf+crags+%7C+thief+city+%3E+3&lang=it")
    page.locator(".tlm .analysis").wait_for(timeout=STARTS)
    assert page.locator("textarea").first.input_value() == "dwarf crags | thief city > 3"
    assert not elsewhere
