"""Facts that only the cards of a box tell: figures that are guesses, keywords of which no source knows the cards.

A game keeps what was read off a card as an entry of `State.texts`: `("brute.strength", "8")`, `("bag.sworn", "yes")`.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from talisman_nb.cards.definition import Facts
from talisman_nb.cards.vocabulary import CARRIED
from talisman_nb.model import MOST_FIGURE, Change

from .book import Book
from .certainty import GUESSED, Certainty

YES, NO = "yes", "no"
"""Answers of an entry about a keyword."""
READ: Final = "read"
"""Value of `Change.what` that sets such an entry."""
MOST_BOOKS: Final = 16
"""Books with readings that are kept at most; each stands for the cards that one table has set."""


def keywords_read(book: Book, card: str) -> tuple[str, ...]:
    """The keywords that a card of the box may have or not, as only the card says (`Keyword.read_off`).

    They are asked of what is carried, and of what has the keyword already.
    """
    found, deck = book.find(card), book.deck_of.get(card, "")
    if found is None or not deck:
        return ()
    return tuple(
        word
        for word, keyword in book.keywords.items()
        if deck in keyword.read_off and (found.facts.type in CARRIED or word in found.facts.keywords)
    )


def reading(book: Book, card: str, what: str, text: str) -> str:
    """Return the text a game keeps of a figure or keyword that was read off a card; "" if it can't be that.

    >>> from talisman_nb.rules.book import open_book
    >>> souls = open_book("revised4+souls")
    >>> reading(souls, "phantom-jester", "craft", "04"), reading(souls, "soul-seal", "cursed", "yes")
    ('', 'yes')
    """
    if what in book.certainty.guessed(card):
        return str(int(text)) if text.isdecimal() and 0 < int(text) <= MOST_FIGURE else ""
    return text if what in keywords_read(book, card) and text in (YES, NO) else ""


def reading_of(change: Change) -> tuple[str, str]:
    """The entry that a `read` correction makes: its name, and its text, "" where a keyword has neither 1 nor 0.

    >>> reading_of(Change("read", card="soul-seal", to="cursed", n=1))
    ('soul-seal.cursed', 'yes')
    """
    text = str(change.n) if change.to in GUESSED else {1: YES, 0: NO}.get(change.n, "")
    return f"{change.card}.{change.to}", text


def facts_as_read(facts: Facts, what: str, text: str) -> Facts:
    """The facts of a card by what was read off it."""
    if what in GUESSED:
        return replace(facts, **{what: int(text)})
    others = tuple([word for word in facts.keywords if word != what])
    return replace(facts, keywords=(*others, what) if text == YES else others)


def book_as_read(book: Book, texts: Iterable[tuple[str, str]]) -> Book:
    """The book as a game knows it by what was read off cards (`State.texts`): their facts, without their doubts.

    For whoever tells of cards; a game is played by the book it was begun with.
    """
    read = tuple([text for text in texts if "." in text[0]])
    return _as_read(book, read) if read else book


@lru_cache(maxsize=MOST_BOOKS)
def _as_read(book: Book, read: tuple[tuple[str, str], ...]) -> Book:
    known = copy.copy(book)
    known.definitions = dict(book.definitions)
    for name, text in read:
        card, _, what = name.rpartition(".")
        if card in known.definitions:
            found = known.definitions[card]
            known.definitions[card] = replace(found, facts=facts_as_read(found.facts, what, text))
    vars(known)["certainty"] = _without_doubts(book, dict(read))
    return known


def _without_doubts(book: Book, read: Mapping[str, str]) -> Certainty:
    """The certainty of a book without the doubts that what was read has settled."""
    known, doubts = book.certainty, dict(book.certainty.doubt)
    for card in dict.fromkeys(name.rpartition(".")[0] for name in read):
        doubts[card] = {
            fact: doubt for fact, doubt in known.about(card).items() if not _settled(book, card, fact, read)
        }
    return replace(known, doubt=doubts, read=dict(read))


def _settled(book: Book, card: str, fact: str, read: Mapping[str, str]) -> bool:
    """Whether a doubt is about a figure that was read, or about keywords that all were."""
    words = [word for word in keywords_read(book, card) if word in book.card(card).facts.keywords]
    asked = words if fact == "keywords" else [fact] if fact in GUESSED else []
    return bool(asked) and all(f"{card}.{word}" in read for word in asked)
