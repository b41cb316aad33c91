"""Decks built in proportions (`house.deck-mix`): how many cards of each kind, and which are left in the box."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, get_args

from talisman_nb.cards.definition import Facts, means
from talisman_nb.cards.vocabulary import ENEMIES, OBJECTS

from .book import Book

MIXED = "switch.deck_mix"
"""The figure that turns the house rule on."""
Kind = Literal["strength", "craft", "goods", "gold", "others"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""Kinds of cards: Enemies by what they fight with, goods without gold, gold, and all that is neither."""
Mix = Mapping[str, int]


def kind_of(book: Book, facts: Facts) -> Kind:
    """The kind of a card in a mixed deck."""
    if facts.type in ENEMIES:
        return "strength" if facts.strength else "craft"
    if means(book.keywords, facts, "gold"):
        return "gold"
    return "goods" if facts.type in OBJECTS or facts.type == "follower" else "others"


def largest(there: Mapping[str, int]) -> Mix:
    """The largest mix of so many cards: 1 part Enemies, 2 parts goods, 1 part others; empty if there are too few.

    Of the Enemies two thirds fight with strength; of the goods a quarter to a third is gold, as much as there is.

    >>> largest({"strength": 19, "craft": 10, "goods": 34, "gold": 11, "others": 30})
    {'strength': 14, 'craft': 7, 'goods': 31, 'gold': 11, 'others': 21}
    """
    for third in range(there.get("craft", 0), 0, -1):  # a third of the Enemies, so that a part is three of it
        gold = min(2 * third, there.get("gold", 0))
        goods = 6 * third - gold
        mix: Mix = {"strength": 2 * third, "craft": third, "goods": goods, "gold": gold, "others": 3 * third}
        if 2 * gold >= 3 * third and all(n <= there.get(kind, 0) for kind, n in mix.items()):
            return mix
    return {}


def mixes(book: Book) -> dict[str, Mix]:
    """The mix of each deck that spaces draw from; none where the table does not play so."""
    if not book.table[MIXED]:
        return {}
    return {deck: largest(_there(book, deck)) for deck in book.decks if deck in book.drawn_decks}


def can_be_boxed(book: Book, cards: Iterable[str]) -> bool:
    """Return whether the decks have these cards, so often."""
    there = Counter[str]()
    for deck in book.decks:
        there.update(dict(zip(book.deck_cards[deck], book.copies(book.deck_cards[deck]), strict=True)))
    return not Counter(cards) - there


def mixed_size(book: Book, deck: str) -> int:
    """How many of the typed cards of a deck are in it; all of one that is not mixed."""
    return sum(mixes(book).get(deck, {}).values()) or sum(book.copies(book.deck_cards[deck]))


def left_in_box(book: Book, seed: int) -> tuple[str, ...]:
    """The cards that the decks of a game are built without, drawn by lot: the same ones for the same seed."""
    lot = random.Random(f"{seed} {MIXED}")
    out: Counter[str] = Counter()
    for deck, mix in mixes(book).items():
        for kind, n in mix.items():
            cards = [card for card in _copies(book, deck) if kind_of(book, book.card(card).facts) == kind]
            lot.shuffle(cards)
            out.update(cards[n:])
    return tuple(out.elements())


def _copies(book: Book, deck: str) -> Iterator[str]:
    cards = book.deck_cards[deck]
    for card, n in zip(cards, book.copies(cards), strict=True):
        yield from (card,) * n


def _there(book: Book, deck: str) -> Counter[str]:
    return Counter(kind_of(book, book.card(card).facts) for card in _copies(book, deck))
