"""A server that runs already: it leaves its address in a file, and a second start asks it whether it still answers."""

from __future__ import annotations

import os
import re
import secrets
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from pathlib import Path

import msgspec

from talisman_nb.app import paths as places

HELLO = "talisman-nb/hello"  # both servers: which process answers
TICKET = "talisman-nb/ticket"  # both servers: a token that opens once
OPEN = "talisman-nb/open"  # Lab: make a table's notebook ready


class Running(msgspec.Struct, frozen=True):
    """A server of ours: `kind` is `page` or `lab`, `url` ends with a slash; whoever has the `token` may use it."""

    kind: str
    url: str
    pid: int
    token: str = ""

    def address(self, path: str = "", **query: str | None) -> str:
        """The address of `path` on this server, with its token (or the `token` given).

        >>> Running("page", "http://127.0.0.1:8877/", 1, "secret").address(table="Friday", lang=None)
        'http://127.0.0.1:8877/?table=Friday&token=secret'
        """
        wished = {**query, "token": query.get("token") or self.token}
        asked = {name: value for name, value in wished.items() if value}
        return self.url + path + (f"?{urllib.parse.urlencode(asked)}" if asked else "")


def new_token() -> str:
    """A token nobody can guess: 32 hexadecimal digits."""
    return secrets.token_hex(16)


def lasting_token(kind: str) -> str:
    """The token of this kind of server, kept in a private file.

    A page that is open when the program is started again has the cookie of the first visit only: with another token it
    could not come back by itself. A file that somebody else could read, or that was damaged, is replaced.
    """
    file = places.running_dir() / f"{kind}.token"
    with places.kept_at_home():
        kept = _read(file).decode("ascii", errors="replace")
        private = os.name != "posix" or not kept or not file.stat().st_mode & 0o077
    if private and re.fullmatch("[0-9a-f]{32}", kept):
        return kept
    token = new_token()
    places.write_privately(file, token.encode())
    return token


def file_of(kind: str) -> Path:
    """The file in which the running server of this kind leaves its address."""
    return places.running_dir() / f"{kind}.json"


def leave_address(server: Running) -> None:
    """Writes the server's address for a second start, readable by this user only."""
    places.write_privately(file_of(server.kind), msgspec.json.encode(server))


def take_address_back(server: Running) -> None:
    """Removes the address if it is still this server's."""
    if find(server.kind, verify=False) == server:
        file_of(server.kind).unlink(missing_ok=True)


def find(kind: str, *, verify: bool = True) -> Running | None:
    """The running server of this kind; one that doesn't answer as ours, with the same process id, counts as gone."""
    try:
        with places.kept_at_home():
            server = msgspec.json.decode(_read(file_of(kind)), type=Running)
    except msgspec.DecodeError:
        return None
    return server if not verify or _answers(server) else None


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return b""


def ask(server: Running, path: str, form: Mapping[str, str | None] | None = None) -> bytes:
    """What the server answers at `path`, to a POST where there is a `form`.

    The token goes in a header, where no other page can put it and no list of processes shows it. Raises OSError when
    the server doesn't answer within 30 seconds.
    """
    # A proxy configured for the outside world has no business with this machine's own address.
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    sent = None if form is None else urllib.parse.urlencode({name: value for name, value in form.items() if value})
    request = urllib.request.Request(
        server.url + path,
        data=None if sent is None else sent.encode(),
        headers={"Authorization": f"token {server.token}"} if server.token else {},
    )
    with direct.open(request, timeout=30) as answer:
        return bytes(answer.read())


def _answers(server: Running) -> bool:
    try:
        return ask(server, HELLO) == str(server.pid).encode()
    except (OSError, urllib.error.URLError):
        return False
