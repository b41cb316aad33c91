"""Types and ranges of the figures of an edition, from `ranges.toml`; validates single values."""

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


def fits(name: str, value: Any) -> bool:
    """Whether a value is valid for a figure.

    >>> fits("setup.most", 12), fits("setup.most", 4), fits("setup.most", True)
    (False, True, False)
    """
    try:
        msgspec.convert(value, kinds()[name], strict=True)
    except msgspec.ValidationError:
        return False
    return True


def may_be(name: str) -> str:
    """Return the range of a figure, or its words, as text that reads the same in every language.

    >>> may_be("setup.most"), may_be("spell.limit"), may_be("draw.counts"), may_be("fate.used")
    ('1 – 6', '0 – 20', 'any, adventure', 'false, true')
    """
    found = ranges()[name]
    return _range_text(found[0] if isinstance(found[0], list) else found)


def _range_text(range_: list[Any]) -> str:
    low, high = range_[0], range_[-1]
    if isinstance(low, (bool, str)):
        return ", ".join(str(one).lower() for one in range_)
    return f"{low:g} – {high:g}"
