"""What on a sheet an option is done with, so that a panel can offer it there."""

from __future__ import annotations

from typing import Final

from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Option
from talisman_nb.rules.book import plain_card

TROPHIES: Final = "trophies"
"""Stands for all trophies of a seat: those that are traded are taken from the whole pile."""


def thing_of(g: WorkingState, seat: int, option: Option) -> str:
    """Return the key of the card of the seat that the option casts, uses or drops, `TROPHIES` for a trade, "" for none.

    >>> from talisman_nb.engine import new_game
    >>> from talisman_nb.rules.book import open_book
    >>> g = WorkingState(open_book(), new_game([("Ada", "dwarf"), ("Bruno", "thief")]))
    >>> thing_of(g, 0, Option("trade:strength", seat=0)), thing_of(g, 0, Option("keep"))
    ('trophies', '')
    """
    verb = option.verb
    if verb == "trade":
        return TROPHIES
    if verb not in ("cast", "use", "drop") or not 0 <= seat < len(g.players):
        return ""
    card = plain_card(option.source if verb == "use" else option.item)
    return card if card in map(plain_card, (*g.players[seat].goods, *g.players[seat].spells)) else ""
