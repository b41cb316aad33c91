"""Draws any definition (card, character, form, space) as a card picture: converts it to a `Card`."""

from __future__ import annotations

from talisman_nb.drawing.card_picture import Card, draw_card
from talisman_nb.drawing.picture import Picture
from talisman_nb.rules.book import Book
from talisman_nb.text.definitions.certainty import unsure
from talisman_nb.text.definitions.lines import lines_without_figures
from talisman_nb.text.definitions.tree import tree_of
from talisman_nb.text.pages.definition_page import figures_of, number_of, type_word
from talisman_nb.text.phrases import sentence
from talisman_nb.text.wording import Wording


def draw_definition(book: Book, key: str, lang: str, theme: str = "auto", size: float | None = None) -> Picture:
    """Draw the definition of a key as a card; raises `CardError` for an unknown key. `size`: width in px.

    >>> from talisman_nb.rules.book import open_book
    >>> "Niedźwiedź" in draw_definition(open_book(), "bear", "pl")
    True
    """
    return draw_card(card_of(book, key, lang), theme, size)


def card_of(book: Book, key: str, lang: str) -> Card:
    """Return the content of a definition's picture; raises `CardError` for an unknown key.

    >>> from talisman_nb.rules.book import open_book
    >>> bear = card_of(open_book(), "bear", "it")
    >>> bear.name, bear.type_word, bear.number, bear.figures
    ('Orso', 'Nemico – Animale', 2, (('strength', 3),))
    """
    wording, found = Wording(lang, book=book), book.card(key)
    return Card(
        name=str(wording.source(key)),
        type=motif_of(book, key),
        type_word=type_word(book, key, lang),
        number=int(number_of(book, key)),
        figures=figures_of(book, found),
        words={stat: wording.word(stat) for stat, _ in figures_of(book, found)},
        lines=text_of(book, key, lang),
        note=wording.say("pages", "copies", n=found.facts.copies) if key in book.deck_of else "",
        doubt=unsure(book, key, lang),
        picture=book.picture(key),
    )


def text_of(book: Book, key: str, lang: str) -> tuple[str, ...]:
    """Return the text of a definition without its figures, which are drawn; a space begins with the cards to draw."""
    lines = lines_without_figures(tree_of(book, key, lang))
    draw = book.board.space(key.removeprefix("space.")).draw if key.startswith("space.") else 0
    return (sentence(Wording(lang).say("words", "draw-cards", n=draw)), *lines) if draw else lines


def motif_of(book: Book, key: str) -> str:
    """Return the motif of a definition: the kind of a space, `character`, the name of a form, or the type of a card."""
    section, _, name = key.partition(".")
    if section == "space":
        return book.board.kind(name)
    if section in ("character", "form"):
        return "character" if section == "character" else name
    return book.card(key).facts.type.replace(" ", "-")
