"""A server that runs already: it leaves its address in a file, and a second start asks it whether it still answers."""

from __future__ import annotations

import os
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import msgspec

from talisman_nb.app import places

HELLO = "talisman-nb/hello"  # both servers: which process answers
OPEN = "talisman-nb/open"  # Lab: make a table's notebook ready


class Running(msgspec.Struct, frozen=True):
    """A server of ours: `kind` is `page` or `lab`, `url` ends with a slash, `token` may be empty."""

    kind: str
    url: str
    pid: int
    token: str = ""

    def address(self, path: str = "", **query: str | None) -> str:
        """The address of `path` on this server, with its token.

        >>> Running("page", "http://127.0.0.1:8877/", 1).address(table="Friday", lang=None)
        'http://127.0.0.1:8877/?table=Friday'
        """
        asked = {name: value for name, value in {**query, "token": self.token}.items() if value}
        return self.url + path + (f"?{urllib.parse.urlencode(asked)}" if asked else "")


def file_of(kind: str) -> Path:
    """The file in which the running server of this kind leaves its address."""
    return places.running_dir() / f"{kind}.json"


def leave_address(server: Running) -> None:
    """Writes the server's address for a second start, readable by this user only."""
    file = file_of(server.kind)
    fresh = file.with_suffix(f".{server.pid}")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
        out.write(msgspec.json.encode(server))
    fresh.replace(file)


def take_address_back(server: Running) -> None:
    """Removes the address if it is still this server's."""
    if find(server.kind, verify=False) == server:
        file_of(server.kind).unlink(missing_ok=True)


def find(kind: str, *, verify: bool = True) -> Running | None:
    """The running server of this kind; one that doesn't answer as ours, with the same process id, counts as gone."""
    try:
        server = msgspec.json.decode(file_of(kind).read_bytes(), type=Running)
    except (FileNotFoundError, msgspec.DecodeError):
        return None
    return server if not verify or _answers(server) else None


def ask(server: Running, path: str, **query: str | None) -> bytes:
    """What the server answers at `path`; raises OSError when it doesn't answer within 30 seconds."""
    # A proxy configured for the outside world has no business with this machine's own address.
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with direct.open(server.address(path, **query), timeout=30) as answer:
        return bytes(answer.read())


def _answers(server: Running) -> bool:
    try:
        return ask(server, HELLO) == str(server.pid).encode()
    except (OSError, urllib.error.URLError):
        return False
