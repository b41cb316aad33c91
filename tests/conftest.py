"""What tests share: the option that approves transcripts, a place for saved tables, a Chromium for what is seen.

The Chromium is TALISMAN_CHROMIUM, or one found on the path; else the tests that need it are skipped.
"""

from __future__ import annotations

import http.server
import os
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
LAUNCH = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
LONGEST = frozenset({
    "test_flips", "test_walk", "test_trial", "test_story_screens", "test_static_site", "test_mutation", "test_games",
    "test_house_rules",
})  # fmt: skip
"""Files that take longest: they begin first, so that at the end no processor waits for one of them."""
SIZE = {"width": 1280, "height": 800}


def chromium() -> str | None:
    """Path of a Chromium, or None."""
    return os.environ.get("TALISMAN_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--bless", action="store_true", help="approve what tests/golden tells now, and print the difference"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Approving prints what it changes, which only one process can."""
    if config.option.bless:
        config.option.numprocesses = 0


def pytest_configure(config: pytest.Config) -> None:
    """No test finds or touches the tables of whoever runs it; while data is missing, only one test says so."""
    home = tempfile.TemporaryDirectory(prefix="talisman-nb-")
    os.environ["TALISMAN_NB_HOME"] = home.name
    config.add_cleanup(home.cleanup)
    from completeness import OnlyCompleteness

    config.pluginmanager.register(OnlyCompleteness())


@pytest.hookimpl(trylast=True)  # after what is not asked for is gone
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The longest first; of a campaign a share, of a matrix a diagonal, unless cases are asked for by name."""
    from shares import left_out

    if left := left_out(items) if not any("[" in str(asked) for asked in config.args) else set():
        config.hook.pytest_deselected(items=list(left))
    items[:] = sorted((item for item in items if item not in left), key=lambda item: item.path.stem not in LONGEST)


@pytest.fixture(autouse=True)
def own_layers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A layer that a test registers is known to no other test, whatever their order."""
    from talisman_nb.rules import layers

    monkeypatch.setattr(layers, "_registered", dict(layers._registered))


@pytest.fixture
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place without any tables, for this test alone; no table and no language is asked for."""
    monkeypatch.setenv("TALISMAN_NB_HOME", str(tmp_path))
    for name in ("TALISMAN_NB_TABLE", "TALISMAN_NB_LANG", "QUERY_STRING"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def answering() -> Iterator[tuple[str, list[str]]]:
    """A server that answers every request with 4711: its address, and what it was asked by whom."""
    asked: list[str] = []

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(f"{self.command} {self.path} {self.headers['Authorization']}")
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"4711")

        do_POST = do_GET  # noqa: N815

        def log_message(self, *args: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", asked
        server.shutdown()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One headless Chromium for all tests of a process."""
    from pages_served import resolved
    from servers import PATIENCE

    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install .[test]")
    path = chromium()
    if path is None and os.environ.get("TALISMAN_BROWSER") == "required":
        pytest.fail("no Chromium, and TALISMAN_BROWSER=required")
    if path is None:
        pytest.skip(f"no Chromium: set TALISMAN_CHROMIUM to one, or put one of {', '.join(NAMES)} on the path")
    with playwright.sync_playwright() as driver:
        playwright.expect.set_options(timeout=PATIENCE)
        found = driver.chromium.launch(executable_path=path, headless=True, args=[*LAUNCH, resolved()])
        yield found
        found.close()


NOT_OURS = ("Canceled future for", "Cannot read properties of undefined (reading 'schema')")
"""Begins of errors of others: what JupyterLab reports when the kernel of a page is killed or restarted, and what
Notebook 7 reports whenever it opens a notebook."""


@contextmanager
def watched(page: Any) -> Iterator[Any]:
    """Whatever a page reports as an error meanwhile fails the test."""
    errors: list[str] = []

    def note(error: object) -> None:
        errors.append(str(error))

    page.on("pageerror", note)
    yield page
    page.remove_listener("pageerror", note)
    ours = [error for error in errors if not any(theirs in error for theirs in NOT_OURS)]
    assert not ours, f"the page reported {ours}"


@contextmanager
def opened(context: Any) -> Iterator[Any]:
    """A page of its own, where errors of the page fail the test."""
    from servers import PATIENCE

    context.set_default_timeout(PATIENCE)
    with watched(context.new_page()) as fresh:
        yield fresh
        fresh.close()


USES = 40
"""Tests after which the shared page is another one, or its process would keep what all of them have loaded."""


@pytest.fixture(scope="session")
def shared_pages(browser: Any) -> Iterator[Iterator[Any]]:
    """One page for tests that load their own page and leave nothing behind but a loaded page."""
    from servers import PATIENCE

    def pages() -> Iterator[Any]:
        while True:
            with closing(browser.new_context(viewport=SIZE)) as context:
                context.set_default_timeout(PATIENCE)
                shared = context.new_page()
                for _ in range(USES):
                    yield shared

    yield (given := pages())
    given.close()


@pytest.fixture
def shared_page(shared_pages: Iterator[Any]) -> Iterator[Any]:
    """The shared page, as if it were fresh."""
    shared = next(shared_pages)
    shared.set_viewport_size(SIZE)
    with watched(shared):
        yield shared
        fresh_again(shared)


def fresh_again(page: Any) -> None:
    """Nothing of the test before is left: pages it has opened, what the browser keeps, and where the mouse was."""
    for other in page.context.pages:
        if other != page:  # a page behind another one is painted late
            other.close()
    page.evaluate("() => { try { localStorage.clear(); sessionStorage.clear(); } catch {} }")
    page.mouse.move(-9, -9)


@pytest.fixture
def page(request: pytest.FixtureRequest) -> Iterator[Any]:
    """A page, 1280 x 800: a fresh one that shares nothing with any other, or in files marked `one_page` the shared."""
    if request.node.get_closest_marker("one_page"):
        yield request.getfixturevalue("shared_page")
    else:
        browser = request.getfixturevalue("browser")
        with closing(browser.new_context(viewport=SIZE)) as context, opened(context) as fresh:
            yield fresh


@pytest.fixture
def panel(shared_page: Any) -> Any:
    """A panel with sample screens."""
    from panel_page import Panel

    return Panel(shared_page)
