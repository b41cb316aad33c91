"""A hosted table (`HostedTable`): its screens, what each is sent, and what comes from them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from io import FileIO
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import portalocker

from talisman_nb.panels.sync.feed import Feed
from talisman_nb.panels.table.audience import AT_TELEVISION, SHARED, at_phone
from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table, TableFileError
from talisman_nb.table.file.game_log import PATIENCE
from talisman_nb.table.file.saved_tables import close_window, count_windows
from talisman_nb.text.questions.question import who
from talisman_nb.text.screen.values import Device, Who
from talisman_nb.text.wording import wording_of

from .guests import TELEVISION, Codes, GuestList, id_of, list_of, owner_of, save_list

LAPTOP = -2
"""In place of a seat: the screen at which everything may be pressed."""
MOST_SCREENS = 4
"""Screens that a seat, or all televisions together, can have at a time: each is painted anew at every answer."""

SEND_OUT, NEW_CODES = "send-out", "new-codes"
"""Types of messages about devices: to end one, which its seat may do too; to make all codes anew, at the laptop."""

SOON = 0.3
"""Seconds of waiting for the table's file after which a screen is told that it takes longer."""


class Wire(Protocol):
    """The connection of a screen."""

    def deliver(self, message: dict[str, Any]) -> None:
        """Send a message."""

    def end(self) -> None:
        """Close the connection, because its code opens nothing any more."""


