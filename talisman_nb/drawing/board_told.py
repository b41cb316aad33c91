"""The board as a graph: what a notebook tells of it, as Markdown, and the spaces that are marked on its picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from string import ascii_uppercase

import networkx as nx
import svgwrite
from babel.numbers import format_decimal
from msgspec import Struct

from talisman_nb.board import Board, reach
from talisman_nb.rules.book import Book
from talisman_nb.text.pages import Note, note
from talisman_nb.text.phrases import Phrases, load_phrases
from talisman_nb.text.wording import Wording

from .board_picture import draw_named_board
from .cells import SIDE, cell
from .pawns import Pawn, SpaceHighlight, draw_overlay
from .picture import Picture, group, path_of, short, width_of

FREEST = 6
"""Spaces that are listed of those a roll leaves the most ends on."""
FACES = range(1, 7)


EDGES = "edges"
"""Key of the picture of the edges among those of the spaces."""
MARK = " mark"
"""Set behind a space to make the key of its mark: what else lies on a space has that of the space."""
SHAPES: Mapping[str, tuple[str, str, str]] = {
    "visited": ("disc", "panel", "river"), "frontier": ("square", "accent", "page"), "way": ("disc", "good", "page"),
    "start": ("disc", "good", "page"), "end": ("disc", "page", "accent"), "node": ("dot", "ink", "page"),
}  # fmt: skip
"""Maps how a space is marked to its shape, and the colour roles of its ground and its outline."""
ON_GROUND = {"accent": "page", "good": "page"}
"""Colour roles of letters on a ground; ink on every other one."""


class MarkedSpace(Struct, frozen=True):
    """A space of the graph that is marked; `role` is a key of `SHAPES`, `label` a number or letter."""

    space: str
    role: str
    label: str = ""
    taken: bool = False  # somebody stands there: the mark gives way towards the middle of the board


def draw_marks(
    board: Board,
    marks: Iterable[MarkedSpace],
    links: Iterable[tuple[str, str]] = (),
    heavy: Iterable[tuple[str, str]] = (),
    letters: float = 60,
    raised: bool = False,
) -> dict[str, str]:
    """Return pictures that are laid over the board, by the space they mark with `MARK` behind it, first `EDGES`.

    Parameters
    ----------
    board
        The board.
    marks
        The spaces that are marked.
    links, heavy
        Edges that are drawn, and those that are drawn broad.
    letters
        Height of the labels in board units.
    raised
        Whether marks stand above the middle of their spaces, so that names below them can be read.

    Returns
    -------
    dict[str, str]
        SVG fragments, those of the edges first: they lie below the others.

    Examples
    --------
    >>> from talisman_nb.rules.book import open_book
    >>> [*draw_marks(open_book().board, [MarkedSpace("city", "visited", "3")], [("city", "woods-2")])]
    ['edges', 'city mark']
    """
    drawing, boxes = svgwrite.Drawing(debug=False), {id: cell(board, id) for id in board.spaces}
    middles = {id: (box.middle[0], box.middle[1] - raised * box.h / 6) for id, box in boxes.items()}
    lines = group(drawing, class_="links", pointer_events="none")
    for wide, role, pairs in ((6, "ink", links), (14, "accent", heavy)):
        way = " ".join(path_of("M", *middles[a], "L", *middles[b]) for a, b in pairs)
        if way:
            look = f"fill:none;stroke:var(--tnb-{role});stroke-width:{wide};stroke-linecap:round"
            look += ";stroke-opacity:.4" if raised else ""  # a name can be read through it
            lines.add(drawing.path(way, style=look))
    found = {EDGES: str(lines.tostring())}
    for mark in marks:
        x, y = middles[mark.space]
        aside = boxes[mark.space].h / 2 * (1 if y < SIDE / 2 else -1) * mark.taken
        found[f"{mark.space}{MARK}"] = _marked(drawing, mark, x, y + aside, letters)
    return found


def _marked(drawing: svgwrite.Drawing, mark: MarkedSpace, x: float, y: float, letters: float) -> str:
    shape, ground, outline = SHAPES[mark.role]
    half = letters / 5 if shape == "dot" else letters * 0.74
    across = 0.3 * len(mark.label) + 0.12 if mark.label[:1].isdigit() else width_of(mark.label) / 2 + 0.3
    wide = max(half, letters * across) if mark.label else half
    x = min(max(x, wide), SIDE - wide) if wide < SIDE / 2 else x  # a name stays on the board
    look = f"fill:var(--tnb-{ground});stroke:var(--tnb-{outline});stroke-width:{short(letters / 9)}"
    made = group(drawing, class_=f"look {mark.role}", pointer_events="none")
    corner, size = (short(x - wide), short(y - half)), (short(2 * wide), short(2 * half))
    made.add(drawing.rect(corner, size, short(half * (0.25 if shape == "square" else 1)), style=look))
    if mark.label:
        fill = f"fill:var(--tnb-{ON_GROUND.get(ground, 'ink')});text-anchor:middle;font-weight:700"
        foot = y + letters * 0.35
        made.add(drawing.text(mark.label, x=[short(x)], y=[short(foot)], font_size=short(letters), style=fill))
    return str(made.tostring())


def steps_told(book: Book, lang: str) -> Note:
    """Return how many steps of each kind the board has, as a table.

    >>> from talisman_nb.rules.book import open_book
    >>> print(steps_told(open_book(), "it").splitlines()[7])
    | Zattera | 78 |
    """
    say = load_phrases(lang).say
    kinds = Counter(kind for *_, kind in book.board.graph.edges(data="kind"))
    rows = [(say("notebooks", f"graph.{kind}"), str(n)) for kind, n in kinds.most_common()]
    return _table("steps", lang, (say("notebooks", "kind-of-step"), say("notebooks", "steps")), rows)


def holding_told(book: Book, lang: str) -> Note:
    """Return the spaces without which a part of the board can't be reached on foot, and how far apart two may be."""
    links, say = book.board.links, load_phrases(lang).say
    cuts = sorted(nx.articulation_points(links), key=book.board.index.__getitem__)
    lines = [f"- {_space_name(book, space, lang)}" for space in cuts]
    return Note(
        "\n".join([note("board-holds", lang), "", *lines, "", say("notebooks", "farthest", n=nx.diameter(links))])
    )


