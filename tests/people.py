"""Random changes of the people at a table, for games in which they come and go."""

from __future__ import annotations

import random

from talisman_nb.model import Change, State
from talisman_nb.rules.book import book_of

WHAT = ("join", "join", "leave", "hand-over", "pause", "back", "back", "order", "skip", "turn")


def some_change(state: State, dice: random.Random) -> Change:
    """Any change of the people, allowed or not: of any seat, with any character, behind any other."""
    seats, what = len(state.players), dice.choice(WHAT)
    seat = dice.randrange(seats)
    if what == "join":
        character = dice.choice(("", dice.choice(book_of(state.book).characters)))
        return Change(what, dice.choice((-1, seat)), to=character, name=f"New {seats}")
    if what == "leave":
        return Change(what, seat, to=dice.choice(("space", "piles")))
    if what == "hand-over":
        return Change(what, seat, name=f"Other {dice.randrange(99)}")
    return Change(what, seat, dice.randrange(seats) if what == "order" else 0)
