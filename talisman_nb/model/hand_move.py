"""The type of hand moves: what players must do at the physical board between two states."""

from __future__ import annotations

from msgspec import Struct


class HandMove(Struct, frozen=True, omit_defaults=True):
    """One change to make at the physical board.

    | kind | means |
    |---|---|
    | card | `card` from place `origin` to place `to` |
    | figure | the figure of `seat` from space `origin` to space `to` |
    | counter | `what` of `seat`: `n` more or fewer, `now` in the end |
    | gold | `n` gold more or fewer on the space `to` |
    | tokens | the counters on `card`, which lies at `to`: `now` |
    | token | the token `what` (red, black) on the character card of `seat`: put on (`n` 1) or taken off (-1) |
    | piece | the piece `what` (an effect) of `seat` is put on the space `to` (`n` 1) or taken off it (-1) |
    | form | `seat` becomes `what` ("" its own self again) for `n` turns, after the form `origin` |
    | alignment | the alignment card of `seat` shows `what` |
    | character | `seat` gets the character `what` ("" none), which starts on `to` |

    Places are written as in `Change`: "seat:1", "spells:1", "trophies:1", "space:ruins", "discards:adventure",
    "deck:adventure", "stock" or "box".
    """

    kind: str
    seat: int = -1
    what: str = ""
    n: int = 0
    now: int = 0
    card: str = ""
    origin: str = ""
    to: str = ""
