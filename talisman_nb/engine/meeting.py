"""What is still to be met on a space, and in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from talisman_nb.cards.words import OBJECTS

if TYPE_CHECKING:
    from .play import Play

ENCOUNTER = "turn.encounter.do"
SPACE = "the space"
THINGS = OBJECTS | {"follower"}


class Thing(NamedTuple):
    """Something to meet: a card that lies here, or the space itself."""

    number: float
    at: int
    card: str


def begin_encounter(g: Play, who: int) -> None:
    """A new encounter in the same turn."""
    g.push(ENCOUNTER, who, source=g.players[who].space)


def unmet(g: Play, who: int, met: tuple[object, ...]) -> list[Thing]:
    """Everything still to meet on the seat's space, lowest number first, equal ones as drawn (`meet.order`)."""
    space = g.players[who].space
    gone = list(met)
    found = []
    for at, card in enumerate(g.lying(space)):
        if card in gone:
            gone.remove(card)
        else:
            found.append(Thing(number_of(g, card), at, card))
    if SPACE not in met and f"space.{space}.visited" in g.linked.programs:
        found.append(Thing(float(g.book.table["order.space"]), -1, SPACE))
    return sorted(found)


def number_of(g: Play, card: str) -> float:
    """The encounter number: the card's own, else that of its type."""
    facts = g.facts(card)
    return float(facts.number or g.book.table.get(f"order.{facts.type}", 4))


def left_to_meet(g: Play, who: int) -> list[str]:
    """What the running encounter of a seat has still to meet; things that merely may be taken do not count."""
    frame = next((f for f in reversed(g.stack) if f.program == ENCOUNTER and f.you == who), None)
    if frame is None:
        return []
    names = g.linked.programs[ENCOUNTER].names
    met = (g.vars if frame is g.frame else frame.slots)[names["met"]]
    return [t.card for t in unmet(g, who, met if isinstance(met, tuple) else ()) if t.card == SPACE or g.facts(t.card).type not in THINGS]
