"""The board: spaces and edges, their graph, queries (neighbours, kinds, shortest ways), and checks of a board."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Literal

import networkx as nx
from msgspec import Struct, field

from talisman_nb.model.bounds import Name, Note, Percent

from .toml_reading import did_you_mean

SHOWN_WIDE = 720
"""Width of the board in a notebook, in px."""
RING_WAYS = ("clockwise", "anticlockwise")
"""Directions round a ring; keys of ring edges in the graph."""
SMALL_WORDS = {"of", "with", "the", "and"}
"""Words a name does not capitalise."""

EdgeKind = Literal["ring", "bridge", "portal", "path", "toll", "door", "raft"]
Sure = Literal["high", "measured", "forum", "open"]
"""Confidence in a fact of a board, by source: two transcriptions, a picture, a fan site only, none."""


class BoardError(ValueError):
    """Raised for an invalid board file and for a query about an unknown space, region or kind."""


class Space(Struct, frozen=True):
    """One space.

    `ring`: position in its region, clockwise from 0; `grid`: (row, column) on the picture; `draw`: cards drawn there;
    `rules`: its instructions, not decoded; `origins`: for each of them, the table of the file it comes from (the
    space's, its kind's or its region's).
    """

    id: str
    region: str
    ring: int
    grid: tuple[int, int]
    draw: int = 0
    name: str = ""
    rules: dict[str, Any] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """Return the kind, which cards and rules name: `fields` for `fields-3`."""
        return plain_kind(self.id)


class Edge(Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from", "end": "to"}):
    """An edge of the file. `gate`: guarded "forward", in "both" directions, or not (""); `sure`: see `Sure`.

    Of a raft, `share`: percent of the outer space's river side; `corner`: two corner spaces face each other;
    `main`: the end is the space one ring inward, always offered.
    """

    start: Name
    end: Name
    kind: EdgeKind
    river: bool = False
    gate: Literal["", "forward", "both"] = ""
    share: Percent = 0
    corner: bool = False
    main: bool = False
    sure: Sure = "high"
    note: Note = ""


class Board:
    """Spaces in a fixed order (outer, middle, inner, Crown) and `.graph`, a frozen `nx.MultiDiGraph`. Immutable.

    `.crown` is the space with the Crown, `.goal` the one the ways lead to, the Crown or another; "" if there is none.
    `.on_foot` is the view of the graph without rafts; `.by_hand` are the spaces of which only their number is known, no
    way leads from or to them. Queries raise `BoardError` for an unknown id.

    >>> from talisman_nb.board import load_board
    >>> board = load_board("revised4")
    >>> board.neighbours("sentinel"), board.opposite("fields-3")
    (('woods-1', 'hills-1', 'hills-3'), ('warlocks-cave',))
    """

    def __init__(
        self,
        name: str,
        edition: str,
        regions: Mapping[str, str],
        crown: str,
        spaces: Iterable[Space],
        edges: Iterable[Edge],
        sure: Mapping[str, Sure] | None = None,
        file: str = "",
        stopping: Iterable[str] = (),
        goal: str = "",
    ) -> None:
        self.name, self.edition, self.crown, self.file = name, edition, crown, file
        self.stopping: tuple[str, ...] = tuple(stopping)
        self.goal = goal or crown
        self.regions: Mapping[str, str] = MappingProxyType(dict(regions))
        self.sure: Mapping[str, str] = MappingProxyType(dict(sure or {}))
        order = list(self.regions)
        ordered = sorted(spaces, key=lambda space: (order.index(space.region), space.ring))
        self._spaces: Mapping[str, Space] = MappingProxyType({space.id: space for space in ordered})
        self.spaces: tuple[str, ...] = tuple(self._spaces)
        self._kinds = {space.id: space.kind for space in ordered}
        self.index: Mapping[str, int] = MappingProxyType({id: number for number, id in enumerate(self.spaces)})
        self._by_die = frozenset(space.id for space in ordered if self.regions[space.region] != "step")
        self.by_hand = frozenset(space.id for space in ordered if self.regions[space.region] == "hand")
        self.edges: tuple[Edge, ...] = tuple(edges)
        self.graph: nx.MultiDiGraph = nx.freeze(_graph(self))
        self.on_foot: nx.MultiDiGraph = nx.subgraph_view(self.graph, filter_edge=lambda a, b, key: key != "raft")

    def __reduce__(self) -> tuple[type[Board], tuple[Any, ...]]:
        spaces = tuple(self._spaces.values())
        return Board, (
            self.name,
            self.edition,
            dict(self.regions),
            self.crown,
            spaces,
            self.edges,
            dict(self.sure),
            self.file,
            self.stopping,
            self.goal,
        )

    def __repr__(self) -> str:
        return f"<Board {self.edition}: {len(self.spaces)} spaces>"

    def space(self, id: str) -> Space:
        """Return the space of an id; raises `BoardError` with the nearest id."""
        try:
            return self._spaces[id]
        except KeyError:
            raise BoardError(f"no space {id!r} on the board {self.edition}{did_you_mean(id, self.spaces)}") from None

    def kind(self, id: str) -> str:
        """Return the kind of a space: `woods` for `woods-4`."""
        return self._kinds.get(id) or self.space(id).kind

    def text_kind(self, id: str) -> str:
        """Return what its text on the board is kept for: the kind of a space, of one with a number only itself."""
        return id if id in self.by_hand else self.kind(id)

    def region(self, id: str) -> str:
        """Return the region of a space: `outer`, `middle` or `inner` on the boards of the game."""
        return self.space(id).region

    def rolls(self, id: str) -> bool:
        """Whether a move from this space is rolled for; if not, it is one step a turn."""
        return id in self._by_die

    def stops(self, id: str) -> bool:
        """Whether a move that enters the region of this space ends there, whatever is left of it (`tower.enter`)."""
        return not self.rolls(id) or self.region(id) in self.stopping

    def in_region(self, region: str) -> tuple[str, ...]:
        """Return the spaces of a region in ring order."""
        if region not in self.regions:
            raise BoardError(f"no region {region!r} on the board {self.edition}{did_you_mean(region, self.regions)}")
        return tuple(id for id in self.spaces if self._spaces[id].region == region)

    def of_kind(self, kind: str, region: str | None = None) -> tuple[str, ...]:
        """Return the spaces of a kind, in one region or (None) all; raises `BoardError` for an unknown kind."""
        found = tuple(id for id in (self.in_region(region) if region else self.spaces) if self.kind(id) == kind)
        if not found and kind not in self._kinds.values():
            hint = did_you_mean(kind, set(self._kinds.values()))
            raise BoardError(f"no kind of space {kind!r} on the board {self.edition}{hint}")
        return found

    def alike(self, id: str) -> tuple[str, ...]:
        """Return the spaces of a space's kind that do the same as it and draw as many cards, itself among them."""
        one = self.space(id)
        of_kind = map(self.space, self.of_kind(self.kind(id)))
        return tuple(other.id for other in of_kind if (other.draw, other.rules) == (one.draw, one.rules))

    def neighbours(self, id: str) -> tuple[str, ...]:
        """Return the spaces one step away on foot, in the order of the board."""
        return tuple(sorted(self.on_foot[self.space(id).id], key=self.index.__getitem__))

    def opposite(self, id: str, least: int = 15) -> tuple[str, ...]:
        """Return where a raft may cross to, widest first: shares of at least `least` percent and the main one."""
        steps = self.graph.edges(self.space(id).id, data=True)
        rafts = [(end, edge) for _, end, edge in steps if edge["kind"] == "raft"]
        wide = [(end, edge) for end, edge in rafts if edge["main"] or edge["share"] >= least]
        return tuple(end for end, edge in sorted(wide, key=lambda raft: -raft[1]["share"]))

    def shortest_way(self, a: str, b: str) -> tuple[str, ...]:
        """Return the spaces after `a` on a shortest way on foot to `b`."""
        return tuple(nx.shortest_path(self.on_foot, self.space(a).id, self.space(b).id)[1:])

    def towards_goal(self, id: str) -> tuple[str, ...]:
        """Return the neighbours nearer to the goal; empty in regions where moves are rolled for."""
        return tuple(end for end in self._inner_steps(id) if self._to_goal[end] < self._to_goal[id])

    def back_from_goal(self, id: str) -> tuple[str, ...]:
        """Return the neighbours farther from the goal, for a character turning back; empty like `towards_goal`."""
        return tuple(end for end in self._inner_steps(id) if self._to_goal[end] > self._to_goal[id])

    def steps_to_goal(self, id: str) -> int:
        """Return the number of steps on foot to the goal; 0 everywhere on a board without one, very many by hand."""
        return self._to_goal.get(self.space(id).id, len(self.spaces))

    def _inner_steps(self, id: str) -> tuple[str, ...]:
        return () if self.rolls(id) else self.neighbours(id)

    @cached_property
    def links(self) -> nx.Graph:
        """Steps on foot without their directions: what is joined with what; no space that is moved on by hand."""
        links = nx.Graph(self.on_foot)
        links.remove_nodes_from(self.by_hand)
        return nx.freeze(links)

    @cached_property
    def _to_goal(self) -> dict[str, int]:
        if not self.goal:
            return dict.fromkeys(self.spaces, 0)
        return dict(nx.single_source_shortest_path_length(self.on_foot, self.goal))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        from talisman_nb.drawing import draw_board

        return draw_board(self, size=SHOWN_WIDE)._repr_mimebundle_() | {"text/plain": repr(self)}


def plain_kind(id: str) -> str:
    """Return the kind of a space, its id without the number.

    >>> plain_kind("fields-3"), plain_kind("crypt")
    ('fields', 'crypt')
    """
    return re.sub(r"-\d+$", "", id)


def plain_name(kind: str) -> str:
    """Return the English name of a kind: `Portal of Power` for `portal-of-power`."""
    return " ".join(word if word in SMALL_WORDS else word.capitalize() for word in kind.split("-"))


def _graph(board: Board) -> nx.MultiDiGraph:
    """Build the graph: ring edges of regions with the die, then the edges of the file in both directions."""
    graph = nx.MultiDiGraph(name=board.name)
    for id in board.spaces:
        space = board.space(id)
        graph.add_node(id, kind=space.kind, region=space.region, ring=space.ring, grid=space.grid, draw=space.draw)
    for region, move in board.regions.items():
        if move == "die":
            _add_ring(graph, board.in_region(region))
    for edge in board.edges:
        (_mark_ring if edge.kind == "ring" else _add_both)(graph, edge)
    return graph


def _add_ring(graph: nx.MultiDiGraph, ring: tuple[str, ...]) -> None:
    if len(ring) == 1:
        return
    for here, after in zip(ring, ring[1:] + ring[:1], strict=True):
        graph.add_edge(here, after, key="clockwise", kind="ring", way="clockwise", river=False)
        graph.add_edge(after, here, key="anticlockwise", kind="ring", way="anticlockwise", river=False)


def _mark_ring(graph: nx.MultiDiGraph, edge: Edge) -> None:
    for a, b in ((edge.start, edge.end), (edge.end, edge.start)):
        for way in RING_WAYS:
            if graph.has_edge(a, b, way):
                graph.edges[a, b, way].update(river=edge.river, sure=edge.sure, note=edge.note)


def _add_both(graph: nx.MultiDiGraph, edge: Edge) -> None:
    about: dict[str, Any] = {"kind": edge.kind, "river": edge.river or edge.kind == "raft", "sure": edge.sure}
    if edge.kind == "raft":
        about |= {"share": edge.share, "corner": edge.corner, "main": edge.main}
    graph.add_edge(edge.start, edge.end, key=edge.kind, gate=edge.gate in ("forward", "both"), back=False, **about)
    graph.add_edge(edge.end, edge.start, key=edge.kind, gate=edge.gate == "both", back=edge.gate == "forward", **about)


CROSSINGS = ("bridge", "toll", "portal", "door")
"""Kinds of edge that join two regions and may have a gate."""
OF_RAFTS = ("share", "corner", "main")
"""Keys that only a raft edge may have."""


def check_board(board: Board) -> list[str]:
    """Return a line for each problem of a board, with its place in the file and what was expected; [] if valid."""
    checks = (_rings, _cells, _edges, _sides, _shares, _reachable, _backward)
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


STEP_BY_EDGE = '; where one goes by `move = "step"`, an [[edge]] of kind "path" leads from space to space'
"""Advice where a region without the die has no ways."""


def _reachable(board: Board) -> list[str]:
    start = board.spaces[0]
    there = nx.descendants(board.on_foot, start) | {start}
    return [
        f"[space.{id}]: can't be reached on foot from {start}{'' if board.rolls(id) else STEP_BY_EDGE}"
        for id in board.spaces
        if id not in there and id not in board.by_hand
    ]


def _backward(board: Board) -> list[str]:
    """Check that nobody turns back where no way leads on to a goal."""
    turning = [] if board.goal else [id for id in board.spaces if board.space(id).rules.get("turning_back")]
    return [f"[space.{id}] turning_back: the board has no crown or goal to turn back from" for id in turning]
