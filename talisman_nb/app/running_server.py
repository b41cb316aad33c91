"""Discovery of a running server: its address file, its token file, and requests to it from a second start."""

from __future__ import annotations

import os
import re
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from . import paths as places

HELLO = "talisman-nb/hello"  # path on both servers: returns the process id
TICKET = "talisman-nb/ticket"  # path on both servers: issues a single-use token
OPEN = "talisman-nb/open"  # path on Lab: prepares a table's notebook

TOKEN_LASTS = 12 * 3_600
"""Seconds after which a token is new if no server has begun or ended with it: not by a restart in an evening."""


class RunningServer(msgspec.Struct, frozen=True):
    """Address of a running server."""

    kind: str  # "page" or "lab"
    url: str  # ends with a slash
    pid: int
    token: str = ""  # grants access; "" for none

    def address(self, path: str = "", **query: str | None) -> str:
        """Return the URL of `path` with the query and the token, or the `token` in the query.

        >>> RunningServer("page", "http://127.0.0.1:8877/", 1, "secret").address(table="Friday", lang=None)
        'http://127.0.0.1:8877/?table=Friday&token=secret'
        """
        wished = {**query, "token": query.get("token") or self.token}
        asked = {name: value for name, value in wished.items() if value}
        return self.url + path + (f"?{urllib.parse.urlencode(asked)}" if asked else "")


def new_token() -> str:
    """Return a random token of 32 hexadecimal digits (128 bits)."""
    return secrets.token_hex(16)


def lasting_token(kind: str) -> str:
    """Return the token of this kind of server, stored in a private file and created if missing.

    It is stored because an open page has only the cookie of its first visit, which a new token would invalidate: the
    page could not reconnect after a restart. A file that other users can read, or that is damaged, is replaced; so is
    one that no server has used for `TOKEN_LASTS` seconds, for whoever once saw an address that was printed.
    """
    file = _token_file(kind)
    with places.kept_at_home():
        kept = _read(file).decode("ascii", errors="replace")
        private = os.name != "posix" or not kept or not file.stat().st_mode & 0o077
        used = file.stat().st_mtime if kept else 0.0
    if private and re.fullmatch("[0-9a-f]{32}", kept) and abs(time.time() - used) < TOKEN_LASTS:
        _use_token(kind)
        return kept
    token = new_token()
    places.write_privately(file, token.encode())
    return token


def _token_file(kind: str) -> Path:
    return places.running_dir() / f"{kind}.token"


def _use_token(kind: str) -> None:
    """Note in the time of its file that a server uses its token now."""
    with suppress(OSError):
        os.utime(_token_file(kind))


def file_of(kind: str) -> Path:
    """Return the address file of this kind of server."""
    return places.running_dir() / f"{kind}.json"


def leave_address(server: RunningServer) -> None:
    """Write the server's address file, readable by this user only."""
    places.write_privately(file_of(server.kind), msgspec.json.encode(server))


def take_address_back(server: RunningServer) -> None:
    """Remove the address file if it is still this server's."""
    if find(server.kind, verify=False) == server:
        _use_token(server.kind)
        file_of(server.kind).unlink(missing_ok=True)


def find(kind: str, *, verify: bool = True) -> RunningServer | None:
    """Return the running server of this kind, or None.

    `verify` requests its process id, and returns None if it does not answer with the one in the address file.
    """
    try:
        with places.kept_at_home():
            server = msgspec.json.decode(_read(file_of(kind)), type=RunningServer)
    except msgspec.DecodeError:
        return None
    return server if not verify or _answers(server) else None


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return b""


def ask(server: RunningServer, path: str, form: Mapping[str, str | None] | None = None) -> bytes:
    """Return the body of the server's response at `path`: a POST if there is a `form`, else a GET.

    The token goes in the Authorization header, which pages of other origins can't set and process lists don't show.
    Raises `OSError` for an error status, or without a response within 30 seconds.
    """
    # No proxy: the address is on this machine.
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    sent = None if form is None else urllib.parse.urlencode({name: value for name, value in form.items() if value})
    request = urllib.request.Request(
        server.url + path,
        data=None if sent is None else sent.encode(),
        headers={"Authorization": f"token {server.token}"} if server.token else {},
    )
    with direct.open(request, timeout=30) as answer:
        return bytes(answer.read())


def _answers(server: RunningServer) -> bool:
    try:
        return ask(server, HELLO) == str(server.pid).encode()
    except (OSError, urllib.error.URLError):
        return False
