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

    Raises `SetupError` for an unknown edition or figure, naming the nearest.

    >>> edition_table("revised4")["trophy.craft"], edition_table("second")["trophy.craft"]
    (7, 10)
    >>> edition_table("revised4", {"trophy.strength": 4})["trophy.strength"]
    4
    """
    base = _read(BASE)
    table = base if edition == BASE else _changed(base, _read(edition), edition)
    return MappingProxyType(_changed(table, house or {}, "house rules"))


def _changed(table: dict[str, Any], changes: Mapping[str, Any], where: str) -> dict[str, Any]:
    for name, value in changes.items():
        if name not in table:
            message = f"{where}: no figure {name!r} in the table of an edition{did_you_mean(name, table)}"
            raise SetupError("switch-unknown", message, switch=name)
        if not _same_kind(value, table[name]):
            message = f"{where}: {name} is {table[name]!r} in the base table, so {value!r} can't be its value"
            raise SetupError("switch-value", message, switch=name, value=str(value))
    return {**table, **changes}


def _same_kind(value: Any, like: Any) -> bool:
    numbers = (int, float)
    if isinstance(like, bool) or isinstance(value, bool):
        return isinstance(like, bool) and isinstance(value, bool)
    return isinstance(value, type(like)) or (isinstance(value, numbers) and isinstance(like, numbers))


@cache
def _read(edition: str) -> dict[str, Any]:
    if edition not in editions():
        message = f"no edition {edition!r}: expected one of {', '.join(editions())}{did_you_mean(edition, editions())}"
        raise SetupError("edition-unknown", message, edition=edition)
    text = (files("talisman_nb.rules") / "editions" / f"{edition}.toml").read_text(encoding="utf-8")
    return {f"{section}.{name}": value for section, table in tomllib.loads(text).items() for name, value in table.items()}
