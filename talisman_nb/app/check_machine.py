"""Diagnosis of this machine (`talisman-nb check`): each check yields one finding, ok or with what to do."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import shutil
import socket
import sys
import tempfile
import tomllib
import webbrowser
from collections.abc import Iterator
from typing import Any, Literal

import msgspec
from packaging.requirements import Requirement

from talisman_nb.rules.layers import BASE
from talisman_nb.text.phrases import load_phrases

from . import paths as places

LEAST_PYTHON = (3, 11)
"""Lowest version of Python that runs the program."""
FIRST_PORT = 8877
"""Port of the full page; JupyterLab starts one above it."""
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chrome")
"""Names of the Chromium executable on various systems."""
WIDE = 12
"""Width of the state column: letters of the longest state in any language."""
SYNCHRONISED = ("onedrive", "dropbox", "icloud", "google drive", "nextcloud")
"""Parts of folder names that mean a cloud synchronises the folder; lower case."""


FindingState = Literal["ok", "note", "todo"]
"""ok; missing, but optional; missing and needed."""
CheckedPart = Literal["python", "packages", "app", "shipped", "panel", "saved", "port", "browser", "chromium"]
"""Parts of the machine that are checked; each has a name in `console.toml`."""
FindingPhrase = Literal[
    "app-missing", "browser-none", "browser-own", "chromium-missing", "file-missing", "package-missing", "package-old",
    "panel-broken", "panel-empty", "panel-fine", "playwright-missing", "port-free", "port-none", "port-taken",
    "python-old", "saved-closed", "saved-fine", "saved-shared",
]  # fmt: skip
"""Keys of the phrases that say what a check found, in `console.toml`."""


class Finding(msgspec.Struct, frozen=True):
    """Result of one check, printed as one line."""

    state: FindingState
    what: CheckedPart
    said: str = ""  # text in no language (a version, a path), used without `words`
    words: FindingPhrase | Literal[""] = ""
    places: dict[str, Any] = {}  # values for the places of the phrase

    def line(self, lang: str = "en") -> str:
        """Return the finding as a printed line in a language.

        >>> Finding("ok", "python", "3.12.1").line()
        'ok           Python: 3.12.1'
        >>> Finding("ok", "port", words="port-free", places={"n": 8877}).line("it")
        'ok           porta: 8877 è libera'
        """
        say = load_phrases(lang).say
        said = say("console", self.words, **self.places) if self.words else self.said
        state = say("console", f"state.{self.state}")
        return say("console", "finding", state=f"{state:<{WIDE}}", what=say("console", f"what.{self.what}"), said=said)


def finding(state: FindingState, what: CheckedPart, words: FindingPhrase, **places: Any) -> Finding:
    """Return a finding with a phrase."""
    return Finding(state, what, words=words, places=places)


def findings() -> Iterator[Finding]:
    """Run all checks, the quick ones first."""
    yield python()
    yield from packages()
    yield app_packages()
    yield check_data()
    yield panel()
    yield saved_tables()
    yield port()
    yield browser()
    yield chromium()


def python() -> Finding:
    """Check the version of Python."""
    has = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < LEAST_PYTHON:
        return finding("todo", "python", "python-old", has=has, least=".".join(map(str, LEAST_PYTHON)))
    return Finding("ok", "python", f"{has}, {sys.executable}")


def packages() -> Iterator[Finding]:
    """Check that each required package is installed in a fitting version."""
    wrong = [finding for requirement in requirements() if (finding := _wrong(requirement))]
    yield from wrong
    if not wrong:
        yield Finding("ok", "packages", ", ".join(requirement.name for requirement in requirements()))


def app_packages() -> Finding:
    """Check for what only the page, JupyterLab, phones and printing need."""
    needs = {need.name: need for extra in ("app", "print") for need in requirements(extra)}.values()
    if missing := [need.name for need in needs if _wrong(need)]:
        return finding("note", "app", "app-missing", names=", ".join(missing), install=install_extra("app"))
    return Finding("ok", "app", ", ".join(need.name for need in needs))


IN_EXTRAS = {
    "app": ("jinja2", "jupyter_client", "jupyter_core", "jupyter_server", "jupyterlab", "nbclient", "nbformat", "segno",
            "tornado", "voila"),
    "games": ("distributed", "joblib", "pyarrow"),
    "print": ("fpdf",),
    "site": ("jupyterlite_core", "jupyterlite_pyodide_kernel"),
}  # fmt: skip
"""Maps the extras that commands need to the modules that are imported of them."""


def extra_with(module: str) -> str:
    """Return the extra that brings a module, "" for none.

    >>> extra_with("fpdf.svg"), extra_with("msgspec")
    ('print', '')
    """
    return next((extra for extra, modules in IN_EXTRAS.items() if module.split(".")[0] in modules), "")


def install_extra(extra: str) -> str:
    """Return the command that installs an extra with this Python."""
    return f'{sys.executable} -m pip install "{DISTRIBUTION}[{extra}]"'


DISTRIBUTION = "talisman-nb"
"""Name of our package."""


def requirements(extra: str = "") -> list[Requirement]:
    """Return what is always required, or what an extra adds, but for other extras.

    It is read from the package's metadata, or from `pyproject.toml` when it isn't installed.
    """
    try:
        lines = importlib.metadata.requires(DISTRIBUTION) or []
    except importlib.metadata.PackageNotFoundError:
        project = tomllib.loads((places.PACKAGE.parent / "pyproject.toml").read_text("utf-8"))["project"]
        lines = project["dependencies"]
        lines += [f"{need}; extra == '{name}'" for name, of in project["optional-dependencies"].items() for need in of]
    needs = [need for need in map(Requirement, lines) if need.name != DISTRIBUTION]
    if extra:
        return [need for need in needs if need.marker and need.marker.evaluate({"extra": extra})]
    return [need for need in needs if need.marker is None or need.marker.evaluate({"extra": ""})]


def _wrong(need: Requirement) -> Finding | None:
    """Return a finding if a package is missing or too old, else None."""
    install = f'{sys.executable} -m pip install "{need}"'
    try:
        has = importlib.metadata.version(need.name)
    except importlib.metadata.PackageNotFoundError:
        return finding("todo", "packages", "package-missing", name=need.name, install=install)
    if not need.specifier.contains(has, prereleases=True):
        return finding(
            "todo", "packages", "package-old", name=need.name, has=has, need=str(need.specifier), install=install
        )
    return None


def check_data() -> Finding:
    """Check that the notebooks and boards were installed."""
    for file in (places.notebooks_dir() / "companion.ipynb", places.boards_dir() / f"{BASE}.toml"):
        if not file.is_file():
            return finding("todo", "shipped", "file-missing", file=str(file))
    return Finding("ok", "shipped", str(places.notebooks_dir()))


def panel() -> Finding:
    """Check that the panel can be imported and its JavaScript bundle is not empty."""
    try:
        from talisman_nb.panels.sync.companion import Companion
    except Exception as problem:  # any error of the import is the finding
        return finding("todo", "panel", "panel-broken", problem=f"{type(problem).__name__}: {problem}")
    size = len(str(Companion._esm))
    if size < 1000:
        return finding("todo", "panel", "panel-empty")
    return finding("ok", "panel", "panel-fine", size=size // 1000)


def saved_tables() -> Finding:
    """Check that the tables folder is writable and not synchronised by a cloud."""
    try:
        folder = places.tables_dir()
        with tempfile.TemporaryFile(dir=folder):
            pass
    except (OSError, places.TableFileError):
        return finding("todo", "saved", "saved-closed", folder=str(places.home()))
    if cloud := next((name for name in SYNCHRONISED if name in str(folder).lower()), None):
        return finding("note", "saved", "saved-shared", folder=str(folder), cloud=cloud)
    return finding("ok", "saved", "saved-fine", n=len(places.saved_tables()), folder=str(folder))


def port() -> Finding:
    """Check that a port for the page is free."""
    if port_is_free(FIRST_PORT):
        return finding("ok", "port", "port-free", n=FIRST_PORT)
    if port_is_free(0):
        return finding("ok", "port", "port-taken", n=FIRST_PORT)
    return finding("todo", "port", "port-none")


def port_is_free(number: int) -> bool:
    """Return whether a server can listen on this port of 127.0.0.1; 0 means any port."""
    with socket.socket() as probe:
        if os.name == "posix":  # otherwise a port in TIME_WAIT counts as taken
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", number))
        except OSError:
            return False
    return True


def browser() -> Finding:
    """Check that a browser can be opened."""
    try:
        found = webbrowser.get()
    except webbrowser.Error:
        return finding("note", "browser", "browser-none")
    name = getattr(found, "name", "")
    return Finding("ok", "browser", name) if name else finding("ok", "browser", "browser-own")


def chromium() -> Finding:
    """Check for Chromium and Playwright, which only the browser tests need."""
    found = os.environ.get("TALISMAN_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)
    if found and importlib.util.find_spec("playwright"):
        return Finding("ok", "chromium", found)
    return finding(
        "note",
        "chromium",
        "playwright-missing" if found else "chromium-missing",
        install="pip install talisman-nb[test]",
    )
