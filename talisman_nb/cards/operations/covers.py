"""Structs of the operations on cards that cover a space, as decoded from TOML."""

from __future__ import annotations

from typing import Annotated

from msgspec import field

from talisman_nb.cards.references import SPACE, Ref

from .flow import Operation

A_SPACE = Ref("here, a space or a variable", ("spaces",), words=("here",), variable=True, holds=SPACE)


class Cover(Operation, tag="cover"):
    """Lay a card that covers a space, or move the one that lies on the space `from`.

    `card` is its name or a variable; where none is left the seat chooses one on the board, which is moved. `on` and
    `from` are a space, a variable or "here". One that lies there already goes back to its deck.
    """

    card: str = ""
    from_: Annotated[str, A_SPACE] = field(default="", name="from")
    on: Annotated[str, A_SPACE] = "here"


class Uncover(Operation, tag="uncover"):
    """Put the card that covers a space back to its deck."""

    on: Annotated[str, A_SPACE] = "here"
