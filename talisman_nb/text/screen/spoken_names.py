"""The names of cards, characters and spaces as sentences write them, so that a panel finds them in its texts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from talisman_nb.rules.book import Book
from talisman_nb.text.find import cards_of, name_of, spaces_of
from talisman_nb.text.grammar import Noun
from talisman_nb.text.names import forms_of

SEVERAL = ""
"""Stands for the key of a name that several things have: it is looked up by its text."""


@cache
def spoken_names(book: Book, lang: str) -> dict[str, str]:
    """Return the key of the page that each written form of a name opens, `SEVERAL` where it may be one of several.

    >>> from talisman_nb.rules.book import open_book
    >>> found = spoken_names(open_book(), "pl")
    >>> found["Wilk"], found["Wilków"], found["Puszczy"]
    ('wolf', 'wolf', 'space.woods-1')
    """
    found: dict[str, set[str]] = {}
    for key in (*cards_of(book), *spaces_of(book)):
        if book.find(key):
            for form in _written(name_of(book, key, lang), lang):
                found.setdefault(form, set()).add(book.card(key).facts.twin or key)
    return {form: keys.pop() if len(keys) == 1 else SEVERAL for form, keys in found.items()}


def _written(name: str, lang: str) -> Iterator[str]:
    """Yield a name in each form that a sentence may give it; articles stand before it."""
    forms = forms_of(lang)
    yield name
    yield from (form for form in forms.plurals.get(name, "").split("|") if form)
    if name in forms.genitive:
        yield from (forms.genitive[name], Noun(name, lang).form("whom"))