def ends_told(book: Book, lang: str, space: str, roll: int) -> Note:
    """Return where a roll may end and by how many ways, as if every gate were passed."""
    say = load_phrases(lang).say
    ends = reach(book.board, space, roll)
    rows = [
        (f"{letter} · {_space_name(book, end, lang)}", str(len(found)))
        for letter, (end, found) in zip(ascii_uppercase, ends.items(), strict=False)
    ]
    return _table("ends", lang, (say("notebooks", "end"), say("notebooks", "ways")), rows)


def ends_drawn(book: Book, lang: str, space: str, roll: int, size: int = 560) -> Picture:
    """Return the board with the ends of a roll marked by letters."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    goals = [SpaceHighlight(end, letter) for end, letter in zip(reach(book.board, space, roll), letters, strict=False)]
    over = draw_overlay(book.board, [Pawn(0, letters[-1], space, active=True)], highlights=goals)
    return draw_named_board(book, lang, size=size, over=over)


def freest_told(book: Book, lang: str) -> Note:
    """Return the spaces from which a roll leaves the most ends, with their mean number over the six faces."""
    board, phrases = book.board, load_phrases(lang)
    rolling = [space for space in board.spaces if board.rolls(space) and space not in board.by_hand]
    means = {space: sum(len(reach(board, space, face)) for face in FACES) / len(FACES) for space in rolling}
    best = sorted(means.items(), key=lambda pair: -pair[1])[:FREEST]
    rows = [(_space_name(book, space, lang), _decimal(phrases, mean)) for space, mean in best]
    return _table("free", lang, (phrases.say("notebooks", "space"), phrases.say("notebooks", "mean")), rows)


def rafts_told(book: Book, lang: str, *kinds: str) -> Note:
    """Return what a raft reaches from the spaces of these kinds; raises `BoardError` for an unknown one."""
    say = load_phrases(lang).say
    found = {space: book.board.opposite(space) for kind in kinds for space in book.board.of_kind(kind)}
    rows = [
        (_space_name(book, a, lang), ", ".join(_space_name(book, b, lang) for b in ends))
        for a, ends in found.items()
        if ends
    ]
    return _table("rafts", lang, (say("notebooks", "space"), say("notebooks", "across")), rows)


def _space_name(book: Book, space: str, lang: str) -> str:
    """Return the name of a space; of several with one name also between which two it lies."""
    wording, board = Wording(lang, book=book), book.board
    name = str(wording.space(space))
    several = sum(str(wording.space(one)) == name for one in board.spaces) > 1
    return f"{name} ({wording.between(board, space)})" if several else name


def _decimal(phrases: Phrases, n: float) -> str:
    return str(format_decimal(round(n, 2), locale=phrases.lang))


def _table(key: str, lang: str, heads: tuple[str, str], rows: list[tuple[str, str]]) -> Note:
    return table_note(f"board-{key}", lang, heads, rows)


def table_note(key: str, lang: str, heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Note:
    """Return the text of a notebook with a table under it."""
    lines = (f"| {' | '.join(row)} |" for row in rows)
    return Note("\n".join([note(key, lang), "", f"| {' | '.join(heads)} |", "|---" * len(heads) + "|", *lines]))
