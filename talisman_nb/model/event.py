"""What happened: one flat struct, worded by the text room and filtered per seat by `view`."""

from __future__ import annotations

from msgspec import Struct

from .kinds import EventKind


class Event(Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that happened, with the rules it rests on.

    `only` names the one seat that may see the fields `card` and `cards`; -1 means everybody may.
    """

    kind: EventKind
    seat: int = -1
    other: int = -1
    what: str = ""  # strength, craft, life … or a phrase key
    n: int = 0
    card: str = ""
    cards: tuple[str, ...] = ()
    space: str = ""
    origin: str = ""  # where it came from: a place, a space
    cause: str = ""
    source: str = ""  # the card, space or ability that made it happen
    faces: tuple[int, ...] = ()
    scores: tuple[int, int] = (0, 0)
    only: int = -1
    cites: tuple[str, ...] = ()
