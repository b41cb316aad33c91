"""The board of a state as pictures: the empty board once per language, what stands and lies on it at every answer."""

from __future__ import annotations

from functools import lru_cache

from talisman_nb.board import Board
from talisman_nb.drawing import Figure, Highlight, Lying, draw_overlay
from talisman_nb.drawing.shapes import CARD_MARKS
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import State
from talisman_nb.rules.book import Book, book_of
from talisman_nb.text.screen.marks import letters


def frames(book: Book) -> dict[str, str]:
    """By space: the frame of an end that may be chosen, `{letter}` where its letter goes."""
    return {space: draw_overlay(book.board, highlights=[Highlight(space, "{letter}")]) for space in book.board.spaces}


def overlay(state: State) -> dict[str, str]:
    """By space: figures, face-up cards and gold."""
    g = WorkingState(book_of(state.book), state)
    marks = letters([p.name for p in state.players])
    standing: dict[str, list[Figure]] = {}
    for seat, p in enumerate(state.players):
        if p.character:
            figure = Figure(seat, marks[seat], p.space, state.turn == seat, p.form_left if p.form else 0)
            standing.setdefault(p.space, []).append(figure)
    lying = {each.space: each for each in _lying(g.board, g)}
    return {space: _drawn(g.book, tuple(standing.get(space, ())), lying.get(space)) for space in {**lying, **standing}}


@lru_cache(maxsize=1024)
def _drawn(book: Book, figures: tuple[Figure, ...], lying: Lying | None) -> str:
    """Kept: from answer to answer most spaces look as they did."""
    return draw_overlay(book.board, figures, [lying] if lying else ())


def _lying(board: Board, g: WorkingState) -> list[Lying]:
    found = zip(board.spaces, g.spaces, g.gold, strict=True)
    return [Lying(space, tuple(_mark(g, c) for c in cards), gold) for space, cards, gold in found if cards or gold]


def _mark(g: WorkingState, card: str) -> str:
    kind = str(g.facts[card].type).replace(" ", "-")
    return kind if kind in CARD_MARKS else "object"
