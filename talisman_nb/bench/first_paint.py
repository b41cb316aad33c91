"""Measures the time to the first paint of the companion, against a page of the same server with one bare widget.

Both notebooks have one cell, and a server of their own. A load is timed from the start of the navigation until the
first frame is painted in which the widget is visible, with an empty cache. On the full page each load starts a kernel,
which imports and makes the first screen; in JupyterLab the kernel of the first load, which isn't measured, goes on, as
it does for whoever reloads. The loads of both notebooks alternate, so that load on the machine affects both.
"""

from __future__ import annotations

from statistics import median
from typing import Any

from .measurement import Measurement
from .served import COMPANION, ECHO, PATIENCE, WAYS, served

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
    return [_measured(browser, module, word) for module, word in WAYS.items()]


def _measured(browser: Any, module: str, word: str) -> Measurement:
    with served(module, COMPANION) as ours, served(module, ECHO) as theirs:
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
