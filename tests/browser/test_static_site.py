"""Does the static site play, save, come back without a network, open a link of the bench, take a table in and give it?

`talisman-nb site` writes it, Python's own server hands it out, and the program runs in the browser.
"""

from __future__ import annotations

import functools
import http.server
import re
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from conftest import SIZE, opened
from game_page import Game
from playwright.sync_api import expect

import talisman_nb
from talisman_nb.app import cli
from talisman_nb.chronicle.exports import export
from talisman_nb.table import Table

pytestmark = [pytest.mark.browser, pytest.mark.campaign, pytest.mark.usefixtures("own_home")]

STARTS = 240_000
"""Milliseconds for a browser's Python to start on a machine that does much else."""


KEPT = "async () => (await caches.keys()).length > 0 && navigator.serviceWorker.controller !== null"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None: ...


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("web") / "site"
    assert cli.main(["site", str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def page(browser: Any) -> Iterator[Any]:
    """One page for all, whose browser keeps the site."""
    with closing(browser.new_context(viewport=SIZE)) as context, opened(context) as fresh:
        yield fresh


@pytest.fixture(scope="module")
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
    page.route("**/python.bin", lambda asked: asked.fulfill(status=404))
    with page.expect_event("requestfinished", lambda asked: asked.url.endswith("memory.bin")):
        page.goto(address)
    expect(page.locator("#progress p")).to_contain_text("could not be started (python.bin: 404)")
    page.unroute("**/python.bin")
    page.goto(address)
    expect(page.locator("#progress p")).to_contain_text(re.compile(r"\d MB|Starting"), timeout=STARTS)
    page.locator(".tlm").wait_for(timeout=STARTS)
    assert page.evaluate("document.fonts.check('700 20px Vollkorn')")
    game = Game(page, None)  # type: ignore[arg-type]
    game.set_up("Ada dwa", "Bruno thi")
    game.beat_the_wolf()
    page.wait_for_function(KEPT, timeout=STARTS)
    second = page.context.new_page()
    second.goto(address)
    expect(second.locator("#progress p")).to_contain_text("another window")
    second.close()
    page.context.set_offline(True)
    page.reload()
    page.locator(".tlm").wait_for(timeout=STARTS)
    expect(game.headline).to_contain_text("Bruno")
    game.click("option:2", "2 steps: which way?")
    assert not elsewhere


BENCH = "?situation=dwarf+crags+%7C+thief+city+%3E+3&lang=it"
STEP = """async () => {
  const told = () => document.querySelector(".tlm").textContent, before = told();
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  for (let n = 0; n < 200 && told() === before; n++) await new Promise((done) => setTimeout(done, 20));
}"""
"""The next step of a lesson, with its own dice."""
STEPS = 12


def test_bench_lesson_and_cards_open_without_a_network(
    page: Any, served: http.server.ThreadingHTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def visit(query: str) -> None:
        page.goto(f"http://127.0.0.1:{served.server_port}/{query}")
        page.locator(".tlm").wait_for(timeout=STARTS)

    def shown_by_the_program(query: str) -> dict[str, Any]:
        monkeypatch.setenv("QUERY_STRING", query)
        found: dict[str, Any] = talisman_nb.companion().content
        assert page.locator("textarea").first.input_value() == found["text"]
        return found

    visit("?lang=en")
    while not page.evaluate(KEPT):
        page.wait_for_timeout(500)
    page.context.set_offline(True)
    page.locator(".bar, [data-id=names]").first.wait_for()
    Game(page, None).leave_the_open_table()  # type: ignore[arg-type]
    page.locator('[data-id="cards-grid"]').click()
    page.locator('[data-id="grid:paste"]').wait_for(timeout=STARTS)
    assert "cards=" in page.url and len(page.context.pages) == 1, "one window writes the storage"
    page.locator('[data-id="grid:paste"]').fill("Name\tType\tStrength\nYack\tanimal\t2")
    page.locator('[data-id="grid:read"]').click()
    expect(page.locator('[data-id^="cell:"][data-id$=":name"]').first).to_have_value("Yack")
    visit(BENCH)
    asked = shown_by_the_program(BENCH[1:])["question"]
    expect(page.locator(".analysis")).to_contain_text(asked["headline"])
    first, second, *_ = (each["key"] for each in asked["options"])
    page.locator(f'[data-id="option:{first}"]').click()
    expect(page.locator(f'[data-id="option:{second}"]:visible')).to_have_count(0)
    answered = shown_by_the_program(urlsplit(page.url).query)["question"]
    assert answered != asked
    expect(page.locator(".analysis")).to_contain_text(answered["headline"])
    visit("?make=bears&lang=en")
    page.locator('[data-id="title"]').wait_for()
    visit("?lesson=combat&lang=en")
    page.locator(".tlm").focus()
    for _ in range(STEPS):
        page.evaluate(STEP)
    expect(page.locator(".tlm")).to_contain_text("Page 3 of 8")


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
FULL = "() => { IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError'); }; }"
TURNS, MOST_PRESSES = 20, 400
SEED = 4


def test_a_table_goes_from_the_program_to_the_site_and_back(
    page: Any, served: http.server.ThreadingHTTPServer, tmp_path: Path
) -> None:
    by_program = {"dice": "virtual", "cards": "virtual"}
    here = Table.new({"Ada": "dwarf", "Bruno": "thief"}, path=tmp_path / "Friday.talisman", seed=SEED, **by_program)
    here.answer(next(iter(here.ask.open())))
    file = export(here, "file", "en", 0)
    page.goto(f"http://127.0.0.1:{served.server_port}/?lang=en")
    while not page.evaluate(KEPT):
        page.wait_for_timeout(500)
    page.context.set_offline(True)
    game = Game(page, None)  # type: ignore[arg-type]
    page.locator(".bar, [data-id=names]").first.wait_for(timeout=STARTS)
    game.leave_the_open_table()
    given = {"name": file.name, "mimeType": file.kind, "buffer": file.text.encode()}
    page.locator('[data-id="table-input"]').set_input_files(given)
    expect(game.headline).to_contain_text("Ada", timeout=STARTS)
    gone = {"origin": f"http://127.0.0.1:{served.server_port}", "storageTypes": "indexeddb"}
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", gone)
    turns = 0
    for _ in range(MOST_PRESSES):
        turns += "roll to move" in game.headline.inner_text()
        if turns > TURNS:
            break
        if not page.evaluate(PRESS):
            page.wait_for_timeout(500)
    assert turns > TURNS
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
    assert back.state.round > TURNS / len(here.names) and back.names == here.names
    back.answer(next(iter(back.ask.open())))
    page.workers[0].evaluate(FULL)
    while not page.evaluate(PRESS):
        page.wait_for_timeout(500)
    expect(page.locator("#note p")).to_contain_text("keeps no more")
