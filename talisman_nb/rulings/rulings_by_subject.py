"""The rulings that touch a card, a space or a rule, in lines for its page; and a ruling's own page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from talisman_nb.model.situation_reading import written
from talisman_nb.rules.book import open_book
from talisman_nb.rules.index import rule
from talisman_nb.text.house_rules import in_force
from talisman_nb.text.pages.page import Page, sections_of
from talisman_nb.text.wording import Wording

from .cases import Case, case, cases
from .check_text import told_step
from .notation.book_choice import rules_said
from .runner import run

RULING = "ruling."
"""What the name of a ruling begins with where rules are looked up."""
MOST = 5
"""Rulings told in full on one page; of more only the names."""


def rulings_on_rule(id: str, lang: str = "en") -> tuple[str, ...]:
    """Every ruling that rests on a rule, those it decides first; a line each.

    >>> rulings_on_rule("carry.armour")[0]
    'ruling.armour-battle  Two pieces of armour are carried: how many may be thrown for?'
    """
    found = [case for case in cases().values() if id in case.rules]
    return _lines(sorted(found, key=lambda case: case.rules.index(id) > 0), lang, on=id)


def rulings_on(key: str, lang: str = "en") -> tuple[str, ...]:
    """Every ruling that asks for a card, character or space by name, a line each; then the names of those it appears in.

    >>> [line.split()[0] for line in rulings_on("holy-grail")]
    ['ruling.w23', 'also']
    """
    asked = [case for case in cases().values() if _asks_for(case, key)]
    played = [case for case in cases().values() if _plain(key) in _played(case.id) and case not in asked]
    return _lines(asked, lang, also=played)


def ruling_page(id: str, lang: str = "en") -> Page:
    """The page of a ruling: question, decision, rules, house rules, the situation, what comes of it, where it stands.

    Raises `KeyError` with the nearest id.

    >>> ruling_page("w3").about[0]
    'An evil Assassin finds the Holy Lance: may it be taken?'
    """
    found, wording = case(id), Wording(lang)
    standing = found.standing if found.standing in ("open", "house") else "official"
    edition, house, _ = rules_said(written(found.situation))
    places = (wording.say("pages", "section", text=wording.say("pages", f"text.{text}"), section=at) for text, at in found.stands_in())
    told = [
        ("decided", (found.decides(lang),)),
        ("rules", tuple(f"{one}  {rule(one).text(lang)}" for one in found.rules)),
        ("house-rules", tuple(in_force(open_book(edition, house), lang))),
        ("situation", (found.situation,)),
        ("course", tuple(line for played in run(found).steps for line in told_step(played, lang))),
        ("sources", tuple(places)),
    ]
    return Page(f"{RULING}{id}", (found.asks(lang), wording.say("pages", standing)), sections_of(told, lang))


def _lines(found: list[Case], lang: str, on: str = "", also: Iterable[Case] = ()) -> tuple[str, ...]:
    """A line for each of the first few, one with the names of the rest."""
    told = [_line(case, lang, on) for case in found[:MOST]]
    rest = ", ".join(f"{RULING}{case.id}" for case in (*found[MOST:], *also))
    return (*told, Wording(lang).say("pages", "rulings-more", names=rest)) if rest else tuple(told)


def _line(found: Case, lang: str, on: str) -> str:
    """Its name, the question and the decision; a rule's page tells the rule's own words already."""
    parts = (found.asks(lang), "" if found.rules[0] == on and found.decision is None else found.decides(lang))
    return f"{RULING}{found.id}  {' '.join(part for part in parts if part)}"


def _plain(key: str) -> str:
    return key.rpartition("/")[2]


def _asks_for(found: Case, key: str) -> bool:
    name = str(Wording("en").source(key))
    return re.search(rf"\b{re.escape(name)}\b", found.asks("en")) is not None


@cache
def _played(id: str) -> frozenset[str]:
    """The words of a case that may be cards or characters: those of its situation, those an answer names."""
    found = case(id)
    texts = (found.situation, *(order for step in found.steps for order in step.do))
    return frozenset(_plain(word) for text in texts for word in re.findall(r"[a-z][a-z/-]+", text))
