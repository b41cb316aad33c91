"""Measures the latency of a click, against a bare echo in the same page, first paints, and the bytes of an answer.

Each click is timed until the DOM has changed and until the first frame with the change is painted. The clicks are
spread evenly over the interval between two frames, as a person's are: at one fixed moment of it, a quarter of a
millisecond would decide whether an answer is painted with this frame or the next.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any

from talisman_nb.bench import Measurement

from .hosting import COMPANION, ECHO, FOUR, PATIENCE, WAYS, hosting_measurements, serve

LOADS = 7
"""Loads of each page that are measured, after one that is not."""

WATCH = """selector => {
  const painted = () => { window.firstPaint = performance.now(); };
  const look = () => {
    const shown = [...document.querySelectorAll(selector)].some((each) => each.checkVisibility());
    if (!shown) return requestAnimationFrame(look);
    const { port1, port2 } = new MessageChannel(); // its message comes after the frame
    port1.onmessage = painted;
    port2.postMessage(0);
  };
  requestAnimationFrame(look);
}"""
"""Notes when the first frame with the selector's element was painted, in milliseconds since the navigation began."""


def first_paint_measurements(browser: Any) -> list[Measurement]:
    """Measure the first paint on both servers."""
    return [_measure_first_paint(browser, module, word) for module, word in WAYS.items()]


def _measure_first_paint(browser: Any, module: str, word: str) -> Measurement:
    with serve(module, COMPANION) as ours, serve(module, ECHO) as theirs:
        pages = ((ours, ".tlm .headline"), (theirs, ".echo"))
        found = [[_first_paint(browser, *page) for page in pages] for _ in range(LOADS + 1)]
    mine, bare = (median(times) for times in zip(*found[1:], strict=True))
    name = f"navigation to first paint, {word}, median of {LOADS}"
    return Measurement(name, mine, "ms", "a page with one bare widget", bare, at_most=1.5)


def _first_paint(browser: Any, address: str, selector: str) -> float:
    """Load a page in a fresh context; return the milliseconds until its element was painted."""
    context = browser.new_context(viewport={"width": 1600, "height": 900})
    took = _load(context, address, selector)
    context.close()
    return took


def _load(context: Any, address: str, selector: str, until: str = "true") -> float:
    """Load a page, wait until JavaScript says so; return the milliseconds until its element was painted."""
    page = context.new_page()
    page.add_init_script(f"({WATCH})({selector!r})")
    page.goto(address)
    page.wait_for_function("window.firstPaint", timeout=PATIENCE)
    page.wait_for_function(until, timeout=PATIENCE)
    took: float = page.evaluate("window.firstPaint")
    page.close(run_before_unload=True)  # the page ends its kernel
    return took


TIMES = 50
"""Clicks measured for each measurement."""
UNTIL = {"changed": "click to a changed page", "painted": "click to repaint"}
"""Maps the end of a timing to the name of its measurement."""
LAUNCH = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]

MEASURE = """async ([times, presses, watched, attribute]) => {
  const FRAME = 1000 / 60, GOLDEN = (Math.sqrt(5) - 1) / 2; // multiples of the golden ratio spread evenly modulo 1
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
    await new Promise((done) => setTimeout(done, 30 + ((n * GOLDEN) % 1) * FRAME));
  }
  return took;
}"""

PRESSED = ['[data-id="option:3"]', '[data-id="undo"]']
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
            with serve(module, ECHO + COMPANION) as address:
                measurements += _measure_page(browser, address, word)
        measurements += first_paint_measurements(browser)
        measurements += hosting_measurements(browser)
        measurements += site_measurements(driver.chromium, browser, chromium)
        browser.close()
    return measurements


def _measure_page(browser: Any, address: str, word: str) -> list[Measurement]:
    """Measure a page: alternate rounds of both targets after a warm-up; return the measurements."""
    page = browser.new_page(viewport={"width": 1600, "height": 900})
    wire: list[int] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: wire.append(len(frame))))
    page.goto(address)
    page.locator(".tlm:visible").first.wait_for(timeout=PATIENCE)
    found, received = _press_in_turns(page, wire)
    page.close()
    return [
        *(_against(f"{name}, {word}, median of {TIMES}", *found, until) for until, name in UNTIL.items()),
        Measurement(f"bytes received per answer, {word}", received / TIMES / 1024, "KB", at_most=12.0),
    ]


Presses = list[dict[str, list[float]]]
"""For each round, milliseconds by the end of the timing."""


