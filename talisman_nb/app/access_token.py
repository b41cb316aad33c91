"""Credentials of a server (`Key`): its token, and single-use tickets."""

from __future__ import annotations

import hmac
import secrets
import time

LASTS = 300
"""Lifetime of a ticket in seconds; long enough for a browser to start."""


class Key:
    """The token of a server, and the tickets issued for it.

    A browser gets its address on a command line, which every user of the machine can read in the list of processes.
    That address has a ticket instead of the token.

    >>> key = Key("secret")
    >>> ticket = key.ticket()
    >>> key.opens(ticket), key.opens(ticket), key.opens("secret"), key.opens("")
    (True, False, True, False)
    """

    def __init__(self, token: str) -> None:
        self.token = token
        self._tickets: dict[str, float] = {}

    def ticket(self) -> str:
        """Issue a ticket, valid once and for `LASTS` seconds; drop the expired ones."""
        now = time.monotonic()
        self._tickets = {ticket: end for ticket, end in self._tickets.items() if end > now}
        fresh = secrets.token_hex(16)
        self._tickets[fresh] = now + LASTS
        return fresh

    def opens(self, given: str) -> bool:
        """Return whether `given` is the token or a valid ticket; a ticket is consumed."""
        return self.fits(given) or self._tickets.pop(given, 0) > time.monotonic()

    def fits(self, given: str) -> bool:
        """Return whether `given` is the token, compared in constant time."""
        return hmac.compare_digest(given.encode(), self.token.encode())
