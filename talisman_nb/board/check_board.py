"""Validates the geometry of any board: closed rings, distinct cells, edges between fitting spaces, reachability."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import networkx as nx

from talisman_nb.board.graph import RING_WAYS, Board, Edge

CROSSINGS = ("bridge", "toll", "portal", "causeway")
"""Kinds of edge that join two regions and may have a gate."""
OF_RAFTS = ("share", "corner", "main")
"""Keys that only a raft edge may have."""


def check_board(board: Board) -> list[str]:
    """Return a line for each problem of a board, with its place in the file and what was expected; [] if valid."""
    return [*_rings(board), *_cells(board), *_edges(board), *_sides(board), *_shares(board), *_reachable(board)]


def _rings(board: Board) -> list[str]:
    """Check that each region's ring numbers run from 0 without gaps or duplicates."""
    problems = []
    for region, move in board.regions.items():
        ring = [board.space(id).ring for id in board.in_region(region)]
        if not ring:
            problems.append(f"[board.region.{region}]: has no spaces")
        elif ring != list(range(len(ring))):
            what = "a closed ring" if move == "die" else "an unbroken count"
            problems.append(f"[board.region.{region}]: expected {what} 0 to {len(ring) - 1}, got {_ring_gaps(ring)}")
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


def _edges(board: Board) -> list[str]:
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
        if edge.kind == "ring" and not any(board.graph.has_edge(edge.start, edge.end, way) for way in RING_WAYS):
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


def _reachable(board: Board) -> list[str]:
    start = board.spaces[0]
    there = nx.descendants(board.on_foot, start) | {start}
    return [f"[space.{id}]: can't be reached on foot from {start}" for id in board.spaces if id not in there]
