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

import msgspec
from packaging.requirements import Requirement

from talisman_nb.app import places

LEAST_PYTHON = (3, 11)
FIRST_PORT = 8877
AGAIN = "install talisman-nb again"
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chrome")
SYNCHRONISED = ("onedrive", "dropbox", "icloud", "google drive", "nextcloud")


class Finding(msgspec.Struct, frozen=True):
    """One line of the check: `state` is "ok", "note" (works without) or "to do" (needed)."""

    state: str
    what: str
    say: str

    def line(self) -> str:
        """The finding as it is printed.

        >>> Finding("ok", "Python", "3.12.1").line()
        'ok     Python: 3.12.1'
        """
        return f"{self.state:<6} {self.what}: {self.say}"


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
        return Finding("to do", "Python", f"{has} is too old, 3.11 or newer is needed (python.org)")
    return Finding("ok", "Python", f"{has}, {sys.executable}")


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
        return Finding("to do", need.name, f"missing: {install}")
    if not need.specifier.contains(has, prereleases=True):
        return Finding("to do", need.name, f"{has} is here, {need.specifier} is needed: {install}")
    return None


def shipped() -> Finding:
    """Did the notebooks and boards come along?"""
    for file in (places.notebooks_dir() / "companion.ipynb", places.boards_dir() / "revised4.toml"):
        if not file.is_file():
            return Finding("to do", "notebooks and boards", f"{file} is missing: {AGAIN}")
    return Finding("ok", "notebooks and boards", str(places.notebooks_dir()))


def panel() -> Finding:
    """Can the panel be made, and does it carry its drawing code?"""
    try:
        from talisman_nb.panels.companion import Companion
    except Exception as problem:  # whatever stops the panel is what the reader has to see
        return Finding("to do", "panel", f"can't be made ({type(problem).__name__}: {problem}): {AGAIN}")
    size = len(str(Companion._esm))
    if size < 1000:
        return Finding("to do", "panel", f"its drawing code is missing: {AGAIN}")
    return Finding("ok", "panel", f"{size // 1000} kB of drawing code")


def saved_tables() -> Finding:
    """Can tables be saved, and in a folder nothing synchronises?"""
    elsewhere = "set TALISMAN_NB_HOME to a folder you may write to"
    try:
        folder = places.tables_dir()
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as problem:
        return Finding("to do", "saved tables", f"{problem}: {elsewhere}")
    if cloud := next((name for name in SYNCHRONISED if name in str(folder).lower()), None):
        return Finding("note", "saved tables", f"{folder} looks synchronised ({cloud}): better {elsewhere}")
    return Finding("ok", "saved tables", f"{len(places.saved_tables())} in {folder}")


def port() -> Finding:
    """Is there a port for the page?"""
    if port_is_free(FIRST_PORT):
        return Finding("ok", "port", f"{FIRST_PORT} is free")
    if port_is_free(0):
        return Finding("ok", "port", f"{FIRST_PORT} is taken, another one will be used")
    return Finding("to do", "port", "nothing may listen on 127.0.0.1 here: ask whoever looks after the firewall")


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
        return Finding("note", "browser", "none can be opened from here: copy the printed address into one yourself")
    return Finding("ok", "browser", getattr(found, "name", "the system's own"))


def chromium() -> Finding:
    """Is there a Chromium? Only the tests of what is seen need one."""
    found = os.environ.get("TALISMAN_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)
    if found and importlib.util.find_spec("playwright"):
        return Finding("ok", "Chromium for the tests", found)
    missing = "playwright (pip install talisman-nb[test])" if found else "Chromium (or TALISMAN_CHROMIUM naming one)"
    return Finding("note", "Chromium for the tests", f"{missing} is missing; only developers need it")
