"""Operations that run the programs of the space a seat stands on: guarded crossings (bridge, Portal) and parts."""

from __future__ import annotations

from talisman_nb.cards import operations as o
from talisman_nb.engine.registry import operation
from talisman_nb.engine.working_state import WorkingState


@operation("crossing")
def crossing(g: WorkingState, op: o.Crossing, to: None) -> None:
    """Push the `crossing` program of the seat's space, if it has one; the program ends the turn unless it lets pass."""
    f = g.frame
    space = g.players[f.you].space
    if f"space.{space}.crossing" not in g.runtime.programs:
        return
    g.tell("at_gate", f.you, space=space, cites=g.facts[f"space.{space}"].cites)
    g.push(f"space.{space}.crossing", f.you, source=f"space.{space}")


@operation("space_program")
def space_program(g: WorkingState, op: o.SpaceProgram, to: None) -> None:
    """Push a part of the space's definition, if it has it."""
    f = g.frame
    key = f"space.{g.players[f.you].space}.{op.part}"
    if key in g.runtime.programs:
        g.push(key, f.you, source=f"space.{g.players[f.you].space}")
