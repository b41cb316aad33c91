"""Does every notebook run in the JupyterLite of the static site, which asks nothing of another server?"""

from __future__ import annotations

import functools
import http.server
import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from test_static_site import STARTS, Quiet

from talisman_nb.app import cli
from talisman_nb.app.paths import notebooks_dir

pytestmark = [pytest.mark.browser, pytest.mark.campaign(cases=1)]

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
KEPT = """async (path) => (await window.jupyterapp.serviceManager.contents.get(path, { content: true }))
  .content.map(({ name }) => name)"""
SAVES = """
from talisman_nb import Table
with Table.new({"Ada": "dwarf", "Bruno": "thief"}, name="Friday") as table:
    table.answer(3)
print(Table.open("Friday").ask.kind)
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("web") / "site"
    assert cli.main(["site", str(folder), "--notebooks"]) == 0
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder)) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture
def elsewhere(page: Any, address: str) -> list[str]:
    """What is asked of other servers, which is refused; JupyterLab gives its commands to the page."""
    asked: list[str] = []

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

    page.context.route("http*://**/*", take)
    return asked


@pytest.mark.parametrize("name", sorted(file.name for file in notebooks_dir().glob("*.ipynb")))
def test_every_notebook_runs(page: Any, address: str, elsewhere: list[str], name: str) -> None:
    page.set_default_timeout(STARTS)
    page.goto(f"{address}notebooks/lab/index.html")
    page.wait_for_function("() => window.jupyterapp?.started.then(() => true)")
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
    assert page.evaluate(KEPT, "Talisman/tables") == ["Friday.talisman"], "the list of files shows the saved table"
    assert "shortest_path" in page.evaluate(COMPLETE, "import networkx as nx\nnx.shortest_pa")
    assert not elsewhere


def kinds(outputs: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    """What each output is and how it can be shown; of a widget, as in a saved notebook, its picture and text."""
    shown = [(each["output_type"], {*each.get("data", {})}) for each in outputs]
    return [(kind, *sorted(ways - {VIEW})) for kind, ways in shown if VIEW not in ways or PICTURE in ways]
