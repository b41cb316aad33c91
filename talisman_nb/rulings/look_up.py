"""Finds the page of a card, space or rule by its key or what people type, and what answers a question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from talisman_nb.rules.book import Book, plain_card
from talisman_nb.rules.index import rule_index
from talisman_nb.text.find import cards_of, find_card, find_rule, find_space, name_of, near, near_names, spaces_of
from talisman_nb.text.pages import Page
from talisman_nb.text.pages.definition_page import page, type_word
from talisman_nb.text.pages.rule_page import DOUBTS, doubts_page, rule_page, rule_texts

from .case_types import Case
from .cases import case_of, cases_of
from .own_rulings import own_rulings
from .rulings_by_subject import RULING, page_of_case, rulings_on, rulings_on_rule
from .search import asked_where, find_answers

MOST_FOUND = 24
"""Entries that a search lists at most."""


class Shelf(NamedTuple):
    """Functions of a kind of page; `str` arguments are a text or key, then a language."""

    all: Callable[[Book], tuple[str, ...]]  # all keys
    find: Callable[[Book, str], tuple[str, ...]]  # keys a text may mean
    near: Callable[[Book, str, str], tuple[str, ...]]  # similar names, for "did you mean"
    told: Callable[[Book, str, str], str]  # what a key means, in a line
    label: Callable[[Book, str, str], str]  # that line with the key, for whoever types it
    page: Callable[[Book, str, str], Page]  # page of a key


def _name_and_type(book: Book, key: str, lang: str) -> str:
    return f"{name_of(book, key, lang)} – {type_word(book, key, lang)}"


def _label(book: Book, key: str, lang: str) -> str:
    return f"{_name_and_type(book, key, lang)} ({key})"


def _page(book: Book, key: str, lang: str) -> Page:
    return page(book, key, lang, rulings_on(book, key, lang))


def _find_rule(book: Book, text: str) -> tuple[str, ...]:
    """Return the rules a text may mean, or a ruling as `ruling.w8`, or as `w8` if no rule matches."""
    id = text.removeprefix(RULING)
    named = (f"{RULING}{id}",) if id in cases_of(book) else ()
    return named if text != id else find_rule(text) or named


def _rule_told(book: Book, id: str, lang: str) -> str:
    if not id.startswith(RULING):
        return rule_texts(book, lang)[id]
    return asked_where(_ruling(book, id), book, lang)


def _ruling(book: Book, id: str) -> Case:
    """Return a ruling of a book, or one of the reader's own, by the key of its page."""
    name = id.removeprefix(RULING)
    return case_of(book, name) if name in cases_of(book) else own_rulings()[0][name]


def _rule_label(book: Book, id: str, lang: str) -> str:
    return f"{id}  {_rule_told(book, id, lang)}"


def _rule_page(book: Book, id: str, lang: str) -> Page:
    if id.startswith(RULING):
        return page_of_case(_ruling(book, id), lang)
    return rule_page(book, id, lang, rulings_on_rule(id, lang, book))


def _near_rule(book: Book, text: str, lang: str) -> tuple[str, ...]:
    return near(text, (*rule_index(), *(f"{RULING}{id}" for id in cases_of(book))))


def _near_cards(book: Book, text: str, lang: str) -> tuple[str, ...]:
    return near_names(book, cards_of(book), text, lang)


def _near_spaces(book: Book, text: str, lang: str) -> tuple[str, ...]:
    return near_names(book, spaces_of(book), text, lang)


SHELVES = {
    "card": Shelf(cards_of, find_card, _near_cards, _name_and_type, _label, _page),
    "space": Shelf(spaces_of, find_space, _near_spaces, _name_and_type, _label, _page),
    "rule": Shelf(lambda _: tuple(rule_index()), _find_rule, _near_rule, _rule_told, _rule_label, _rule_page),
}
"""Maps kinds of pages to their functions."""


class Found(NamedTuple):
    """An entry of a search: the key of its page, its line, with the key where another line is the same; a decision."""

    key: str
    label: str
    detail: str = ""


def search(book: Book, text: str, lang: str, question: bool = True) -> tuple[Found, ...]:
    """Return what a text may mean among cards, spaces and rules, at most `MOST_FOUND` entries; names in any language.

    A text that is the name of one thing means that alone, not the rules whose words contain it; one that names nothing
    is a question, unless it can be none (`question`), and what answers it is found.

    >>> from talisman_nb.rules.book import open_book
    >>> [found.key for found in search(open_book(), "orso", "en")]
    ['bear']
    >>> search(open_book(), "le moine, une épée", "fr")[0].key
    'ruling.w10'
    """
    found = [(shelf, key) for shelf in SHELVES.values() for key in shelf.find(book, text)]
    things = [(shelf, key) for shelf, key in found if shelf is not SHELVES["rule"]]
    if question and not things and text not in rule_index():
        answers = find_answers(text, book, own_rulings()[0], lang)
        found = [(SHELVES["rule"], hit.key) for hit in answers.hits if answers.sure]
    return _list_entries(book, (things if len(things) == 1 else found)[:MOST_FOUND], lang)


def nearest(book: Book, text: str, lang: str) -> tuple[Found, ...]:
    """Return what is nearest to a question that `search` finds nothing for: rulings and rules, then what it names.

    >>> from talisman_nb.rules.book import open_book
    >>> nearest(open_book(), "xyzzy", "en")
    ()
    """
    answers, spaces = find_answers(text, book, own_rulings()[0], lang), spaces_of(book)
    kinds = [("rule", hit.key) for hit in answers.hits]
    kinds += [("space" if key in spaces else "card", key) for key in answers.named]
    return _list_entries(book, [(SHELVES[kind], key) for kind, key in kinds], lang)


def _list_entries(book: Book, found: Sequence[tuple[Shelf, str]], lang: str) -> tuple[Found, ...]:
    """Return the entries of keys, those with the same line told apart by their keys."""
    told = [shelf.told(book, key, lang) for shelf, key in found]
    return tuple(
        Found(key, line if told.count(line) == 1 else shelf.label(book, key, lang), _decided(book, key, lang))
        for (shelf, key), line in zip(found, told, strict=True)
    )


def _decided(book: Book, key: str, lang: str) -> str:
    """Return the decision of a ruling, as the edition of a book has it; "" for another page."""
    if not key.startswith(RULING):
        return ""
    case = _ruling(book, key)
    return case.decides(lang, book.rules_of if book.rules_of in case.holds_in else "")


def similar(book: Book, text: str, lang: str) -> tuple[str, ...]:
    """Return names that look like a text nothing was found for."""
    return tuple(dict.fromkeys(name for shelf in SHELVES.values() for name in shelf.near(book, text, lang)))


def page_of(book: Book, key: str, lang: str) -> Page | None:
    """Return the page of a definition, rule or ruling by its key, of all doubts by `DOUBTS`; None for an unknown key.

    A card's counters and role are left out: `pool-of-life:3` is the page of `pool-of-life`.

    >>> from talisman_nb.rules.book import open_book
    >>> page_of(open_book(), "goblin@raised", "it").title
    'Goblin'
    """
    if key == DOUBTS:
        return doubts_page(book, lang)
    if book.find(plain_card(key)):
        return _page(book, plain_card(key), lang)
    ruling = key.removeprefix(RULING)
    known = key in rule_index() if ruling == key else ruling in cases_of(book) or ruling in own_rulings()[0]
    return _rule_page(book, key, lang) if known else None
