"""The house rules a new table may choose from: those of the program and of its layers that mean something there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .book import Book
from .own_rules import Needs, group_of, house_rules, pairs, reading


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
