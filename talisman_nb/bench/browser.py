"""Measures the latency of a click, against a bare anywidget echo in the same page, and the bytes received per answer.

Each click is timed until the DOM has changed and until the first frame with the change is painted. The clicks are
spread evenly over the interval between two frames, as a person's are: at one fixed moment of it, a quarter of a
millisecond would decide whether an answer is painted with this frame or the next.
"""

from __future__ import annotations

import os
import shutil
from itertools import chain
from statistics import median
from typing import Any

from talisman_nb.bench import Measurement

from .hosting import COMPANION, ECHO, PATIENCE, WAYS, hosting_measurements, serve

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
    page = context.new_page()
    page.add_init_script(f"({WATCH})({selector!r})")
    page.goto(address)
    page.wait_for_function("window.firstPaint", timeout=PATIENCE)
    took: float = page.evaluate("window.firstPaint")
    page.close(run_before_unload=True)  # the page ends its kernel
    context.close()
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
        browser.close()
    return measurements


def _measure_page(browser: Any, address: str, word: str) -> list[Measurement]:
    """Measure a page: alternate rounds of both targets after a warm-up; return the measurements."""
    page = browser.new_page(viewport={"width": 1600, "height": 900})
    wire: list[int] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: wire.append(len(frame))))
    page.goto(address)
    page.locator(".tlm:visible").first.wait_for(timeout=PATIENCE)
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
    page.close()
    return [
        *(_against(f"{name}, {word}, median of {TIMES}", found, peer, until) for until, name in UNTIL.items()),
        Measurement(f"bytes received per answer, {word}", received / TIMES / 1024, "KB", at_most=12.0),
    ]


def _against(
    name: str, ours: list[dict[str, list[float]]], peer: list[dict[str, list[float]]], until: str
) -> Measurement:
    """Return the measurement of the median latencies of all rounds, in milliseconds, ours against the peer's."""
    mine, theirs = (median(chain.from_iterable(found[until] for found in rounds)) for rounds in (ours, peer))
    return Measurement(name, mine, "ms", "a bare anywidget echo in the same page", theirs, at_most=1.5)
