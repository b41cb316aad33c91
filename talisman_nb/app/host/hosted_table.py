"""A hosted table (`HostedTable`): its screens, what each is sent, and what comes from them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from talisman_nb.app.host.codes import TELEVISION, Codes, codes_of
from talisman_nb.panels.feed import Feed
from talisman_nb.panels.hosted import HostedController, LaptopController, SeatController, TelevisionController
from talisman_nb.table import Table
from talisman_nb.table.open_windows import close_window, count_windows
from talisman_nb.text.questions.question import who
from talisman_nb.text.screen.values import Who
from talisman_nb.text.wording import wording_of

LAPTOP = -2
"""In place of a seat: the screen at which everything may be pressed."""


class Wire(Protocol):
    """The connection of a screen."""

    def deliver(self, message: dict[str, Any]) -> None:
        """Send a message."""

    def end(self) -> None:
        """Close the connection, because its code opens nothing any more."""


class HostedScreen:
    """A connected screen: its controller, and what it has been sent."""

    def __init__(self, wire: Wire, controller: HostedController, seat: int, entry: Callable[[], Any]) -> None:
        """`entry` returns what a television shows to those who want to enter."""
        self.wire, self.controller, self.seat, self._get_entry = wire, controller, seat, entry
        self._feed = Feed(controller)

    def show(self, reply: str = "", *, whole: bool = False) -> None:
        """Send what has changed; `reply` is the id of the press it answers, `whole` sends all."""
        entry = {"entry": self._get_entry()} if self.seat == TELEVISION else {}
        change = self._feed.advance(reply, **entry)
        if whole:
            self.wire.deliver({"type": "state", **self._feed.data})
        else:
            self.tell(change)

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message for this screen alone."""
        self.wire.deliver({"type": "custom", "content": message})

    def is_behind(self, seq: object) -> bool:
        """Return whether the screen with this number is not the last one that was sent."""
        return seq != self._feed.seq


class Left(NamedTuple):
    """A table that was left: its codes, and the names of its people by seat."""

    codes: Codes
    people: dict[int, str]


class HostedTable:
    """All screens of the table that the laptop has open."""

    def __init__(self, laptop: LaptopController) -> None:
        self.gathering, self.laptop = laptop.gathering, laptop
        self.screens: list[HostedScreen] = []
        self._counted: Path | None = None  # the file of the table whose windows are counted
        self.entered: set[int] = set()  # seats that a phone has had
        self._left: Left | None = None  # the table before this one
        self._goes_on = False  # the people of the table before have begun this one
        self.entry: Callable[[HostedTable], Any] = lambda table: None  # what televisions show about entering

    @property
    def table(self) -> Table | None:
        """The table that the laptop has open, None while a new one is set up."""
        return self.laptop.table

    @property
    def codes(self) -> Codes | None:
        """The codes of the table; None while a new one is set up."""
        table = self.table
        return codes_of(table.path, len(table.state.players)) if table and table.path else None

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats of the people at the table, without those who have left it."""
        players = self.table.state.players if self.table else ()
        return tuple(seat for seat, player in enumerate(players) if not player.gone)

    @property
    def codes_before(self) -> Codes | None:
        """The codes of the table before, if the same people have begun this one."""
        return self._left.codes if self._left and self._goes_on else None

    def seat_after(self, before: int) -> int | None:
        """Return the seat that whoever had the seat `before` at the table before has now, None if it is not clear."""
        if before == TELEVISION or self._left is None or self.table is None:
            return before if before == TELEVISION else None
        name = self._left.people.get(before)
        seats = [seat for seat, each in _people(self.table).items() if each == name]
        return seats[0] if len(seats) == 1 else None

    # --- screens come and go ---

    def connect(self, wire: Wire, seat: int) -> HostedScreen:
        """Add a screen of a seat, the laptop (`LAPTOP`) or a television, and send it everything."""
        screen = HostedScreen(wire, self._controller(seat), seat, lambda: self.entry(self))
        self.screens.append(screen)
        if seat >= 0:
            self.gathering.inside[seat] += 1
            self.entered.add(seat)
        screen.show(whole=True)
        self._tell_others(screen, always=seat >= 0)
        return screen

    def disconnect(self, screen: HostedScreen) -> None:
        """Remove a screen; one that has been removed already is left."""
        if screen not in self.screens:
            return
        self.screens.remove(screen)
        if screen.seat >= 0:
            self.gathering.inside -= {screen.seat: 1}
            self._tell_others(screen, always=True)

    def _controller(self, seat: int) -> HostedController:
        if seat == LAPTOP:
            return self.laptop
        made = TelevisionController(self.gathering, self.table) if seat == TELEVISION else None
        return made or SeatController(self.gathering, self.table, viewer=seat)

    def who(self, seat: int) -> Who:
        """Return whose seat it is."""
        table = self.table
        assert table is not None, "a code was right, so there is a table"
        return who(table.state, seat, wording_of(table.state, self.laptop.lang))

    def wish(self, seat: int, value: str) -> None:
        """Set when a seat is asked for its Spells."""
        self._controller(seat).handle({"type": "wish", "value": value})

    # --- what happens ---

    def receive(self, screen: HostedScreen, message: object) -> None:
        """Carry out a message of a screen, answer it, and show the others what has changed."""
        said = message if isinstance(message, dict) else {}
        reply = said["view"] if isinstance(said.get("view"), str) else ""
        if said.get("type") == "ping":
            if screen.is_behind(said.get("seq")):
                screen.show(whole=True)
            screen.tell({"type": "pong", "reply": reply})
            return
        table, held = self.table, self.gathering.held
        only_here = screen.controller.handle(message)
        if only_here is not None:
            screen.tell({**only_here, "reply": reply})
        else:
            screen.show(reply)
        if self.table is not table:
            self._change_tables(table, begun=said.get("type") == "start")
        self._end_those_who_left()
        self._tell_others(screen, always=self.gathering.held != held)

    def _change_tables(self, left: Table | None, *, begun: bool) -> None:
        """End the screens of the table that was left: their codes are not those of the other one.

        If the same people have `begun` the next one, their phones have their seats there (`seat_after`).
        """
        self.entered.clear()
        self.gathering.forget()
        if left and left.path:
            self._left = Left(codes_of(left.path, len(left.state.players)), _people(left))
        same = self._left and self.table and sorted(self._left.people.values()) == sorted(_people(self.table).values())
        self._goes_on = begun and bool(same)
        for screen in [each for each in self.screens if each.controller is not self.laptop]:
            screen.wire.end()

    def _end_those_who_left(self) -> None:
        """End the phones of people who are no longer at the table: their codes open nothing now."""
        for screen in [each for each in self.screens if each.seat >= 0 and each.seat not in self.seats]:
            screen.wire.end()
            self.disconnect(screen)

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
        news = {screen.controller: screen.controller.follow() for screen in self.screens}
        for screen in self.screens:
            if ended or news[screen.controller]:
                screen.show()


def _people(table: Table) -> dict[int, str]:
    """Map the seats of a table to the names of the people there, without those who have left it."""
    return {seat: player.name for seat, player in enumerate(table.state.players) if not player.gone}
