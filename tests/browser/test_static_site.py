"""Does the static site play, save, come back without a network, open a link of the bench, take a table in and give it?

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
from talisman_nb.chronicle.exports import export
from talisman_nb.table import Table

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


PRESS = """async () => {
  const told = () => document.querySelector(".tlm").textContent;
  const [before, open] = [told(), (each) => each.offsetParent && each.getAttribute("aria-disabled") !== "true"];
  const find = (which) => [...document.querySelectorAll(`[data-id${which}]`)].find(open);
  const found = find('="roll"') ?? find('^="option:"');
  found?.click();
  while (found && told() === before) await new Promise((done) => setTimeout(done, 20));
  return Boolean(found);
}"""
"""Throws or draws by the program, else gives the first answer; waits for what comes of it."""
KEPT = "async () => (await caches.keys()).length > 0 && navigator.serviceWorker.controller !== null"
FULL = "() => { IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError'); }; }"
PRESSES = 25


def test_a_table_goes_from_the_program_to_the_site_and_back(
    page: Any, served: http.server.ThreadingHTTPServer, tmp_path: Path
) -> None:
    by_program = {"dice": "virtual", "cards": "virtual"}
    here = Table.new({"Ada": "dwarf", "Bruno": "thief"}, path=tmp_path / "Friday.talisman", **by_program)
    here.answer(next(iter(here.ask.open())))
    file = export(here, "file", "en", 0)
    page.goto(f"http://127.0.0.1:{served.server_port}/?lang=en")
    page.locator(".tlm").wait_for(timeout=STARTS)
    while not page.evaluate(KEPT):
        page.wait_for_timeout(500)
    page.context.set_offline(True)
    given = {"name": file.name, "mimeType": file.kind, "buffer": file.text.encode()}
    page.locator('[data-id="table-input"]').set_input_files(given)
    game = Game(page, None)  # type: ignore[arg-type]
    expect(game.headline).to_contain_text("Ada", timeout=STARTS)
    gone = {"origin": f"http://127.0.0.1:{served.server_port}", "storageTypes": "indexeddb"}
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", gone)
    for _ in range(PRESSES):
        if not page.evaluate(PRESS):
            page.wait_for_timeout(500)
    told = game.headline.inner_text()
    page.reload()
    page.locator(".tlm").wait_for(timeout=STARTS)
    expect(game.headline).to_contain_text(told)
    game.part("drawer:menu").evaluate("button => button.click()")
    page.locator(".drawer button", has_text="Keep or share").first.click()
    with page.expect_download() as saved:
        game.part("keep:file").click()
    saved.value.save_as(tmp_path / "back.talisman")
    back = Table.open(tmp_path / "back.talisman")
    assert len(back.lines) > len(here.lines) + PRESSES / 2 and back.names == here.names
    back.answer(next(iter(back.ask.open())))
    page.workers[0].evaluate(FULL)
    while not page.evaluate(PRESS):
        page.wait_for_timeout(500)
    expect(page.locator("#note p")).to_contain_text("keeps no more")
