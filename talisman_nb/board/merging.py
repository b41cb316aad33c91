"""Merges the tables of boards, of which a later one changes the others; checks the board that comes of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from .graph import OF_RAFTS, RING_WAYS, Board, BoardError, Edge, distances, plain_kind
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


# --- what must hold of a board ---

CROSSINGS = ("bridge", "toll", "portal", "door")
"""Kinds of edge that join two regions and may have a gate."""


def check_board(board: Board) -> list[str]:
    """Return a line for each problem of a board, with its place in the file and what was expected; [] if valid."""
    checks = (_rings, _cells, _kinds_of_edges, _sides, _shares, _reachable, _backward)
    return [problem for check in checks for problem in check(board)]


def _rings(board: Board) -> list[str]:
    """Check that each region's ring numbers run from 0 without gaps or duplicates."""
    problems = []
    for region, move in board.regions.items():
        ring = [board.space(id).ring for id in board.in_region(region)]
        if not ring:
            problems.append(f"[board.region.{region}]: has no spaces")
        elif ring != list(range(len(ring))):
            what = "a closed ring" if move == "die" else "an unbroken count"
            expected = f"expected {what} 0 to {len(ring) - 1}, got {_ring_gaps(ring)}"
            problems.append(f"[board.region.{region}] ring: {expected}")
    return problems


def _ring_gaps(ring: list[int]) -> str:
    """Name the duplicate and missing numbers of a ring."""
    twice = [f"{number} twice" for number, count in Counter(ring).items() if count > 1]
    holes = [f"nothing between {a} and {b}" for a, b in pairwise([-1, *ring]) if b - a > 1]
    return ", ".join(twice + holes)


def _cells(board: Board) -> list[str]:
    """Check that no two spaces share a grid cell."""
    taken: dict[tuple[int, int], str] = {}
    problems = []
    for id in board.spaces:
        cell = board.space(id).grid
        if cell in taken:
            problems.append(f"[space.{id}] grid: {list(cell)} is the cell of {taken[cell]}")
        taken.setdefault(cell, id)
    return problems


def _kinds_of_edges(board: Board) -> list[str]:
    """Check that the keys of each edge fit its kind, and its kind its ends."""
    problems = []
    for edge in board.edges:
        where = _where(edge)
        if edge.gate and edge.kind not in CROSSINGS:
            problems.append(f"{where} gate: only a {', '.join(CROSSINGS)} can be guarded, not a {edge.kind}")
        problems += [
            f"{where} {key}: only a raft has it, not a {edge.kind}"
            for key in OF_RAFTS
            if getattr(edge, key) and edge.kind != "raft"
        ]
        if edge.kind == "ring" and board.steps[edge.start].get(edge.end, {}).keys().isdisjoint(RING_WAYS):
            problems.append(f"{where}: a ring edge needs two spaces that follow each other on a ring")
        if edge.kind in ("path", "ring") and board.region(edge.start) != board.region(edge.end):
            problems.append(f"{where}: a {edge.kind} stays in its region; use a bridge or portal")
    return problems


def _where(edge: Edge) -> str:
    return f"[[edge]] {edge.start} to {edge.end}"


def _sides(board: Board) -> list[str]:
    """Check that no edge is written twice and that crossings join two regions."""
    written = Counter((frozenset((edge.start, edge.end)), edge.kind) for edge in board.edges)
    problems = [
        f"[[edge]] {' and '.join(sorted(ends))}: this {kind} is written {count} times; once is for both ways"
        for (ends, kind), count in written.items()
        if count > 1
    ]
    crossing = [edge for edge in board.edges if edge.kind in (*CROSSINGS, "raft")]
    return problems + [
        f"{_where(edge)}: a {edge.kind} joins two regions, both ends are in {board.region(edge.start)}"
        for edge in crossing
        if board.region(edge.start) == board.region(edge.end)
    ]


def _shares(board: Board) -> list[str]:
    """Check that the raft shares of a space add up to at most 100 percent of its river side."""
    sides: Counter[str] = Counter()
    for edge in board.edges:
        sides[edge.start] += edge.share
    return [
        f"[[edge]] from {id}: the shares of its river side come to {n} percent, expected at most 100"
        for id, n in sides.items()
        if n > 100
    ]


STEP_BY_EDGE = '; where one goes by `move = "step"`, an [[edge]] of kind "path" leads from space to space'
"""Advice where a region without the die has no ways."""


def _reachable(board: Board) -> list[str]:
    start = board.spaces[0]
    there = distances(board, start)
    return [
        f"[space.{id}]: can't be reached on foot from {start}{'' if board.rolls(id) else STEP_BY_EDGE}"
        for id in board.spaces
        if id not in there and id not in board.by_hand
    ]


def _backward(board: Board) -> list[str]:
    """Check that nobody turns back where no way leads on to a goal."""
    turning = [] if board.goal else [id for id in board.spaces if board.space(id).rules.get("turning_back")]
    return [f"[space.{id}] turning_back: the board has no crown or goal to turn back from" for id in turning]
