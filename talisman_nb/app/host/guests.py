"""Who may enter a hosted table (`GuestList`): the codes of its people, their limit, and the devices that entered."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import re
import secrets
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from talisman_nb.app import paths as places
from talisman_nb.table import Table

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


LASTS = 31
"""Days for which a device keeps its place."""
MOST = 8
"""Devices that one person can have; one more takes the place of the one that entered first."""
DAY = 86_400
MODELS = r"iPhone|iPad|Android|Windows|Macintosh|CrOS|Tizen|Web0S|BRAVIA|AFT|PlayStation|Xbox|Linux"
"""Names by which browsers call the device that they run on, as far as people know it by them."""


class Admitted(msgspec.Struct, frozen=True):
    """A device that has entered: for whom, when (Unix time in seconds), and what it calls itself."""

    owner: str
    since: float
    model: str = ""


class GuestList(msgspec.Struct):
    """The codes of a table's people and of televisions, and the devices that have entered by them.

    It belongs to a table by what its file says (`Table.identity`), whatever the file is called, and each code to a
    person by seat and name (`owner_of`): a table begun anew and a seat that was handed over have codes of their own.
    """

    codes: dict[str, str] = {}  # owner -> code
    devices: dict[str, Admitted] = {}  # id of a device -> what is known of it; `id_of` makes it of its secret

    def code(self, owner: str) -> str:
        """Return the code of an owner, made when it is first asked for."""
        while owner not in self.codes:
            if (code := new_code()) not in self.codes.values():
                self.codes[owner] = code
        return self.codes[owner]

    def admit(self, owner: str, agent: str = "") -> str:
        """Add a device, whose browser calls itself `agent`; return the secret that it keeps as a cookie."""
        for device in self.of(owner)[: 1 - MOST]:
            del self.devices[device]
        secret = secrets.token_hex(16)
        self.devices[id_of(secret)] = Admitted(owner, time.time(), model_of(agent))
        return secret

    def owner(self, device: str) -> str:
        """Return the owner of a device by its id, "" for one that is not admitted."""
        found = self.devices.get(device)
        return found.owner if found and time.time() - found.since < LASTS * DAY else ""

    def of(self, owner: str) -> list[str]:
        """Return the ids of an owner's devices, the first to enter first."""
        return [device for device in self.devices if self.owner(device) == owner]

    def send_out(self, device: str) -> None:
        """Remove a device, and make a new code for its owner: the device knows the old one."""
        if found := self.devices.pop(device, None):
            self.codes.pop(found.owner, None)

    def begin_anew(self) -> None:
        """Make all codes and all devices worth nothing."""
        self.codes.clear()
        self.devices.clear()


def owner_of(table: Table, seat: int) -> str:
    """Return what stands for a person in the list, or for televisions.

    >>> owner_of(Table.new({"Ada": "dwarf", "Bruno": "thief"}), 1)
    '1 Bruno'
    """
    return "television" if seat == TELEVISION else f"{seat} {table.state.players[seat].name}"


def id_of(secret: str) -> str:
    """Return the id of the device that has a secret; the secret can't be found by it."""
    return hashlib.sha256(secret.encode()).hexdigest()[:32]


def model_of(agent: str) -> str:
    """Return how people call the device whose browser calls itself `agent`, "" if it does not say.

    >>> model_of("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)"), model_of("Mozilla/5.0 (Linux; Android 14)")
    ('iPhone', 'Android')
    """
    found: list[str] = re.findall(MODELS, agent[:400])
    name = {"Macintosh": "Mac", "CrOS": "Chromebook", "Web0S": "LG", "AFT": "Fire TV"}
    known = next((each for each in found if each != "Linux"), *found[:1] or [""])
    return name.get(known, known)


def list_of(table: Table) -> GuestList:
    """Return the list of a table, as it was last saved; a new one if there is none that can be read."""
    try:
        return msgspec.json.decode(_file(table).read_bytes(), type=GuestList)
    except (OSError, msgspec.MsgspecError):
        return GuestList()


def save_list(table: Table, guests: GuestList) -> None:
    """Save the list of a table for this user only, and remove lists that have been left alone for `LASTS` days."""
    file = _file(table)
    if not file.exists():
        for old in file.parent.glob("*.json"):
            with suppress(OSError):  # another host may remove it at the same time
                if time.time() - old.stat().st_mtime > LASTS * DAY:
                    old.unlink()
    places.write_privately(file, msgspec.json.encode(guests))


def _file(table: Table) -> Path:
    return places.home() / "hosted" / f"{table.identity[:32]}.json"
