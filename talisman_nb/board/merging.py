"""Merges the tables of boards: a later one changes, adds and removes regions, spaces, kinds and edges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .graph import BoardError, plain_kind
from .toml_reading import did_you_mean, quote_value

LIKE = "like"
"""Top-level key of a board that names the board it changes."""


def merge_boards(boards: Iterable[tuple[str, Mapping[str, Any]]]) -> dict[str, Any]:
    """The tables of the last whole board with the changes of those after it, each given with the name of its file.

    A board that begins with `like = "…"` changes the one below: its tables of regions, spaces and kinds take over what
    they do not say (`without` lists what they drop), `gone = true` removes a region with
    its spaces, a space with its edges (its kind too, if it was the last of it, and the goal it was), a kind or an edge.
    Raises `BoardError` for what is to be changed and is not there.
    """
    found: dict[str, Any] = {}
    for file, tables in boards:
        if LIKE not in tables:
            found = dict(tables)
        elif not found:
            raise BoardError(f"{file}: like: there is no board below it to change")
        else:
            found = _merge_tables(found, {key: value for key, value in tables.items() if key != LIKE}, file)
    return found


def _merge_tables(below: Mapping[str, Any], tables: Mapping[str, Any], file: str) -> dict[str, Any]:
    found = dict(below)
    for section, value in tables.items():
        if section == "edge" and isinstance(value, list):
            found[section] = _edges(below.get(section, []), value, file)
        elif section in ("space", "kind") and isinstance(value, dict):
            found[section] = _merged_tables(below.get(section, {}), value, f"{file}: [{section}")
        elif section == "board" and isinstance(value, dict):
            found[section] = _head(below.get(section, {}), value, f"{file}: [{section}")
        else:
            found[section] = value
    return _without_gone(below, tables, found)


def _without_gone(below: Mapping[str, Any], tables: Mapping[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """Leave out what lies below and goes with what is gone: spaces with their region, edges and kinds with theirs."""
    regions, spaces = _removed_tables(tables.get("board", {}), "region"), _removed_tables(tables, "space")
    written = tables.get("space", {})
    known: Mapping[str, Any] = below.get("space", {})
    of_region = {id for id, table in known.items() if table.get("region") in regions and id not in written}
    if lost := spaces | of_region:
        found["space"] = {id: table for id, table in found["space"].items() if id not in of_region}
        found["edge"] = [edge for edge in found.get("edge", []) if lost.isdisjoint(_ends(edge)) or edge in _own(tables)]
        kinds = (
            {plain_kind(id) for id in lost} - {plain_kind(id) for id in found["space"]} - set(tables.get("kind", {}))
        )
        found["kind"] = {kind: table for kind, table in found.get("kind", {}).items() if kind not in kinds}
        head = found.get("board", {})
        found["board"] = {key: value for key, value in head.items() if key not in GOALS or value not in lost}
    return found


GOALS = ("crown", "goal")
"""Keys of the head that name a space."""


def _removed_tables(tables: Any, section: str) -> set[str]:
    """The names of the tables of a section that say they are gone."""
    named = tables.get(section, {}) if isinstance(tables, dict) else {}
    listed = named.items() if isinstance(named, dict) else ()
    return {name for name, table in listed if isinstance(table, dict) and table.get("gone")}


def _own(tables: Mapping[str, Any]) -> list[Any]:
    edges = tables.get("edge", [])
    return edges if isinstance(edges, list) else []


def _head(below: Mapping[str, Any], value: Mapping[str, Any], where: str) -> dict[str, Any]:
    """The head, its regions and degrees of certainty merged table by table; `without` lists what it drops."""
    own = {part: table for part, table in value.items() if part != "without"}
    found = {**_without(below, value, f"{where}]"), **own}
    if isinstance(value.get("region"), dict):
        found["region"] = _merged_tables(below.get("region", {}), value["region"], f"{where}.region")
    if isinstance(value.get("sure"), dict):
        found["sure"] = {**below.get("sure", {}), **value["sure"]}
    return found


def _merged_tables(below: Mapping[str, Any], changes: Mapping[str, Any], where: str) -> dict[str, Any]:
    found = dict(below)
    for id, table in changes.items():
        if not isinstance(table, dict):
            raise BoardError(f"{where}.{id}]: expected a table, got {quote_value(table)}")
        if table.get("gone"):
            if id not in found:
                raise BoardError(f"{where}.{id}] gone: the board below has none{did_you_mean(id, found)}")
            del found[id]
            continue
        own = {part: value for part, value in table.items() if part != "without"}
        found[id] = _without(found.get(id, {}), table, f"{where}.{id}]") | own
    return found


def _without(taken: Mapping[str, Any], table: Mapping[str, Any], where: str) -> dict[str, Any]:
    """A table taken over, without the parts that the change of it drops."""
    without = table.get("without", [])
    for part in without:
        if part not in taken:
            raise BoardError(f"{where} without: it has no {quote_value(part)}{did_you_mean(part, taken)}")
    return {part: value for part, value in taken.items() if part not in without}


def _edges(below: list[Any], changes: list[Any], file: str) -> list[Any]:
    """The edges with those of a change in the place of all below that have the same ends."""
    changed = [_ends(edge) for edge in changes]
    known = [_ends(edge) for edge in below]
    for number, edge in enumerate(changes, 1):
        if isinstance(edge, dict) and edge.get("gone") and _ends(edge) not in known:
            ends = " to ".join(_ends(edge))
            raise BoardError(f"{file}: [[edge]] {number} gone: the board below has none from {ends}")
    added = [edge for edge in changes if not (isinstance(edge, dict) and edge.get("gone"))]
    return [edge for edge in below if _ends(edge) not in changed] + added


def _ends(edge: Any) -> tuple[str, str]:
    return (str(edge.get("from")), str(edge.get("to"))) if isinstance(edge, dict) else ("?", "?")
