"""Does the static site play, save, come back without a network, open a link of the bench, take a table in and give it?
Does every notebook run in the JupyterLite beside it, which asks nothing of another server?

`talisman-nb site` writes it, once for all, Python's own server hands it out, and the program runs in the browser.
"""

from __future__ import annotations

import functools
import http.server
import json
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
from talisman_nb.app.paths import notebooks_dir
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
    assert cli.main(["site", str(folder), "--notebooks"]) == 0
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


VIEW, PICTURE = "application/vnd.jupyter.widget-view+json", "image/svg+xml"
RUNS = 600_000
"""Milliseconds for the cells of a notebook on a machine that does much else."""
OPEN = """async ({ path }) => {
  const app = window.jupyterapp;
  const panel = await app.commands.execute("docmanager:open", { path, factory: "Notebook" });
  await panel.context.ready;
  await panel.sessionContext.ready;
  app.shell.activateById(panel.id);
  window.panel = panel;
}"""
RUN = "() => { void window.jupyterapp.commands.execute('notebook:run-all-cells'); }"
CELLS = """() => [...window.panel.content.model.cells].filter((cell) => cell.type === "code")
  .map((cell) => ({ n: cell.executionCount, outputs: cell.outputs.toJSON() }))"""
KEEP = """(data) => [...window.panel.content.model.cells].find((cell) => cell.type === "code")
  .outputs.add({ output_type: "display_data", metadata: {}, data })"""
GONE = {
    VIEW: {"model_id": "gone", "version_major": 2, "version_minor": 0},
    PICTURE: "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>",
    "text/plain": "gone",
}
"""An output whose widget is gone."""
DONE = f"""() => {{
  const cells = ({CELLS})();
  const failed = ({{ outputs }}) => outputs.some((each) => each.output_type === "error");
  return cells.every(({{ n }}) => n) || cells.some(failed);
}}"""
TELL = """async (code) => {
  const told = [];
  const asked = window.panel.sessionContext.session.kernel.requestExecute({ code });
  asked.onIOPub = ({ content }) => told.push(content.text ?? content.evalue ?? "");
  await asked.done;
  return told.join("");
}"""
COMPLETE = """async (code) => (await window.panel.sessionContext.session.kernel
  .requestComplete({ code, cursor_pos: code.length })).content.matches"""
LISTED = """async (path) => (await window.jupyterapp.serviceManager.contents.get(path, { content: true }))
  .content.map(({ name }) => name)"""
SAVES = """
from talisman_nb import Table
with Table.new({"Ada": "dwarf", "Bruno": "thief"}, name="Friday") as table:
    table.answer(3)
print(Table.open("Friday").ask.kind)
"""


@pytest.fixture
def lab(browser: Any, served: http.server.ThreadingHTTPServer) -> Iterator[tuple[Any, list[str]]]:
    """JupyterLite in a browser of its own, whose commands the page has, and what it asks of other servers in vain."""
    address, asked = f"http://127.0.0.1:{served.server_port}/", list[str]()

    def take(route: Any) -> None:
        if not route.request.url.startswith(address):
            asked.append(route.request.url)
            route.abort()
        elif route.request.url.endswith("/notebooks/jupyter-lite.json"):
            settings = route.fetch().json()
            settings["jupyter-config-data"]["exposeAppInBrowser"] = True
            route.fulfill(json=settings)
        else:
            route.continue_()

    with closing(browser.new_context(viewport=SIZE)) as context, opened(context) as fresh:
        context.route("http*://**/*", take)
        fresh.set_default_timeout(STARTS)
        fresh.goto(f"{address}notebooks/lab/index.html")
        fresh.wait_for_function("() => window.jupyterapp?.started.then(() => true)")
        yield fresh, asked


