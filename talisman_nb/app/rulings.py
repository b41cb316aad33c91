"""The command `rulings`: searches the rulings, those of the program and the reader's, or plays those of a file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from talisman_nb.analysis.link import link_of
from talisman_nb.app.console import say
from talisman_nb.app.language import language
from talisman_nb.app.look_up import NOT_FOUND, book_asked
from talisman_nb.model.situation import SituationError
from talisman_nb.rules.book import Book
from talisman_nb.rulings.cases import Case
from talisman_nb.rulings.layer_cases import cases_of
from talisman_nb.rulings.look_up import MOST_FOUND
from talisman_nb.rulings.own_rulings import SUFFIX, RulingFileError, own_rulings, read_rulings
from talisman_nb.rulings.rulings_by_subject import RULING, page_of_case
from talisman_nb.rulings.runner import run
from talisman_nb.rulings.search import found_rulings
from talisman_nb.rulings.touched import touched
from talisman_nb.text.errors import worded
from talisman_nb.text.phrases import Phrases, load_phrases

FAILED = 1
"""Exit code when a ruling comes out otherwise than it says."""


def rulings(asked: argparse.Namespace) -> int:
    """Print the rulings that have all the words given, the best first; the page of a single one; all without words.

    With `--edition` only those that hold in it. With a file of rulings plays these. Returns 0, `NOT_FOUND` if no ruling
    has all the words (the rules that bear on them are told), `FAILED` if one of the file comes out otherwise, or 2 for
    a file that can't be read.
    """
    if len(asked.rest) == 1 and asked.rest[0].endswith(SUFFIX):
        return _check(asked.rest[0], language(asked))
    lang, book, text = language(asked), book_asked(asked), " ".join(asked.rest).removeprefix(RULING)
    words = load_phrases(lang)
    own, wrong = own_rulings()
    for mistake in wrong:
        say(worded(mistake, lang), sys.stderr)
    every = [hit.case for hit in found_rulings(text, book, own)] if text else [*cases_of(book).values(), *own.values()]
    found = [case for case in every if not asked.edition or case.book or book.rules_of in case.holds_in]
    if not found:
        say(words.say("rulings", "none", words=text), sys.stderr)
        if any(beside := touched(text, book)):
            say("\n".join(beside.lines(book, lang)), sys.stderr)
        return NOT_FOUND
    if len(found) == 1:
        say(str(page_of_case(found[0], lang)))
        say(f"\n{words.say('rulings', 'open', link=link_of(found[0].played_text()))}")
        return 0
    shown = found[:MOST_FOUND] if text else found
    for case in shown:
        for line in _told(case, book, lang, whole=bool(text)):
            say(line)
    if len(shown) < len(found):
        say(words.say("rulings", "more", n=len(found) - len(shown)))
    return 0


def _check(path: str, lang: str) -> int:
    try:
        found = read_rulings(path)
    except RulingFileError as mistake:
        say(worded(mistake, lang), sys.stderr)
        return 2
    return held(found, load_phrases(lang))


def held(those: Sequence[Case], words: Phrases) -> int:
    """Play rulings and tell what comes otherwise, then how many hold; return 0, or `FAILED` unless all hold."""
    wrong = {case.id: lines for case in those if (lines := tuple(_otherwise(case, words)))}
    for line in (line for lines in wrong.values() for line in lines):
        say(line, sys.stderr)
    if those:
        say(words.say("console", "rulings-held", n=len(those) - len(wrong), all=len(those)))
    return FAILED if wrong else 0


def _otherwise(case: Case, words: Phrases) -> Iterator[str]:
    """Yield a line for each value of a case that came otherwise, or why it can't be played."""
    ruling = f"{case.file}: [{case.id}]"
    try:
        played = run(case).steps
    except SituationError as wrong:
        yield words.say("console", "ruling-unplayable", ruling=ruling, why=worded(wrong, words.lang))
        return
    for step, found in enumerate(played, 1):
        for check in found.checks:
            if not check.ok:
                told = {"what": check.what, "expected": repr(check.expected), "came": repr(check.came)}
                yield words.say("console", "ruling-fails", ruling=ruling, step=step, **told)


def _told(case: Case, book: Book, lang: str, whole: bool) -> Iterator[str]:
    """Yield the lines of a ruling in a list: name and question; if `whole`, decision, situation and its link too."""
    yield f"{RULING}{case.id}  {case.asks(lang)}"
    if whole:
        edition = book.rules_of if book.rules_of in case.holds_in else ""
        yield f"  {case.decides(lang, edition)}"
        yield f"  {case.played_text(edition)}"
        yield f"  {link_of(case.played_text(edition))}"
