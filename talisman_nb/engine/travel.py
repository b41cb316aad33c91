"""Puts a character on another space, with the consequences of leaving the old one and of reaching the Crown."""

from __future__ import annotations

from talisman_nb.model import EventKind

from .dying import eliminate
from .working_state import WorkingState


def move_to(g: WorkingState, who: int, space: str, kind: EventKind, cites: tuple[str, ...]) -> None:
    """Move a seat to a space and tell it as an event of `kind`.

    A seat that is there already stays: only the event is told. Otherwise promises bound to the old space end, guards
    of frames are checked again, and turning back ends on the first space of the region (`inner.turn-back`). The first
    character on the Crown eliminates all seats without a character (`crown.reached`).
    """
    p = g.players[who]
    if p.space == space:
        g.tell(kind, who, space=space, origin=p.space, source=g.frame.source, cites=cites)
        return
    g.set(who, space=space, promises=tuple(x for x in p.promises if x.until != "leaving") if p.promises else ())
    g.tell(kind, who, space=space, origin=p.space, source=g.frame.source, cites=cites)
    if any(frame.where for frame in g.stack):
        g.guards_changed = g.stack_changed = True
    if p.turning_back and not turning_back_lasts(g, space):
        g.set(who, turning_back=False)
    if space == g.board.crown and any(other.out for other in g.players):
        g.somebody_out = True  # whoever is the last may have finished now (`house.last-finishes`)
    if space == g.board.crown and not g.crown:
        g.crown = True
        g.tell("crown_reached", who, space=space, cites=("crown.reached",))
        for seat, other in enumerate(g.players):  # no new character may enter now (`death.again`)
            if not other.character:
                eliminate(g, seat)


def turning_back_lasts(g: WorkingState, space: str) -> bool:
    """Whether turning back goes on at this space: it ends on the first space of the region (`inner.turn-back`)."""
    region = g.board.region(space)
    return not g.board.rolls(space) and all(g.board.region(back) == region for back in g.board.back_from_crown(space))
