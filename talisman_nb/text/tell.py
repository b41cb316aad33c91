"""What a card, space or ability does, told from the definition that runs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from talisman_nb.cards.definition import Definition, Facts
from talisman_nb.rules.book import Book

from .grammar import OR, listed
from .phrases import sentence
from .tell_conditions import condition, worth_telling
from .tell_elsewhere import elsewhere
from .tell_modifiers import modifier
from .tell_operations import lines
from .told import Told
from .voice import Voice

PARTS = ("drawn", "met", "visited", "crossing", "cast", "taken", "setup", "begun", "ended")
"""The parts of a definition in the order they are told."""
PLAIN = ("met", "visited", "cast")
"""Parts that need no word saying when."""


def describe(book: Book, key: str, lang: str) -> tuple[str, ...]:
    """What a definition does: a short sentence per figure, operation, row of a table and modifier.

    >>> from talisman_nb.rules.book import open_book
    >>> describe(open_book(), "sword", "en")
    ('+1 strength (one Weapon at a time) in battle.',)
    """
    found = book.card(key)
    told = Told(book, found, Voice(lang))
    return tuple(sentence(line) for line in (*_figures(told.voice, found.facts), *map(stopped, _lines(told, found))) if line)


def stopped(line: str) -> str:
    """With a full stop, unless other lines follow.

    >>> stopped("loses 1 life"), stopped("chooses one of these:")
    ('loses 1 life.', 'chooses one of these:')
    """
    return line if not line or line.endswith((":", ".", "?")) else f"{line}."


def _lines(told: Told, found: Definition) -> Iterator[str]:
    yield from _facts(told, found.facts)
    for name in PARTS:
        if name in found.blocks:
            yield from _part(told, name)
    for mod in (*found.held, *found.here, *found.mods):
        yield modifier(told, mod)
    yield from elsewhere(told)


@cache
def abilities(book: Book, key: str, lang: str) -> tuple[str, ...]:
    """What a character can: its setup and a line per ability."""
    found = book.card(key)
    told = Told(book, found, Voice(lang))
    setup = tuple(_part(told, "setup")) if "setup" in found.blocks else ()
    return tuple(sentence(stopped(line)) for line in (*setup, *(modifier(told, mod) for mod in found.held)) if line)


def _part(told: Told, name: str) -> Iterator[str]:
    """A part, its first line with the word that says when it happens."""
    for at, line in enumerate(lines(told, name)):
        if name in PLAIN or at:
            yield line
        else:
            yield told.voice.say("words", "part.line", part=told.voice.word(f"part.{name}"), text=line)


def _facts(told: Told, facts: Facts) -> Iterator[str]:
    voice = told.voice
    if facts.life:
        yield voice.say("words", "fact.start", space=voice.space(facts.start))
    for name in ("save", "bribe", "tokens", "price"):
        if getattr(facts, name):
            n = getattr(facts, name)
            yield voice.first("words", (f"fact.{name}.{n}", f"fact.{name}"), n=n)
    yield from _holding(voice, facts)
    if facts.at:
        yield voice.say("words", "fact.at", moment=listed([voice.say("moments", at) for at in facts.at], voice.lang, OR))
    if facts.when and (when := worth_telling(told, facts.when)):
        yield voice.say("words", "fact.when", condition=condition(told, when))
    if facts.target:
        yield voice.say("words", "fact.target", of=voice.say("lists", facts.target))


def _figures(voice: Voice, facts: Facts) -> Iterator[str]:
    """Figures of a creature, or figures and alignment of a character."""
    if not facts.life:
        yield from (voice.say("words", f"fact.{stat}", n=getattr(facts, stat)) for stat in ("strength", "craft") if getattr(facts, stat))
        return
    figures = [
        voice.say("words", "fact.value", stat=sentence(voice.word(stat)), n=getattr(facts, stat))
        for stat in ("strength", "craft", "fate", "life")
    ]
    yield " · ".join(figures)
    yield voice.say("words", "fact.alignment", what=_alignment(voice, facts.alignment))


def _alignment(voice: Voice, alignment: str) -> str:
    return voice.names.name("alignment", alignment, voice.lang).lower()


def _holding(voice: Voice, facts: Facts) -> Iterator[str]:
    """Who may have it and how long it stays."""
    for name in ("have_not", "have_only"):
        found = getattr(facts, name)
        if found:
            yield voice.say("words", f"fact.{name}", what=listed([_alignment(voice, one) for one in found], voice.lang, OR))
    if facts.take == "must":
        yield voice.word("fact.must-take")
    if facts.gone_after:
        yield voice.word("fact.gone-after")
    if facts.stays:
        yield voice.word(f"fact.stays.{facts.stays}")


__all__ = ["abilities", "describe"]
