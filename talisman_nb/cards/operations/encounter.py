"""Structs of the operations that begin an encounter and draw its cards, as decoded from TOML.

`engine.ops.encounter` executes them.
"""

from __future__ import annotations

from talisman_nb.model.bounds import Variable

from .base import Operation


class Landed(Operation, tag="landed"):
    """Fire the trigger `landed`, before anything is met."""


class Whom(Operation, tag="whom"):
    """Ask whether to meet a character here, with a fight or an ability, or the space.

    `besides`: the space was met, and a character may be met besides (`house.meet-both`).
    """

    into: Variable
    besides: bool = False


class Fill(Operation, tag="fill"):
    """Draw cards until as many lie on the space as it says."""

    into: Variable = "drawn"
    left: Variable = "need"
    filled: Variable = "filled"  # number of cards drawn this way, without later replacements


class PlaceDrawn(Operation, tag="place_drawn"):
    """Run the `drawn` programs of drawn cards, before any is met; `after` is the number of those done already."""

    after: str = ""
