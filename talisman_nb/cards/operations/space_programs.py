"""Structs of two steps of the turn that run a program of the space a seat stands on, as decoded from TOML.

`engine.ops.space_programs` executes them.
"""

from __future__ import annotations

from typing import Literal

from .base import Operation


class SpaceProgram(Operation, tag="space_program"):
    """Run a part of the space's definition, if it has it."""

    part: Literal["met", "visited", "crossing"]


class Crossing(Operation, tag="crossing"):
    """Run the `crossing` program of the space, if it has one; that program ends the turn if the seat may not pass."""
