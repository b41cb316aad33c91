"""Do the full page and JupyterLab open a running notebook by themselves, answer at once, and heal?"""

from __future__ import annotations

import os
import re
import signal
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect
from servers import PATIENCE, Server, free_port

from talisman_nb.app import running_server as running

pytestmark = [pytest.mark.browser, pytest.mark.campaign]

ECHO = '''
import os, anywidget, traitlets

class Echo(anywidget.AnyWidget):
    """Counts presses in the kernel, and says which kernel that is and what it was asked for."""
    _esm = """
    function render({model, el}) {
      const button = Object.assign(document.createElement("button"), {className: "echo", textContent: "press"});
      const count = Object.assign(document.createElement("output"), {className: "count"});
      const about = Object.assign(document.createElement("p"), {className: "about", textContent: model.get("about")});
      const draw = () => { count.textContent = model.get("answer"); };
      button.onclick = () => { model.set("asked", model.get("asked") + 1); model.save_changes(); };
      model.on("change:answer", draw);
      draw();
      el.append(button, count, about);
    }
    export default { render };
    """
    asked = traitlets.Int(0).tag(sync=True)
    answer = traitlets.Int(0).tag(sync=True)
    about = traitlets.Unicode().tag(sync=True)

    @traitlets.observe("asked")
    def _count(self, change):
        self.answer = change.new

def companion(table="", lang=""):
    return Echo(about=f"pid {os.getpid()} table {table!r} query {os.environ.get('QUERY_STRING', '')!r}")

companion()
'''

MEASURE = """async (times) => {
  const [button] = [...document.querySelectorAll(".echo")].filter((b) => b.checkVisibility());
  const count = button.nextElementSibling, took = [];
  for (let n = 0; n < times; n++) {
    const start = performance.now();
    await new Promise((done) => {
      const seen = new MutationObserver(() => { seen.disconnect(); took.push(performance.now() - start); done(); });
      seen.observe(count, {childList: true, characterData: true, subtree: true});
      button.click();
    });
    await new Promise((done) => setTimeout(done, 30));
  }
  return took;
}"""


