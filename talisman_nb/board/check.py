"""What must hold for any board, ours or homebrew: closed rings, two-sided bridges, everything reachable."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import networkx as nx

from talisman_nb.board.graph import RING_WAYS, Board, did_you_mean

EDGE_KINDS = ("ring", "bridge", "portal", "path", "toll", "causeway", "raft")
GATES = ("", "forward", "both")


def check_board(board: Board) -> list[str]:
    """All problems of a board as sentences that say where and what was expected; empty if it is sound."""
    return [*_rings(board), *_cells(board), *_edges(board), *_sides(board), *_reachable(board)]


def _rings(board: Board) -> list[str]:
    problems = []
    for region, move in board.regions.items():
        ring = [board.space(id).ring for id in board.in_region(region)]
        if not ring:
            problems.append(f"[board.region.{region}]: has no spaces")
        elif ring != list(range(len(ring))):
            what = "a closed ring" if move == "die" else "an unbroken count"
            problems.append(f"[board.region.{region}]: expected {what} 0 to {len(ring) - 1}, got {_slips(ring)}")
    return problems


def _slips(ring: list[int]) -> str:
    twice = [f"{number} twice" for number, count in Counter(ring).items() if count > 1]
    holes = [f"nothing between {a} and {b}" for a, b in pairwise([-1, *ring]) if b - a > 1]
    return ", ".join(twice + holes)


def _cells(board: Board) -> list[str]:
    taken: dict[tuple[int, int], str] = {}
    problems = []
    for id in board.spaces:
        cell = board.space(id).grid
        if cell in taken:
            problems.append(f"[space.{id}] grid: {list(cell)} is the cell of {taken[cell]}")
        taken.setdefault(cell, id)
    return problems


def _edges(board: Board) -> list[str]:
    problems = []
    for edge in board.edges:
        where = f"[[edge]] {edge.start} to {edge.end}"
        if edge.kind not in EDGE_KINDS:
            hint = did_you_mean(edge.kind, EDGE_KINDS)
            problems.append(f"{where} kind: expected one of {', '.join(EDGE_KINDS)}, got {edge.kind!r}{hint}")
        if edge.gate not in GATES:
            problems.append(f'{where} gate: expected "forward" or "both", got {edge.gate!r}')
        if edge.kind == "ring" and not any(board.graph.has_edge(edge.start, edge.end, way) for way in RING_WAYS):
            problems.append(f"{where}: a ring edge needs two spaces that follow each other on a ring")
        if edge.kind in ("path", "ring") and board.region(edge.start) != board.region(edge.end):
            problems.append(f"{where}: a {edge.kind} stays in its region; use a bridge or portal")
    return problems


def _sides(board: Board) -> list[str]:
    written = Counter((frozenset((edge.start, edge.end)), edge.kind) for edge in board.edges)
    problems = [
        f"[[edge]] {' and '.join(sorted(ends))}: this {kind} is written {count} times; once is for both ways"
        for (ends, kind), count in written.items()
        if count > 1
    ]
    crossing = [edge for edge in board.edges if edge.kind in ("bridge", "toll", "portal", "causeway")]
    return problems + [
        f"[[edge]] {edge.start} to {edge.end}: a {edge.kind} joins two regions, both ends are in {board.region(edge.start)}"
        for edge in crossing
        if board.region(edge.start) == board.region(edge.end)
    ]


def _reachable(board: Board) -> list[str]:
    start = board.spaces[0]
    there = nx.descendants(board.on_foot, start) | {start}
    return [f"[space.{id}]: can't be reached on foot from {start}" for id in board.spaces if id not in there]
