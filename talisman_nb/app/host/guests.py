"""Who may enter a hosted table (`GuestList`): the codes of its people, and the devices that have entered by them."""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from contextlib import suppress
from pathlib import Path

import msgspec

from talisman_nb.app import paths as places
from talisman_nb.app.host.codes import TELEVISION, new_code
from talisman_nb.table import Table

LASTS = 31
"""Days for which a device keeps its place."""
MOST = 8
"""Devices that one person can have; one more takes the place of the one that entered first."""
DAY = 86_400
MODELS = r"iPhone|iPad|Android|Windows|Macintosh|CrOS|Tizen|Web0S|BRAVIA|AFT|PlayStation|Xbox|Linux"
"""What browsers call the device that they run on, as far as people know it by that name."""


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
