"""Everything that isn't certain, on one page."""

from __future__ import annotations

from collections.abc import Iterator

from talisman_nb.rules.book import Book
from talisman_nb.rules.index import rule_index
from talisman_nb.text.definitions.certainty import group_of, known_of
from talisman_nb.text.wording import Wording

from .definition_page import Page, Section
from .doubt_lines import doubt_line

UNSURE = ("open", "judgement")
"""Standings of rules that the texts leave open, or that were read here."""


def doubts_page(book: Book, lang: str) -> Page:
    """What the cards, characters and spaces rest on, every doubt about them, and the rules that are open or our reading.

    >>> from talisman_nb.rules.book import open_book
    >>> doubts_page(open_book(), "fr").title
    "Ce qui n'est pas certain"
    """
    wording, known = Wording(lang), known_of(book)
    told: dict[str, list[str]] = {group: [] for group in known.basis}
    for key, doubts in known.doubt.items():
        told[group_of(book, key)] += [
            wording.say("pages", "fact", fact=wording.source(key), text=doubt_line(book, f, d, lang)) for f, d in doubts.items()
        ]
    sections = [Section(known.basis[group].text(lang), tuple(lines)) for group, lines in told.items() if lines]
    rules = tuple(_rules(lang))
    every = [doubt for doubts in known.doubt.values() for doubt in doubts.values()]
    settled = sum(not doubt.doubtful for doubt in every)
    summary = wording.say("pages", "counted-doubts", n=len(every) - settled, settled=settled, rules=len(rules))
    return Page(wording.say("pages", "doubts"), (summary,), (*sections, Section(wording.say("pages", "open-rules"), rules)))


def _rules(lang: str) -> Iterator[str]:
    """The rules that are open or read here, with what was decided."""
    wording = Wording(lang)
    for rule in rule_index().values():
        if rule.open or rule.standing in UNSURE:
            decided = rule.decision.text(lang) if rule.decision else rule.text(lang)
            yield f"{rule.id}  {decided} ({wording.say('pages', 'open' if rule.open else rule.standing)})"
