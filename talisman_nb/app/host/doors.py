"""Who may see which screen (`Gate`, `Doors`): cookies of screens, the laptop's token, addresses and QR codes."""

from __future__ import annotations

import hmac
import ipaddress
import logging
import re
import secrets
import socket
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import segno
from tornado.httputil import HTTPServerRequest

from talisman_nb.app import access
from talisman_nb.app.access import ServerKey
from talisman_nb.text.names import letters

from .guests import TELEVISION, Tries, id_of, new_code
from .hosted_table import HostedTable

LOG = logging.getLogger("talisman_nb.host")
KINDS = ("seat", "television")
"""Kinds of screens that enter by a code, each with a cookie of its own."""
SEATED = 64
"""Addresses of devices with a place that are remembered."""


class Gate:
    """Access to whatever is hosted, whose machine asks, by which address, which codes failed."""

    def __init__(self, key: ServerKey, *, is_local: Callable[[str], bool] | None = None) -> None:
        """`is_local` says of an address whether it is this machine's own; None means `is_loopback`."""
        self.key, self.is_local = key, is_local or is_loopback
        self.tries = Tries()
        self.addresses: tuple[str, ...] = ()  # of the entry page, as others reach it; ends with a slash

    def secret(self, request: HTTPServerRequest, kind: str) -> str:
        """Return the secret of a device in its cookie for a kind of screen, "" without one."""
        name = cookie_name(request, kind)
        return request.cookies[name].value if name in request.cookies else ""

    def is_laptop(self, request: HTTPServerRequest) -> bool:
        """Return whether the request comes from this machine, with the token or its cookie."""
        return self.is_local(request.remote_ip or "") and access.may_pass(request, self.key)

    def is_known(self, address: str) -> bool:
        """Return whether an address is no stranger's."""
        return self.is_local(address)

    def wait(self, address: str) -> float | None:
        """Return the seconds for which a code from an address waits until it is looked at, None if it never is."""
        return self.tries.wait(address, known=self.is_known(address))

    def qr(self, code: str) -> str:
        """Return a QR code, as SVG, of the address with a code."""
        address = f"{self.addresses[0]}?code={code}"
        return segno.make(address, micro=False, error="m").svg_inline(border=3, omitsize=True, light="#fff")

    def is_known_host(self, request: HTTPServerRequest) -> bool:
        """Return whether the Host header is an address that was opened, or this machine by name.

        Anything else is a name that somebody made to point here.
        """
        try:
            name = (urlsplit(f"//{request.host}").hostname or "").lower()
        except ValueError:
            return False
        known = {urlsplit(address).hostname for address in self.addresses} | {"localhost", "127.0.0.1", "::1"}
        own = socket.gethostname().lower()
        return name in known or name in (own, f"{own}.local")


class Doors(Gate):
    """Access to the screens of a hosted table."""

    def __init__(self, hosted: HostedTable, key: ServerKey, *, is_local: Callable[[str], bool] | None = None) -> None:
        """`is_local` says of an address whether it is this machine's own; None means `is_loopback`."""
        super().__init__(key, is_local=is_local)
        self.hosted = hosted
        self._seated: dict[str, str] = {}  # address -> secret of the device with a place that last came from there
        hosted.entry = lambda table: self.entry()

    # --- who asks ---

    def opened(self, request: HTTPServerRequest, kind: str) -> int | None:
        """Return the seat (`TELEVISION` for a television) that a request's cookie of this kind opens, else None."""
        secret = self.secret(request, kind)
        seat = self.hosted.seat_of(secret) if secret else None
        if seat is None or kind_of(seat) != kind:
            return None
        self._remember(request, secret)
        return seat

    def admit(self, request: HTTPServerRequest, seat: int) -> tuple[str, str]:
        """Let a device in; return name and value of the cookie by which it is known again."""
        kind, agent = kind_of(seat), request.headers.get("User-Agent", "")
        secret = self.hosted.admit(seat, agent, self.secret(request, kind))
        self._remember(request, secret)
        return cookie_name(request, kind), secret

    def _remember(self, request: HTTPServerRequest, secret: str) -> None:
        self._seated.pop(request.remote_ip or "", None)
        self._seated[request.remote_ip or ""] = secret
        if len(self._seated) > SEATED:
            self._seated.pop(next(iter(self._seated)))

    def kept(self, request: HTTPServerRequest, kind: str) -> int | None:
        """Return the seat that a cookie of the table before keeps, if the same people have begun this one.

        Whoever brings it has given that person's code to this server; without it the new code is needed.
        """
        secret = self.secret(request, kind)
        seat = self.hosted.seat_kept(secret) if secret else None
        return seat if seat is not None and kind_of(seat) == kind else None

    def is_known(self, address: str) -> bool:
        """Return whether an address is this machine's, or a device with a place came from it: no stranger's."""
        secret = self._seated.get(address)
        return self.is_local(address) or (secret is not None and self.hosted.seat_of(secret) is not None)

    def seat_of(self, code: str, address: str) -> int | None:
        """Return the seat that a code opens, or None; a wrong code counts against the address it came from.

        What is refused is logged, without the code: it may be right but for a letter.
        """
        codes = self.hosted.codes
        if codes is None:
            return None
        if self.wait(address) is None:
            LOG.warning("%s: a code is refused unread, after too many wrong ones", address)
            return None
        seat = codes.opens(code)
        if seat is None:
            self.tries.wrong(address)
            LOG.warning("%s: a wrong code is refused", address)
        return seat if seat in (TELEVISION, *self.hosted.seats) else None

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


MOST_PHONES = 99
"""Phones of a class: as many as hands are counted (`lessons.moments.HANDS`)."""
VOTE = "vote"
"""Kind of the cookie of a phone of a class."""


class ClassDoors(Gate):
    """Access to a class's screens: its wall for this machine alone, its vote for each phone that brings the one code.

    A phone is a random number in its cookie, which is known while this object lives.
    """

    def __init__(self, key: ServerKey, *, is_local: Callable[[str], bool] | None = None) -> None:
        super().__init__(key, is_local=is_local)
        self.code = new_code()
        self.devices: set[str] = set()
        self._came_from: set[str] = set()  # addresses of phones, so that no neighbour can shut one out

    def is_known(self, address: str) -> bool:
        """Return whether an address is this machine's, or a phone of the class came from it."""
        return self.is_local(address) or address in self._came_from

    def device(self, request: HTTPServerRequest) -> str:
        """Return the id of the phone that a request comes from, "" for none of the class."""
        found = id_of(self.secret(request, VOTE))
        return found if found in self.devices else ""

    def admit(self, request: HTTPServerRequest) -> str:
        """Let one phone more in; return the secret by which it is known again, "" if there are `MOST_PHONES`."""
        if len(self.devices) >= MOST_PHONES:
            return ""
        secret = secrets.token_hex(16)
        self.devices.add(id_of(secret))
        self._came_from.add(request.remote_ip or "")
        return secret

    def opens(self, code: str, address: str) -> bool:
        """Return whether a code is the class's; a wrong one counts against the address it came from."""
        if self.wait(address) is None:
            return False
        right = hmac.compare_digest("".join(code.split()).upper().encode(), self.code.encode())
        if not right:
            self.tries.wrong(address)
        return right


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
