"""Reads and validates the figures of a stack of layers, and house rules."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from talisman_nb.board.toml_reading import did_you_mean, quote_value
from talisman_nb.cards.decode import CardError

from .layers import BASE, FIGURES, Layer, SetupError, find_layer, stack
from .own_rules import OWN, OwnRule, own_rules

LONGEST_LIST = 20
"""Upper bound of a list with a figure for each craft: more than any character has."""


@cache
def ranges() -> Mapping[str, list[Any]]:
    """Maps each figure to its range; cached.

    A range is [lowest, highest], the list of allowed words, or [false, true]; a nested list: the figure is a list.
    """
    text = (files("talisman_nb.rules") / "ranges.toml").read_text(encoding="utf-8")
    sections = tomllib.loads(text).items()
    return MappingProxyType(
        {f"{section}.{name}": value for section, table in sections for name, value in table.items()}
    )


@cache
def kinds() -> Mapping[str, Any]:
    """Maps each figure to its type, with bounds. Cached.

    >>> kinds()["fate.used"], kinds()["draw.counts"]
    (<class 'bool'>, typing.Literal['any', 'adventure'])
    """
    return MappingProxyType({name: _kind(range_) for name, range_ in ranges().items()})


def _kind(range_: list[Any]) -> Any:
    low, high = range_[0], range_[-1]
    if isinstance(low, list):
        return Annotated[list[_kind(low)], Meta(min_length=1, max_length=LONGEST_LIST)]  # type: ignore[misc]
    if isinstance(low, str):
        return Literal[tuple(range_)]
    return bool if isinstance(low, bool) else Annotated[type(low), Meta(ge=low, le=high)]


class FigureRanges:
    """Ranges of the figures of a book: those of the program, and those its layers bring (`own`: name to range)."""

    def __init__(self, own: Mapping[str, list[Any]]) -> None:
        self.ranges: Mapping[str, list[Any]] = MappingProxyType({**ranges(), **own})
        self._kinds = {**kinds(), **{name: _kind(range_) for name, range_ in own.items()}}

    def fits(self, name: str, value: Any) -> bool:
        """Whether a value is valid for a figure.

        >>> known = FigureRanges({"own.quick": [False, True]})
        >>> known.fits("setup.most", 12), known.fits("setup.most", 4), known.fits("own.quick", True)
        (False, True, True)
        """
        try:
            msgspec.convert(value, self._kinds[name], strict=True)
        except msgspec.ValidationError:
            return False
        return True

    def may_be(self, name: str) -> str:
        """Return the range of a figure, or its words, as text that reads the same in every language.

        >>> [FigureRanges({}).may_be(name) for name in ("setup.most", "spell.limit", "draw.counts", "fate.used")]
        ['1–6', '0–20', 'any, adventure', 'false, true']
        """
        found = self.ranges[name]
        return _range_text(found[0] if isinstance(found[0], list) else found)


def _range_text(range_: list[Any]) -> str:
    low, high = range_[0], range_[-1]
    if isinstance(low, (bool, str)):
        return ", ".join(str(one).lower() for one in range_)
    return f"{low:g}–{high:g}"


SHOWN = 60
"""Upper bound of the characters of a wrong value in a message."""


def edition_table(edition: str, house: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
    """Return all figures of a stack of layers, keyed by dotted name; `house` replaces single ones.

    `edition`: the specification of the stack, such as "second" or "second+my-cards".
    Raises `SetupError` for an unknown edition or figure, with the nearest, and for a value out of range.

    >>> edition_table("revised4")["trophy.craft"], edition_table("second")["trophy.craft"]
    (7, 10)
    >>> edition_table("revised4", {"trophy.strength": 4})["trophy.strength"]
    4
    """
    layers = stack(edition)
    known = known_figures(own_rules(layers))
    return with_house(figures_of(layers, figures_told(layers, known)), house, known)


def known_figures(own: Mapping[str, OwnRule]) -> FigureRanges:
    """Return the ranges of the figures of a book whose layers bring these house rules."""
    return FigureRanges({name: rule.values for name, rule in own.items()})


def with_house(table: Mapping[str, Any], house: Mapping[str, Any] | None, known: FigureRanges) -> Mapping[str, Any]:
    """Return the figures with those of the house in place of the edition's; raises `SetupError`."""
    for name, value in (house or {}).items():
        _check_house(name, value, table, known)
    changed = {**table, **(house or {})}
    if wrong := _most_below_fewest(changed):
        _refuse_range("setup.most", changed["setup.most"], wrong)
    return MappingProxyType(changed)


