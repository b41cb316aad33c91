"""Structs of the operations of a trade between two characters, as decoded from TOML.

`engine.ops.bargain` executes them. A deal is what changes hands, as seen by who offers it: `give:sword`, `want:gold`.
"""

from __future__ import annotations

from talisman_nb.model.bounds import Variable

from .base import Operation


class Bargain(Operation, tag="bargain"):
    """Ask what the seat gives its second party and what it wants for that; `into` stays empty if it gives up."""

    into: Variable


class Exchange(Operation, tag="exchange"):
    """Let what was agreed change hands: `into` holds the deal that the second party offered the seat."""

    into: Variable
