"""Measures the latency of a click, against a bare anywidget echo in the same page, and the bytes received per answer.

Each click is timed until the DOM has changed and until the first frame with the change is painted.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any

from talisman_nb.app import running_server as running

from .hosting import hosting_measurements
from .measurement import Measurement
from .ports import free_port

TIMES = 50
"""Clicks measured for each measurement."""
PATIENCE = 60_000
"""Timeout of the page load, in milliseconds."""
UNTIL = {"changed": "click to a changed page", "painted": "click to repaint"}
"""Maps the end of a timing to the name of its measurement."""
WAYS = {"full_page": "page", "lab": "lab"}
"""Maps the module of a server to its word in the measurements' names."""
LAUNCH = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]

CELL = '''
import anywidget, traitlets
from IPython.display import display
from talisman_nb import Table, companion

class Echo(anywidget.AnyWidget):
    _esm = """export default { render({ model, el }) {
      const button = Object.assign(document.createElement("button"), { className: "echo", textContent: "echo" });
      const count = Object.assign(document.createElement("output"), { className: "count" });
      const draw = () => { count.dataset.n = model.get("answer"); };
      button.onclick = () => { model.set("asked", model.get("asked") + 1); model.save_changes(); };
      model.on("change:answer", draw); draw(); el.append(button, count);
    } };"""
    asked = traitlets.Int(0).tag(sync=True)
    answer = traitlets.Int(0).tag(sync=True)

    @traitlets.observe("asked")
    def _count(self, change):
        self.answer = change.new

table = Table.new({"Ada": "dwarf", "Bruno": "thief", "Carla": "troll", "Dario": "warrior"})
display(Echo(), companion(table))
'''

MEASURE = """async ([times, presses, watched, attribute]) => {
  const seen = (selector) => [...document.querySelectorAll(selector)].find((each) => each.checkVisibility());
  const took = { changed: [], painted: [] };
  for (let n = 0; n < times; n++) {
    const target = seen(watched), start = performance.now();
    await new Promise((done) => {
      const painted = () => { took.painted.push(performance.now() - start); done(); };
      const afterPaint = () => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = painted;
        port2.postMessage(0);
      };
      const watch = new MutationObserver(() => {
        took.changed.push(performance.now() - start);
        watch.disconnect();
        requestAnimationFrame(afterPaint);
      });
      watch.observe(target, { attributes: true, attributeFilter: [attribute] });
      seen(presses[n % presses.length]).click();
    });
    await new Promise((done) => setTimeout(done, 30));
  }
  return took;
}"""

SERVE = """
import sys
from pathlib import Path
from talisman_nb.app import settings
settings.use_our_own()
from talisman_nb.app import {module}
{module}.serve(Path(sys.argv[1]), int(sys.argv[2]), retries=0, ready=lambda *found: print("ready", flush=True))
"""

COMPANION = ['[data-id="option:3"]', '[data-id="undo"]']
"""Selectors clicked in turn: a face of the die, then undo."""


def browser_measurements() -> list[Measurement]:
    """Run the browser benchmarks on both servers; without Chromium or Playwright print a note and return []."""
    chromium = os.environ.get("TALISMAN_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        chromium = None
    if chromium is None:
        print("click to repaint: not measured, it needs Playwright and a Chromium (`talisman-nb check`)")
        return []
    measurements: list[Measurement] = []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, headless=True, args=LAUNCH)
        for module, word in WAYS.items():
            with _served(module) as address:
                measurements += _measured(browser, address, word)
        measurements += hosting_measurements(browser)
        browser.close()
    return measurements


def _measured(browser: Any, address: str, word: str) -> list[Measurement]:
    """Measure a page: alternate rounds of both targets after a warm-up; return the measurements."""
    page = browser.new_page(viewport={"width": 1600, "height": 900})
    wire: list[int] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: wire.append(len(frame))))
    page.goto(address)
    page.locator(".tlm:visible").first.wait_for(timeout=PATIENCE)
    page.locator(".echo:visible").first.wait_for(timeout=PATIENCE)
    ours, echo = ([COMPANION, ".tlm", "data-ply"], [[".echo"], ".count", "data-n"])
    for each in (ours, echo):
        page.evaluate(MEASURE, [10, *each])  # warm-up
    found, peer, received = [], [], 0
    for _ in range(TIMES // 10):  # alternating, so that load on the machine affects both alike
        before = sum(wire)
        found.append(page.evaluate(MEASURE, [10, *ours]))
        received += sum(wire) - before
        peer.append(page.evaluate(MEASURE, [10, *echo]))
    page.close()
    return [
        *(_against(f"{name}, {word}, median of {TIMES}", found, peer, until) for until, name in UNTIL.items()),
        Measurement(f"bytes received per answer, {word}", received / TIMES / 1024, "KB", at_most=4.0),
    ]


def _against(
    name: str, ours: list[dict[str, list[float]]], peer: list[dict[str, list[float]]], until: str
) -> Measurement:
    """Return the measurement of the median latencies of all rounds, in milliseconds, ours against the peer's."""
    mine, theirs = (median(chain.from_iterable(found[until] for found in rounds)) for rounds in (ours, peer))
    return Measurement(name, mine, "ms", "a bare anywidget echo in the same page", theirs, at_most=1.5)


@contextmanager
def _served(module: str) -> Iterator[str]:
    """Run a server in a subprocess with its own home, on a notebook with echo and companion; yield its address."""
    import nbformat

    with tempfile.TemporaryDirectory() as folder:
        notebook = Path(folder) / "notebooks" / "bench.ipynb"
        notebook.parent.mkdir()
        nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(CELL)]), notebook)
        home = {"TALISMAN_NB_HOME": str(Path(folder) / "home"), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        process = subprocess.Popen(
            [sys.executable, "-c", SERVE.format(module=module), str(notebook), str(free_port())],
            env={**os.environ, **home}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        try:
            assert process.stdout and process.stdout.readline() == "ready\n"
            yield _address(module, home["TALISMAN_NB_HOME"])
        finally:
            process.terminate()
            process.wait(timeout=30)


def _address(module: str, home: str) -> str:
    os.environ["TALISMAN_NB_HOME"] = home
    found = running.find("page" if module == "full_page" else "lab")
    assert found is not None
    return found.address("lab/tree/bench.ipynb") if module == "lab" else found.address()
