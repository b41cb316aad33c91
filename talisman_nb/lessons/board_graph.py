"""The board as a graph, as a step of a lesson shows it: what is marked on it, what is told, and a line of networkx."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from html import escape
from itertools import pairwise
from random import Random
from string import ascii_uppercase

import networkx as nx
from babel.numbers import format_decimal, format_percent
from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.board import Board, reach
from talisman_nb.drawing.board_picture import draw_named_board
from talisman_nb.drawing.board_told import MarkedSpace, draw_marks
from talisman_nb.drawing.picture import Picture
from talisman_nb.rules.book import Book
from talisman_nb.text.pages import Note, folded_up, note
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.wording import Wording

from .lesson import GraphStep

WALKS, WALK_STEPS = 2000, 1000
"""Random walks that are tried, and the steps of each; of every second one a step more, as the board has two colours."""
STEP_OF_WALK = "space = random.choice(list(board[space]))"
SETTLED = 1e-12
"""Change of a chance by one step that counts as none."""


class EndsBar(Struct, frozen=True):
    """How many of all walks ended on a space with so many neighbours, on average, and how many are expected there.

    `off`: by how much the mean differs from that by chance at most, 19 times of 20.
    """

    name: str
    n: float
    expected: float
    off: float

    @property
    def bounds(self) -> str:
        """Return what is expected, and in brackets where chance leaves it."""
        low, high = (round(self.expected + sign * self.off) for sign in (-1, 1))
        return f"{round(self.expected)} ({low}–{high})"


class ShownGraph(Struct, frozen=True):
    """A look at a graph.

    `code`: a line of networkx that finds it, where `board` is `talisman_nb.board()`; `explained`: what that does, in
    plain words; `told`: what it finds, in words;
    `marks`: spaces that are marked; `links`, `heavy`: edges that are drawn, and those of them that matter; `near`: the
    space that is looked at closely, "" for the whole board.
    """

    code: str
    told: tuple[str, ...]
    marks: tuple[MarkedSpace, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    heavy: tuple[tuple[str, str], ...] = ()
    near: str = ""
    bars: tuple[EndsBar, ...] = ()
    explained: str = ""


def last_level(step: GraphStep, board: Board) -> int:
    """Return how often a step grows before it is done: levels of a search, steps of a walk; 0 for one shown at once."""
    if step.shows == "search":
        return len(_layers(step, board)) - 1
    return {"walk": step.steps, "walks": 1}.get(step.shows, 0)


def look(step: GraphStep, book: Book, level: int, lang: str) -> ShownGraph:
    """Return what a step shows of the board of a book.

    Parameters
    ----------
    step
        The step.
    book
        The book.
    level
        How often it has grown, at most `last_level`.
    lang
        en, it, fr or pl.

    Returns
    -------
    ShownGraph
        What is marked, told and drawn. Raises `BoardError` for an unknown space.

    Examples
    --------
    >>> from talisman_nb.rules.book import open_book
    >>> found = look(GraphStep(shows="way", start="village", end="forest"), open_book(), 0, "it")
    >>> found.told
    ('Passi: 2. Villaggio → Campi → Foresta',)
    >>> found.code
    'nx.shortest_path(board, "village", "forest")'
    """
    at = _Looking(step, book, level, lang)
    explained = at.say("code-walked" if step.shows == "walks" and level else f"code-{step.shows}", roll=step.roll)
    return replace(LOOKS[step.shows](at), explained=explained)


# --- what is found ---


def long_run(board: Board) -> Mapping[str, float]:
    """Return the chance of each space that a random walk stands there after very many steps, by its transition matrix.

    The matrix is applied until nothing changes, each time to the mean of two steps: the board has two colours, between
    which a walk goes to and fro.

    >>> from talisman_nb.board import load_board
    >>> round(long_run(load_board("revised4"))["sentinel"] * 102, 6)
    3.0
    """
    return _long_run(board)


@lru_cache(maxsize=16)
def _long_run(board: Board) -> Mapping[str, float]:
    links = board.links
    into = {space: [(other, 1 / (2 * links.degree[other])) for other in links[space]] for space in links}
    now = dict.fromkeys(links, 1 / len(links))
    while True:
        after = {space: now[space] / 2 + sum(now[other] * part for other, part in into[space]) for space in links}
        if max(abs(after[space] - now[space]) for space in links) < SETTLED:
            return after
        now = after


def chance_of_staying(board: Board, space: str) -> Fraction:
    """Return the long-run chance of a space as a fraction of all ends of edges."""
    return Fraction(long_run(board)[board.space(space).id]).limit_denominator(2 * board.links.size())


def random_walk(board: Board, start: str, steps: int, seed: int) -> tuple[str, ...]:
    """Return the spaces of a random walk, the first one too: each step to any neighbour alike."""
    random, way = Random(seed), [board.space(start).id]
    for _ in range(steps):
        way.append(random.choice(board.neighbours(way[-1])))
    return tuple(way)


@lru_cache(maxsize=16)
def ends_of_walks(board: Board, start: str, seed: int) -> Counter[str]:
    """Return on which space how many of the walks end."""
    around = {space: board.neighbours(space) for space in board.links}
    draw, here = Random(seed).random, [start] * WALKS
    for _ in range(WALK_STEPS):
        here = [(near := around[space])[int(draw() * len(near))] for space in here]
    here[::2] = [(near := around[space])[int(draw() * len(near))] for space in here[::2]]
    return Counter(here)


def _layers(step: GraphStep, board: Board) -> list[list[str]]:
    """Return the levels of a breadth-first search up to the one with its end."""
    found: list[list[str]] = []
    for layer in nx.bfs_layers(board.links, board.space(step.start).id):
        found.append(sorted(layer, key=board.index.__getitem__))
        if step.end in layer:
            break
    return found


# --- what is shown ---


class _Looking(Struct, frozen=True):
    """A look at a graph: the step, the book, how far it has grown, and the language."""

    step: GraphStep
    book: Book
    level: int
    lang: str

    @property
    def board(self) -> Board:
        return self.book.board

    @property
    def links(self) -> nx.Graph:
        return self.book.board.links

    def say(self, key: str, **places: object) -> str:
        return load_phrases(self.lang).say("lessons", f"graph.{key}", **places)

    def name(self, space: str) -> str:
        return str(Wording(self.lang, book=self.book).space(space))

    def names(self, spaces: list[str] | tuple[str, ...], joint: str = ", ") -> str:
        return joint.join(map(self.name, spaces))

    def number(self, n: float, digits: int = 0) -> str:
        return str(
            format_decimal(round(n, digits), format=f"#,##0.{'0' * digits}" if digits else "#,##0", locale=self.lang)
        )


def _edges(at: _Looking) -> ShownGraph:
    told = at.say("size", nodes=len(at.links), edges=at.links.size())
    nodes = tuple(MarkedSpace(space, "node") for space in at.links)
    return ShownGraph("len(board), board.size()", (told,), nodes, tuple(at.links.edges))


def _neighbours(at: _Looking) -> ShownGraph:
    start = at.board.space(at.step.start).id
    around = at.board.neighbours(start)
    return ShownGraph(
        f'list(board["{start}"])',
        (at.say("neighbours", space=at.name(start), n=len(around)), *_lettered(at, around)),
        (MarkedSpace(start, "start", str(len(around))), *_marked_by_letters(around)),
        heavy=tuple((start, end) for end in around),
        near=start,
    )


def _ends(at: _Looking) -> ShownGraph:
    start, roll = at.board.space(at.step.start).id, at.step.roll
    found = tuple(sorted(reach(at.board, start, roll), key=at.board.index.__getitem__))
    code = f'{{way[{roll}] for way in nx.all_simple_paths(board, "{start}", board, {roll}) if len(way) > {roll}}}'
    ways = [way for way in nx.all_simple_paths(at.links, start, found, roll) if len(way) == roll + 1]
    return ShownGraph(
        code,
        (at.say("ends", n=len(found)), *_lettered(at, found)),
        (MarkedSpace(start, "start"), *_marked_by_letters(found)),
        heavy=tuple(link for way in ways for link in pairwise(way)),
    )


def _lettered(at: _Looking, spaces: tuple[str, ...]) -> Iterator[str]:
    """Yield each space with its letter: as many as are counted."""
    yield from (f"{letter} {at.name(space)}" for letter, space in zip(ascii_uppercase, spaces, strict=False))


def _marked_by_letters(spaces: tuple[str, ...]) -> Iterator[MarkedSpace]:
    yield from (MarkedSpace(space, "frontier", letter) for letter, space in zip(ascii_uppercase, spaces, strict=False))


def _search(at: _Looking) -> ShownGraph:
    layers = _layers(at.step, at.board)[: at.level + 1]
    reached = {space: n for n, layer in enumerate(layers) for space in layer}
    links = tuple(
        (one, other) for one, other in at.links.edges if abs(reached.get(one, -9) - reached.get(other, -7)) == 1
    )
    start, end, said = at.step.start, at.step.end, [at.say("layer", n=at.level, names=at.names(layers[-1]))]
    said.append(at.say("reached", n=len(reached), all=len(at.links)))
    if end in layers[-1]:
        said.append(at.say("arrived", space=at.name(end), n=at.level))
    marks = (
        MarkedSpace(space, "way" if space in (start, end) else "frontier" if n == at.level else "visited", str(n))
        for space, n in reached.items()
    )
    goal = (MarkedSpace(end, "end", "?"),) if end and end not in reached else ()
    return ShownGraph(f'list(nx.bfs_layers(board, "{start}"))[{at.level}]', tuple(said), (*marks, *goal), links)


def _way(at: _Looking) -> ShownGraph:
    start, end = at.board.space(at.step.start).id, at.board.space(at.step.end).id
    way = (start, *at.board.shortest_way(start, end))
    return ShownGraph(
        f'nx.shortest_path(board, "{start}", "{end}")',
        (at.say("way", n=len(way) - 1, names=at.names(way, " → ")),),
        tuple(MarkedSpace(space, "way", str(n)) for n, space in enumerate(way)),
        heavy=tuple(pairwise(way)),
    )


def _bridges(at: _Looking) -> ShownGraph:
    found = tuple(nx.bridges(at.links))
    lines = (at.names(link, " – ") for link in found)
    marks = tuple(MarkedSpace(space, "node") for space in at.links)
    told = (at.say("bridges", n=len(found)), *lines)
    return ShownGraph("list(nx.bridges(board))", told, marks, tuple(at.links.edges), heavy=found)


def _cuts(at: _Looking) -> ShownGraph:
    found = tuple(sorted(nx.articulation_points(at.links), key=at.board.index.__getitem__))
    plain = tuple(MarkedSpace(space, "node") for space in at.links if space not in found)
    told = (at.say("cuts", n=len(found)), *_lettered(at, found))
    marks = (*plain, *_marked_by_letters(found))
    return ShownGraph("list(nx.articulation_points(board))", told, marks, tuple(at.links.edges))


def _walk(at: _Looking) -> ShownGraph:
    way = random_walk(at.board, at.step.start, at.step.steps, at.step.seed)[: at.level + 1]
    last = {space: n for n, space in enumerate(way)}
    marks = (MarkedSpace(space, "frontier" if n == at.level else "visited", str(n)) for space, n in last.items())
    return ShownGraph(
        STEP_OF_WALK,
        (at.say("walk", n=at.level, space=at.name(way[-1])),),
        tuple(marks),
        heavy=tuple(dict.fromkeys(pairwise(way))),
    )


def _walks(at: _Looking) -> ShownGraph:
    ends, chances, usual = 2 * at.links.size(), long_run(at.board), 1 / len(at.links)
    code = "{space: n / (2 * board.size()) for space, n in board.degree}"
    if not at.level:
        percents = tuple(
            MarkedSpace(space, _size(chances[space], usual), at.number(100 * chances[space], 1)) for space in at.links
        )
        most = max(n for _, n in at.links.degree)
        percent = format_percent(most / ends, format="#,##0.0%", locale=at.lang)
        return ShownGraph(code, (at.say("long-run", all=ends, n=most, percent=percent),), percents)
    came = ends_of_walks(at.board, at.board.space(at.step.start).id, at.step.seed)
    counts = tuple(MarkedSpace(space, _size(chances[space], usual), str(came[space])) for space in at.links)
    told = at.say(
        "walks", n=at.number(WALKS), steps=at.number(WALK_STEPS), more=at.number(WALK_STEPS + 1), seed=at.step.seed
    )
    alike = {n: [space for space in at.links if at.links.degree[space] == n] for _, n in at.links.degree}
    bars = []
    for n, group in sorted(alike.items(), reverse=True):
        there = len(group) * chances[group[0]]
        off = 2 * (WALKS * there * (1 - there)) ** 0.5 / len(group)
        mean = sum(came[one] for one in group) / len(group)
        bars.append(EndsBar(at.say("degree", n=n), mean, WALKS * chances[group[0]], off))
    return ShownGraph(STEP_OF_WALK, (told,), counts, bars=tuple(bars))


def _size(chance: float, usual: float) -> str:
    """Return how a space is marked whose chance is larger than the usual one, or smaller."""
    return "frontier" if chance > 1.2 * usual else "end" if chance < 0.8 * usual else "visited"


LOOKS: Mapping[str, Callable[[_Looking], ShownGraph]] = {
    "edges": _edges, "neighbours": _neighbours, "search": _search, "way": _way, "ends": _ends, "bridges": _bridges,
    "cuts": _cuts, "walk": _walk, "walks": _walks,
}  # fmt: skip
"""Maps what a step shows of the graph to what makes it."""


# --- in a notebook ---


def draw_look(book: Book, lang: str, step: GraphStep, size: int = 560) -> Picture:
    """Return the board with what a step has marked at its end, the names of its spaces below the marks."""
    found = look(step, book, last_level(step, book.board), lang)
    over = draw_marks(book.board, found.marks, found.links, found.heavy, letters=36, raised=True)
    return draw_named_board(book, lang, size=size, over="".join(over.values()))


def walks_told(book: Book, lang: str, start: str, seed: int = 1) -> Note:
    """Return a table of all spaces: the long-run chance of each, how many of the walks are expected, how many ended."""
    at = _Looking(GraphStep(shows="walks", start=start, seed=seed), book, 0, lang)
    chances, came = long_run(book.board), ends_of_walks(book.board, book.board.space(start).id, seed)
    say = load_phrases(lang).say
    heads = (
        say("notebooks", "space"),
        say("notebooks", "long-run"),
        say("notebooks", "walks-expected", n=at.number(WALKS)),
        say("notebooks", "walks-ended"),
    )
    rows = [
        (at.name(space), at.number(100 * chances[space], 1), at.number(WALKS * chances[space]), str(came[space]))
        for space in at.links
    ]
    table = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    folded = folded_up(f"{heads[0]} ({len(rows)})", f"<table><tr>{head}</tr>{table}</table>")
    return Note(f"{note('graph-walks', lang)}\n\n{folded}\n")
