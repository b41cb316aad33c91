"""Types and ranges of figures: those of the program, from `ranges.toml`, and of layers; validates single values."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

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
    """What the figures of a book may be: those of the program, and those its layers bring (`own`: name to range)."""

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
