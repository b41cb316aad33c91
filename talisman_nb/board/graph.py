"""The board: spaces and edges, their graph, queries (neighbours, kinds, shortest ways)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct, field

from talisman_nb.model.bounds import Name, Note, Percent

from .toml_reading import did_you_mean

if TYPE_CHECKING:
    import networkx as nx

SHOWN_WIDE = 720
"""Width of the board in a notebook, in px."""
RING_WAYS = ("clockwise", "anticlockwise")
"""Directions round a ring; keys of ring edges in the graph."""
SMALL_WORDS = {"of", "with", "the", "and"}
"""Words a name does not capitalise."""

OF_RAFTS = ("share", "corner", "main")
"""Keys that only a raft edge may have."""

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

    A game asks `.steps`, the same edges as plain dicts, so that networkx is loaded when somebody asks for the graph.
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
        self.steps: Mapping[str, Mapping[str, Mapping[str, dict[str, Any]]]] = _steps(self)
        self._edges_from = {
            start: tuple((end, key, edge) for end, edges in steps.items() for key, edge in edges.items())
            for start, steps in self.steps.items()
        }

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
        ends = (end for end, by in self.steps[self.space(id).id].items() if by.keys() - {"raft"})
        return tuple(sorted(ends, key=self.index.__getitem__))

    def edges_from(self, id: str) -> tuple[tuple[str, str, dict[str, Any]], ...]:
        """Return the edges from a space: where each leads, its kind or the direction round a ring, and what it has."""
        return self._edges_from[id]

    def every_edge(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Yield all edges: from where, to where, and what each has."""
        yield from ((start, end, edge) for start in self.spaces for end, _, edge in self.edges_from(start))

    def opposite(self, id: str, least: int = 15) -> tuple[str, ...]:
        """Return where a raft may cross to, widest first: shares of at least `least` percent and the main one."""
        rafts = [(end, edge) for end, kind, edge in self.edges_from(self.space(id).id) if kind == "raft"]
        wide = [(end, edge) for end, edge in rafts if edge["main"] or edge["share"] >= least]
        return tuple(end for end, edge in sorted(wide, key=lambda raft: -raft[1]["share"]))

    def shortest_way(self, a: str, b: str) -> tuple[str, ...]:
        """Return the spaces after `a` on a shortest way on foot to `b`."""
        import networkx as nx

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
    def graph(self) -> nx.MultiDiGraph:
        """Spaces and edges, with all that is known of them; frozen."""
        import networkx as nx

        graph = nx.MultiDiGraph(name=self.name)
        for one in self._spaces.values():
            graph.add_node(one.id, kind=one.kind, region=one.region, ring=one.ring, grid=one.grid, draw=one.draw)
        for start, end, key in _in_order(self):
            graph.add_edge(start, end, key=key, **self.steps[start][end][key])
        return nx.freeze(graph)

    @cached_property
    def on_foot(self) -> nx.MultiDiGraph:
        """The view of the graph without rafts."""
        import networkx as nx

        return nx.subgraph_view(self.graph, filter_edge=lambda a, b, key: key != "raft")

    @cached_property
    def links(self) -> nx.Graph:
        """Steps on foot without their directions: what is joined with what; no space that is moved on by hand."""
        import networkx as nx

        links = nx.Graph(self.on_foot)
        links.remove_nodes_from(self.by_hand)
        return nx.freeze(links)

    @cached_property
    def _to_goal(self) -> dict[str, int]:
        if not self.goal:
            return dict.fromkeys(self.spaces, 0)
        return distances(self, self.goal)

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


def _in_order(board: Board) -> Iterator[tuple[str, str, str]]:
    """Yield start, end and key of the edges: those round a ring in regions with the die, then those of the file."""
    for region, move in board.regions.items():
        ring = board.in_region(region) if move == "die" else ()
        if len(ring) > 1:
            for here, after in zip(ring, ring[1:] + ring[:1], strict=True):
                yield here, after, "clockwise"
                yield after, here, "anticlockwise"
    for edge in board.edges:
        if edge.kind != "ring":
            yield edge.start, edge.end, edge.kind
            yield edge.end, edge.start, edge.kind


def _steps(board: Board) -> dict[str, dict[str, dict[str, dict[str, Any]]]]:
    """Return the edges by start, end and key, each with what it has."""
    steps: dict[str, dict[str, dict[str, dict[str, Any]]]] = {id: {} for id in board.spaces}
    for start, end, key in _in_order(board):
        about = {"kind": "ring", "way": key, "river": False} if key in RING_WAYS else {}
        steps[start].setdefault(end, {})[key] = about
    for edge in board.edges:
        there, back = steps[edge.start].get(edge.end, {}), steps[edge.end].get(edge.start, {})
        if edge.kind == "ring":
            for found in (ways[key] for ways in (there, back) for key in RING_WAYS if key in ways):
                found.update(river=edge.river, sure=edge.sure, note=edge.note)
            continue
        raft = {key: getattr(edge, key) for key in OF_RAFTS} if edge.kind == "raft" else {}
        about = {"kind": edge.kind, "river": edge.river or edge.kind == "raft", "sure": edge.sure, **raft}
        there[edge.kind].update(gate=edge.gate in ("forward", "both"), back=False, **about)
        back[edge.kind].update(gate=edge.gate == "both", back=edge.gate == "forward", **about)
    return steps


def distances(board: Board, start: str) -> dict[str, int]:
    """Return how many steps on foot each space is from another, as far as it can be reached."""
    found, edge = {start: 0}, [start]
    while edge:
        edge = [end for here in edge for end in board.neighbours(here)]
        edge = [end for end in dict.fromkeys(edge) if end not in found]
        found |= dict.fromkeys(edge, max(found.values()) + 1)
    return found
