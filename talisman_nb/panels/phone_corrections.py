"""What a phone may set right by hand: for a card settled by the players, or its own sheet with sheets only."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from talisman_nb.engine.by_hand import SEAT_COUNTERS
from talisman_nb.model import Change, State
from talisman_nb.rules.book import book_of, plain_card
from talisman_nb.table.card_places import OPEN, completed

OF_A_SEAT: Final = (*SEAT_COUNTERS, "miss", "form", "alignment", "space")
"""Values of `Change.what` that a phone may set of everybody at the table."""
ENDS: Final = ("seat", "trophies", "spells", "space", "discards", "stock", "box")
"""Kinds of places where a phone may put a card."""
HELD: Final = ("seat", "trophies", "spells")
"""Kinds of places whose cards belong to a seat."""


def may_correct(state: State, changes: Iterable[Change], seat: int) -> bool:
    """Return whether the phone of a seat may make these corrections.

    Whose turn it is, who plays, the round and what lasts are set right at the laptop.

    >>> from talisman_nb.engine import new_game
    >>> state = new_game([("Ada", "dwarf"), ("Bruno", "thief")])
    >>> may_correct(state, [Change("life", 1, 3)], 0), may_correct(state, [Change("turn", 0)], 0)
    (True, False)
    """
    return all(_may_change(state, change, seat) for change in changes)


def may_keep_sheet(state: State, changes: Iterable[Change], seat: int) -> bool:
    """Return whether the phone of a seat may make these corrections at a table of sheets only: to its own sheet.

    >>> from talisman_nb.engine import new_game
    >>> state = new_game([("Ada", "dwarf"), ("Bruno", "thief")])
    >>> may_keep_sheet(state, [Change("life", 0, 3)], 0), may_keep_sheet(state, [Change("life", 1, 3)], 0)
    (True, False)
    """
    changes = tuple(changes)
    return may_correct(state, changes, seat) and all(_is_own(state, change, seat) for change in changes)


def _is_own(state: State, change: Change, seat: int) -> bool:
    """Whether a change sets a value of the seat, or moves a card to or from it that is no other seat's."""
    if change.what != "card":
        return change.what in (*OF_A_SEAT, "spells") and change.seat == seat
    whole = completed(state, change)
    ends = (place.partition(":") for place in (whole.origin, whole.to))
    return {owner for kind, _, owner in ends if kind in HELD} == {str(seat)}


def _may_change(state: State, change: Change, seat: int) -> bool:
    """Whether a change is of a kind that is offered, and says nothing beyond what that kind needs."""
    match change:
        case Change(what="card", card=card, origin=origin, to=to):
            return change == Change("card", card=card, origin=origin, to=to) and _may_move(state, change, seat)
        case Change(what="lying-gold", n=n, to=to):
            return change == Change("lying-gold", n=n, to=to)
        case Change(what="spells"):
            return change == Change("spells", seat, change.n)
        case Change(what="form" | "alignment" | "space"):
            return change == Change(change.what, change.seat, change.n, change.to)
    return change.what in OF_A_SEAT and change == Change(change.what, change.seat, change.n)


def _may_move(state: State, change: Change, seat: int) -> bool:
    """Whether a card comes from where it lies open, the seat's own hand or a deck that is no hand's, and goes there.

    Where a Spell that lies face down is makes no difference, so that a refusal tells nothing about it.
    """
    whole = completed(state, change)
    (origin, _, from_), (end, _, to) = whole.origin.partition(":"), whole.to.partition(":")
    book = book_of(state.book)
    deck = origin == "deck" and not change.origin and book.deck_of.get(plain_card(change.card)) != book.face_down
    own = origin == "spells" and from_ == str(seat)
    given = end != "spells" or to == str(seat) or origin in OPEN
    return (origin in OPEN or deck or own) and end in ENDS and given
