"""The codes by which phones and televisions enter a table (`Codes`), and the limit of wrong ones (`Tries`)."""

from __future__ import annotations

import hmac
import ipaddress
import secrets
import time
from collections import deque
from collections.abc import Callable

import msgspec

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters of a code, without those that look alike (0 and O, 1 and I)."""
LENGTH = 6
TELEVISION = -1
"""In place of a seat: a screen that shows what everybody may see."""
TRIES = 10
"""Wrong codes of one address in `WINDOW` seconds; as many more are refused unread."""
TRIES_IN_ALL = 200
"""Wrong codes of all addresses together, after which each code is looked at `SLOWLY`: whoever attacks may have many."""
WINDOW = 600.0
SLOWLY = 1.0
"""Seconds for which a code waits that is neither refused nor looked at at once."""
REMEMBERED = 5_000
"""Upper bound of the wrong codes that are counted."""


class Codes(msgspec.Struct, frozen=True):
    """The codes of a table: those of the seats in their order, and that of televisions."""

    seats: tuple[str, ...]
    television: str

    def opens(self, given: str) -> int | None:
        """Return the seat of a code, `TELEVISION`, or None; all codes are compared, each in constant time.

        >>> codes = Codes(("AAAAAA", "BBBBBB"), "TTTTTT")
        >>> codes.opens("bbb bbb"), codes.opens("TTTTTT"), codes.opens("AAAAAB")
        (1, -1, None)
        """
        plain = "".join(given.split()).upper().encode()
        found = [seat for seat, code in self._all() if hmac.compare_digest(code.encode(), plain)]
        return found[0] if found else None

    def _all(self) -> list[tuple[int, str]]:
        return [*enumerate(self.seats), (TELEVISION, self.television)]


def new_code() -> str:
    """Return a random code."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


class Tries:
    """Counts wrong codes by address.

    >>> tries = Tries()
    >>> for _ in range(TRIES):
    ...     tries.wrong("192.168.1.7")
    >>> tries.wait("192.168.1.7"), tries.wait("192.168.1.7", known=True), tries.wait("192.168.1.8")
    (None, 1.0, 0.0)
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._wrong: deque[tuple[float, str]] = deque(maxlen=REMEMBERED)  # time and network

    def wait(self, address: str, *, known: bool = False) -> float | None:
        """Return the seconds for which a code from this address waits until it is looked at, None if it never is.

        `known`: it comes from this machine, or from a device that has a seat, which nobody can shut out.
        """
        since, network = self._now() - WINDOW, _network(address)
        while self._wrong and self._wrong[0][0] <= since:
            self._wrong.popleft()
        if sum(who == network for _, who in self._wrong) >= TRIES:
            return SLOWLY if known else None
        return SLOWLY if len(self._wrong) >= TRIES_IN_ALL else 0.0

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
