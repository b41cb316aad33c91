"""Structs of the operations that run the programs of the space a seat stands on, as decoded from TOML.

`engine.ops.crossing` executes them.
"""

from __future__ import annotations

from typing import Literal

from .base import Operation


class SpaceProgram(Operation, tag="space_program"):
    """Run a part of the space's definition, if it has it."""

    part: Literal["met", "visited", "crossing"]


class Crossing(Operation, tag="crossing"):
    """Run the `crossing` program of the space; it ends the turn unless it lets the seat pass."""

    at: Literal["here"] = "here"
