"""What a page sends, read strictly: whatever doesn't fit is refused before anything is done."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from talisman_nb.engine import NotAllowedError
from talisman_nb.model import Change, OwnCard


class Seated(Struct, frozen=True):
    """A player as typed into the form of a new table."""

    name: str = ""
    character: str = ""


class Message(Struct, frozen=True):
    """One press; `Controller` says which field belongs to which type."""

    type: str
    view: str = ""
    ply: int | None = None
    key: str = ""
    keys: tuple[str, ...] = ()
    n: int = 0
    seat: int = -1
    before: int = 0
    here: bool = False
    done: bool = False
    trial: bool = False
    empty: bool = False
    own: OwnCard | None = None
    changes: tuple[Change, ...] = ()
    value: str = ""
    lang: str = ""
    name: str = ""
    players: tuple[Seated, ...] = ()
    parts: dict[str, str] = {}


def read(message: object) -> Message:
    """The message of a page; `NotAllowedError` says which part of it is something else than expected.

    >>> read({"type": "answer", "ply": 3, "key": "fight"}).key
    'fight'
    >>> read({"type": "answer", "ply": "soon"})
    Traceback (most recent call last):
    talisman_nb.engine.refusal.NotAllowedError: this is no message of the panel: Expected `int | null`, got `str` - at `$.ply`
    """
    try:
        return msgspec.json.decode(msgspec.json.encode(message), type=Message, strict=False)
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError) as wrong:
        raise _no_type(str(wrong)) or unclear(str(wrong)) from None  # ValueError: half a sign, which no file could hold


def _no_type(why: str) -> NotAllowedError | None:
    """A card that is in no list, of a type there is none of: that is asked for."""
    return NotAllowedError("table.own-type", why, ("table.unknown-card",)) if why.endswith("`$.own.type`") else None


def unclear(why: str) -> NotAllowedError:
    """A message of no panel: another version's, or none of ours."""
    return NotAllowedError("table.message", f"this is no message of the panel: {why}", ("table.not-open",))
