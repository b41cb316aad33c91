"""What stands and lies on the board at a moment of a game, as SVG fragments by space: pawns, face-up cards and gold."""

from __future__ import annotations

from functools import lru_cache

from talisman_nb.board import Board
from talisman_nb.drawing.pawns import Lying, Pawn, draw_overlay
from talisman_nb.drawing.shapes import CARD_MARKS
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Seen
from talisman_nb.rules.book import Book, book_of
from talisman_nb.text.screen.player_letters import letters


def overlay(state: Seen, *, cards: bool = True) -> dict[str, str]:
    """Map each space that is not empty to a picture of its pawns, face-up cards and gold.

    Without `cards`, for a panel that draws them itself, only their place beside pawns is kept free.
    """
    g = WorkingState(book_of(state.book), state)
    marks = letters(*(p.name for p in state.players))
    standing: dict[str, list[Pawn]] = {}
    for seat, p in enumerate(state.players):
        if p.character:
            pawn = Pawn(seat, marks[seat], p.space, state.turn == seat, p.form_left if p.form else 0)
            standing.setdefault(p.space, []).append(pawn)
    lying = {each.space: each for each in _lying(g.board, g, cards)}
    shown = {space: each for space, each in lying.items() if cards or each.gold} | standing
    return {space: _drawn(g.book, tuple(standing.get(space, ())), lying.get(space)) for space in shown}


@lru_cache(maxsize=1024)
def _drawn(book: Book, pawns: tuple[Pawn, ...], lying: Lying | None) -> str:
    """Draw a space; cached, because most spaces don't change from answer to answer."""
    return draw_overlay(book.board, pawns, [lying] if lying else ())


def _lying(board: Board, g: WorkingState, drawn: bool) -> list[Lying]:
    found = zip(board.spaces, g.spaces, g.gold, strict=True)
    return [
        Lying(space, tuple(mark_of(g.facts[c].type) for c in cards) if drawn else (), gold)
        for space, cards, gold in found
        if cards or gold
    ]


def mark_of(type_: str) -> str:
    """Return the key of the mark (`CARD_MARKS`) of a card's type.

    >>> mark_of("magic object")
    'magic-object'
    """
    kind = type_.replace(" ", "-")
    return kind if kind in CARD_MARKS else "object"