@pytest.fixture(scope="module")
def page_server(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Iterator[Server]:
    server = Server("full_page", tmp_path_factory.mktemp("page"), free_port(), ECHO)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def lab_server(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Iterator[Server]:
    server = Server("lab", tmp_path_factory.mktemp("lab"), free_port(), ECHO)
    yield server
    server.stop()


@pytest.fixture
def outside(page: Any) -> list[str]:
    """The requests of the page that left this machine."""
    asked: list[str] = []
    at_home = re.compile(r"(https?|wss?)://127\.0\.0\.1[:/]|data:|blob:")
    page.on("request", lambda request: asked.append(request.url) if not at_home.match(request.url) else None)
    return asked


def about(page: Any) -> str:
    seen = page.locator(".about:visible")
    seen.wait_for()
    return str(seen.inner_text())


def kernel_of(page: Any) -> int:
    return int(about(page).split()[1])


def is_gone(process: int) -> bool:
    """Does the process end?"""
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


def answers(page: Any) -> None:
    """A press comes back counted, and its time is printed."""
    count = page.locator(".count:visible")
    before = int(count.inner_text())
    page.locator(".echo:visible").click()
    expect(count).to_have_text(str(before + 1))
    took = page.evaluate(MEASURE, 30)
    print(f"\nclick to repaint: median {statistics.median(took):.1f} ms, slowest {max(took):.1f} ms")


def test_the_full_page_opens_running(page: Any, page_server: Server, outside: list[str]) -> None:
    start = time.monotonic()
    page.goto(page_server.found().address(table="Friday night", lang="it"))
    assert "query 'table=Friday+night&lang=it'" in about(page)
    print(f"\nfull page to widget: {time.monotonic() - start:.1f} s")
    answers(page)
    assert outside == []
    expect(page.locator("#loading")).to_have_count(0)
    assert "anywidget" not in page.locator("body").inner_text(), "code is in sight"
    assert "width=device-width" in page.locator("meta[name=viewport]").get_attribute("content")


def test_the_full_page_follows_light_and_dark(page: Any, page_server: Server) -> None:
    page.goto(page_server.found().address())
    about(page)
    seen = {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(f"document.body.dataset.jpThemeLight === '{str(scheme == 'light').lower()}'")
        seen[scheme] = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert seen["light"] != seen["dark"]


def test_the_full_page_scrolls_like_a_page(page: Any, page_server: Server) -> None:
    page.goto(page_server.found().address())
    about(page)
    page.evaluate("document.querySelector('.echo').parentElement.style.height = '3000px'")
    assert page.evaluate("document.documentElement.scrollHeight") >= 3000


@pytest.mark.skipif(os.name != "posix", reason="looks for a process by signal")
def test_a_closed_page_ends_its_kernel(page: Any, page_server: Server) -> None:
    page.goto(page_server.found().address())
    first = kernel_of(page)
    page.reload()
    assert is_gone(first), "the kernel of the page that was left still runs"
    assert kernel_of(page) != first


@pytest.mark.skipif(os.name != "posix", reason="ends a process by signal")
def test_the_full_page_comes_back_when_its_kernel_dies(page: Any, page_server: Server) -> None:
    page.goto(page_server.found().address(table="Friday"))
    first = kernel_of(page)
    os.kill(first, signal.SIGKILL)
    page.wait_for_function(
        f"!(document.querySelector('.about')?.textContent ?? 'pid {first} ').includes('pid {first} ')"
    )
    assert "table=Friday" in about(page)
    answers(page)


def test_the_full_page_comes_back_when_its_server_does(page: Any, page_server: Server) -> None:
    page.goto(page_server.found().address(table="Friday"))
    first = kernel_of(page)
    page_server.stop()
    page_server.start()
    page.wait_for_function(
        f"!(document.querySelector('.about')?.textContent ?? 'pid {first} ').includes('pid {first} ')"
    )
    answers(page)


def test_lab_opens_with_the_notebook_run(page: Any, lab_server: Server, outside: list[str]) -> None:
    start = time.monotonic()
    page.goto(lab_server.found().address("lab/tree/echo.ipynb"))
    assert "table ''" in about(page)
    print(f"\nLab to widget: {time.monotonic() - start:.1f} s")
    answers(page)
    assert outside == []
    page.locator(".jp-Cell").first.click(position={"x": 5, "y": 5})
    page.keyboard.press("d")
    page.keyboard.press("d")
    page.keyboard.press("x")
    answers(page)


def test_lab_follows_light_and_dark(page: Any, lab_server: Server) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(lab_server.found().address("lab/tree/echo.ipynb"))
    page.wait_for_function("document.body.dataset.jpThemeLight === 'false'")


def test_lab_shows_the_same_game_after_a_reload(page: Any, lab_server: Server) -> None:
    page.goto(lab_server.found().address("lab/tree/echo.ipynb"))
    first = kernel_of(page)
    page.locator(".echo").click()
    page.reload()
    assert kernel_of(page) == first
    answers(page)


def test_a_second_start_gets_another_table_from_the_running_lab(page: Any, lab_server: Server) -> None:
    server = lab_server.found()
    for _ in range(2):  # asked again, the one that runs is shown
        path = running.ask(server, running.OPEN, {"table": "Łódź", "lang": "pl"}).decode()
    assert path == "tables/Łódź.ipynb"
    page.goto(server.address(f"lab/tree/{quote(path)}"))
    page.locator(".about:visible", has_text="table 'Łódź'").wait_for()
    answers(page)


def test_a_stopped_server_takes_its_address_back(tmp_path: Path, browser: Any) -> None:
    server = Server("full_page", tmp_path, free_port(), ECHO)
    assert server.found().pid == server.process.pid
    server.stop()
    assert not (server.home / "running" / "page.json").exists()
