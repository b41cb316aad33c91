"""What lasts."""

from __future__ import annotations

from typing import Literal

from talisman_nb.cards.terms import Until
from talisman_nb.cards.vocabulary import Duration, SeatName

from .base import Operation


class Begin(Operation, tag="begin"):
    """Start a standing effect; `word` is what a situation calls it, with the range of what it remembers: "quest 1-6"."""

    what: str
    on: str
    word: str = ""
    until: Until | Duration = "game"
    with_: tuple[str, ...] = ()
    shows: bool = False


class End(Operation, tag="end"):
    """End an effect early."""

    what: str = "this"
    who: SeatName = "you"


class PromiseOp(Operation, tag="promise"):
    """At one's next turn or move do this instead; `word` as of `Begin`."""

    at: Literal["turn", "move"]
    do: str
    word: str = ""
    who: SeatName = "you"
    with_: tuple[str, ...] = ()
    until: Literal["", "leaving"] = ""


class Promised(Operation, tag="promised"):
    """What was promised for this moment happens now."""

    at: Literal["turn", "move"]


class Become(Operation, tag="become"):
    """Take a form (toad), or one's own again."""

    form: str
    who: SeatName = "you"


class Out(Operation, tag="out"):
    """Eliminated for good."""

    who: SeatName


class Win(Operation, tag="win"):
    """The game is over."""

    who: SeatName = "you"
