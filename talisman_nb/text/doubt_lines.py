"""The doubts about a definition, a line each: the reason, how sure it is, who decides, what a table may play instead."""

from __future__ import annotations

from collections.abc import Iterator

from talisman_nb.cards.certainty import Doubt
from talisman_nb.rules.book import Book

from .certainty import MARK, doubts_of, group_of, known_of, reason
from .switches import instead
from .voice import Voice


def certainty_lines(book: Book, key: str, lang: str) -> Iterator[str]:
    """What a definition rests on, and every doubt about it."""
    basis = known_of(book).basis.get(group_of(book, key))
    if basis:
        yield basis.text(lang)
    for fact, doubt in doubts_of(book, key).items():
        yield doubt_line(book, fact, doubt, lang)


def doubt_line(book: Book, fact: str, doubt: Doubt, lang: str) -> str:
    """A reason with how sure the fact is, whose decision it is, and the house rules there are for it; ≈ while it is in doubt.

    >>> from talisman_nb.rules.book import open_book
    >>> doubt = doubts_of(open_book(), "siren")["met"]
    >>> doubt_line(open_book(), "met", doubt, "en").partition(" – ")[2]
    'house rule: Whoever draws it finishes the turn and misses the next one.'
    """
    voice = Voice(lang)
    standing = voice.say("pages", doubt.standing)
    line = voice.say("pages", "doubt", text=reason(fact, doubt, lang), sure=voice.say("pages", doubt.sure), standing=standing)
    if doubt.switches:
        line = voice.say("pages", "switch", text=line, switch=" ".join(instead(book, name, lang) for name in doubt.switches))
    return f"{MARK} {line}" if doubt.doubtful else line
