"""The table of an edition: figures and switches, written as differences from the revised 4th edition."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from talisman_nb.cards.decode import CardError, did_you_mean
from talisman_nb.model import ToldError

BASE = "revised4"
LONGEST_LIST = 20
"""Figures in a list by craft: more than any character has."""
SHOWN = 60
"""Signs of a wrong value that a message repeats."""


class SetupError(ToldError, CardError):
    """A game that can't be set up: an unknown edition, figure or character, or players the box has no room for."""

    topic = "setup"


@cache
def editions() -> tuple[str, ...]:
    """The editions there are."""
    folder = files("talisman_nb.rules") / "editions"
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")))


def edition_table(edition: str, house: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
    """All figures of an edition by dotted name; `house` changes single ones.

    Raises `SetupError` for an unknown edition or figure, naming the nearest, and for a value that can't work, with what it may be.

    >>> edition_table("revised4")["trophy.craft"], edition_table("second")["trophy.craft"]
    (7, 10)
    >>> edition_table("revised4", {"trophy.strength": 4})["trophy.strength"]
    4
    """
    base = _read(BASE)
    table = base if edition == BASE else _changed(base, _read(edition), edition)
    changed = _changed(table, house or {}, "house rules")
    for name in house or {}:
        _check_range(name, changed[name], _may_be(name, table))
    if changed["setup.fewest"] > changed["setup.most"]:
        _refuse_range("setup.most", changed["setup.most"], f"{changed['setup.fewest']} – {_ranges()['setup.most'][1]:g}")
    return MappingProxyType(changed)


def _changed(table: dict[str, Any], changes: Mapping[str, Any], where: str) -> dict[str, Any]:
    for name, value in changes.items():
        if name not in table:
            message = f"{where}: no figure {name!r} in the table of an edition{did_you_mean(name, table)}"
            raise SetupError("switch-unknown", message, switch=name)
        if not _same_kind(value, table[name]):
            message = f"{where}: {name} is {table[name]!r} in the base table, so {_shown(value)!r} can't be its value"
            raise SetupError("switch-value", message, switch=name, value=_shown(value))
    return {**table, **changes}


def _may_be(name: str, table: Mapping[str, Any]) -> list[Any]:
    """The lowest and highest value of a figure, or its words; nothing is said of yes or no, and an edition's own names stay."""
    return [table[name]] if name.startswith("edition.") else _ranges().get(name, [])


def _check_range(name: str, value: Any, may_be: list[Any]) -> None:
    """A word is one of some words, a number or each of a list lies in its range, whole where the range is."""
    if isinstance(value, bool):
        return
    if isinstance(value, str):
        if value not in may_be:
            _refuse_range(name, value, ", ".join(map(str, may_be)))
        return
    low, high = may_be
    kinds = (int,) if isinstance(low, int) else (int, float)
    numbers = value if isinstance(value, (list, tuple)) else [value]
    if not 0 < len(numbers) <= LONGEST_LIST or not all(type(n) in kinds and low <= n <= high for n in numbers):
        _refuse_range(name, value, f"{low:g} – {high:g}")


def _refuse_range(name: str, value: Any, may_be: str) -> None:
    message = f"house rules: {name} can't be {_shown(value)}: expected {may_be}"
    raise SetupError("switch-range", message, switch=name, value=_shown(value), range=may_be)


def _shown(value: Any) -> str:
    """A wrong value as a message repeats it."""
    long = isinstance(value, int) and abs(value) >= 10**12
    return "a number of more than 12 digits" if long else str(value)[:SHOWN]


def _same_kind(value: Any, like: Any) -> bool:
    numbers = (int, float)
    if isinstance(like, bool) or isinstance(value, bool):
        return isinstance(like, bool) and isinstance(value, bool)
    if isinstance(like, (list, tuple)):
        return isinstance(value, (list, tuple))
    return isinstance(value, type(like)) or (isinstance(value, numbers) and isinstance(like, numbers))


@cache
def _read(edition: str) -> dict[str, Any]:
    if edition not in editions():
        message = f"no edition {edition!r}: expected one of {', '.join(editions())}{did_you_mean(edition, editions())}"
        raise SetupError("edition-unknown", message, edition=edition)
    return _figures(("editions", f"{edition}.toml"))


@cache
def _ranges() -> dict[str, list[Any]]:
    return _figures(("ranges.toml",))


def _figures(place: tuple[str, ...]) -> dict[str, Any]:
    """The figures of a file by dotted name."""
    text = files("talisman_nb.rules").joinpath(*place).read_text(encoding="utf-8")
    return {f"{section}.{name}": value for section, table in tomllib.loads(text).items() for name, value in table.items()}
