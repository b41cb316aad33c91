"""A character leaves a space and stands on another."""

from __future__ import annotations

from talisman_nb.model import EventKind

from .dying import eliminate
from .working_state import WorkingState


def move_to(g: WorkingState, who: int, space: str, kind: EventKind, cites: tuple[str, ...]) -> None:
    """Stand there now; what held only on the old space is over, and frames bound to it unwind."""
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
    if space == g.board.crown and not g.crown:
        g.crown = True
        g.tell("crown_reached", who, space=space, cites=("crown.reached",))
        for seat, other in enumerate(g.players):  # who waits for a new character comes too late (`death.again`)
            if not other.character:
                eliminate(g, seat)


def turning_back_lasts(g: WorkingState, space: str) -> bool:
    """Whether one may be turning back here: it ends on the first space of the region: from there one is free again (`inner.turn-back`)."""
    region = g.board.region(space)
    return not g.board.rolls(space) and all(g.board.region(back) == region for back in g.board.back_from_crown(space))
