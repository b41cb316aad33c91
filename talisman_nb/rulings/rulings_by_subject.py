"""Rulings on a card, a space or a rule, the page of a ruling, and the rules that have none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from msgspec import Struct

from talisman_nb.model.situation_reading import parse_text
from talisman_nb.notation import rules_said
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.certainty import Doubt, doubted_as
from talisman_nb.rules.index import rule, rule_index
from talisman_nb.rules.layers import BASE, DOUBTS, program_layers
from talisman_nb.text.find import name_of
from talisman_nb.text.house_rules import in_force
from talisman_nb.text.names import LANGUAGES, edition_name, load_names
from talisman_nb.text.pages import Page, sections_of
from talisman_nb.text.pages.rule_page import doubt_line, told_difference
from talisman_nb.text.phrases import load_phrases, sentence
from talisman_nb.text.wording import Wording

from .case_types import Case, doubts_named, named_doubts
from .cases import case, case_of, cases, cases_of
from .check_text import told_step
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
    changed = book.layer_of(key) not in (*program_layers(), "")
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
    laid = "" if found.in_words else found.situation_in(found.own_edition)
    edition, house, _ = rules_said(parse_text(laid)) if laid else (found.own_edition, {}, ())
    held = open_book(edition)
    places = (
        wording.say("pages", "section", text=wording.say("pages", f"text.{text}"), section=at)
        for text, at in found.stands_in()
    )
    told = [
        ("decided", (found.decides(lang, held.rules_of),)),
        ("holds-in", tuple(edition_name(open_book(one), lang) for one in found.holds_in)),
        ("doubts", tuple(_doubt_lines(found, held, lang))),
        ("rules", tuple(f"{one}  {sentence(rule(one).text_in(held.rules_of, lang))}" for one in found.rules)),
        ("house-rules", tuple(in_force(open_book(edition, house), lang))),
        ("situation", (found.situation,) if laid else ()),
        ("course", tuple(line for played in run(found).steps for line in told_step(played, lang)) if laid else ()),
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
    parts = (
        found.asks(lang),
        "" if found.rules[:1] == (on,) and found.decision is None else found.decides(lang, edition),
    )
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


class Coverage(Struct, frozen=True):
    """Maps each rule and each doubt of an edition to the ids of its cases."""

    edition: str
    by_rule: dict[str, tuple[str, ...]]
    by_doubt: dict[str, tuple[str, ...]]

    @property
    def gaps(self) -> tuple[str, ...]:
        """Return the rules and doubts that no case names."""
        return tuple(name for name, found in (*self.by_rule.items(), *self.by_doubt.items()) if not found)

    def lines(self, lang: str = "en") -> tuple[str, ...]:
        """Return a line for each rule with its cases and a line with their counts; then the doubts likewise."""
        return (*self._told("coverage", self.by_rule, lang), *self._told("coverage-doubts", self.by_doubt, lang))

    def _told(self, counted: str, found: Mapping[str, tuple[str, ...]], lang: str) -> Iterator[str]:
        say, wide = load_phrases(lang).say, max(map(len, found), default=0)
        for name, ids in found.items():
            yield f"{name:{wide}}  {', '.join(ids) or say('console', 'no-case')}"
        n, edition = sum(map(bool, found.values())), load_names().name("edition", self.edition, lang)
        counted = counted if found else f"{counted}.none"
        yield say("console", counted, n=n, all=len(found), edition=edition)


def coverage(edition: str = BASE, those: Iterable[Case] | None = None) -> Coverage:
    """Return which rulings play each rule and each doubt of an edition.

    An edition that lists no doubts itself has none to count. A doubt that the edition shares with another one is
    covered by a ruling of either. Rulings of layers count in the book they are of.

    Parameters
    ----------
    edition
        The edition.
    those
        The rulings to count; None counts all of the program.

    Returns
    -------
    Coverage
        The ids of rulings by rule and by doubt; `gaps` are those without one.

    Examples
    --------
    >>> coverage().by_rule["combat.fate-order"]
    ('fate-order',)
    """
    every = tuple(cases().values() if those is None else those)
    counted = tuple(c for c in every if c.book or edition in c.holds_in)
    rules = {
        rule.id: tuple(c.id for c in counted if rule.id in c.rules)
        for rule in rule_index().values()
        if rule.says(edition)
    }
    told = any(DOUBTS in layer.texts for layer in open_book(edition).layers if layer.name == edition)
    doubts = {
        name: tuple(c.id for c in every if name in c.doubts and doubt in _in_its_editions(c, name))
        for name, doubt in (named_doubts(edition) if told else {}).items()
    }
    return Coverage(edition, rules, doubts)


def _in_its_editions(case: Case, name: str) -> Iterator[Doubt]:
    """Yield the doubt of a name in each edition a case holds in."""
    for edition in case.holds_in:
        yield from doubts_named((name,), edition)