def figures_of(layers: Sequence[Layer], told: Mapping[str, Any]) -> dict[str, Any]:
    """Return the figures of a stack that tells some of them; the others are those of the base edition.

    Raises `CardError`.
    """
    table = {**_base(), **told}
    last = next((layer.at(FIGURES) for layer in reversed(layers) if FIGURES in layer.texts), FIGURES)
    if wrong := _most_below_fewest(table):
        raise CardError(f"{last}: [setup] most: expected {wrong}, got {table['setup.most']}")
    return table


def figures_told(layers: Iterable[Layer], known: FigureRanges) -> dict[str, Any]:
    """Return the figures that the layers of a stack tell themselves. Raises `CardError`."""
    table: dict[str, Any] = {}
    for layer in layers:
        if FIGURES in layer.texts:
            table |= read_changes(layer.tables(FIGURES), layer.at(FIGURES), known)
    return table


@cache
def _base() -> dict[str, Any]:
    layer = find_layer(BASE)
    return whole(read_changes(layer.tables(FIGURES), layer.at(FIGURES), FigureRanges({})), layer.at(FIGURES))


# --- house rules ---


def _check_house(name: str, value: Any, table: Mapping[str, Any], known: FigureRanges) -> None:
    """Raise `SetupError` for a house rule with an unknown figure or a value of the wrong type or range."""
    if name not in table:
        message = f"house rules: no figure {name!r} in the table of an edition{did_you_mean(name, table)}"
        raise SetupError("switch-unknown", message, switch=name)
    if not _same_kind(value, table[name]):
        wrong = _quote_wrong_value(value)
        message = f"house rules: {name} is {table[name]!r} in the base table, so {wrong!r} can't be its value"
        raise SetupError("switch-value", message, switch=name, figure=name, value=_quote_wrong_value(value))
    if not known.fits(name, value):
        _refuse_range(name, value, known.may_be(name))


def _refuse_range(name: str, value: Any, expected: str) -> None:
    message = f"house rules: {name} can't be {_quote_wrong_value(value)}: expected {expected}"
    raise SetupError("switch-range", message, switch=name, figure=name, value=_quote_wrong_value(value), range=expected)


def _quote_wrong_value(value: Any) -> str:
    """Return a wrong value as a message quotes it."""
    long = isinstance(value, int) and abs(value) >= 10**12
    return "a number of more than 12 digits" if long else str(value)[:SHOWN]


def _same_kind(value: Any, like: Any) -> bool:
    numbers = (int, float)
    if isinstance(like, bool) or isinstance(value, bool):
        return isinstance(like, bool) and isinstance(value, bool)
    if isinstance(like, (list, tuple)):
        return isinstance(value, (list, tuple))
    return isinstance(value, type(like)) or (isinstance(value, numbers) and isinstance(like, numbers))


# --- files ---


def read_changes(tables: Mapping[str, Any], file: str, known: FigureRanges) -> dict[str, Any]:
    """Decode the figures a layer sets, keyed by dotted name; raises `CardError` with the file."""
    found: dict[str, Any] = {}
    for section, table in tables.items():
        if not isinstance(table, dict):
            raise CardError(f"{file}: [{section}]: expected a table of figures, got {quote_value(table)}")
        for figure, value in table.items():
            name, where = f"{section}.{figure}", f"{file}: [{section}] {figure}"
            if name not in known.ranges:
                near = did_you_mean(name, known.ranges)
                raise CardError(f"{where}: no such figure{near}; rules/ranges.toml has them all")
            found[name] = value["default"] if section == OWN and isinstance(value, dict) else value
            if not known.fits(name, found[name]):
                near = did_you_mean(value, known.ranges[name])
                raise CardError(f"{where}: expected {known.may_be(name)}, got {quote_value(value)}{near}")
    return found


def whole(table: dict[str, Any], file: str) -> dict[str, Any]:
    """Return the figures of a complete edition; raises `CardError` for one that is missing."""
    for name in ranges():
        if name not in table:
            section, _, figure = name.partition(".")
            raise CardError(f"{file}: [{section}] {figure}: missing, expected {FigureRanges({}).may_be(name)}")
    return table


def _most_below_fewest(table: Mapping[str, Any]) -> str:
    """Return the allowed range of `setup.most` if `setup.fewest` exceeds it, else ""."""
    highest = ranges()["setup.most"][-1]
    return f"{table['setup.fewest']}–{highest}" if table["setup.fewest"] > table["setup.most"] else ""


__all__ = [
    "SetupError", "edition_table", "figures_of", "figures_told", "known_figures", "read_changes", "whole", "with_house",
]  # fmt: skip
