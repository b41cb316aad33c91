"""What the panel draws with: frames and corners of the spaces, motifs by key, types of cards."""

from __future__ import annotations

from talisman_nb.drawing import Highlight, draw_overlay
from talisman_nb.drawing.card_art import CARDS, PEOPLE
from talisman_nb.drawing.definition_picture import motif_of
from talisman_nb.drawing.layout import cell
from talisman_nb.drawing.motifs import FRAME, fragment
from talisman_nb.drawing.overlay import mark_of
from talisman_nb.drawing.space_art import SPACES
from talisman_nb.rules.book import Book

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


def corners(book: Book) -> dict[str, tuple[float, float]]:
    """Map each space to its upper right corner, in board units."""
    boxes = ((space, cell(book.board, space)) for space in book.board.spaces)
    return {space: (round(box.x + box.w, 1), round(box.y, 1)) for space, box in boxes}


def types(book: Book) -> dict[str, str]:
    """Map each card of a deck or of the stock to its type, as `mark_of` tells it."""
    return {card: mark_of(book.card(card).facts.type) for card in book.deck_of}
