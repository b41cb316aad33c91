"""Messages of the panel: their structure (`Message`), and strict decoding and validation."""

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
    """One press; the table in `companion.Controller` lists the fields of each type."""

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
    keep: bool = False
    changes: tuple[Change, ...] = ()
    value: str = ""
    lang: str = ""
    name: str = ""
    players: tuple[Seated, ...] = ()
    parts: dict[str, str] = {}


def read(message: object) -> Message:
    """Decode a message of the panel. Raises `NotAllowedError` that names the field that does not fit.

    >>> read({"type": "answer", "ply": 3, "key": "fight"}).key
    'fight'
    >>> read({"type": "answer", "ply": "soon"})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    talisman_nb.engine.refusal.NotAllowedError: this is no message ...: Expected `int | null`, got `str` - at `$.ply`
    """
    try:
        return msgspec.json.decode(msgspec.json.encode(message), type=Message, strict=False)
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError) as wrong:
        raise _no_type(str(wrong)) or unclear(str(wrong)) from None  # ValueError: a lone surrogate


def _no_type(why: str) -> NotAllowedError | None:
    """Return a refusal of its own for an unknown type of a card that is in no list, else None."""
    return NotAllowedError("table.own-type", why, ("table.unknown-card",)) if why.endswith("`$.own.type`") else None


def unclear(why: str) -> NotAllowedError:
    """Return the refusal of a message that no panel of this version sends; `why` is in English."""
    return NotAllowedError("table.message", f"this is no message of the panel: {why}", ("table.not-open",))
