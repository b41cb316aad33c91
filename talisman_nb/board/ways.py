"""Computes the ways of a roll: where it can end, through which spaces, and where a gate stops it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.model.bounds import ALL_WAYS, LONGEST_ROLL, WAYS

from .graph import RING_WAYS, Board, BoardError


class Way(Struct, frozen=True):
    """One way of a roll.

    `key`: unique among the ways of the roll; `path`: the spaces after the start; `edges`: the kind of each step;
    `river`: whether each step crosses the River. With a `gate` ("bridge", "portal") the way stops before a guarded
    crossing, with `left` steps (1 or more) remaining.
    """

    key: str
    end: str
    path: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()
    river: tuple[bool, ...] = ()
    gate: str = ""
    left: int = 0


class _Walk(Struct, frozen=True):
    """A partial way: `turns` are the words of its key; `way`: its direction on this ring, "" if still free."""

    at: str
    left: int
    came_from: str = ""
    way: str = ""
    turns: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()
    river: tuple[bool, ...] = ()

    def step(self, end: str, edge: dict[str, object]) -> _Walk:
        """Return the walk extended by one step."""
        return replace(
            self,
            at=end,
            left=self.left - 1,
            came_from=self.at,
            path=(*self.path, end),
            edges=(*self.edges, str(edge["kind"])),
            river=(*self.river, bool(edge["river"])),
        )

    def done(self, gate: str = "") -> Way:
        """Return the finished way; `gate`: the kind of guarded crossing it stops at."""
        key, left = "+".join(self.turns) or "stay", self.left if gate else 0
        return Way(key, self.at, self.path, self.edges, self.river, gate, left)


def ways(board: Board, start: str, steps: int) -> tuple[Way, ...]:
    """Return the ways of a roll from `start`; in a region without the die the ways of one step, ignoring `steps`.

    A guarded crossing stops the way at its gate (`bridge.attack`, `portal.open`); `ways_after` continues it.
    Raises `BoardError` for more than `WAYS` ways.

    >>> from talisman_nb.board import load_board
    >>> [(way.key, way.end, way.left) for way in ways(load_board("revised4"), "graveyard", 6)]
    [('clockwise', 'crags', 0), ('anticlockwise', 'ruins', 0), ('bridge', 'sentinel', 4)]
    """
    if start in board.by_hand:
        return _hand_ways(board, start, steps)
    if not board.rolls(start):
        return tuple(_inner_steps(board, start))
    return ways_after(board, start, steps)


def _hand_ways(board: Board, start: str, steps: int) -> tuple[Way, ...]:
    """Return a way to every space, for the players know the board; first those with so many numbers more or less."""
    here = board.in_region(board.region(start))
    at = here.index(start)
    likely = [here[n] for n in (at + steps, at - steps) if 0 <= n < len(here)]
    rest = [space for space in board.spaces if space not in board.by_hand]
    ends = dict.fromkeys((*likely, *here, *rest))
    return tuple(Way("stay", end) if end == start else Way(end, end, (end,), (BY_HAND,), (False,)) for end in ends)


BY_HAND = "hand"
"""The kind of the only step of a way that the players tell."""


def ways_after(board: Board, start: str, steps: int, came_from: str = "") -> tuple[Way, ...]:
    """Return the ways of the `steps` left after a crossing: either direction, but not straight back to `came_from`.

    Raises `ValueError` for negative steps, `BoardError` for more than `WAYS` ways.
    """
    if steps < 0:
        raise ValueError(f"steps: expected 0 or more, got {steps}")
    if not board.rolls(start) or (came_from and board.region(came_from) != board.region(start) and board.stops(start)):
        return (Way("stay", start),)
    walks = list(islice(_walk(board, _Walk(start, steps, came_from)), WAYS + 1))
    if len(walks) > WAYS:
        raise BoardError(_too_many(board, start, steps))
    return tuple(sorted(_shorter_keys(walks), key=_rank))


def _too_many(board: Board, start: str, steps: int) -> str:
    what = f"more than {WAYS} ways for a roll of {steps}"
    return f"{board.file}: [space.{start}]: {what}; a crossing with a gate ends a way, one without doubles them"


def reach(board: Board, start: str, steps: int) -> dict[str, tuple[Way, ...]]:
    """Return the ways of a roll keyed by their end, as if every gate were passed. Raises `BoardError` like `ways`.

    >>> from talisman_nb.board import load_board
    >>> [way.key for way in reach(load_board("revised4"), "graveyard", 6)["portal-of-power"]]
    ['bridge+anticlockwise']
    """
    ends: dict[str, list[Way]] = {}
    every = (full for way in ways(board, start, steps) for full in _through_gates(board, way))
    for n, full in enumerate(every):
        if n > WAYS:
            raise BoardError(_too_many(board, start, steps))
        ends.setdefault(full.end, []).append(full)
    return {end: tuple(ends[end]) for end in sorted(ends, key=board.index.__getitem__)}


class WayTable:
    """Ways of every roll of 1 to `LONGEST_ROLL` steps: `table[start][steps]`; kept once they were asked for."""

    def __init__(self, board: Board, trusted: bool = False) -> None:
        """Count all ways; raises `BoardError` for too many. Of a `trusted` board they are found as they are asked."""
        self._board = board
        self._ways: dict[str, dict[int, tuple[Way, ...]]] = {}
        n = 0
        if trusted:
            return
        for start in board.spaces:
            found = self[start]
            n += sum(map(len, found.values())) if start not in board.by_hand else 0
            if n > ALL_WAYS:
                expected = f"expected at most {ALL_WAYS} ways of all rolls together"
                raise BoardError(f"{board.file}: {expected}; make it of fewer crossings, or give some a gate")

    def __getitem__(self, start: str) -> dict[int, tuple[Way, ...]]:
        if start not in self._ways:
            self._ways[start] = {steps: ways(self._board, start, steps) for steps in range(1, LONGEST_ROLL + 1)}
        return self._ways[start]


@lru_cache(maxsize=16)
def way_table(board: Board, trusted: bool = False) -> WayTable:
    """Return the way table of a board; cached by board. Raises `BoardError` for too many ways, unless `trusted`."""
    return WayTable(board, trusted)


def _walk(board: Board, walk: _Walk) -> Iterator[Way]:
    """Yield every way that continues a walk, depth first."""
    if not walk.left:
        yield walk.done()
        return
    yield from _cross(board, walk)
    for end, way, edge in board.edges_from(walk.at):
        if edge["kind"] == "ring" and walk.way in ("", way):
            turns = walk.turns if walk.way else (*walk.turns, way)
            yield from _walk(board, replace(walk.step(end, edge), way=way, turns=turns))


def _cross(board: Board, walk: _Walk) -> Iterator[Way]:
    """Yield the ways that leave the ring here: stopped at a gate, or continued behind an open crossing.

    None does where it has been before, nor leads back there (`turn.no-reverse`): round a small ring one passes often.
    """
    if walk.at in walk.path[:-1]:
        return
    for end, kind, edge in board.edges_from(walk.at):
        if edge["kind"] in ("ring", "raft", "path") or end in (walk.came_from, *walk.path):
            continue
        turned = replace(walk, turns=(*walk.turns, _key_word(board, walk.at, end, edge)))
        if edge["gate"]:
            yield turned.done(gate=kind)
        elif not board.stops(end):
            yield from _walk(board, replace(turned.step(end, edge), way=""))
        else:
            yield replace(turned.step(end, edge), left=0).done()


def _key_word(board: Board, start: str, end: str, edge: dict[str, object]) -> str:
    """Return the word of a crossing in a key: `bridge` or `back`, with `@space` if the region has several of them."""
    word = "back" if edge["back"] else str(edge["kind"])
    return word if _crossings(board)[board.region(start), edge["kind"], edge["back"]] == 1 else f"{word}@{end}"


@lru_cache(maxsize=16)
def _crossings(board: Board) -> Counter[tuple[str, object, object]]:
    """Count the edges by region, kind and direction (`back`). Cached by board."""
    return Counter((board.region(start), edge["kind"], edge.get("back")) for start, _, edge in board.every_edge())


def _shorter_keys(walks: list[Way]) -> Iterator[Way]:
    """Drop the direction from the key of a way to a crossing that only one direction reaches."""
    before: dict[str, set[str]] = {}
    for way in walks:
        first, second, *_ = [*way.key.split("+"), ""]
        if first in RING_WAYS and second:
            before.setdefault(second, set()).add(first)
    for way in walks:
        first, _, rest = way.key.partition("+")
        only = first in RING_WAYS and rest and len(before[rest.split("+")[0]]) == 1
        yield replace(way, key=rest) if only else way


def _rank(way: Way) -> tuple[bool, list[int]]:
    """Sort key: ways round the ring first, clockwise before anticlockwise, then crossings."""
    turns = [RING_WAYS.index(word) if word in RING_WAYS else len(RING_WAYS) for word in way.key.split("+")]
    return len(RING_WAYS) in turns, turns


def _inner_steps(board: Board, start: str) -> Iterator[Way]:
    for end in board.neighbours(start):
        edge = next(edge for kind, edge in board.steps[start][end].items() if kind != "raft")
        yield Way(end, end, (end,), (edge["kind"],), (edge["river"],))


def _through_gates(board: Board, way: Way) -> Iterator[Way]:
    """Yield the continuations of a way through every gate it meets."""
    if not way.gate:
        yield way
        return
    crossing = [
        (end, edge)
        for end, kind, edge in board.edges_from(way.end)
        if kind == way.gate and _key_word(board, way.end, end, edge) == way.key.split("+")[-1]
    ]
    for end, edge in crossing:
        start = way.end
        for after in ways_after(board, end, way.left - 1, came_from=start):
            key = way.key if after.key == "stay" else f"{way.key}+{after.key}"
            joined = Way(
                key,
                after.end,
                (*way.path, end, *after.path),
                (*way.edges, edge["kind"], *after.edges),
                (*way.river, edge["river"], *after.river),
                after.gate,
                after.left,
            )
            yield from _through_gates(board, joined)
