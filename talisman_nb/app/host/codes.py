"""The codes by which phones and televisions enter a table (`Codes`), and the limit of wrong ones (`Tries`)."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from talisman_nb.app import paths as places

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters of a code, without those that look alike (0 and O, 1 and I)."""
LENGTH = 6
TELEVISION = -1
"""In place of a seat: a screen that shows what everybody may see."""
TRIES = 10
"""Wrong codes of one address in `WINDOW` seconds; as many more are refused unread."""
TRIES_IN_ALL = 200
"""The same for all addresses together, because whoever attacks may have many."""
WINDOW = 600.0


class Codes(msgspec.Struct, frozen=True):
    """The codes of a table: those of the seats in their order, that of televisions, and the secret of its cookies."""

    seats: tuple[str, ...]
    television: str
    secret: str

    def opens(self, given: str) -> int | None:
        """Return the seat of a code, `TELEVISION`, or None; all codes are compared, each in constant time.

        >>> codes = Codes(("AAAAAA", "BBBBBB"), "TTTTTT", "")
        >>> codes.opens("bbb bbb"), codes.opens("TTTTTT"), codes.opens("AAAAAB")
        (1, -1, None)
        """
        plain = "".join(given.split()).upper().encode()
        found = [seat for seat, code in self._all() if hmac.compare_digest(code.encode(), plain)]
        return found[0] if found else None

    def _all(self) -> list[tuple[int, str]]:
        return [*enumerate(self.seats), (TELEVISION, self.television)]


def codes_of(table: Path, seats: int) -> Codes:
    """Return the codes of the table in a file, made when they are first asked for and kept for this user only."""
    file = places.home() / "hosted" / f"{hashlib.sha256(str(table.resolve()).encode()).hexdigest()[:16]}.json"
    known = _kept(file)
    if known and len(known.seats) >= seats:
        return known
    codes = [*(known.seats if known else ()), known.television if known else new_code()]
    while len(codes) <= seats:
        codes.insert(-1, _another(codes))
    made = Codes(tuple(codes[:-1]), codes[-1], known.secret if known else secrets.token_hex(32))
    places.write_privately(file, msgspec.json.encode(made))
    return made


def new_code() -> str:
    """Return a random code."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def _another(codes: list[str]) -> str:
    while (code := new_code()) in codes:
        pass
    return code


def _kept(file: Path) -> Codes | None:
    try:
        return msgspec.json.decode(file.read_bytes(), type=Codes)
    except (FileNotFoundError, msgspec.MsgspecError):
        return None


class Tries:
    """Counts wrong codes by address.

    >>> tries = Tries()
    >>> for _ in range(TRIES):
    ...     tries.wrong("192.168.1.7")
    >>> tries.allowed("192.168.1.7"), tries.allowed("192.168.1.8")
    (False, True)
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._wrong: list[tuple[float, str]] = []  # time and address

    def allowed(self, address: str) -> bool:
        """Return whether a code from this address is looked at."""
        since = self._now() - WINDOW
        self._wrong = [(at, who) for at, who in self._wrong if at > since]
        of_this = sum(who == _network(address) for _, who in self._wrong)
        return of_this < TRIES and len(self._wrong) < TRIES_IN_ALL

    def wrong(self, address: str) -> None:
        """Record a wrong code."""
        self._wrong.append((self._now(), _network(address)))


def _network(address: str) -> str:
    """The address, or of IPv6 the network of 64 bits, all of which is one computer's.

    >>> _network("fe80::1:2:3:4%eth0"), _network("192.168.1.7")
    ('fe80::/64', '192.168.1.7')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    return address if found.version == 4 else str(ipaddress.ip_network((found, 64), strict=False))
