"""Draws the board of a book with names in a language."""

from __future__ import annotations

from talisman_nb.drawing.board_picture import draw_board
from talisman_nb.drawing.picture import Picture
from talisman_nb.rules.book import Book
from talisman_nb.text.names import edition_name, names_of


def draw_named_board(book: Book, lang: str, size: float | None = None, over: str = "") -> Picture:
    """Draw the board with the names of its spaces and its title in a language; other arguments as in `draw_board`.

    >>> from talisman_nb.rules.book import open_book
    >>> 'aria-label="Talisman, Quarta edizione riveduta"' in draw_named_board(open_book(), "it")
    True
    """
    words = names_of(book).by_lang[lang]
    title = f"Talisman, {edition_name(book, lang)}"
    pictures = {id: own for id in book.board.spaces if (own := book.picture(f"space.{id}"))}
    names = {**words["space"], **words.get("map", {})}
    return draw_board(book.board, names, size=size, over=over, title=title, pictures=pictures)
