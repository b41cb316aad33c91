"""The server of a hosted table: what it listens to, and until when."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import jinja2
from tornado.ioloop import PeriodicCallback
from tornado.netutil import bind_sockets
from tornado.web import Application

from talisman_nb.app import access
from talisman_nb.app import running_server as running
from talisman_nb.app.access_token import Key
from talisman_nb.app.host.doors import Doors
from talisman_nb.app.host.handlers import rules
from talisman_nb.app.host.hosted_table import HostedTable
from talisman_nb.app.host.listening import HostServer
from talisman_nb.app.host.request_log import log_request
from talisman_nb.panels.audience import AT_LAPTOP
from talisman_nb.panels.controller_choice import controller_for

LOOK_ROUND = 250
"""Milliseconds between two looks for what other windows have done."""
SHARE = Path(__file__).parents[1] / "share"
TEMPLATES = (SHARE / "host", SHARE / "voila" / "templates" / "talisman-nb")


def application(doors: Doors) -> Application:
    """Return the web application of a hosted table."""
    loader = jinja2.FileSystemLoader([str(folder) for folder in TEMPLATES])
    return Application(
        rules(doors),
        cookie_secret=access.cookie_secret(doors.key),
        voila_jinja2_env=jinja2.Environment(loader=loader, autoescape=True),
        websocket_ping_interval=5,
        websocket_ping_timeout=5,
        websocket_max_message_size=1 << 16,
        log_function=log_request,
    )


def server_of(doors: Doors) -> HostServer:
    """Return the server of a hosted table, which does not listen yet."""
    return HostServer(application(doors), is_local=doors.is_local, is_known=doors.is_known)


async def serve(
    table: str | None, port: int, *, lan: str = "", lang: str = "", ready: Callable[[running.Running, Doors], None]
) -> None:
    """Host a table on this machine, and with `lan` on that address of the local network, until cancelled.

    `table` and `lang` are those of `controller_for`; `ready` is called once the server listens. Raises `OSError` if
    the port is taken.
    """
    laptop = controller_for(table, lang, os.environ.get("TALISMAN_NB_LANG", ""), AT_LAPTOP)
    doors = Doors(HostedTable(laptop), Key(running.lasting_token("host")))
    server = server_of(doors)
    for address in ("127.0.0.1", lan) if lan else ("127.0.0.1",):
        server.add_sockets(bind_sockets(port, address))
    doors.addresses = (f"http://{lan or '127.0.0.1'}:{port}/",)
    here = running.Running("host", f"http://127.0.0.1:{port}/", os.getpid(), doors.key.token)
    looking = PeriodicCallback(doors.hosted.look_round, LOOK_ROUND)
    looking.start()
    running.leave_address(here)
    try:
        ready(here, doors)
        await asyncio.Event().wait()
    finally:
        looking.stop()
        server.stop()
        running.take_address_back(here)
