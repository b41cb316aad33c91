"""The page of a rule: paraphrase, where it stands, what was decided, what the editions say, what names it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from talisman_nb.rules.book import Book
from talisman_nb.rules.citations import definitions_citing, events_citing
from talisman_nb.rules.index import EDITIONS, Difference, Rule, rule
from talisman_nb.rules.layers import BASE, editions
from talisman_nb.text.grammar import listed
from talisman_nb.text.wording import Wording

from .page import Page, sections_of


def rule_page(book: Book, id: str, lang: str, rulings: Sequence[str] = ()) -> Page:
    """The page of a rule; `rulings` are those that touch it, in words. Raises `UnknownRuleError` with the nearest ids.

    >>> from talisman_nb.rules.book import open_book
    >>> print(rule_page(open_book(), "toad.meet", "en").about[0])
    A Toad has encounters as a character does.
    """
    wording, found = Wording(lang, book=book), rule(id)
    told = [
        ("differ", tuple(_decided(wording, found))),
        ("sources", tuple(_sources(wording, found))),
        ("editions", tuple(line for edition in EDITIONS if (line := _says(wording, found, edition)))),
        ("cited", tuple(_named_by(book, wording, id))),
        ("events", tuple(dict.fromkeys(line for kind in events_citing(id) for line in _event(wording, kind)))),
        ("rulings", tuple(rulings)),
    ]
    return Page(id, (found.text(lang), wording.say("pages", found.standing)), sections_of(told, lang))


def _decided(wording: Wording, found: Rule) -> Iterator[str]:
    """What was decided, and the texts that are followed in each point on which they differ."""
    if found.decision:
        yield wording.say("pages", "decision", text=found.decision.text(wording.lang))
    yield from (told_difference(wording, difference) for difference in found.texts_differ)


def told_difference(wording: Wording, difference: Difference) -> str:
    """Return a line on a difference between the texts: its entry, why it is decided so, the texts followed."""
    follows = listed([wording.say("pages", f"followed.{text}") for text in difference.follows], wording.lang)
    why = wording.say("pages", f"why.{difference.why}")
    return wording.say("pages", "difference", entry=difference.entry, why=why, follows=follows)


def _sources(wording: Wording, found: Rule) -> Iterator[str]:
    for text, section in found.source.named():
        yield wording.say("pages", "section", text=wording.say("pages", f"text.{text}"), section=section)


def _edition_repeated(found: Rule, edition: str) -> str | None:
    """Return the edition whose words an edition repeats, itself or through others; None if it has its own."""
    same = found.same_as(edition)
    return (_edition_repeated(found, same) or same) if same else None


def _says(wording: Wording, found: Rule, edition: str) -> str:
    """What an edition says; "" for a group of rules it has no part in: one of the game lacks a rule of the base."""
    name, words = wording.names.name("edition", edition, wording.lang), found.says(edition, wording.lang)
    if words is None:
        return wording.say("pages", "says.nothing", edition=name) if found.has(BASE) and edition in editions() else ""
    if same := _edition_repeated(found, edition):
        return wording.say("pages", "says.same", edition=name, other=wording.names.name("edition", same, wording.lang))
    return wording.say("pages", "says", edition=name, text=words)


def _named_by(book: Book, wording: Wording, id: str) -> Iterator[str]:
    """The cards, characters and spaces that name the rule; the programs of the turn as one."""
    keys = definitions_citing(book, id)
    names = dict.fromkeys(str(wording.source(key)) for key in keys if not key.startswith("turn."))
    if names:
        yield ", ".join(names)
    if any(key.startswith("turn.") for key in keys):
        yield wording.say("pages", "the-turn")


def _event(wording: Wording, kind: str) -> Iterator[str]:
    """The sentences an event of that kind is told with, dots for what differs from time to time."""
    topic = wording.phrases.topics["events"]
    for key, phrase in topic.items():
        if key == kind or key.startswith(f"{kind}."):
            yield re.sub(r"\{[^{}]*\}", "…", re.sub(r"\[[^\[\]]*\]", "", phrase))
