"""Places of cards: where a card is, and the origin and end that a correction by hand leaves out."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from talisman_nb.cards.vocabulary import ENEMIES
from talisman_nb.engine import NotAllowedError
from talisman_nb.engine.drawing_cards import deck_asked
from talisman_nb.model import Ask, Change, State
from talisman_nb.rules.book import Book, book_of, plain_card

from .hand_moves import places

SEARCHED = ("discards", "space", "stock", "deck", "box", "seat", "trophies", "spells")
"""Kinds of places in the order in which a card's origin is searched, the likeliest first."""


def whereabouts(state: State, card: str) -> str:
    """Return the likeliest place of a card in the order of `SEARCHED`, "" if no copy is in the game.

    >>> from talisman_nb.engine import new_game
    >>> whereabouts(new_game([("Ada", "dwarf"), ("Bruno", "thief")]), "wolf")
    'deck:adventure'
    """
    found = (place for place, cards in _by_likelihood(state) if cards.get(card, 0) > 0)
    return next(found, "")


def _by_likelihood(state: State) -> list[tuple[str, Counter[str]]]:
    found = places(book_of(state.book), state)
    return sorted(found.items(), key=lambda each: SEARCHED.index(each[0].partition(":")[0]))


def elsewhere(state: State, found: Ask) -> dict[str, tuple[str, str]]:
    """Map the cards of the deck named by the ask `found` that can't be drawn now to (place, card id there).

    >>> from talisman_nb.engine import ask, new_game, step
    >>> from talisman_nb.model import Answer
    >>> state = new_game([("Ada", "dwarf"), ("Bruno", "thief")])
    >>> for ply, key in enumerate(("3", "clockwise", "wolf", "5", "1", "2", "clockwise")):
    ...     while ask(state).kind in ("fight", "result", "close"):
    ...         state, _ = step(state, Answer(state.ply, ask(state).open()[0]))
    ...     state, _ = step(state, Answer(state.ply, key))
    >>> elsewhere(state, ask(state))
    {'wolf': ('trophies:0', 'wolf')}
    """
    book = book_of(state.book)
    missing = set(book.deck_cards.get(deck_asked(book, found), ())) - set(found.open())
    known: dict[str, tuple[str, str]] = {}
    for place, cards in _by_likelihood(state):
        for card in cards:
            if cards[card] > 0 and plain_card(card) in missing and not place.startswith("deck:"):
                known.setdefault(plain_card(card), (place, card))
    return known


OPEN = ("discards", "space", "stock", "box", "seat", "trophies")
"""Kinds of places whose cards lie open."""


def is_hidden(state: State, change: Change) -> bool:
    """Whether a correction names a card that is held face down, and that lies nowhere openly.

    It makes no difference whether the card is in a hand or in its deck, so that a refusal tells nothing.

    >>> from talisman_nb.engine import new_game
    >>> state = new_game([("Ada", "dwarf"), ("Bruno", "thief")])
    >>> [is_hidden(state, Change("card", card=card, to="seat:0")) for card in ("hex", "wolf")]
    [True, False]
    """
    book = book_of(state.book)
    if change.what != "card" or book.deck_of.get(plain_card(change.card)) != book.face_down:
        return False
    return completed(state, change).origin.partition(":")[0] not in OPEN


def to_its_deck(state: State, found: Ask, card: str) -> Change:
    """Return the correction that puts a card into the deck that is asked for, so that it can be drawn.

    Raises `NotAllowedError` "table.not-open" if the card is not in `elsewhere`.
    """
    known, deck = elsewhere(state, found), deck_asked(book_of(state.book), found)
    if card not in known:
        raise NotAllowedError("table.not-open", f"there is no {card!r} to draw from {deck!r}", ("table.not-open",))
    place, there = known[card]
    return Change("card", card=there, origin=place, to=f"deck:{deck}")


def completed(state: State, change: Change) -> Change:
    """Return a correction with missing places filled in: a card's origin, its discard pile, trophies or Spells.

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
        return f"{'spells' if home == book.face_down else 'trophies' if kind in ENEMIES else 'seat'}:{name}"
    return change.to
