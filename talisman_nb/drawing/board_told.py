"""The board as a graph in words: what a notebook tells of it, with its heading, as Markdown in one language."""

from __future__ import annotations

from collections import Counter
from string import ascii_uppercase

import networkx as nx
from babel.numbers import format_decimal

from talisman_nb.board import reach
from talisman_nb.rules.book import Book
from talisman_nb.text.pages import Note, note
from talisman_nb.text.phrases import Phrases, load_phrases
from talisman_nb.text.wording import Wording

from .board_picture import draw_named_board
from .pawns import Pawn, SpaceHighlight, draw_overlay
from .picture import Picture

FREEST = 6
"""Spaces that are listed of those a roll leaves the most ends on."""
FACES = range(1, 7)


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
    links, say = nx.Graph(book.board.on_foot), load_phrases(lang).say
    links.remove_nodes_from(book.board.by_hand)  # no way leads there
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
    """Return the text of a notebook with a table under it."""
    lines = (f"| {a} | {b} |" for a, b in rows)
    return Note("\n".join([note(f"board-{key}", lang), "", f"| {heads[0]} | {heads[1]} |", "|---|---|", *lines]))
