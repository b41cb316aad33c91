"""The commands that serve something and open it in the browser: `page`, `lab` and `host`."""

from __future__ import annotations

import sys
import threading
import webbrowser
from collections.abc import Callable, Mapping
from typing import NamedTuple
from urllib.parse import quote

from . import check_machine as check
from . import paths as places
from . import running_server as running
from .console import say, words

Query = Mapping[str, str | None]
RETRIES = 20
"""Number of ports after the first that are tried when no port was given."""


def page(table: str | None, port: int | None, no_browser: bool, lang: str | None) -> int:
    """Serve the full page and open it on a table; if its server already runs, only open it."""
    return open_page({"table": table, "lang": lang}, OpenWith(port, no_browser, lang))


class OpenWith(NamedTuple):
    """How a page is served and opened: at a port, with or without a browser, in which language that is told."""

    port: int | None
    no_browser: bool
    lang: str | None


def open_page(query: Query, way: OpenWith) -> int:
    """Serve the full page and open it at a query (see `page_kernel.Visit`); only open it if its server runs."""
    if server := running.find("page"):
        return _open_again(server, way, "", **query)
    if not _port_can_be_used(way):
        return 1
    from . import settings

    settings.use_our_own()
    from . import full_page

    full_page.serve(
        places.notebooks_dir() / "companion.ipynb",
        way.port or check.FIRST_PORT,
        retries=0 if way.port else RETRIES,
        ready=lambda server: _announce(server, way, "", **query),
    )
    return 0


def lab(table: str | None, port: int | None, no_browser: bool, lang: str | None) -> int:
    """Serve JupyterLab and open it; if its server already runs, prepare this table's notebook there and open it."""
    way = OpenWith(port, no_browser, lang)
    if server := running.find("lab"):
        path = running.ask(server, running.OPEN, {"table": table, "lang": lang}).decode()
        return _open_again(server, way, f"lab/tree/{quote(path)}")
    if not _port_can_be_used(way):
        return 1
    from . import settings

    settings.use_our_own()
    from . import lab as jupyterlab

    jupyterlab.serve(
        places.notebooks_dir() / "companion.ipynb",
        port or check.FIRST_PORT + 1,
        retries=0 if port else RETRIES,
        ready=lambda server, path: _announce(server, way, f"lab/tree/{quote(path)}"),
        table=table,
        lang=lang,
    )
    return 0


def host(table: str | None, port: int | None, no_browser: bool, lan: bool, lang: str | None) -> int:
    """Host a table for phones and a television; if its server already runs, only open it."""
    from .host import server as command

    way = OpenWith(port, no_browser, lang)
    return serve_with("host", way, lambda opened: command.host(table, port, lan, lang, opened))


def serve_with(kind: str, way: OpenWith, serve: Callable[[Callable[[running.RunningServer], None]], int]) -> int:
    """Serve something until it is stopped, and show its first page; if a server of its kind already runs, only open it.

    `serve` is given what shows it. Returns the exit code.
    """
    if server := running.find(kind):
        return _open_again(server, way, "")
    return serve(lambda server: _announce(server, way, "")) if _port_can_be_used(way) else 1


def _port_can_be_used(way: OpenWith) -> bool:
    """Return whether the port given, if any, is free; print an error if not."""
    if way.port is None or check.port_is_free(way.port):
        return True
    say(words(way.lang, "port-busy", n=way.port), sys.stderr)
    return False


def _open_again(server: running.RunningServer, way: OpenWith, path: str, **query: str | None) -> int:
    say(words(way.lang, "again", address=server.address(path, **query)))
    _show(server, way, path, **query)
    return 0


def _announce(server: running.RunningServer, way: OpenWith, path: str, **query: str | None) -> None:
    say(words(way.lang, "running", address=server.address(path, **query)))
    say(words(way.lang, "stop"))
    # A text browser in the terminal blocks until it is closed, and would wait for the server blocked by it.
    threading.Thread(target=_show, args=(server, way, path), kwargs=query, daemon=True).start()


def _show(server: running.RunningServer, way: OpenWith, path: str, **query: str | None) -> None:
    if way.no_browser:
        return
    try:
        ticket = running.ask(server, running.TICKET, {}).decode()  # a browser's command line is visible to all users
    except OSError:
        return  # the server was stopped right after its start
    if not webbrowser.open(server.address(path, **query, token=ticket)):
        say(words(way.lang, "no-browser"))
