"""Finds the rulings on a card, a space or a rule for its page; builds the page of a ruling."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from talisman_nb.cards.certainty import doubted_as
from talisman_nb.model.situation_reading import written
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.index import rule
from talisman_nb.rules.layers import editions
from talisman_nb.text.find import name_of
from talisman_nb.text.house_rules import in_force
from talisman_nb.text.names import LANGUAGES, edition_name
from talisman_nb.text.pages.doubts_page import doubt_line
from talisman_nb.text.pages.page import Page, sections_of
from talisman_nb.text.pages.rule_page import told_difference
from talisman_nb.text.wording import Wording

from .cases import Case, case, cases
from .check_text import told_step
from .doubts import named_doubts
from .layer_cases import case_of, cases_of
from .notation.book_choice import rules_said
from .runner import run

RULING = "ruling."
"""Prefix of a ruling's id in look-ups that also find rules and definitions."""
MOST = 5
"""Upper bound of rulings in full on one page; further ones are listed by name."""


def rulings_on_rule(id: str, lang: str = "en", book: Book | None = None) -> tuple[str, ...]:
    """Return a line for each ruling that names a rule, those that name it first before the others.

    `book`: the one whose layers' rulings are listed too.

    >>> rulings_on_rule("combat.fate-order")[0].partition("?")[0]
    'ruling.fate-order  The defender has used fate: may the attacker still use fate'
    """
    known = cases_of(book) if book else cases()
    found = [case for case in known.values() if id in case.rules]
    return _lines(sorted(found, key=lambda case: case.rules.index(id) > 0), lang, on=id)


def rulings_on(book: Book, key: str, lang: str = "en") -> tuple[str, ...]:
    """Return the rulings on a card, character or space that hold in the edition of the book, and those of its layers.

    A line for each ruling that decides a doubt about it or whose question names it, then one line with the names of
    those whose play contains it.
    What a layer of one's own has changed has only the rulings of layers: the others are about what it was.

    >>> [line.split()[0] for line in rulings_on(open_book(), "holy-grail")]
    ['ruling.forbidden-taken', 'ruling.w23', 'also']
    """
    changed = book.layer_of(key) not in (*editions(), "")
    here = [case for case in cases_of(book).values() if case.book or (book.rules_of in case.holds_in and not changed)]
    asked = [case for case in here if _asks_about(case, book, key)]
    played = [case for case in here if _bare_key(key) in words_played(case) and case not in asked]
    return _lines(asked, lang, also=played, edition=book.rules_of)


def _asks_about(found: Case, book: Book, key: str) -> bool:
    """Whether a case decides a doubt about a definition or its question names it; a layer may ask in any language."""
    if any(name.rpartition(".")[0] in (key, doubted_as(key)) for name in found.doubts):
        return True
    told = {(name_of(book, key, lang), found.asks(lang)) for lang in (LANGUAGES if found.book else ("en",))}
    return any(re.search(rf"\b{re.escape(name)}\b", question) for name, question in told)


def ruling_page(id: str, lang: str = "en", book: Book | None = None) -> Page:
    """Return the page of a ruling: question, decision, rules, house rules, situation, events and checks, sources.

    `book`: the one whose layers may have it. Raises `KeyError` with the nearest id.

    >>> ruling_page("w3").about[0]
    'An evil Assassin finds the Holy Lance: may it be taken?'
    """
    return page_of_case(case_of(book, id) if book else case(id), lang)


def page_of_case(found: Case, lang: str = "en") -> Page:
    """Build the page of a ruling (see `ruling_page`)."""
    wording = Wording(lang)
    edition, house, _ = rules_said(written(found.situation_in(found.own_edition)))
    held = open_book(edition)
    places = (
        wording.say("pages", "section", text=wording.say("pages", f"text.{text}"), section=at)
        for text, at in found.stands_in()
    )
    told = [
        ("decided", (found.decides(lang, held.rules_of),)),
        ("holds-in", tuple(edition_name(open_book(one), lang) for one in found.holds_in)),
        ("doubts", tuple(_doubt_lines(found, held, lang))),
        ("rules", tuple(f"{one}  {rule(one).text(lang)}" for one in found.rules)),
        ("house-rules", tuple(in_force(open_book(edition, house), lang))),
        ("situation", (found.situation,)),
        ("course", tuple(line for played in run(found).steps for line in told_step(played, lang))),
        ("differ", tuple(told_difference(wording, one) for one in found.differences())),
        ("sources", tuple(places)),
        ("asked-in", found.asked_in),
    ]
    about = (found.asks(lang), wording.say("pages", found.decided_by))
    return Page(f"{RULING}{found.id}", about, sections_of(told, lang))


def _doubt_lines(found: Case, book: Book, lang: str) -> Iterator[str]:
    """Yield a line for each doubt that a case decides, after the name of what it is about."""
    wording, known = Wording(lang, book=book), named_doubts(book.edition)
    for name in found.doubts:
        if name in known:
            key = name.rpartition(".")[0]
            line = doubt_line(book, known[name], lang)
            yield wording.say("pages", "fact", fact=wording.source(key), text=line)


def _lines(found: list[Case], lang: str, on: str = "", also: Iterable[Case] = (), edition: str = "") -> tuple[str, ...]:
    """Return a line for each of the first `MOST` cases, then one with the names of the rest and of `also`."""
    told = [_line(case, lang, on, edition) for case in found[:MOST]]
    rest = ", ".join(f"{RULING}{case.id}" for case in (*found[MOST:], *also))
    return (*told, Wording(lang).say("pages", "rulings-more", names=rest)) if rest else tuple(told)


def _line(found: Case, lang: str, on: str, edition: str) -> str:
    """Return name, question and decision; no decision on the page of rule `on` if it is that rule's own text."""
    parts = (found.asks(lang), "" if found.rules[0] == on and found.decision is None else found.decides(lang, edition))
    return f"{RULING}{found.id}  {' '.join(part for part in parts if part)}"


def _bare_key(key: str) -> str:
    return key.rpartition("/")[2]


def words_played(found: Case) -> frozenset[str]:
    """Return the words of a case's situation and answers that may be keys of definitions."""
    return _words((found.situation, *(order for step in found.steps for order in step.do)))


@cache
def _words(texts: tuple[str, ...]) -> frozenset[str]:
    """Return the words of texts that may be keys of definitions. Cached."""
    return frozenset(_bare_key(word) for text in texts for word in re.findall(r"[a-z][a-z/-]+", text))
