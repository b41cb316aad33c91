"""Finds the rulings on a card, a space or a rule for its page; builds the page of a ruling."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from talisman_nb.model.situation_reading import written
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.index import rule
from talisman_nb.text.find import name_of
from talisman_nb.text.house_rules import in_force
from talisman_nb.text.names import load_names
from talisman_nb.text.pages.page import Page, sections_of
from talisman_nb.text.wording import Wording

from .cases import Case, case, cases
from .check_text import told_step
from .notation.book_choice import rules_said
from .runner import run

RULING = "ruling."
"""Prefix of a ruling's id in look-ups that also find rules and definitions."""
MOST = 5
"""Upper bound of rulings in full on one page; further ones are listed by name."""


def rulings_on_rule(id: str, lang: str = "en") -> tuple[str, ...]:
    """Return a line for each ruling that names a rule, those that name it first before the others.

    >>> rulings_on_rule("carry.armour")[0]
    'ruling.armour-battle  Two pieces of armour are carried: how many may be thrown for?'
    """
    found = [case for case in cases().values() if id in case.rules]
    return _lines(sorted(found, key=lambda case: case.rules.index(id) > 0), lang, on=id)


def rulings_on(book: Book, key: str, lang: str = "en") -> tuple[str, ...]:
    """Return the rulings on a card, character or space that hold in the edition of the book.

    A line for each ruling whose question names it, then one line with the names of those whose play contains it.

    >>> [line.split()[0] for line in rulings_on(open_book(), "holy-grail")]
    ['ruling.w23', 'also']
    """
    name = name_of(book, key, "en")
    here = [case for case in cases().values() if book.rules_of in case.holds_in]
    asked = [case for case in here if re.search(rf"\b{re.escape(name)}\b", case.asks("en"))]
    played = [case for case in here if _bare_key(key) in _words_played(case.id) and case not in asked]
    return _lines(asked, lang, also=played, edition=book.rules_of)


def ruling_page(id: str, lang: str = "en") -> Page:
    """Return the page of a ruling: question, decision, rules, house rules, situation, events and checks, sources.

    Raises `KeyError` with the nearest id.

    >>> ruling_page("w3").about[0]
    'An evil Assassin finds the Holy Lance: may it be taken?'
    """
    found, wording = case(id), Wording(lang)
    standing = found.standing if found.standing in ("open", "house") else "official"
    edition, house, _ = rules_said(written(found.situation))
    names = load_names()
    places = (
        wording.say("pages", "section", text=wording.say("pages", f"text.{text}"), section=at)
        for text, at in found.stands_in()
    )
    told = [
        ("decided", (found.decides(lang),)),
        ("holds-in", tuple(names.name("edition", one, lang) for one in found.holds_in)),
        ("rules", tuple(f"{one}  {rule(one).text(lang)}" for one in found.rules)),
        ("house-rules", tuple(in_force(open_book(edition, house), lang))),
        ("situation", (found.situation,)),
        ("course", tuple(line for played in run(found).steps for line in told_step(played, lang))),
        ("sources", tuple(places)),
    ]
    return Page(f"{RULING}{id}", (found.asks(lang), wording.say("pages", standing)), sections_of(told, lang))


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


@cache
def _words_played(id: str) -> frozenset[str]:
    """Return the words of a case's situation and answers that may be keys of definitions. Cached by id."""
    found = case(id)
    texts = (found.situation, *(order for step in found.steps for order in step.do))
    return frozenset(_bare_key(word) for text in texts for word in re.findall(r"[a-z][a-z/-]+", text))
