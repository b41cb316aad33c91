"""What isn't certain: the doubts about a definition, a line each, and all of them on one page."""

from __future__ import annotations

from collections.abc import Iterator

from talisman_nb.cards.certainty import Doubt
from talisman_nb.rules.book import Book
from talisman_nb.rules.index import rule_index
from talisman_nb.rules.layers import editions
from talisman_nb.text.definitions.certainty import MARK, doubts_of, group_of, layer_told
from talisman_nb.text.house_rules import instead
from talisman_nb.text.phrases import sentence
from talisman_nb.text.wording import Wording

from .page import Page, Section

UNSURE = ("open", "judgement")
"""Standings of rules that the texts leave open, or that were read here."""


def doubts_page(book: Book, lang: str) -> Page:
    """What cards, characters and spaces rest on, every doubt about them, the rules that are open or our reading.

    >>> from talisman_nb.rules.book import open_book
    >>> doubts_page(open_book(), "fr").title
    "Ce qui n'est pas certain"
    """
    wording, known = Wording(lang, book=book), book.certainty
    told: dict[str, list[str]] = {group: [] for group in known.basis}
    for key, doubts in known.doubt.items():
        lines = (doubt_line(book, doubt, lang) for doubt in doubts.values())
        name = wording.source(key)
        told.setdefault(group_of(book, key), []).extend(
            wording.say("pages", "fact", fact=name, text=line) for line in lines
        )
    untold = wording.say("pages", "untold")
    sections = [
        Section(known.basis[group].text(lang) if group in known.basis else untold, tuple(lines))
        for group, lines in told.items()
        if lines
    ]
    rules = tuple(_rules(lang))
    every = [doubt for doubts in known.doubt.values() for doubt in doubts.values()]
    settled = sum(not doubt.doubtful for doubt in every)
    summary = wording.say("pages", "counted-doubts", n=len(every) - settled, settled=settled, rules=len(rules))
    open_rules = Section(wording.say("pages", "open-rules"), rules)
    return Page(wording.say("pages", "doubts"), (summary,), (*sections, open_rules))


def _rules(lang: str) -> Iterator[str]:
    """The rules that are open or read here, with what was decided."""
    wording = Wording(lang)
    for rule in rule_index().values():
        if rule.open or rule.standing in UNSURE:
            decided = rule.decision.text(lang) if rule.decision else rule.text(lang)
            yield f"{rule.id}  {decided} ({wording.say('pages', 'open' if rule.open else rule.standing)})"


def certainty_lines(book: Book, key: str, lang: str) -> Iterator[str]:
    """What a definition rests on, and every doubt about it."""
    say, group, layer = Wording(lang).say, group_of(book, key), book.layer_of(key)
    if told := layer_told(book, key, lang):
        yield told
    if _rests(book, group, layer):
        yield book.certainty.basis[group].text(lang)
    elif layer in editions():
        yield say("pages", "untold")
    for doubt in doubts_of(book, key).values():
        yield doubt_line(book, doubt, lang)


def _rests(book: Book, group: str, layer: str) -> bool:
    """Whether the sources of a group are those of a definition that a layer wrote: it, or one above it, names them."""
    names = [each.name for each in book.layers]
    told_by = book.certainty.told_by.get(group, "")
    return told_by in names and (layer not in names or names.index(told_by) >= names.index(layer))


def doubt_line(book: Book, doubt: Doubt, lang: str) -> str:
    """A reason with how sure the fact is, whose decision it is and its house rules; ≈ while it is in doubt.

    >>> from talisman_nb.rules.book import open_book
    >>> doubt = doubts_of(open_book(), "siren")["met"]
    >>> doubt_line(open_book(), doubt, "en").partition("). ")[2]
    'House rule to play otherwise: “The character who draws the card finishes the turn and misses the next one”'
    """
    wording = Wording(lang)
    sure, standing = wording.say("pages", doubt.sure), wording.say("pages", doubt.standing)
    line = wording.say("pages", "doubt", text=sentence(doubt.text(lang)), sure=sure, standing=standing)
    if doubt.switches:
        others = " ".join(instead(book, name, lang) for name in doubt.switches).removesuffix(".")
        line = wording.say("pages", "switch", text=line, switch=others)
    return f"{MARK} {line}" if doubt.doubtful else line
