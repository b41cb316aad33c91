"""Structs of the operations on cards that cover a space, as decoded from TOML."""

from __future__ import annotations

from msgspec import field

from .flow import Operation


class Cover(Operation, tag="cover"):
    """Lay a card that covers a space, or move the one that lies on the space `from`.

    `card` is its name or a variable; where none is left the seat chooses one on the board, which is moved. `on` and
    `from` are a space, a variable or "here". One that lies there already goes back to its deck.
    """

    card: str = ""
    from_: str = field(default="", name="from")
    on: str = "here"


class Uncover(Operation, tag="uncover"):
    """Put the card that covers a space back to its deck."""

    on: str = "here"
