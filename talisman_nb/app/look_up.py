"""The commands `card`, `space`, `rule` and `doubts`: find a definition or rule by name and print its page."""

from __future__ import annotations

import argparse
import sys

from talisman_nb.app.console import say
from talisman_nb.app.language import language
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.layers import BASE, editions
from talisman_nb.rulings.edition_differences import differences
from talisman_nb.rulings.look_up import SHELVES
from talisman_nb.text.pages.doubts_page import doubts_page
from talisman_nb.text.phrases import load_phrases

NOT_FOUND = 1
"""Exit code when a name is unknown."""
TWO = 2
"""How many editions are compared."""


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
    'There is no card or character called “Baer”; did you mean “Bear”?'
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
