"""A hosted table without a network: screens that keep every message they are sent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from tables import FOUR

from talisman_nb.app.host.guests import TELEVISION
from talisman_nb.app.host.hosted_table import LAPTOP, HostedScreen, HostedTable
from talisman_nb.panels.table.audience import AT_LAPTOP
from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table


class Recorded:
    """The connection of a screen: all messages as they go over the wire, and what the page then shows."""

    def __init__(self) -> None:
        self.frames: list[str] = []
        self.data: dict[str, Any] = {}
        self.custom: list[dict[str, Any]] = []
        self.ended = False

    def deliver(self, message: dict[str, Any]) -> None:
        self.frames.append(msgspec.json.encode(message).decode())
        message = msgspec.json.decode(self.frames[-1])
        if message["type"] == "state":
            self.data |= message
        else:
            self.custom.append(message["content"])

    def end(self) -> None:
        self.ended = True


class Evening:
    """A table with a laptop, a phone for each seat and a television."""

    def __init__(self, table: Table, path: Path | None = None, phones: bool = True) -> None:
        if path:
            table.save_as(path)
        self.table = table
        self.hosted = HostedTable(TableController(table, audience=AT_LAPTOP))
        self.laptop = self.connect(LAPTOP)
        self.television = self.connect(TELEVISION)
        self.phones = [self.connect(seat) for seat in range(len(table.state.players))] if phones else []

    def connect(self, seat: int, device: str = "") -> HostedScreen:
        return self.hosted.connect(Recorded(), seat, device)

    def press(self, screen: HostedScreen, **message: Any) -> str:
        """Press something; return the note that the screen then shows."""
        self.hosted.receive(screen, {"view": "me-1", **message})
        return str(shown(screen).get("note", ""))

    @property
    def screens(self) -> list[HostedScreen]:
        return [self.laptop, self.television, *self.phones]


def wire(screen: HostedScreen) -> Recorded:
    assert isinstance(screen.wire, Recorded)
    return screen.wire


def shown(screen: HostedScreen) -> dict[str, Any]:
    """The screen that a page shows."""
    page: dict[str, Any] = wire(screen).data["screen"]
    return page


def evening() -> Evening:
    """A table of four friends, hosted."""
    return Evening(Table.new(FOUR))


def headline(screen: object) -> str:
    """What a screen asks."""
    return str(shown(screen)["question"]["headline"])  # type: ignore[arg-type]
