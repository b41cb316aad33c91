"""The board of a state as pictures: the empty board once per language, what stands and lies on it at every answer."""

from __future__ import annotations

from talisman_nb.board import Board
from talisman_nb.drawing import Figure, Highlight, Lying, draw_board, draw_overlay
from talisman_nb.drawing.shapes import CARD_MARKS
from talisman_nb.engine.play import Play
from talisman_nb.model import State
from talisman_nb.rules.book import Book, book_of
from talisman_nb.text.marks import letters
from talisman_nb.text.names import load_names
from talisman_nb.text.screen import Question


def board_svg(book: Book, lang: str) -> str:
    """The board with its names in a language."""
    names = load_names().by_lang[lang]
    return str(draw_board(book.board, {**names["space"], **names.get("map", {})}))


def overlay(state: State, question: Question | None) -> str:
    """Figures, face-up cards, gold and the ends that may be chosen."""
    g = Play(book_of(state.book), state)
    marks = letters([p.name for p in state.players])
    figures = [
        Figure(seat, marks[seat], p.space, state.turn == seat, p.form_left if p.form else 0)
        for seat, p in enumerate(state.players)
        if p.character
    ]
    ends = [Highlight(o.space, o.hint) for o in (question.options if question else ()) if o.space and not o.closed]
    return draw_overlay(g.board, figures, _lying(g.board, g), ends)


def _lying(board: Board, g: Play) -> list[Lying]:
    found = zip(board.spaces, g.spaces, g.gold, strict=True)
    return [Lying(space, tuple(_mark(g, c) for c in cards), gold) for space, cards, gold in found if cards or gold]


def _mark(g: Play, card: str) -> str:
    kind = str(g.facts[card].type).replace(" ", "-")
    return kind if kind in CARD_MARKS else "object"