@pytest.mark.campaign
@pytest.mark.parametrize("name", sorted(file.name for file in notebooks_dir().glob("*.ipynb")))
def test_every_notebook_runs(lab: tuple[Any, list[str]], name: str) -> None:
    page, elsewhere = lab
    page.evaluate(OPEN, {"path": name})
    page.evaluate(KEEP, GONE)
    page.locator("img[src^='data:image/svg+xml,']").first.wait_for(state="attached")
    page.evaluate(RUN)
    page.wait_for_function(DONE, timeout=RUNS)
    cells = page.evaluate(CELLS)
    wrong = [each for cell in cells for each in cell["outputs"] if each["output_type"] == "error"]
    assert not wrong
    written = json.loads((notebooks_dir() / name).read_text("utf-8"))["cells"]
    codes = [cell for cell in written if cell["cell_type"] == "code"]
    for n, (found, wished) in enumerate(zip(cells, codes, strict=True)):
        if wished["outputs"]:
            assert kinds(found["outputs"]) == kinds(wished["outputs"]), f"cell {n}"
    assert page.locator("text=Error displaying widget").count() == 0
    assert page.evaluate(TELL, SAVES) == "way\n"
    assert page.evaluate(LISTED, "Talisman/tables") == ["Friday.talisman"], "the list of files shows the saved table"
    assert "shortest_path" in page.evaluate(COMPLETE, "import networkx as nx\nnx.shortest_pa")
    assert not elsewhere


def kinds(outputs: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    """What each output is and how it can be shown; of a widget, as in a saved notebook, its picture and text."""
    shown = [(each["output_type"], {*each.get("data", {})}) for each in outputs]
    return [(kind, *sorted(ways - {VIEW})) for kind, ways in shown if VIEW not in ways or PICTURE in ways]


def test_a_turn_is_there_again_without_a_network(page: Any, served: http.server.ThreadingHTTPServer) -> None:
    address = f"http://127.0.0.1:{served.server_port}/"
    elsewhere: list[str] = []
    ours = (address, "blob:", "data:")
    page.context.on("request", lambda asked: asked.url.startswith(ours) or elsewhere.append(asked.url))
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
    page.context.set_offline(True)
    second = page.context.new_page()
    second.goto(address)
    expect(second.locator("#progress p")).to_contain_text("another window")
    page.goto("about:blank")
    second.locator(".tlm").wait_for(timeout=STARTS)
    game = Game(second, None)  # type: ignore[arg-type]
    expect(game.headline).to_contain_text("Bruno")
    game.click("option:2", "2 steps: which way?")
    second.close()
    assert not elsewhere


def test_windows_without_locks_ask_each_other(browser: Any, served: http.server.ThreadingHTTPServer) -> None:
    with closing(browser.new_context()) as context:
        context.add_init_script("delete Navigator.prototype.locks")  # as where a page doesn't come over https
        context.route("**/python.bin", lambda asked: asked.fulfill(status=404))
        first, second = context.new_page(), context.new_page()
        for page, said in (first, "could not be started"), (second, "another window"):
            page.goto(f"http://127.0.0.1:{served.server_port}/")
            expect(page.locator("#progress p")).to_contain_text(said, timeout=STARTS)
        first.close()
        expect(second.locator("#progress p")).to_contain_text("could not be started", timeout=STARTS)


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
    page.locator('[data-id="lessons"]').click()
    combat = page.locator('[data-id="lesson:combat"]').get_attribute("href")
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
    visit(combat)
    page.locator(".tlm").focus()
    for _ in range(STEPS):
        page.evaluate(STEP)
    expect(page.locator(".tlm")).to_contain_text("Page 3 of 8")


PRESS = """async () => {
  const ply = () => document.querySelector(".tlm").dataset.ply;
  const [before, open] = [ply(), (each) => each.offsetParent && each.getAttribute("aria-disabled") !== "true"];
  const find = (which) => [...document.querySelectorAll(`[data-id${which}]`)].find(open);
  const found = find('="roll"') ?? find('^="option:"');
  found?.click();
  for (let n = 0; found && n < 2000 && ply() === before; n++) await new Promise((done) => setTimeout(done, 20));
  return ply() !== before;
}"""
"""Throws or draws by the program, else gives the first answer; waits for the question that comes of it."""
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
