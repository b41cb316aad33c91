"""The commands that serve something and open it in the browser: `page`, `lab` and `host`."""

from __future__ import annotations

import argparse
import sys
import threading
import webbrowser
from urllib.parse import quote

from . import check_machine as check
from . import paths as places
from . import running_server as running
from . import settings
from .console import say, words
from .page_request import query_of

RETRIES = 20
"""Number of ports after the first that are tried when no port was given."""


def page(asked: argparse.Namespace) -> int:
    """Serve the full page and open it; if its server already runs, only open it."""
    if server := running.find("page"):
        return _open_again(server, asked, "", **query_of(asked))
    if not _port_can_be_used(asked):
        return 1
    settings.use_our_own()
    from . import full_page

    full_page.serve(
        places.notebooks_dir() / "companion.ipynb",
        asked.port or check.FIRST_PORT,
        retries=0 if asked.port else RETRIES,
        ready=lambda server: _opened(server, asked, "", **query_of(asked)),
    )
    return 0


def lab(asked: argparse.Namespace) -> int:
    """Serve JupyterLab and open it; if its server already runs, prepare this table's notebook there and open it."""
    if server := running.find("lab"):
        path = running.ask(server, running.OPEN, {"table": asked.table, "lang": asked.lang}).decode()
        return _open_again(server, asked, f"lab/tree/{quote(path)}")
    if not _port_can_be_used(asked):
        return 1
    settings.use_our_own()
    from . import lab as jupyterlab

    jupyterlab.serve(
        places.notebooks_dir() / "companion.ipynb",
        asked.port or check.FIRST_PORT + 1,
        retries=0 if asked.port else RETRIES,
        ready=lambda server, path: _opened(server, asked, f"lab/tree/{quote(path)}"),
        table=asked.table,
        lang=asked.lang,
    )
    return 0


def host(asked: argparse.Namespace) -> int:
    """Host a table for phones and a television; if its server already runs, only open it."""
    if server := running.find("host"):
        return _open_again(server, asked, "")
    if not _port_can_be_used(asked):
        return 1
    from .host import server as command

    return command.host(asked, opened=lambda server: _opened(server, asked, ""))


def _port_can_be_used(asked: argparse.Namespace) -> bool:
    """Return whether the port given, if any, is free; print an error if not."""
    if asked.port is None or check.port_is_free(asked.port):
        return True
    say(words(asked, "port-busy", n=asked.port), sys.stderr)
    return False


def _open_again(server: running.Running, asked: argparse.Namespace, path: str, **query: str | None) -> int:
    say(words(asked, "again", address=server.address(path, **query)))
    _show(server, asked, path, **query)
    return 0


def _opened(server: running.Running, asked: argparse.Namespace, path: str, **query: str | None) -> None:
    say(words(asked, "running", address=server.address(path, **query)))
    say(words(asked, "stop"))
    # A text browser in the terminal blocks until it is closed, and would wait for the server blocked by it.
    threading.Thread(target=_show, args=(server, asked, path), kwargs=query, daemon=True).start()


def _show(server: running.Running, asked: argparse.Namespace, path: str, **query: str | None) -> None:
    if asked.no_browser:
        return
    try:
        ticket = running.ask(server, running.TICKET, {}).decode()  # a browser's command line is visible to all users
    except OSError:
        return  # the server was stopped right after its start
    if not webbrowser.open(server.address(path, **query, token=ticket)):
        say(words(asked, "no-browser"))