def _press_in_turns(page: Any, wire: list[int]) -> tuple[tuple[Presses, Presses], int]:
    """Press in the companion and in the echo of a page in turns; return both, and the bytes that ours received."""
    page.locator(".echo:visible").first.wait_for(timeout=PATIENCE)
    ours, echo = ([PRESSED, ".tlm", "data-ply"], [[".echo"], ".count", "data-n"])
    for each in (ours, echo):
        page.evaluate(MEASURE, [10, *each])  # warm-up
    found, peer, received = [], [], 0
    for _ in range(TIMES // 10):  # alternating, so that load on the machine affects both alike
        before = sum(wire)
        found.append(page.evaluate(MEASURE, [10, *ours]))
        received += sum(wire) - before
        peer.append(page.evaluate(MEASURE, [10, *echo]))
    return (found, peer), received


def _against(
    name: str, ours: Presses, peer: Presses, until: str, bare: str = "anywidget", at_most: float = 1.5
) -> Measurement:
    """Return the measurement of the median latencies of all rounds, in milliseconds, ours against the peer's."""
    mine, theirs = (median(chain.from_iterable(found[until] for found in rounds)) for rounds in (ours, peer))
    return Measurement(name, mine, "ms", f"a bare {bare} echo in the same page", theirs, at_most=at_most)


BARE = """<!DOCTYPE html><meta charset="utf-8"><script type="module" src="bare.js"></script>"""
BARE_ECHO = """
const button = Object.assign(document.createElement("button"), { className: "echo", textContent: "echo" });
const count = Object.assign(document.createElement("output"), { className: "count" });
const worker = new Worker("bare_worker.js", { type: "module" });
worker.onmessage = ({ data }) => { count.dataset.n = data; if (!data) document.body.prepend(button, count); };
let n = 0;
button.onclick = () => worker.postMessage(++n);
"""
BARE_WORKER = """
import { loadPyodide } from "./pyodide/pyodide.mjs";
const py = await loadPyodide(), answer = py.runPython("lambda n: n");
onmessage = ({ data }) => postMessage(answer(data));
postMessage(answer(0));
"""
"""A page beside those of the site, which has started when its button shows, and answers by Python in a worker."""
STARTS = 3
"""First visits of each page that are measured, each by a new profile, and second visits."""
KEPT = "async () => (await caches.keys()).length > 0 && navigator.serviceWorker.controller !== null"
VISITS = ("first", "second")
MOST_ECHOES = 5.0
"""Bound of a press on the site: 50 ms, where an echo that waits for the next frame takes 10."""


def site_measurements(chromium: Any, browser: Any, executable: str) -> list[Measurement]:
    """Measure starts and presses of the static site; without network or Node print a note and return []."""
    from talisman_nb.app.site import NoNodeError, NoSourceError, write_site

    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "site"
        try:
            write_site(folder)
        except (NoSourceError, NoNodeError) as wrong:
            print(f"the static site: not measured ({wrong})")
            return []
        for name, text in (("bare.html", BARE), ("bare.js", BARE_ECHO), ("bare_worker.js", BARE_WORKER)):
            (folder / name).write_text(text, "utf-8")
        with _hand_out(folder) as address:
            found: list[list[tuple[float, float]]] = []
            for n in range(STARTS):
                pages = (f"{address}?lang=en", ".tlm", KEPT), (f"{address}bare.html", ".echo", "true")
                profiles = [Path(scratch) / f"{n}-{each}" for each in range(len(pages))]
                found.append([_visits(chromium, executable, *each) for each in zip(profiles, pages, strict=True)])
            starts = []
            for visit, word in enumerate(VISITS):
                mine, bare = (median(each[visit] for each in times) for times in zip(*found, strict=True))
                name = f"{word} visit to a form, static site, median of {STARTS}"
                starts.append(Measurement(name, mine, "ms", "a bare Pyodide in a worker", bare, at_most=1.0))
            return [*starts, *_measure_site(browser, address, Path(scratch))]


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None: ...


@contextmanager
def _hand_out(folder: Path) -> Iterator[str]:
    """Hand out a folder's files; yield the address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def _visits(chromium: Any, executable: str, profile: Path, page: tuple[str, str, str]) -> tuple[float, float]:
    """Return the milliseconds until a page was painted, in a new profile and once more."""
    context = chromium.launch_persistent_context(profile, executable_path=executable, args=LAUNCH)
    first, second = (_load(context, *page) for _ in VISITS)
    context.close()
    return first, second


def _measure_site(browser: Any, address: str, scratch: Path) -> list[Measurement]:
    """Measure presses on a table of the static site."""
    from talisman_nb.table import Table

    file = scratch / "Friday.talisman"
    Table.new(FOUR, path=file).close()
    page = browser.new_page(viewport={"width": 1600, "height": 900})
    page.goto(f"{address}?lang=en")
    page.locator('[data-id="table-input"]').set_input_files(file, timeout=PATIENCE)
    page.locator(PRESSED[0]).first.wait_for(timeout=PATIENCE)
    page.add_script_tag(url="bare.js", type="module")
    found, _ = _press_in_turns(page, [])
    page.close()
    name = f"{UNTIL['painted']}, static site, median of {TIMES}"
    return [_against(name, *found, "painted", "Pyodide", MOST_ECHOES)]
