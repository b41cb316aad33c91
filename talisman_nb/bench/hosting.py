"""Measures a hosted table with six screens: its memory, and how long until a press shows on the other five.

The peers are a server that does nothing but pass a number on to six pages, and a kernel for each screen.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
import psutil

from talisman_nb.app import running_server as running
from talisman_nb.app.host.guests import Codes
from talisman_nb.bench import Measurement
from talisman_nb.table import Table


def free_port() -> int:
    """Return a port of this machine that is free."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


WAYS = {"full_page": "page", "lab": "lab"}
"""Maps the module of a server to its word in the measurements' names."""
PATIENCE = 60_000
"""Timeout of a page's load and of a server's end, in milliseconds."""

ECHO = '''
import anywidget, traitlets
from IPython.display import display

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

display(Echo())
'''
"""A cell that shows a bare widget, which answers each press with the number of presses."""
COMPANION = """
from IPython.display import display
from talisman_nb import Table, companion

display(companion(Table.new({"Ada": "dwarf", "Bruno": "thief", "Carla": "troll", "Dario": "warrior"})))
"""
"""A cell that shows the companion of four people."""

SERVE = """
import sys
from pathlib import Path
from talisman_nb.app import settings
settings.use_our_own()
from talisman_nb.app import {module}
{module}.serve(Path(sys.argv[1]), int(sys.argv[2]), retries=0, ready=lambda *found: print("ready", flush=True))
"""


