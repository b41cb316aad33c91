"""The command `rulings`: searches the rulings in four languages."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from talisman_nb.analysis.link import link_of
from talisman_nb.app.console import say
from talisman_nb.app.language import language
from talisman_nb.app.look_up import NOT_FOUND, book_asked
from talisman_nb.rules.book import Book
from talisman_nb.rulings.cases import Case
from talisman_nb.rulings.layer_cases import cases_of
from talisman_nb.rulings.look_up import MOST_FOUND
from talisman_nb.rulings.rulings_by_subject import RULING, ruling_page
from talisman_nb.rulings.search import found_rulings
from talisman_nb.text.phrases import load_phrases


def rulings(asked: argparse.Namespace) -> int:
    """Print the rulings that have all the words given, the best first; the page of a single one; all without words.

    With `--edition` only those that hold in it. Returns 0, or `NOT_FOUND` if no ruling has all the words.
    """
    lang, book, text = language(asked), book_asked(asked), " ".join(asked.rest).removeprefix(RULING)
    words = load_phrases(lang)
    every = [hit.case for hit in found_rulings(text, book)] if text else list(cases_of(book).values())
    found = [case for case in every if not asked.edition or case.book or book.rules_of in case.holds_in]
    if not found:
        say(words.say("rulings", "none", words=text), sys.stderr)
        return NOT_FOUND
    if len(found) == 1:
        say(str(ruling_page(found[0].id, lang, book)))
        say(f"\n{words.say('rulings', 'open', link=link_of(found[0].played_text()))}")
        return 0
    shown = found[:MOST_FOUND] if text else found
    for case in shown:
        for line in _told(case, book, lang, whole=bool(text)):
            say(line)
    if len(shown) < len(found):
        say(words.say("rulings", "more", n=len(found) - len(shown)))
    return 0


def _told(case: Case, book: Book, lang: str, whole: bool) -> Iterator[str]:
    """Yield the lines of a ruling in a list: name and question; if `whole`, decision, situation and its link too."""
    yield f"{RULING}{case.id}  {case.asks(lang)}"
    if whole:
        edition = book.rules_of if book.rules_of in case.holds_in else ""
        yield f"  {case.decides(lang, edition)}"
        yield f"  {case.played_text(edition)}"
        yield f"  {link_of(case.played_text(edition))}"
