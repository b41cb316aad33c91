"""The house rules of the program, by their group in the form of a new table, and what reads their figures."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from msgspec import Struct, convert

from talisman_nb.cards.switches import SWITCH

BY = ("out_by", "gone_by", "by")
"""The facts of cards, roles and decks that name a switch."""


class Needs(Struct, frozen=True, forbid_unknown_fields=True, rename={"value": "is"}):
    """When a house rule has a meaning in an edition: see `house_rules.toml`."""

    part: str = ""
    figure: str = ""
    value: bool | int | str = True
    always: bool = False
    rule: str = ""
    amends: str = ""


@cache
def house_rules() -> Mapping[str, Mapping[str, Needs]]:
    """Maps each group to its house rules, each with what it needs; cached.

    >>> list(house_rules()["talismans"])
    ['carry.talismans', 'switch.talisman_cards', 'switch.talisman_rolls']
    """
    text = (files("talisman_nb.rules") / "house_rules.toml").read_text(encoding="utf-8")
    return MappingProxyType(convert(tomllib.loads(text), dict[str, dict[str, Needs]]))


@cache
def group_of() -> Mapping[str, str]:
    """Maps each house rule of the program to its group, in the order of the form; cached.

    >>> group_of()["switch.maximum"]
    'trophies'
    """
    return MappingProxyType({name: group for group, rules in house_rules().items() for name in rules})


def reading(figure: str) -> frozenset[tuple[str, Any]]:
    """The parts of definitions and decks that read a figure, as key and value."""
    switch = figure.removeprefix(SWITCH)
    return frozenset({("rule", figure), *((part, switch) for part in BY)})


def pairs(table: Any) -> Iterator[tuple[str, Any]]:
    """The keys of a table with their plain values, at any depth."""
    if isinstance(table, Mapping):
        for key, value in table.items():
            if isinstance(value, (str, int, float)):
                yield key, value
            else:
                yield from pairs(value)
    elif isinstance(table, list | tuple):
        for value in table:
            yield from pairs(value)
