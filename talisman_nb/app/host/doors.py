"""Who may see which screen (`Doors`): cookies of phones and televisions, the laptop's token, addresses and QR codes."""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import Any
from urllib.parse import urlsplit

import segno
from tornado.httputil import HTTPServerRequest
from tornado.web import create_signed_value, decode_signed_value

from talisman_nb.app import access
from talisman_nb.app.access_token import Key
from talisman_nb.app.host.codes import TELEVISION, Codes, Tries
from talisman_nb.app.host.hosted_table import HostedTable
from talisman_nb.text.screen.player_letters import letters

LASTS = 31
"""Days for which a phone keeps its seat."""
KINDS = ("seat", "television")
"""Kinds of screens that enter by a code, each with a cookie of its own."""


class Doors:
    """Access to the screens of a hosted table."""

    def __init__(self, hosted: HostedTable, key: Key) -> None:
        self.hosted, self.key = hosted, key
        self.tries = Tries()
        self.addresses: tuple[str, ...] = ()  # of the entry page, as others reach it; ends with a slash
        hosted.entry = lambda table: self.entry()

    # --- who asks ---

    def is_laptop(self, request: HTTPServerRequest) -> bool:
        """Return whether the request comes from this machine, with the token or its cookie."""
        return is_loopback(request.remote_ip) and access.may_pass(request, self.key)

    def opened(self, request: HTTPServerRequest, kind: str) -> int | None:
        """Return the seat (`TELEVISION` for a television) that a request's cookie of this kind opens, else None."""
        seat = self._entered(_seat_in_cookie(self.hosted.codes, request, kind))
        return seat if seat is not None and kind_of(seat) == kind else None

    def kept(self, request: HTTPServerRequest, kind: str) -> int | None:
        """Return the seat that a cookie of the table before keeps, if the same people have begun this one.

        Whoever brings it has given that person's code to this server; without it the new code is needed.
        """
        before = _seat_in_cookie(self.hosted.codes_before, request, kind)
        seat = self._entered(self.hosted.seat_after(before)) if before is not None else None
        return seat if seat is not None and kind_of(seat) == kind else None

    def _entered(self, seat: int | None) -> int | None:
        """Return the seat of a right code while its person is at the table, else None."""
        return seat if seat in (TELEVISION, *self.hosted.seats) else None

    def cookie(self, request: HTTPServerRequest, seat: int) -> tuple[str, str]:
        """Return name and value of the cookie that opens a seat or a television."""
        codes, name = self.hosted.codes, cookie_name(request, kind_of(seat))
        assert codes is not None, "a code was right, so there are codes"
        code = codes.television if seat == TELEVISION else codes.seats[seat]
        return name, create_signed_value(codes.secret, name, code).decode()

    def seat_of(self, code: str, address: str) -> int | None:
        """Return the seat that a code opens, or None; a wrong code counts against the address it came from."""
        codes = self.hosted.codes
        if codes is None or not self.tries.allowed(address):
            return None
        seat = codes.opens(code)
        if seat is None:
            self.tries.wrong(address)
        return self._entered(seat)

    # --- what is shown to those who want to enter ---

    def entry(self) -> dict[str, Any] | None:
        """Return the addresses, and each seat with its code while nobody has taken it; None while there is no table."""
        codes, table = self.hosted.codes, self.hosted.table
        if codes is None or table is None:
            return None
        seats = [self._seat(seat, seat not in self.hosted.entered) for seat in self.hosted.seats]
        return {"addresses": [plain(address) for address in self.addresses], "seats": seats}

    def _seat(self, seat: int, free: bool) -> dict[str, Any]:
        codes, table = self.hosted.codes, self.hosted.table
        assert codes is not None and table is not None
        names = [player.name for player in table.state.players]
        found = {"seat": seat, "name": names[seat], "letter": letters(*names)[seat]}
        return {**found, "code": codes.seats[seat], "qr": self.qr(codes.seats[seat])} if free else found

    def all_codes(self) -> list[dict[str, Any]]:
        """Return name and code of each seat, and last the television's without a name; nothing while no table is."""
        codes, table = self.hosted.codes, self.hosted.table
        if codes is None or table is None:
            return []
        rows = [(table.state.players[seat].name, codes.seats[seat]) for seat in self.hosted.seats]
        return [{"name": name, "code": code, "qr": self.qr(code)} for name, code in (*rows, ("", codes.television))]

    def qr(self, code: str) -> str:
        """Return a QR code, as SVG, of the address with a code."""
        address = f"{self.addresses[0]}?code={code}"
        return segno.make(address, micro=False, error="m").svg_inline(border=3, omitsize=True, light="#fff")

    def is_known_host(self, request: HTTPServerRequest) -> bool:
        """Return whether the Host header is an address that was opened, or this machine by name.

        Anything else is a name that somebody made to point here.
        """
        name = (urlsplit(f"//{request.host}").hostname or "").lower()
        known = {urlsplit(address).hostname for address in self.addresses} | {"localhost", "127.0.0.1", "::1"}
        own = socket.gethostname().lower()
        return name in known or name in (own, f"{own}.local")


def _seat_in_cookie(codes: Codes | None, request: HTTPServerRequest, kind: str) -> int | None:
    """Return the seat that the cookie of a request opens by these codes, else None."""
    name = cookie_name(request, kind)
    if codes is None or name not in request.cookies:
        return None
    code = decode_signed_value(codes.secret, name, request.cookies[name].value, max_age_days=LASTS)
    return codes.opens(code.decode()) if code else None


def kind_of(seat: int) -> str:
    """Return the kind of screen that a seat's code opens."""
    return "television" if seat == TELEVISION else "seat"


def cookie_name(request: HTTPServerRequest, kind: str) -> str:
    """Return the name of the cookie of a kind of screen, with host and port."""
    return f"{access.cookie_name(request)}-{kind}"


def is_loopback(address: str | None) -> bool:
    """Return whether an address is this machine's own.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("192.168.1.7"), is_loopback(None)
    (True, True, False, False)
    """
    try:
        return ipaddress.ip_address((address or "").partition("%")[0]).is_loopback
    except ValueError:
        return False


def plain(address: str) -> str:
    """Return an address as it is typed.

    >>> plain("http://192.168.1.7:8890/")
    '192.168.1.7:8890'
    """
    return re.sub(r"^http://|/$", "", address)


def lan_address() -> str:
    """Return the address of this machine in the local network, "" if it is in none.

    Nothing is sent: the system only says from which address it would.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation (RFC 5737)
        except OSError:
            return ""
        found = str(probe.getsockname()[0])
    return "" if is_loopback(found) else found
