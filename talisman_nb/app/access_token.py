"""What opens a server: its token, and tickets that open it once."""

from __future__ import annotations

import hmac
import secrets
import time

LASTS = 300
"""Seconds in which a ticket can be used: a browser may take its time to start."""


class Key:
    """The token of a server, and the tickets given out for it.

    A browser gets its address on a command line, which every user of the machine can read in the list of processes. It
    gets a ticket there instead of the token.

    >>> key = Key("secret")
    >>> ticket = key.ticket()
    >>> key.opens(ticket), key.opens(ticket), key.opens("secret"), key.opens("")
    (True, False, True, False)
    """

    def __init__(self, token: str) -> None:
        self.token = token
        self._tickets: dict[str, float] = {}

    def ticket(self) -> str:
        """A token that opens once, within `LASTS` seconds."""
        now = time.monotonic()
        self._tickets = {ticket: end for ticket, end in self._tickets.items() if end > now}
        fresh = secrets.token_hex(16)
        self._tickets[fresh] = now + LASTS
        return fresh

    def opens(self, given: str) -> bool:
        """Whether this is the token or an unused ticket, which is used now."""
        return self.fits(given) or self._tickets.pop(given, 0) > time.monotonic()

    def fits(self, given: str) -> bool:
        """Whether this is the token; how long the answer takes doesn't tell how much of it is right."""
        return hmac.compare_digest(given.encode(), self.token.encode())
