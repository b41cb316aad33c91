"""The house rules a new table may choose from, by group, and those that mean something in an edition."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from msgspec import Struct, convert

from .book import Book


class Needs(Struct, frozen=True, forbid_unknown_fields=True, rename={"value": "is"}):
    """When a house rule has a meaning in an edition: see `house_rules.toml`."""

    part: str = ""
    figure: str = ""
    value: bool | int | str = True
    always: bool = False
    rule: str = ""


@cache
def house_rules() -> Mapping[str, Mapping[str, Needs]]:
    """Maps each group to its house rules, each with what it needs; cached.

    >>> list(house_rules()["talismans"])
    ['switch.talisman_cards', 'switch.talisman_rolls']
    """
    text = (files("talisman_nb.rules") / "house_rules.toml").read_text(encoding="utf-8")
    return MappingProxyType(convert(tomllib.loads(text), dict[str, dict[str, Needs]]))


@cache
def group_of() -> Mapping[str, str]:
    """Maps each house rule that is offered to its group, in the order of the form; cached.

    >>> group_of()["trophy.craft"]
    'trophies'
    """
    return MappingProxyType({name: group for group, rules in house_rules().items() for name in rules})


def cited(book: Book, figure: str) -> tuple[str, ...]:
    """The house rule that is cited where a figure decides and a table has changed it; () for none.

    >>> from talisman_nb.rules.book import open_book
    >>> cited(open_book("revised4", {"trophy.strength": 4}), "trophy.strength"), cited(open_book(), "trophy.strength")
    (('house.strength-rate',), ())
    """
    if figure not in book.house or figure not in group_of():
        return ()
    rule = house_rules()[group_of()[figure]][figure].rule
    return (rule,) if rule else ()


def offered(book: Book) -> tuple[str, ...]:
    """The house rules that have a meaning in a book, in the order of the form.

    >>> from talisman_nb.rules.book import open_book
    >>> "switch.royal_pair" in offered(open_book()), "switch.royal_pair" in offered(open_book("second"))
    (True, False)
    """
    written = frozenset(_parts(book))
    found = ((name, needs) for rules in house_rules().values() for name, needs in rules.items())
    return tuple(name for name, needs in found if _has_a_meaning(book, written, name, needs))


def readers(book: Book, figure: str) -> tuple[str, ...]:
    """The definitions that read a figure, the cards it takes out of the game, and the decks it brings.

    >>> from talisman_nb.rules.book import open_book
    >>> readers(open_book(), "switch.talisman_cards")
    ('hermit',)
    """
    switch = figure.removeprefix("switch.")
    names = {("rule", figure), ("out_by", switch), ("by", switch)}
    return tuple(key for key, table in book.tables() if any(part in names for part in _pairs(table)))


def _has_a_meaning(book: Book, written: frozenset[tuple[str, Any]], name: str, needs: Needs) -> bool:
    """Whether an edition reads the figure of a house rule, or has what the entry of it needs."""
    if needs.always or ("rule", name) in written:
        return True
    if needs.figure:
        return bool(book.usual[needs.figure] == needs.value)
    if needs.value is True:
        return any(part == needs.part for part, _ in written)
    return (needs.part, needs.value) in written


def _parts(book: Book) -> Iterator[tuple[str, Any]]:
    """Every part with a plain value that the definitions of a book have."""
    for _, table in book.tables():
        yield from _pairs(table)


def _pairs(table: Any) -> Iterator[tuple[str, Any]]:
    """The keys of a table with their plain values, at any depth."""
    if isinstance(table, Mapping):
        for key, value in table.items():
            if isinstance(value, (str, int, float)):
                yield key, value
            else:
                yield from _pairs(value)
    elif isinstance(table, list | tuple):
        for value in table:
            yield from _pairs(value)
