"""Where cards are, and where hands would put them: corrections may leave the place out."""

from __future__ import annotations

from msgspec.structs import replace

from talisman_nb.cards.words import ENEMIES
from talisman_nb.model import Change, State
from talisman_nb.rules.book import Book, book_of, plain_card

from .difference import places

SEARCHED = ("discards", "space", "stock", "deck", "box", "seat", "trophies", "spells")
"""Where a card that turns up by hand most likely comes from, in this order."""


def whereabouts(state: State, card: str) -> str:
    """The likeliest place of a card, "" when it is nowhere.

    >>> from talisman_nb.engine import new_game
    >>> whereabouts(new_game([("Ada", "dwarf"), ("Bruno", "thief")]), "wolf")
    'deck:adventure'
    """
    found = [place for place, cards in places(book_of(state.book), state).items() if cards.get(card, 0) > 0]
    ranked = sorted(found, key=lambda place: SEARCHED.index(place.partition(":")[0]))
    return ranked[0] if ranked else ""


def completed(state: State, change: Change) -> Change:
    """A correction with the places it leaves out: a card's origin, which discard pile, whose trophies.

    >>> from talisman_nb.engine import new_game
    >>> state = new_game([("Ada", "dwarf"), ("Bruno", "thief")])
    >>> found = completed(state, Change("card", card="wolf", to="seat:1"))
    >>> found.origin, found.to
    ('deck:adventure', 'trophies:1')
    """
    if change.what != "card":
        return change
    book = book_of(state.book)
    return replace(change, origin=change.origin or whereabouts(state, change.card), to=_end(book, change))


def _end(book: Book, change: Change) -> str:
    place, _, name = change.to.partition(":")
    card = plain_card(change.card)
    home = book.deck_of.get(card, "")
    if place == "discards" and not name:
        return "stock" if home == "stock" else f"discards:{home}" if home else "box"
    if place == "seat" and home:
        kind = book.card(card).facts.type
        return f"{'spells' if home == 'spell' else 'trophies' if kind in ENEMIES else 'seat'}:{name}"
    return change.to
