"""Structs of the operations that meet what is on a space in order, as decoded from TOML.

`engine.ops.next_thing` executes them.
"""

from __future__ import annotations

from talisman_nb.model.bounds import Variable

from .base import Operation


class NextThing(Operation, tag="next_thing"):
    """Meet what is here, by encounter number, until nothing is left; without `space` the space counts as met."""

    into: Variable = "met"
    space: bool = True
