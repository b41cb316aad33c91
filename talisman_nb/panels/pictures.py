"""SVG fragments of the panel: over the board's picture, by space, frames, pawns, cards and gold; motifs by key."""

from __future__ import annotations

from functools import lru_cache

from talisman_nb.board import Board
from talisman_nb.drawing import Highlight, Lying, Pawn, draw_overlay
from talisman_nb.drawing.card_art import CARDS, PEOPLE
from talisman_nb.drawing.definition_picture import motif_of
from talisman_nb.drawing.motifs import FRAME, fragment
from talisman_nb.drawing.shapes import CARD_MARKS
from talisman_nb.drawing.space_art import SPACES
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import State
from talisman_nb.rules.book import Book, book_of
from talisman_nb.text.screen.player_letters import letters

TYPE, SPACE = "type.", "space."
"""Prefixes of the keys of card types, since a card may have the name of its type, and of spaces."""


def motifs(book: Book) -> dict[str, str]:
    """Map each definition, and each card type behind `TYPE`, to its motif (`fragment`).

    A value that is a key says that the motif is the same: it is sent once. A definition without a motif of its own has
    that of its type or kind; "" is the motif of what is no definition.
    """
    shared = {TYPE: CARDS, SPACE: SPACES, "": PEOPLE}
    found = {"": fragment((FRAME,))}
    found |= {prefix + name: fragment(drawn) for prefix, art in shared.items() for name, drawn in art.items()}
    found |= {key: fragment(drawn) for key, drawn in book.pictures.items()}
    for key in book.definitions:
        name = _motif_key(book, key)
        if name and name != key and name in found:
            found[key] = name
    return found


def _motif_key(book: Book, key: str) -> str:
    """Return the key of the motif of a definition: its picture's, else that of what it is a part of, or of its type."""
    if own := book.pictured_as(key):
        return own
    whole = key.rpartition(".")[0]
    if whole in book.definitions:
        return _motif_key(book, whole)
    prefix = SPACE if key.startswith(SPACE) else "" if whole else TYPE
    return prefix + motif_of(book, key)


def frames(book: Book) -> dict[str, str]:
    """Map each space to the frame of a destination, with `{letter}` as the place of its letter."""
    return {space: draw_overlay(book.board, highlights=[Highlight(space, "{letter}")]) for space in book.board.spaces}


def overlay(state: State) -> dict[str, str]:
    """Map each space that is not empty to a picture of its pawns, face-up cards and gold."""
    g = WorkingState(book_of(state.book), state)
    marks = letters([p.name for p in state.players])
    standing: dict[str, list[Pawn]] = {}
    for seat, p in enumerate(state.players):
        if p.character:
            pawn = Pawn(seat, marks[seat], p.space, state.turn == seat, p.form_left if p.form else 0)
            standing.setdefault(p.space, []).append(pawn)
    lying = {each.space: each for each in _lying(g.board, g)}
    return {space: _drawn(g.book, tuple(standing.get(space, ())), lying.get(space)) for space in {**lying, **standing}}


@lru_cache(maxsize=1024)
def _drawn(book: Book, pawns: tuple[Pawn, ...], lying: Lying | None) -> str:
    """Draw a space; cached, because most spaces don't change from answer to answer."""
    return draw_overlay(book.board, pawns, [lying] if lying else ())


def _lying(board: Board, g: WorkingState) -> list[Lying]:
    found = zip(board.spaces, g.spaces, g.gold, strict=True)
    return [Lying(space, tuple(_mark(g, c) for c in cards), gold) for space, cards, gold in found if cards or gold]


def _mark(g: WorkingState, card: str) -> str:
    kind = str(g.facts[card].type).replace(" ", "-")
    return kind if kind in CARD_MARKS else "object"
