"""The command `host` and its server: what it listens to, for how long, and how no neighbour can stop it."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import jinja2
from tornado.http1connection import HTTP1ServerConnection
from tornado.httpserver import HTTPServer
from tornado.ioloop import PeriodicCallback
from tornado.iostream import IOStream
from tornado.netutil import bind_sockets
from tornado.web import Application

from talisman_nb.app import access
from talisman_nb.app import check_machine as check
from talisman_nb.app import running_server as running
from talisman_nb.app.access import ServerKey
from talisman_nb.app.console import language, say
from talisman_nb.app.paths import running_dir
from talisman_nb.panels.hosted.controller_choice import controller_for
from talisman_nb.panels.table.audience import AT_LAPTOP
from talisman_nb.text.phrases import Phrases, load_phrases

from .doors import Doors, lan_address
from .handlers import log_request, rules, write_to
from .hosted_table import HostedTable

OF_ADDRESS = 24
"""Connections that one address can have at a time, without those of screens; one more closes the first of them."""
OF_STRANGERS = 96
"""Connections of all addresses together without a device that has a place: one more closes the first of them."""
IDLE = 15.0
"""Seconds for the first line and the headers of a request, and between two requests."""
BODY = 10.0
"""Seconds for the body of a request."""
FILES = 8_192
"""Open files that are asked for; where there are fewer, connections have at most a quarter of them."""


class HostServer(HTTPServer):
    """HTTP server with limits on connections and times; this machine and devices with a place always find room."""

    def initialize(  # type: ignore[override]
        self, application: Any, *, is_local: Callable[[str], bool], is_known: Callable[[str], bool]
    ) -> None:
        """`is_local` says of an address whether it is this machine's, `is_known` whether it is no stranger's."""
        super().initialize(
            application,
            idle_connection_timeout=IDLE,
            body_timeout=BODY,
            max_body_size=1 << 16,
            max_header_size=1 << 14,
        )
        self._is_local, self._is_known = is_local, is_known
        self._most = min(OF_STRANGERS, raise_file_limit() // 4)
        self._streams: dict[str, list[IOStream]] = {}  # open ones by address, the oldest first

    def add_sockets(self, sockets: Iterable[socket.socket]) -> None:
        super().add_sockets([_Listening(fileno=each.detach()) for each in sockets])

    def handle_stream(self, stream: IOStream, address: Any) -> None:
        """Serve a connection, and close another one where there are too many."""
        here = str(address[0])
        if self._is_local(here):
            super().handle_stream(stream, address)
            return
        self._streams = {who: open_ for who, streams in self._streams.items() if (open_ := _open(streams))}
        own = self._streams.setdefault(here, [])
        own.append(stream)
        if len(own) > OF_ADDRESS:
            own.pop(0).close()
        elif not self._is_known(here):
            self._make_room()
        super().handle_stream(stream, address)

    def on_close(self, server_conn: object) -> None:
        """Count no longer a connection that is closed, or that has become one of a screen, which its seat limits."""
        super().on_close(server_conn)
        assert isinstance(server_conn, HTTP1ServerConnection)
        for streams in self._streams.values():
            if server_conn.stream in streams:
                streams.remove(server_conn.stream)

    def _make_room(self) -> None:
        """Close the oldest connection of the stranger who has most, when strangers have too many."""
        strangers = [streams for who, streams in self._streams.items() if not self._is_known(who)]
        if sum(map(len, strangers)) > self._most:
            max(strangers, key=len).pop(0).close()


def _open(streams: list[IOStream]) -> list[IOStream]:
    return [stream for stream in streams if not stream.closed()]


class _Listening(socket.socket):
    """A listening socket that drops a connection for which there is no file left, instead of failing for ever.

    The connection would stay in the queue and be reported again at once. One file is kept in reserve to take it.
    """

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._reserve: int | None = os.open(os.devnull, os.O_RDONLY)

    def accept(self) -> tuple[socket.socket, Any]:
        try:
            return super().accept()
        except OSError as error:
            if error.errno not in (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM):
                raise
            self._drop()
            raise ConnectionAbortedError from error  # which Tornado takes for one that went away by itself

    def _drop(self) -> None:
        if self._reserve is not None:
            os.close(self._reserve)
            self._reserve = None
        with suppress(OSError):
            super().accept()[0].close()
        with suppress(OSError):
            self._reserve = os.open(os.devnull, os.O_RDONLY)

    def close(self) -> None:
        if self._reserve is not None:
            os.close(self._reserve)
            self._reserve = None
        super().close()


def raise_file_limit(wanted: int = FILES) -> int:
    """Raise the number of files that this process can have open, as far as it may; return how many there are now."""
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(ValueError, OSError):  # macOS refuses more than a limit of its own
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            return most
    return wanted if soft == resource.RLIM_INFINITY else soft


LOOK_ROUND = 250
"""Milliseconds between two looks for what other windows have done."""
SHARE = Path(__file__).parents[1] / "share"
TEMPLATES = (SHARE / "host", SHARE / "voila" / "templates" / "talisman-nb")


def application(routes: list[Any], key: ServerKey) -> Application:
    """Return the web application of what is hosted, by its routing rules."""
    loader = jinja2.FileSystemLoader([str(folder) for folder in TEMPLATES])
    return Application(
        routes,
        cookie_secret=access.cookie_secret(key),
        voila_jinja2_env=jinja2.Environment(loader=loader, autoescape=True),
        websocket_ping_interval=5,
        websocket_ping_timeout=5,
        websocket_max_message_size=1 << 16,
        log_function=log_request,
    )


def server_of(doors: Doors) -> HostServer:
    """Return the server of a hosted table, which does not listen yet."""
    return HostServer(application(rules(doors), doors.key), is_local=doors.is_local, is_known=doors.is_known)


async def serve(
    table: str | None,
    port: int,
    *,
    lan: str = "",
    lang: str = "",
    ready: Callable[[running.RunningServer, Doors], None],
) -> None:
    """Host a table on this machine, and with `lan` on that address of the local network, until cancelled.

    `table` and `lang` are those of `controller_for`; `ready` is called once the server listens. Raises `OSError` if
    the port is taken.
    """
    laptop = controller_for(table, lang, os.environ.get("TALISMAN_NB_LANG", ""), AT_LAPTOP)
    doors = Doors(HostedTable(laptop), ServerKey(running.lasting_token("host")))
    server = server_of(doors)
    for address in ("127.0.0.1", lan) if lan else ("127.0.0.1",):
        server.add_sockets(bind_sockets(port, address))
    doors.addresses = (f"http://{lan or '127.0.0.1'}:{port}/",)
    here = running.RunningServer("host", f"http://127.0.0.1:{port}/", os.getpid(), doors.key.token)
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


def television_code_teller(doors: Doors, phrases: Phrases) -> Callable[[], None]:
    """Return a function that prints the televisions' code of the table on the console, unless it has printed it.

    Another table has another code.
    """
    told = ""

    def tell() -> None:
        nonlocal told
        codes = doors.hosted.codes
        if codes and codes.television != told:
            told = codes.television
            say(phrases.say("host", "television-code", code=told))

    return tell


FIRST_PORT = 8890
"""Port of a hosted table, if no other was given and it is free."""
PORTS = 20
"""Number of ports that are tried."""


def host(
    table: str | None,
    port: int | None,
    wants_lan: bool,
    lang: str | None,
    opened: Callable[[running.RunningServer], None],
) -> int:
    """Host a table until Ctrl-C, at a free port if none is named; `opened` shows it to whoever started the command."""
    phrases = load_phrases(language(lang))
    lan = lan_address() if wants_lan else ""
    if wants_lan and not lan:
        say(phrases.say("host", "no-network"), sys.stderr)
        return 1

    def ready(server: running.RunningServer, doors: Doors) -> None:
        opened(server)
        say(phrases.say("host", "open-lan" if lan else "open-here", address=doors.addresses[0]))
        PeriodicCallback(television_code_teller(doors, phrases), LOOK_ROUND).start()

    write_to(running_dir() / "host.log")
    port = port or next(p for p in range(FIRST_PORT, FIRST_PORT + PORTS) if check.port_is_free(p))
    with suppress(KeyboardInterrupt):
        asyncio.run(serve(table, port, lan=lan, lang=lang or "", ready=ready))
    return 0
