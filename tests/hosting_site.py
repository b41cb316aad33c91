"""A hosted table that listens on this machine, and those who ask it: the laptop, phones, neighbours."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tables import FOUR
from tornado.httpclient import AsyncHTTPClient, HTTPRequest, HTTPResponse
from tornado.httputil import HTTPHeaders
from tornado.testing import bind_unused_port
from tornado.websocket import WebSocketClientConnection, websocket_connect

from talisman_nb.app.access import ServerKey
from talisman_nb.app.host.doors import Doors
from talisman_nb.app.host.guests import Codes
from talisman_nb.app.host.handlers import ENDED
from talisman_nb.app.host.hosted_table import HostedTable
from talisman_nb.app.host.server import server_of
from talisman_nb.panels.table.audience import AT_LAPTOP
from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table

TOKEN = "0123456789abcdef"
PATIENCE = {"connect_timeout": 60, "request_timeout": 60}


class Site:
    """A hosted table that listens on this machine, for which only 127.0.0.1 is local: 127.0.0.2 is a neighbour."""

    def __init__(self, doors: Doors, port: int, caller: str = "127.0.0.1") -> None:
        """Whoever asks does so from the address `caller`."""
        self.doors, self.port, self.caller = doors, port, caller

    def neighbour(self, n: int = 2) -> Site:
        """The same table, asked from another address."""
        return Site(self.doors, self.port, f"127.0.{n // 250}.{n % 250 + 1}")

    @property
    def codes(self) -> Codes:
        assert self.doors.hosted.codes
        return self.doors.hosted.codes

    async def get(self, path: str, *cookies: str, **headers: str) -> HTTPResponse:
        return await self.fetch(path, "GET", None, *cookies, **headers)

    async def post(self, path: str, form: dict[str, str], *cookies: str, **headers: str) -> HTTPResponse:
        return await self.fetch(path, "POST", urlencode(form), *cookies, **headers)

    async def fetch(self, path: str, method: str, body: str | None, *cookies: str, **headers: str) -> HTTPResponse:
        sent = HTTPHeaders({name.replace("_", "-"): value for name, value in headers.items()})
        if cookies:
            sent["Cookie"] = "; ".join(cookies)
        url = f"http://127.0.0.1:{self.port}{path}"
        return await AsyncHTTPClient().fetch(
            HTTPRequest(url, method, sent, body, follow_redirects=False, network_interface=self.caller, **PATIENCE),
            raise_error=False,
        )

    async def entered(self, code: str) -> str:
        """The cookie that a code gives."""
        response = await self.post("/enter", {"code": code})
        assert response.code == 303
        return response.headers["Set-Cookie"].partition(";")[0]

    async def connected(self, kind: str, *cookies: str, **headers: str) -> dict[str, Any] | None:
        """The first message of a connection, None if it is closed instead."""
        connection = await self.socket(kind, *cookies, **headers)
        message = await connection.read_message()
        if message is None:
            assert connection.close_code == ENDED
            return None
        connection.close()
        found: dict[str, Any] = json.loads(message)
        return found

    async def socket(self, kind: str, *cookies: str, **headers: str) -> WebSocketClientConnection:
        """A connection of a screen."""
        sent = {"Cookie": "; ".join(cookies), **headers}
        url = f"ws://127.0.0.1:{self.port}/socket/{kind}"
        return await websocket_connect(HTTPRequest(url, headers=sent, network_interface=self.caller, **PATIENCE))


@asynccontextmanager
async def site(folder: Path, people: Mapping[str, str] = FOUR, **settings: Any) -> AsyncIterator[Site]:
    table = Table.new(people, path=folder / "Friday.talisman", **settings)
    doors = Doors(
        HostedTable(TableController(table, audience=AT_LAPTOP)), ServerKey(TOKEN), is_local="127.0.0.1".__eq__
    )
    socket, port = bind_unused_port()
    server = server_of(doors)
    server.add_sockets([socket])
    doors.addresses = (f"http://127.0.0.1:{port}/",)
    try:
        yield Site(doors, port)
    finally:
        server.stop()
