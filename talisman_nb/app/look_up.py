"""The commands `card`, `space`, `rule` and `doubts`: find a definition or rule by name and print its page."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import NamedTuple

from talisman_nb.app.console import say
from talisman_nb.app.language import language
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.index import rule, rule_index
from talisman_nb.rules.layers import BASE, editions
from talisman_nb.rulings.edition_differences import differences
from talisman_nb.rulings.layer_cases import case_of, cases_of
from talisman_nb.rulings.rulings_by_subject import RULING, ruling_page, rulings_on, rulings_on_rule
from talisman_nb.text.find import cards_of, find_card, find_rule, find_space, name_of, near, near_names, spaces_of
from talisman_nb.text.pages.definition_page import page, type_word
from talisman_nb.text.pages.doubts_page import doubts_page
from talisman_nb.text.pages.page import Page
from talisman_nb.text.pages.rule_page import rule_page
from talisman_nb.text.phrases import load_phrases

NOT_FOUND = 1
"""Exit code when a name is unknown."""
TWO = 2
"""How many editions are compared."""


class Shelf(NamedTuple):
    """Functions of a look-up command; `str` arguments are a text or key, then a language."""

    all: Callable[[Book], tuple[str, ...]]  # all keys
    find: Callable[[Book, str], tuple[str, ...]]  # keys a text may mean
    near: Callable[[Book, str, str], tuple[str, ...]]  # similar names, for "did you mean"
    label: Callable[[Book, str, str], str]  # line of a key in a list
    page: Callable[[Book, str, str], Page]  # page of a key


def _label(book: Book, key: str, lang: str) -> str:
    return f"{name_of(book, key, lang)} – {type_word(book, key, lang)} ({key})"


def _page(book: Book, key: str, lang: str) -> Page:
    return page(book, key, lang, rulings_on(book, key, lang))


def _find_rule(book: Book, text: str) -> tuple[str, ...]:
    """Return the rules a text may mean, or a ruling as `ruling.w8`, or as `w8` if no rule matches."""
    id = text.removeprefix(RULING)
    named = (f"{RULING}{id}",) if id in cases_of(book) else ()
    return named if text != id else find_rule(text) or named


def _rule_label(book: Book, id: str, lang: str) -> str:
    said = case_of(book, id.removeprefix(RULING)).asks(lang) if id.startswith(RULING) else rule(id).text(lang)
    return f"{id}  {said}"


def _rule_page(book: Book, id: str, lang: str) -> Page:
    if id.startswith(RULING):
        return ruling_page(id.removeprefix(RULING), lang, book)
    return rule_page(book, id, lang, rulings_on_rule(id, lang, book))


def _near_rule(book: Book, text: str, lang: str) -> tuple[str, ...]:
    return near(text, (*rule_index(), *(f"{RULING}{id}" for id in cases_of(book))))


SHELVES = {
    "card": Shelf(
        cards_of, find_card, lambda book, text, lang: near_names(book, cards_of(book), text, lang), _label, _page
    ),
    "space": Shelf(
        spaces_of, find_space, lambda book, text, lang: near_names(book, spaces_of(book), text, lang), _label, _page
    ),
    "rule": Shelf(lambda _: tuple(rule_index()), _find_rule, _near_rule, _rule_label, _rule_page),
}
"""Maps look-up commands to their functions."""


def look_up(asked: argparse.Namespace) -> int:
    """Print the page of a card, space or rule; list the matches of an ambiguous name, or all without a name.

    Return 0, or `NOT_FOUND` for an unknown name.
    """
    shelf, book, lang, name = SHELVES[asked.command], book_asked(asked), language(asked), " ".join(asked.rest)
    found = shelf.find(book, name) if name else shelf.all(book)
    if len(found) == 1:
        say(str(shelf.page(book, found[0], lang)))
    elif found:
        _list(name, [shelf.label(book, key, lang) for key in found], lang)
    else:
        say(not_found(asked.command, name, shelf.near(book, name, lang), lang), sys.stderr)
    return 0 if found else NOT_FOUND


def book_asked(asked: argparse.Namespace) -> Book:
    """The book of `--edition`, or the usual one; raises `SetupError` for an unknown edition or layer."""
    return open_book(getattr(asked, "edition", None) or BASE)


def doubts(asked: argparse.Namespace) -> int:
    """Print all doubts; return 0."""
    say(str(doubts_page(book_asked(asked), language(asked))))
    return 0


def editions_compared(asked: argparse.Namespace) -> int:
    """Print what differs between the two editions named; return 0, or `NOT_FOUND` unless two are named."""
    lang = language(asked)
    if len(asked.rest) != TWO:
        say(load_phrases(lang).say("console", "editions-two", names=", ".join(editions())), sys.stderr)
        return NOT_FOUND
    one, other = asked.rest
    say(str(differences(one, other, lang)))
    return 0


def not_found(kind: str, name: str, near: tuple[str, ...], lang: str) -> str:
    """Return the message for an unknown name, with the similar ones.

    >>> not_found("card", "Baer", ("Bear",), "en")
    'No card or character “Baer”; did you mean “Bear”?'
    """
    words = load_phrases(lang)
    sorry = words.say("pages", f"unknown.{kind}", name=name)
    quoted = ", ".join(words.say("pages", "quoted", name=one) for one in near)
    return words.say("pages", "meant", sorry=sorry, names=quoted) if near else sorry


def _list(name: str, labels: list[str], lang: str) -> None:
    if name:
        say(load_phrases(lang).say("pages", "several", name=name))
    for label in labels:
        say(f"  {label}")
