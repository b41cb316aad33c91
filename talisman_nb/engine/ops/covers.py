"""Operations that lay, move and take off cards that cover a space."""

from __future__ import annotations

from talisman_nb.cards import operations as o
from talisman_nb.engine.book_runtime import WAIT, asks, operation, takes
from talisman_nb.engine.covers import (
    STOCK,
    cover_on,
    covered_spaces,
    lay_cover,
    left_to_lay,
    may_lie,
    name_hidden,
    take_off,
    tell_ignored,
)
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Ask, Option

MOVED = "moved-cover"
"""Purpose of the ask which card of a kind is moved, where none is left in its deck."""


def space_meant(g: WorkingState, reference: str) -> str:
    """The space that is meant by "here", a variable or its name; "" for a variable in which there is none."""
    if reference == "here":
        return g.players[g.frame.you].space
    space = str(g.get(reference)) if reference in g.names else reference
    return space if space in g.board.index else ""


def _names_covered_space(g: WorkingState, reference: str) -> bool:
    """Whether a space is named that is covered now, so that the effect is ignored."""
    return reference != "here" and reference not in g.names and name_hidden(g, reference)


def _card(g: WorkingState, op: o.Cover) -> str:
    card = str(g.get(op.card) or "") if op.card in g.names else op.card
    return card if g.covers(card) else ""


def _elsewhere(g: WorkingState, op: o.Cover) -> list[str]:
    """The spaces from which a card of the kind may be taken, where none is left in its deck."""
    space, card = space_meant(g, op.on), _card(g, op)
    if left_to_lay(g, card) or cover_on(g, space) == card or not may_lie(g, card, space):
        return []
    return covered_spaces(g, card)


@operation("cover")
def cover(g: WorkingState, op: o.Cover, to: None) -> int | None:
    """Cover a space; waits where none is left in the deck and several lie on the board (`soul.terrain-stock`)."""
    f, space = g.frame, space_meant(g, op.on)
    named = (
        op.on if _names_covered_space(g, op.on) else op.from_ if op.from_ and _names_covered_space(g, op.from_) else ""
    )
    if named:
        tell_ignored(g, f.you, named, f.source)
        return None
    if op.from_:
        origin = space_meant(g, op.from_)
        if origin and space and cover_on(g, origin):
            lay_cover(g, cover_on(g, origin), space, f.source, origin)
        else:
            g.tell("nothing_happens", f.you, source=f.source, cites=STOCK)
        return None
    card = _card(g, op)
    if not space or not card:
        g.tell("nothing_happens", f.you, source=f.source, cites=STOCK)
        return None
    found = _elsewhere(g, op)
    if len(found) > 1:
        return WAIT
    if not found and not left_to_lay(g, card) and cover_on(g, space) != card:
        g.tell("none_left", f.you, card=card, cites=STOCK)
        return None
    lay_cover(g, card, space, f.source, found[0] if found else "")
    return None


@asks("cover")
def ask_cover(g: WorkingState, op: o.Cover, to: None) -> Ask:
    """Ask which of the cards that lie on the board is moved."""
    f = g.frame
    options = tuple([Option(space, space=space) for space in _elsewhere(g, op)])
    return Ask(g.ply, "pick", f.you, MOVED, options, source=_card(g, op), cites=STOCK)


@takes("cover")
def take_cover(g: WorkingState, op: o.Cover, to: None, key: str, answer: Answer) -> None:
    """Move the card that was chosen."""
    lay_cover(g, _card(g, op), space_meant(g, op.on), g.frame.source, key)


@operation("uncover")
def uncover(g: WorkingState, op: o.Uncover, to: None) -> None:
    """Take the card off that covers a space."""
    if _names_covered_space(g, op.on):
        tell_ignored(g, g.frame.you, op.on, g.frame.source)
        return
    if space := space_meant(g, op.on):
        take_off(g, space, g.frame.source)
