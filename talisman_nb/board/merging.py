"""Merges the tables of a board with those of layers that change it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from talisman_nb.board.graph import BoardError
from talisman_nb.board.toml_reading import did_you_mean, shown

LIKE = "like"
"""Top-level key of a board that names the board it changes."""


def merge_boards(boards: Iterable[tuple[str, Mapping[str, Any]]]) -> dict[str, Any]:
    """The tables of the last whole board with the changes of those after it, each given with the name of its file.

    A board that begins with `like = "…"` changes the one below: its tables of spaces and kinds take over what they do
    not say (`without` lists what they drop), `gone = true` removes a space, a kind or an edge.
    Raises `BoardError` for what is to be changed and is not there.
    """
    found: dict[str, Any] = {}
    for file, tables in boards:
        if LIKE not in tables:
            found = dict(tables)
        elif not found:
            raise BoardError(f"{file}: like: there is no board below it to change")
        else:
            found = _changed(found, {key: value for key, value in tables.items() if key != LIKE}, file)
    return found


def _changed(below: Mapping[str, Any], tables: Mapping[str, Any], file: str) -> dict[str, Any]:
    found = dict(below)
    for section, value in tables.items():
        if section == "edge" and isinstance(value, list):
            found[section] = _edges(below.get(section, []), value, file)
        elif section in ("space", "kind") and isinstance(value, dict):
            found[section] = _tables(below.get(section, {}), value, f"{file}: [{section}")
        elif section == "board" and isinstance(value, dict):
            found[section] = _head(below.get(section, {}), value)
        else:
            found[section] = value
    return found


def _head(below: Mapping[str, Any], value: Mapping[str, Any]) -> dict[str, Any]:
    """The head, its regions and degrees of certainty merged table by table."""
    inner = {
        part: {name: _joined(below.get(part, {}).get(name), table) for name, table in value[part].items()}
        for part in ("region", "sure")
        if isinstance(value.get(part), dict)
    }
    return {**below, **value, **{part: {**below.get(part, {}), **tables} for part, tables in inner.items()}}


def _joined(below: Any, own: Any) -> Any:
    return {**below, **own} if isinstance(below, dict) and isinstance(own, dict) else own


def _tables(below: Mapping[str, Any], changes: Mapping[str, Any], where: str) -> dict[str, Any]:
    found = dict(below)
    for id, table in changes.items():
        if not isinstance(table, dict):
            raise BoardError(f"{where}.{id}]: expected a table, got {shown(table)}")
        if table.get("gone"):
            if id not in found:
                raise BoardError(f"{where}.{id}] gone: the board below has none{did_you_mean(id, found)}")
            del found[id]
            continue
        taken, without = found.get(id, {}), table.get("without", [])
        for part in without:
            if part not in taken:
                raise BoardError(f"{where}.{id}] without: it has no {shown(part)}{did_you_mean(part, taken)}")
        own = {part: value for part, value in table.items() if part != "without"}
        found[id] = {part: value for part, value in taken.items() if part not in without} | own
    return found


def _edges(below: list[Any], changes: list[Any], file: str) -> list[Any]:
    found = list(below)
    for number, edge in enumerate(changes, 1):
        ends = _ends(edge)
        same = [other for other in found if _ends(other) == ends]
        if isinstance(edge, dict) and edge.get("gone"):
            if not same:
                raise BoardError(f"{file}: [[edge]] {number} gone: the board below has none from {' to '.join(ends)}")
            found = [other for other in found if _ends(other) != ends]
        else:
            found = [other for other in found if _ends(other) != ends] + [edge]
    return found


def _ends(edge: Any) -> tuple[str, str]:
    return (str(edge.get("from")), str(edge.get("to"))) if isinstance(edge, dict) else ("?", "?")
