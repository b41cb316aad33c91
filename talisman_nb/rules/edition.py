"""Reads and validates the table of figures of an edition (differences from `revised4`) and house rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal

from talisman_nb.board import boards_dir
from talisman_nb.board.toml_reading import File, did_you_mean, read_toml, shown
from talisman_nb.cards.decode import CardError
from talisman_nb.model import UserError

from .figure_ranges import NAMES, fits, kinds, may_be, ranges

BASE = "revised4"
"""The edition whose table is complete; the others are differences from it."""
SHOWN = 60
"""Upper bound of the characters of a wrong value in a message."""


SetupErrorKey = Literal[
    "edition-unknown", "figure-twice", "figure-unknown", "player-name", "players-few", "players-many", "switch-range",
    "switch-unknown", "switch-value",
]  # fmt: skip
"""Why a game can't be set up; each has its phrase in `setup.toml`."""


class SetupError(UserError, CardError):
    """Raised when a game can't be set up: unknown edition, figure or character, bad value, too many players."""

    topic = "setup"
    key: SetupErrorKey

    def __init__(self, key: SetupErrorKey, message: str, **fields: object) -> None:
        super().__init__(key, message, **fields)


@cache
def editions() -> tuple[str, ...]:
    """Return the names of the editions, sorted. Cached."""
    folder = files("talisman_nb.rules") / "editions"
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")))


def edition_table(edition: str, house: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
    """Return all figures of an edition, keyed by dotted name; `house` replaces single ones.

    Raises `SetupError` for an unknown edition or figure, with the nearest, and for a value out of range.

    >>> edition_table("revised4")["trophy.craft"], edition_table("second")["trophy.craft"]
    (7, 10)
    >>> edition_table("revised4", {"trophy.strength": 4})["trophy.strength"]
    4
    """
    table = _table(edition)
    for name, value in (house or {}).items():
        _check_house(name, value, table)
    changed = {**table, **(house or {})}
    if wrong := _most_below_fewest(changed):
        _refuse_range("setup.most", changed["setup.most"], wrong)
    return MappingProxyType(changed)


# --- house rules ---


def _check_house(name: str, value: Any, table: Mapping[str, Any]) -> None:
    """Raise `SetupError` for a house rule with an unknown figure or a value of the wrong type or range."""
    if name not in table:
        message = f"house rules: no figure {name!r} in the table of an edition{did_you_mean(name, table)}"
        raise SetupError("switch-unknown", message, switch=name)
    if not _same_kind(value, table[name]):
        message = f"house rules: {name} is {table[name]!r} in the base table, so {_shown(value)!r} can't be its value"
        raise SetupError("switch-value", message, switch=name, value=_shown(value))
    if name in NAMES and value != table[name]:
        _refuse_range(name, value, str(table[name]))
    if not fits(name, value):
        _refuse_range(name, value, may_be(name))


def _refuse_range(name: str, value: Any, expected: str) -> None:
    message = f"house rules: {name} can't be {_shown(value)}: expected {expected}"
    raise SetupError("switch-range", message, switch=name, value=_shown(value), range=expected)


def _shown(value: Any) -> str:
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


def read_base(file: File) -> dict[str, Any]:
    """Decode the complete table of an edition; raises `CardError` with the file for a wrong or missing figure."""
    table = read_changes(file)
    for name in kinds():
        if name not in table:
            section, _, figure = name.partition(".")
            raise CardError(f"{file.name}: [{section}] {figure}: missing, expected {_expected(name)}")
    return whole(table, file)


def read_changes(file: File) -> dict[str, Any]:
    """Decode the differences of an edition from the base, keyed by dotted name; raises `CardError` with the file."""
    found: dict[str, Any] = {}
    for section, table in read_toml(file, CardError).items():
        if not isinstance(table, dict):
            raise CardError(f"{file.name}: [{section}]: expected a table of figures, got {shown(table)}")
        for figure, value in table.items():
            name, where = f"{section}.{figure}", f"{file.name}: [{section}] {figure}"
            if name not in kinds():
                raise CardError(f"{where}: no such figure{did_you_mean(name, kinds())}; rules/ranges.toml has them all")
            if not fits(name, value):
                near = did_you_mean(value, ranges().get(name, ()))
                raise CardError(f"{where}: expected {_expected(name)}, got {shown(value)}{near}")
            found[name] = value
    return found


def whole(table: dict[str, Any], file: File) -> dict[str, Any]:
    """Validate a complete table: its name, card folder, board and number of players; return it. Raises `CardError`."""
    cards, boards = files("talisman_nb.cards"), boards_dir()
    places = {
        "edition.name": [file.name.removesuffix(".toml")],
        "edition.cards": [folder.name for folder in cards.iterdir() if (folder / "adventure").is_dir()],
        "edition.board": sorted(board.stem for board in boards.glob("*.toml")),
    }
    for name, known in places.items():
        if table[name] not in known:
            where = f"{file.name}: [edition] {name.removeprefix('edition.')}"
            raise CardError(
                f"{where}: expected {' or '.join(known)}, got {table[name]!r}{did_you_mean(table[name], known)}"
            )
    if wrong := _most_below_fewest(table):
        raise CardError(f"{file.name}: [setup] most: expected {wrong}, got {table['setup.most']}")
    return table


def _expected(name: str) -> str:
    return "a name" if name in NAMES else may_be(name)


def _most_below_fewest(table: Mapping[str, Any]) -> str:
    """Return the allowed range of `setup.most` if `setup.fewest` exceeds it, else ""."""
    highest = may_be("setup.most").rpartition(" ")[2]
    return f"{table['setup.fewest']} – {highest}" if table["setup.fewest"] > table["setup.most"] else ""


@cache
def _table(edition: str) -> dict[str, Any]:
    if edition not in editions():
        message = f"no edition {edition!r}: expected one of {', '.join(editions())}{did_you_mean(edition, editions())}"
        raise SetupError("edition-unknown", message, edition=edition)
    folder = files("talisman_nb.rules") / "editions"
    base, file = read_base(folder / f"{BASE}.toml"), folder / f"{edition}.toml"
    return base if edition == BASE else whole({**base, **read_changes(file)}, file)