class HostedScreen:
    """A connected screen: its controller, and what it has been sent."""

    def __init__(
        self,
        wire: Wire,
        controller: TableController,
        seat: int,
        entry: Callable[[], Any],
        *,
        owner: str = "",
        device: str = "",
    ) -> None:
        """`entry` returns what a television shows to those who want to enter.

        `owner` says whose screen it is, `device` on which device.
        """
        self.wire, self.controller, self.seat, self._get_entry = wire, controller, seat, entry
        self.owner, self.device = owner, device
        controller.device = device
        self._feed = Feed(controller)

    def show(self, reply: str = "") -> None:
        """Send the current screen; `reply` is the id of the press it answers."""
        entry = {"entry": self._get_entry()} if self.seat == TELEVISION else {}
        self.wire.deliver({"type": "state", **self._feed.advance(reply, **entry)})

    def catch_up(self, seq: object) -> None:
        """Send what the page has missed; a ping tells the number of its screen."""
        if lacks := self._feed.lacks(seq):
            self.wire.deliver({"type": "state", **lacks})

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message for this screen alone."""
        self.wire.deliver({"type": "custom", "content": message})


class Left(NamedTuple):
    """A table that was left: who had entered it, and the names of its people by seat."""

    guests: GuestList
    people: dict[int, str]


class HostedTable:
    """All screens of the table that the laptop has open."""

    def __init__(self, laptop: TableController) -> None:
        self.gathering, self.laptop = laptop.gathering, laptop
        self.screens: list[HostedScreen] = []
        self._counted: Path | None = None  # the file of the table whose windows are counted
        self.entered: set[int] = set()  # seats that a phone has had
        self._left: Left | None = None  # the table before this one
        self._goes_on = False  # the people of the table before have begun this one
        self.entry: Callable[[HostedTable], Any] = lambda table: None  # what televisions show about entering
        self._guests: tuple[Table, GuestList] | None = None  # the list of a table, once it was read
        self.gathering.devices = self.devices

    @property
    def table(self) -> Table | None:
        """The table that the laptop has open, None while a new one is set up."""
        return self.laptop.table

    @property
    def guests(self) -> GuestList | None:
        """Who may enter the table; None while a new one is set up."""
        table = self.table
        if table is None or table.path is None:
            return None
        if self._guests is None or self._guests[0] is not table:
            self._guests = table, list_of(table)
        return self._guests[1]

    @property
    def codes(self) -> Codes | None:
        """The codes of the table; None while a new one is set up."""
        table, guests = self.table, self.guests
        if table is None or guests is None:
            return None
        known = len(guests.codes)
        seats = [guests.code(owner_of(table, seat)) for seat in range(len(table.state.players))]
        codes = Codes(tuple(seats), guests.code(owner_of(table, TELEVISION)))
        if len(guests.codes) != known:
            save_list(table, guests)
        return codes

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats of the people at the table, without those who have left it: none that the program plays."""
        table = self.table
        players = table.state.players if table else ()
        return tuple(
            seat for seat, each in enumerate(players) if table and not each.gone and not table.settings.bot(seat)
        )

    # --- devices ---

    def admit(self, seat: int, agent: str = "", before: str = "") -> str:
        """Let a device in, whose browser calls itself `agent`; return the secret by which it is known again.

        `before` is the secret that it had until now, which is worth nothing from now on.
        """
        table, guests = self.table, self.guests
        assert table and guests is not None, "a code was right, so there is a table"
        guests.devices.pop(id_of(before), None)
        secret = guests.admit(owner_of(table, seat), agent)
        save_list(table, guests)
        self._show_devices(seat)
        return secret

    def seat_of(self, secret: str) -> int | None:
        """Return the seat (or `TELEVISION`) of the device that has this secret, None if it may not enter."""
        table, guests = self.table, self.guests
        owner = guests.owner(id_of(secret)) if guests is not None else ""
        return next((seat for seat in (TELEVISION, *self.seats) if table and owner_of(table, seat) == owner), None)

    def seat_kept(self, secret: str) -> int | None:
        """Return the seat here of a device that was at the table before, if the same people have begun this one."""
        if self._left is None or self.table is None or not self._goes_on:
            return None
        owner = self._left.guests.owner(id_of(secret))
        if owner == owner_of(self.table, TELEVISION):
            return TELEVISION
        names = [name for seat, name in self._left.people.items() if owner == f"{seat} {name}"]
        seats = [seat for seat, name in _people(self.table).items() if name in names]
        return seats[0] if len(seats) == 1 else None

    def devices(self, viewer: int) -> tuple[Device, ...]:
        """Return the devices of a seat, for the laptop those of everybody; those connected now are marked."""
        table, guests = self.table, self.guests
        if table is None or guests is None:
            return ()
        on = {screen.device for screen in self.screens}
        seats = (*self.seats, TELEVISION) if viewer == SHARED else (viewer,)
        return tuple(
            Device(id, seat, guests.devices[id].model, int(guests.devices[id].since), on=id in on)
            for seat in seats
            for id in guests.of(owner_of(table, seat))
        )

    def _show_devices(self, seat: int) -> None:
        """Show those who are told of a seat's devices which there are now."""
        for screen in [each for each in self.screens if each.seat in (seat, LAPTOP)]:
            screen.show()

    # --- screens come and go ---

    def connect(self, wire: Wire, seat: int, device: str = "") -> HostedScreen:
        """Add a screen of a seat, the laptop (`LAPTOP`) or a television, and send it everything.

        `device` is the id of the device on which it is shown, "" for the laptop.
        """
        owner = "" if seat == LAPTOP or self.table is None else owner_of(self.table, seat)
        screen = HostedScreen(wire, self._controller(seat), seat, lambda: self.entry(self), owner=owner, device=device)
        first = seat >= 0 and not self.gathering.inside[seat]
        self.screens.append(screen)
        if seat >= 0:
            self.gathering.inside[seat] += 1
            self.entered.add(seat)
        screen.show()
        self._tell_others(screen, always=first)
        if device:
            self._show_devices(seat)
        return screen

    def is_full(self, seat: int) -> bool:
        """Return whether a seat has as many screens as it can have."""
        return seat != LAPTOP and sum(screen.seat == seat for screen in self.screens) >= MOST_SCREENS

    def disconnect(self, screen: HostedScreen) -> None:
        """Remove a screen; one that has been removed already is left."""
        if screen not in self.screens:
            return
        self.screens.remove(screen)
        if screen.seat >= 0:
            self.gathering.inside -= {screen.seat: 1}
            self._tell_others(screen, always=not self.gathering.inside[screen.seat])
        if screen.device:
            self._show_devices(screen.seat)

    def _controller(self, seat: int) -> TableController:
        if seat == LAPTOP:
            return self.laptop
        audience = AT_TELEVISION if seat == TELEVISION else at_phone(seat)
        return TableController(self.table, audience=audience, gathering=self.gathering)

    def who(self, seat: int) -> Who:
        """Return whose seat it is."""
        table = self.table
        assert table is not None, "a code was right, so there is a table"
        return who(table.state, seat, wording_of(table.state, self.laptop.lang))

    def wish(self, seat: int, value: str) -> None:
        """Set when a seat is asked for its Spells."""
        self._controller(seat).handle({"type": "wish", "value": value})

    # --- what happens ---

    async def until_free(self, screen: HostedScreen, reply: str) -> bool:
        """Wait while another program holds the table's file; return whether it is free, else the screen is told so.

        All other screens go on meanwhile: within a press they would wait too.
        """
        path, began, told = self.table.path if self.table else None, time.monotonic(), False
        while path and is_locked(path):
            waited = time.monotonic() - began
            if waited > SOON and not told:
                screen.tell({"type": "thinking"})
                told = True
            if waited > PATIENCE:
                screen.controller.tell(TableFileError("busy", path=str(path)))
                screen.show(reply)
                return False
            await asyncio.sleep(0.05)
        return True

    def receive(self, screen: HostedScreen, message: object) -> None:
        """Carry out a message of a screen, answer it, and show the others what has changed."""
        said = message if isinstance(message, dict) else {}
        reply = said["view"] if isinstance(said.get("view"), str) else ""
        if said.get("type") == "ping":
            screen.catch_up(said.get("seq"))
            screen.tell({"type": "pong", "reply": reply})
            return
        table, held, known = self.table, self.gathering.held, self.guests
        devices = self._set_doors(screen, said)
        only_here = None if devices else screen.controller.handle(message)
        if only_here is not None:
            screen.tell({**only_here, "reply": reply})
        else:
            screen.show(reply)
        if self.table is not table:
            self._change_tables(table, known, begun=said.get("type") == "start")
        self._end_those_who_left()
        self._tell_others(screen, always=devices or self.gathering.held != held)

    def _set_doors(self, screen: HostedScreen, said: dict[str, Any]) -> bool:
        """Carry out a message about devices and codes; return whether it is one and comes from who may send it."""
        table, guests = self.table, self.guests
        if table is None or guests is None or said.get("type") not in (SEND_OUT, NEW_CODES):
            return False
        laptop, device = screen.seat == LAPTOP, said.get("key")
        if laptop and said["type"] == NEW_CODES:
            guests.begin_anew()
            self.entered.clear()
        elif isinstance(device, str) and (laptop or (screen.owner and guests.owner(device) == screen.owner)):
            guests.send_out(device)
        else:
            return False
        save_list(table, guests)
        return True

    def _change_tables(self, left: Table | None, guests: GuestList | None, *, begun: bool) -> None:
        """End the screens of the table that was left: their codes are not those of the other one.

        If the same people have `begun` the next one, their phones have their seats there (`seat_kept`).
        """
        self.entered.clear()
        self.gathering.forget()
        if left and guests is not None:
            self._left = Left(guests, _people(left))
        same = self._left and self.table and sorted(self._left.people.values()) == sorted(_people(self.table).values())
        self._goes_on = begun and bool(same)
        for screen in [each for each in self.screens if each.controller is not self.laptop]:
            screen.wire.end()

    def _end_those_who_left(self) -> None:
        """End the screens of people who are no longer at the table or in this seat, and of devices sent out."""
        for screen in [each for each in self.screens if not self._may_stay(each)]:
            screen.wire.end()
            self.disconnect(screen)
            if not self.gathering.inside[screen.seat]:
                self.entered.discard(screen.seat)

    def _may_stay(self, screen: HostedScreen) -> bool:
        if screen.seat == LAPTOP or self.table is None:
            return True  # those of a table that was left are ended by `_change_tables`
        here = screen.seat in (TELEVISION, *self.seats) and owner_of(self.table, screen.seat) == screen.owner
        guests = self.guests
        return here and (not screen.device or (guests is not None and guests.owner(screen.device) == screen.owner))

    def _tell_others(self, but: HostedScreen, *, always: bool = False) -> None:
        for screen in [each for each in self.screens if each is not but]:
            if always or screen.controller is but.controller or screen.controller.follow():
                screen.show()

    def look_round(self) -> None:
        """Take over what other windows have done, and the end of a hold; called a few times a second."""
        path = self.table.path if self.table else None
        if self._counted and self._counted != path:
            close_window(self._counted)
        self._counted, self.gathering.windows = path, count_windows(path) if path else 1
        self._end_those_who_left()
        ended = self.gathering.goes_on()
        if path and not ended and is_locked(path):
            return  # somebody writes; what is new is shown the next time
        news = {screen.controller: screen.controller.follow() for screen in self.screens}
        for screen in self.screens:
            if ended or news[screen.controller]:
                screen.show()


def is_locked(file: Path) -> bool:
    """Return whether another program holds the lock of a table's file just now."""
    try:
        with FileIO(file, "r+") as opened:
            portalocker.lock(opened, portalocker.LOCK_EX | portalocker.LOCK_NB)
            portalocker.unlock(opened)
    except portalocker.LockException:
        return True
    except OSError:
        return False  # what is wrong with it is told when it is read
    return False


def _people(table: Table) -> dict[int, str]:
    """Map the seats of a table to the names of the people there, without those who have left it."""
    return {seat: player.name for seat, player in enumerate(table.state.players) if not player.gone}