@contextmanager
def serve(module: str, cell: str) -> Iterator[str]:
    """Run a server in a subprocess with its own home, on a notebook with this cell; yield its address."""
    import nbformat

    with tempfile.TemporaryDirectory() as folder:
        notebook = Path(folder) / "notebooks" / "bench.ipynb"
        notebook.parent.mkdir()
        nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell)]), notebook)
        home = {"TALISMAN_NB_HOME": str(Path(folder) / "home"), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        process = subprocess.Popen(
            [sys.executable, "-c", SERVE.format(module=module), str(notebook), str(free_port())],
            env={**os.environ, **home}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        try:
            assert process.stdout and process.stdout.readline() == "ready\n"
            yield _read_address(module, home["TALISMAN_NB_HOME"])
        finally:
            process.terminate()
            process.wait(timeout=PATIENCE / 1000)


def _read_address(module: str, home: str) -> str:
    os.environ["TALISMAN_NB_HOME"] = home
    found = running.find("page" if module == "full_page" else "lab")
    assert found is not None
    return found.address("lab/tree/bench.ipynb") if module == "lab" else found.address()


FOUR = {"Ada": "dwarf", "Bruno": "thief", "Carla": "troll", "Dario": "warrior"}
SCREENS = len(FOUR) + 2
"""A phone for each, the laptop and a television."""
PRESSES = 40
MOST_MEMORY, MOST_TIME = 300.0, 300.0
"""Bounds in MB and in milliseconds."""

HOST = """
import asyncio, sys, msgspec
from talisman_nb.app.host.server import serve
def ready(server, doors):
    print(msgspec.json.encode([server.address(), doors.addresses[0], doors.hosted.codes]).decode(), flush=True)
asyncio.run(serve("bench", int(sys.argv[1]), ready=ready))
"""
BROADCAST = """
import asyncio, sys
from tornado.web import Application, RequestHandler
from tornado.websocket import WebSocketHandler
PAGE = '''<button>0</button><script>
  const button = document.querySelector("button"), socket = new WebSocket(`ws://${location.host}/socket`);
  socket.onmessage = ({ data }) => { button.textContent = data; };
  button.onclick = () => socket.send(Number(button.textContent) + 1);
</script>'''
class Page(RequestHandler):
    def get(self):
        self.finish(PAGE)
class Socket(WebSocketHandler):
    pages = []
    def open(self):
        self.set_nodelay(True)
        self.pages.append(self)
    def on_message(self, message):
        for page in self.pages:
            page.write_message(message)
async def main():
    Application([("/", Page), ("/socket", Socket)]).listen(int(sys.argv[1]), "127.0.0.1")
    print('"ready"', flush=True)
    await asyncio.Event().wait()
asyncio.run(main())
"""
KERNEL = 'from talisman_nb import Table, companion\nshown = companion(Table.new({"Ada": "dwarf", "Bruno": "thief"}))'

WATCH = """selector => {
  const seen = window.seen = [];
  const now = () => performance.timeOrigin + performance.now();
  const painted = () => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => seen.push(now());
    port2.postMessage(0);
  };
  const watched = document.querySelector(selector).closest(".tlm") ?? document.body;
  const text = () => document.querySelector(selector)?.textContent;
  let before = text();
  new MutationObserver(() => {
    if (text() === before) return;
    before = text();
    requestAnimationFrame(painted);
  }).observe(watched, { childList: true, subtree: true, characterData: true });
}"""
PRESS = """selector => {
  document.querySelector(selector).click();
  return performance.timeOrigin + performance.now();
}"""


def hosting_measurements(browser: Any) -> list[Measurement]:
    """Run the benchmarks of a hosted table in a browser."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["TALISMAN_NB_HOME"] = home
        Table.new(FOUR, name="bench").close()
        with _running(HOST) as (process, ready):
            laptop, address, codes = ready
            screens = _screens(browser, laptop, address, msgspec.convert(codes, Codes))
            ours = _times(screens, ['[data-id="option:3"]', '[data-id="undo"]'], "h1, [data-id=headline]")
            memory = psutil.Process(process.pid).memory_info().rss / 1e6
            _close(screens)
    with _running(BROADCAST) as (_, _):
        pages = [browser.new_context().new_page() for _ in range(SCREENS)]
        for page in pages:
            page.goto(_address(BROADCAST))
        peer = _times(pages, ["button"], "button")
        _close(pages)
    name, others = f"press to repaint on others, {SCREENS} screens", "a bare WebSocket broadcast"
    return [
        Measurement(name, ours, "ms", at_most=MOST_TIME),
        Measurement(f"{name}, against", ours, "ms", others, peer),
        Measurement(f"memory of a table with {SCREENS} screens", memory, "MB", at_most=MOST_MEMORY),
        Measurement("the same, against", memory, "MB", "a kernel per screen", SCREENS * _kernel_memory()),
    ]


_PORTS: dict[str, int] = {}
"""Maps the source of a server to its port."""


def _address(source: str) -> str:
    return f"http://127.0.0.1:{_PORTS[source]}/"


@contextmanager
def _running(source: str) -> Iterator[tuple[subprocess.Popen[str], Any]]:
    """Run a server in a process of its own; yield it with what it has said when it was ready."""
    _PORTS[source] = free_port()
    path = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    argv = [sys.executable, "-c", source, str(_PORTS[source])]
    process = subprocess.Popen(
        argv, env={**os.environ, **path}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert process.stdout
        yield process, msgspec.json.decode(process.stdout.readline())
    finally:
        process.terminate()
        process.wait(timeout=30)


def _screens(browser: Any, laptop: str, address: str, codes: Codes) -> list[Any]:
    """Open the laptop's page, which presses, a television and the phones."""
    first = browser.new_context(viewport={"width": 1366, "height": 768}).new_page()
    first.goto(laptop)
    others = []
    for code in (codes.television, *codes.seats):
        page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
        page.goto(f"{address}?code={code}")
        page.locator("button").click()
        others.append(page)
    for page in (first, *others):
        page.locator("h1, [data-id=headline]").first.wait_for(timeout=PATIENCE)
    return [first, *others]


def _times(pages: list[Any], presses: list[str], watched: str) -> float:
    """Press on the first page; return the median of milliseconds until the others have painted the answer."""
    first, *others = pages
    for page in others:
        page.evaluate(WATCH, watched)
    took = [_once(first, others, presses[n % len(presses)], n) for n in range(PRESSES)]
    return median(chain.from_iterable(took[2:]))  # without the first of each kind


def _once(first: Any, others: list[Any], press: str, n: int) -> list[float]:
    start = first.evaluate(PRESS, press)
    for page in others:
        page.wait_for_function("n => window.seen.length > n", arg=n, timeout=PATIENCE)
    first.wait_for_timeout(30)
    return [page.evaluate("window.seen.at(-1)") - start for page in others]


def _close(pages: list[Any]) -> None:
    for page in pages:
        page.context.close()


def _kernel_memory() -> float:
    """Return the memory of one kernel with a companion, in MB."""
    from jupyter_client.manager import start_new_kernel

    path = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    manager, client = start_new_kernel(env={**os.environ, **path}, stderr=subprocess.DEVNULL)
    try:
        client.execute_interactive(KERNEL, timeout=60, output_hook=lambda message: None)
        own = [int(process.pid) for process in psutil.Process().children(recursive=True) if _is_kernel(process)]
        return max(float(psutil.Process(pid).memory_info().rss) for pid in own) / 1e6
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def _is_kernel(process: Any) -> bool:
    """Whether a process is a kernel; one that has ended meanwhile is none."""
    with suppress(psutil.NoSuchProcess):
        return any("ipykernel" in word for word in process.cmdline())
    return False
