"""The page of a rule: paraphrase, where it stands, what was decided, what the editions say, what names it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from talisman_nb.rules.book import Book
from talisman_nb.rules.cited import definitions_citing, events_citing
from talisman_nb.rules.index import EDITIONS, Difference, Rule, rule

from .page import Page, sections_of
from .voice import Voice

OLDER = ("second", "third")
"""Editions that are worth a line even where they lack a rule of the revised one."""


def rule_page(book: Book, id: str, lang: str, rulings: Sequence[str] = ()) -> Page:
    """The page of a rule; `rulings` are those that touch it, in words. Raises `UnknownRuleError` with the nearest ids.

    >>> from talisman_nb.rules.book import open_book
    >>> print(rule_page(open_book(), "toad.meet", "en").about[0])
    A Toad has encounters as a character does.
    """
    voice, found = Voice(lang), rule(id)
    told = [
        ("differ", tuple(_decided(voice, found))),
        ("sources", tuple(_sources(voice, found))),
        ("editions", tuple(line for edition in EDITIONS if (line := _says(voice, found, edition)))),
        ("cited", tuple(_named_by(book, voice, id))),
        ("events", tuple(dict.fromkeys(line for kind in events_citing(id) for line in _event(voice, kind)))),
        ("rulings", tuple(rulings)),
    ]
    return Page(id, (found.text(lang), voice.say("pages", found.standing)), sections_of(told, lang))


def _decided(voice: Voice, found: Rule) -> Iterator[str]:
    """What was decided, and the texts that are followed in each point on which they differ."""
    if found.decision:
        yield voice.say("pages", "decision", text=found.decision.text(voice.lang))
    yield from (_difference(voice, difference) for difference in found.texts_differ)


def _difference(voice: Voice, difference: Difference) -> str:
    follows = ", ".join(voice.say("pages", f"text.{text}") for text in difference.follows)
    why = voice.say("pages", f"why.{difference.why}")
    return voice.say("pages", "difference", entry=difference.entry, why=why, follows=follows)


def _sources(voice: Voice, found: Rule) -> Iterator[str]:
    for text, section in found.source.named():
        yield voice.say("pages", "section", text=voice.say("pages", f"text.{text}"), section=section)


def _says(voice: Voice, found: Rule, edition: str) -> str:
    """What an edition says; "" for a group of rules it has no part in."""
    name, words = voice.names.name("edition", edition, voice.lang), found.says(edition, voice.lang)
    if words is None:
        return voice.say("pages", "says.nothing", edition=name) if found.revised4 and edition in OLDER else ""
    if same := found.same_as(edition):
        return voice.say("pages", "says.same", edition=name, other=voice.names.name("edition", same, voice.lang))
    return voice.say("pages", "says", edition=name, text=words)


def _named_by(book: Book, voice: Voice, id: str) -> Iterator[str]:
    """The cards, characters and spaces that name the rule; the programs of the turn as one."""
    keys = definitions_citing(book, id)
    names = dict.fromkeys(str(voice.source(key)) for key in keys if not key.startswith("turn."))
    if names:
        yield ", ".join(names)
    if any(key.startswith("turn.") for key in keys):
        yield voice.say("pages", "the-turn")


def _event(voice: Voice, kind: str) -> Iterator[str]:
    """The sentences an event of that kind is told with, dots for what differs from time to time."""
    topic = voice.phrases.topics["events"]
    for key, phrase in topic.items():
        if key == kind or key.startswith(f"{kind}."):
            yield re.sub(r"\{[^{}]*\}", "…", re.sub(r"\[[^\[\]]*\]", "", phrase))
