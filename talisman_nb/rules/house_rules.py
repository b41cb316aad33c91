"""The house rules a new table may choose from: those of the program and of its layers that mean something there.

Among them decks built in proportions (`house.deck-mix`): how many cards of each kind, and which are left in the box.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal, get_args

from talisman_nb.cards.definition import Facts, means
from talisman_nb.cards.vocabulary import ENEMIES, OBJECTS

from .book import Book
from .own_rules import Needs, group_of, house_rules, pairs, reading

MIXED = "switch.deck_mix"
"""The figure that turns the house rule on."""
Kind = Literal["strength", "craft", "goods", "gold", "others"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""Kinds of cards: Enemies by what they fight with, goods without gold, gold, and all that is neither."""
Mix = Mapping[str, int]


def group_of_rules(book: Book) -> dict[str, str]:
    """Maps each house rule of the program and of a book's layers to its group, in the order of the form."""
    own = {name: rule.group for name, rule in book.own_rules.items()}
    return {name: at for group in house_rules() for name, at in {**group_of(), **own}.items() if at == group}


def house_rule_cited(book: Book, figure: str) -> tuple[str, ...]:
    """The house rule that is cited where a figure decides and a table has changed it; () for none.

    >>> from talisman_nb.rules.book import open_book
    >>> books = open_book("revised4", {"trophy.strength": 4}), open_book()
    >>> tuple(house_rule_cited(book, "trophy.strength") for book in books)
    (('house.strength-rate',), ())
    """
    if figure not in book.house or figure not in group_of():
        return ()
    rule = house_rules()[group_of()[figure]][figure].rule
    return (rule,) if rule else ()


@lru_cache(maxsize=16)
def offered_rules(book: Book) -> tuple[str, ...]:
    """The house rules that have a meaning in a book, in the order of the form.

    >>> from talisman_nb.rules.book import open_book
    >>> "switch.royal_pair" in offered_rules(open_book()), "switch.royal_pair" in offered_rules(open_book("second"))
    (True, False)
    """
    written = frozenset(_parts(book))
    found = ((name, house_rules()[group].get(name, Needs())) for name, group in group_of_rules(book).items())
    return tuple(name for name, needs in found if _has_a_meaning(book, written, name, needs))


def readers(book: Book, figure: str) -> tuple[str, ...]:
    """The definitions that read a figure, the cards it takes out of the game, and the decks it brings.

    >>> from talisman_nb.rules.book import open_book
    >>> readers(open_book(), "switch.talisman_cards")
    ('hermit',)
    """
    read = reading(figure)
    return tuple(key for key, table in book.tables() if not read.isdisjoint(pairs(table)))


def _has_a_meaning(book: Book, written: frozenset[tuple[str, Any]], name: str, needs: Needs) -> bool:
    """Whether an edition reads the figure of a house rule, or has what the entry of it needs."""
    if needs.crown and not book.board.crown:
        return False
    if needs.listed and not any(book.deck_cards[deck] for deck in book.drawn_decks if deck in book.deck_cards):
        return False
    if needs.always or not reading(name).isdisjoint(written):
        return True
    if needs.figure:
        found = book.usual[needs.figure]
        return bool(found) if needs.value is True else bool(found == needs.value)
    if needs.value is True:
        return any(part == needs.part for part, _ in written)
    return (needs.part, needs.value) in written


def _parts(book: Book) -> Iterator[tuple[str, Any]]:
    """Every part with a plain value that the definitions of a book have."""
    for _, table in book.tables():
        yield from pairs(table)


# --- decks built in proportions ---


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
