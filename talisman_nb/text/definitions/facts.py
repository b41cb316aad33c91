"""What a card, space or ability does, told from the definition that runs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from talisman_nb.cards.definition import Definition, Facts
from talisman_nb.rules.book import Book
from talisman_nb.text.grammar import OR, listed
from talisman_nb.text.phrases import sentence
from talisman_nb.text.wording import Wording

from .condition_words import condition, worth_telling
from .context import Told
from .elsewhere import elsewhere
from .modifier_words import modifier
from .one_line import lines

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
    told = Told(book, found, Wording(lang))
    return tuple(sentence(line) for line in (*_figures(told.wording, found.facts), *map(stopped, _lines(told, found))) if line)


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
    told = Told(book, found, Wording(lang))
    setup = tuple(_part(told, "setup")) if "setup" in found.blocks else ()
    return tuple(sentence(stopped(line)) for line in (*setup, *(modifier(told, mod) for mod in found.held)) if line)


def _part(told: Told, name: str) -> Iterator[str]:
    """A part, its first line with the word that says when it happens."""
    for at, line in enumerate(lines(told, name)):
        if name in PLAIN or at:
            yield line
        else:
            yield told.wording.say("words", "part.line", part=told.wording.word(f"part.{name}"), text=line)


def _facts(told: Told, facts: Facts) -> Iterator[str]:
    wording = told.wording
    if facts.life:
        yield wording.say("words", "fact.start", space=wording.space(facts.start))
    for name in ("save", "bribe", "tokens", "price"):
        if getattr(facts, name):
            n = getattr(facts, name)
            yield wording.first("words", (f"fact.{name}.{n}", f"fact.{name}"), n=n)
    yield from _holding(wording, facts)
    if facts.at:
        yield wording.say("words", "fact.at", moment=listed([wording.say("moments", at) for at in facts.at], wording.lang, OR))
    if facts.when and (when := worth_telling(told, facts.when)):
        yield wording.say("words", "fact.when", condition=condition(told, when))
    if facts.target:
        yield wording.say("words", "fact.target", of=wording.say("lists", facts.target))


def _figures(wording: Wording, facts: Facts) -> Iterator[str]:
    """Figures of a creature, or figures and alignment of a character."""
    if not facts.life:
        yield from (wording.say("words", f"fact.{stat}", n=getattr(facts, stat)) for stat in ("strength", "craft") if getattr(facts, stat))
        return
    figures = [
        wording.say("words", "fact.value", stat=sentence(wording.word(stat)), n=getattr(facts, stat))
        for stat in ("strength", "craft", "fate", "life")
    ]
    yield " · ".join(figures)
    yield wording.say("words", "fact.alignment", what=_alignment(wording, facts.alignment))


def _alignment(wording: Wording, alignment: str) -> str:
    return wording.names.name("alignment", alignment, wording.lang).lower()


def _holding(wording: Wording, facts: Facts) -> Iterator[str]:
    """Who may have it and how long it stays."""
    for name in ("have_not", "have_only"):
        found = getattr(facts, name)
        if found:
            yield wording.say("words", f"fact.{name}", what=listed([_alignment(wording, one) for one in found], wording.lang, OR))
    if facts.take == "must":
        yield wording.word("fact.must-take")
    if facts.gone_after:
        yield wording.word("fact.gone-after")
    if facts.stays:
        yield wording.word(f"fact.stays.{facts.stays}")


__all__ = ["abilities", "describe"]
