"""The type of events: one flat struct for all kinds; `text` words them, `engine.view` filters them per seat."""

from __future__ import annotations

from msgspec import Struct

from .kinds import EventKind


class Event(Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that happened, with the rules that decide it; which fields are used depends on `kind`.

    `only` is the seat that alone may see `card` and `cards`; -1 means that all may.
    """

    kind: EventKind
    seat: int = -1
    other: int = -1
    what: str = ""  # strength, craft, life … or a phrase key
    n: int = 0
    card: str = ""
    cards: tuple[str, ...] = ()
    space: str = ""
    origin: str = ""  # the place or space it came from
    cause: str = ""
    source: str = ""  # the card, space or ability that made it happen
    faces: tuple[int, ...] = ()
    scores: tuple[int, int] = (0, 0)
    only: int = -1
    cites: tuple[str, ...] = ()
