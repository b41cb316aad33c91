"""Structs of the operations on effects, promises and forms, as decoded from TOML.

`engine.ops.effects` executes them.
"""

from __future__ import annotations

from typing import Literal

from talisman_nb.cards.terms import Until
from talisman_nb.cards.vocabulary import Duration, SeatName

from .base import Operation


class Begin(Operation, tag="begin"):
    """Begin an effect; `word` is its word in situations, with the range of its number if it has one: "quest 1-6"."""

    what: str
    on: str
    word: str = ""
    until: Until | Duration = "game"
    with_: tuple[str, ...] = ()
    shows: bool = False


class End(Operation, tag="end"):
    """End an effect before its time."""

    what: str = "this"
    who: SeatName = "you"


class PromiseOp(Operation, tag="promise"):
    """Promise: run a program in place of the seat's next turn or move; `word` as in `Begin`."""

    at: Literal["turn", "move"]
    do: str
    word: str = ""
    who: SeatName = "you"
    with_: tuple[str, ...] = ()
    until: Literal["", "leaving"] = ""


class Promised(Operation, tag="promised"):
    """Run the oldest promise for this moment."""

    at: Literal["turn", "move"]


class UseAgain(Operation, tag="use_again"):
    """Let the ability whose program runs be used again, although it may be once a turn or a game only."""


class Become(Operation, tag="become"):
    """Take a form, or end it ("own")."""

    form: str
    who: SeatName = "you"
