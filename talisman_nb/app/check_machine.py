"""What this machine has and lacks: one line per question, each ok or what to do."""

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
from typing import Any

import msgspec
from packaging.requirements import Requirement

from talisman_nb.app import paths as places
from talisman_nb.text.phrases import load_phrases

LEAST_PYTHON = (3, 11)
FIRST_PORT = 8877
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chrome")
WIDE = 7
"""Letters of the longest state in any language."""
SYNCHRONISED = ("onedrive", "dropbox", "icloud", "google drive", "nextcloud")


class Finding(msgspec.Struct, frozen=True):
    """One line of the check: `state` is "ok", "note" (works without) or "todo" (needed); `words` a phrase, else it is `said`."""

    state: str
    what: str
    said: str = ""
    words: str = ""
    places: dict[str, Any] = {}

    def line(self, lang: str = "en") -> str:
        """The finding as it is printed.

        >>> Finding("ok", "python", "3.12.1").line(), Finding("ok", "port", words="port-free", places={"n": 8877}).line("it")
        ('ok      Python: 3.12.1', 'ok      porta: 8877 è libera')
        """
        say = load_phrases(lang).say
        said = say("console", self.words, **self.places) if self.words else self.said
        state = say("console", f"state.{self.state}")
        return say("console", "finding", state=f"{state:<{WIDE}}", what=say("console", f"what.{self.what}"), said=said)


def told(state: str, what: str, words: str, **places: Any) -> Finding:
    """A finding in the words of a phrase."""
    return Finding(state, what, words=words, places=places)


def findings() -> Iterator[Finding]:
    """Looks at everything the program needs, the quick things first."""
    yield python()
    yield from packages()
    yield shipped()
    yield panel()
    yield saved_tables()
    yield port()
    yield browser()
    yield chromium()


def python() -> Finding:
    """Is this Python new enough?"""
    has = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < LEAST_PYTHON:
        return told("todo", "python", "python-old", has=has, least=".".join(map(str, LEAST_PYTHON)))
    return Finding("ok", "python", f"{has}, {sys.executable}")


def packages() -> Iterator[Finding]:
    """Is each package we stand on here, and new enough?"""
    wrong = [finding for requirement in requirements() if (finding := _wrong(requirement))]
    yield from wrong
    if not wrong:
        yield Finding("ok", "packages", ", ".join(requirement.name for requirement in requirements()))


def requirements() -> list[Requirement]:
    """What the program needs to run, as its packaging says it; read from the checkout when it isn't installed."""
    try:
        lines = importlib.metadata.requires("talisman-nb") or []
    except importlib.metadata.PackageNotFoundError:
        lines = tomllib.loads((places.PACKAGE.parent / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    return [need for need in map(Requirement, lines) if need.marker is None or need.marker.evaluate({"extra": ""})]


def _wrong(need: Requirement) -> Finding | None:
    install = f'{sys.executable} -m pip install "{need}"'
    try:
        has = importlib.metadata.version(need.name)
    except importlib.metadata.PackageNotFoundError:
        return told("todo", "packages", "package-missing", name=need.name, install=install)
    if not need.specifier.contains(has, prereleases=True):
        return told("todo", "packages", "package-old", name=need.name, has=has, need=str(need.specifier), install=install)
    return None


def shipped() -> Finding:
    """Did the notebooks and boards come along?"""
    for file in (places.notebooks_dir() / "companion.ipynb", places.boards_dir() / "revised4.toml"):
        if not file.is_file():
            return told("todo", "shipped", "file-missing", file=str(file))
    return Finding("ok", "shipped", str(places.notebooks_dir()))


def panel() -> Finding:
    """Can the panel be made, and does it carry its drawing code?"""
    try:
        from talisman_nb.panels.companion import Companion
    except Exception as problem:  # whatever stops the panel is what the reader has to see
        return told("todo", "panel", "panel-broken", problem=f"{type(problem).__name__}: {problem}")
    size = len(str(Companion._esm))
    if size < 1000:
        return told("todo", "panel", "panel-empty")
    return told("ok", "panel", "panel-fine", size=size // 1000)


def saved_tables() -> Finding:
    """Can tables be saved, and in a folder nothing synchronises?"""
    try:
        folder = places.tables_dir()
        with tempfile.TemporaryFile(dir=folder):
            pass
    except (OSError, places.TableFileError):
        return told("todo", "saved", "saved-closed", folder=str(places.home()))
    if cloud := next((name for name in SYNCHRONISED if name in str(folder).lower()), None):
        return told("note", "saved", "saved-shared", folder=str(folder), cloud=cloud)
    return told("ok", "saved", "saved-fine", n=len(places.saved_tables()), folder=str(folder))


def port() -> Finding:
    """Is there a port for the page?"""
    if port_is_free(FIRST_PORT):
        return told("ok", "port", "port-free", n=FIRST_PORT)
    if port_is_free(0):
        return told("ok", "port", "port-taken", n=FIRST_PORT)
    return told("todo", "port", "port-none")


def port_is_free(number: int) -> bool:
    """Can a server listen on this port of this machine? 0 asks for any port."""
    with socket.socket() as probe:
        if os.name == "posix":  # else a port of a server stopped a minute ago looks taken
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", number))
        except OSError:
            return False
    return True


def browser() -> Finding:
    """Is there a browser that can be opened from here?"""
    try:
        found = webbrowser.get()
    except webbrowser.Error:
        return told("note", "browser", "browser-none")
    name = getattr(found, "name", "")
    return Finding("ok", "browser", name) if name else told("ok", "browser", "browser-own")


def chromium() -> Finding:
    """Is there a Chromium? Only the tests of what is seen need one."""
    found = os.environ.get("TALISMAN_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)
    if found and importlib.util.find_spec("playwright"):
        return Finding("ok", "chromium", found)
    return told("note", "chromium", "playwright-missing" if found else "chromium-missing", install="pip install talisman-nb[test]")
