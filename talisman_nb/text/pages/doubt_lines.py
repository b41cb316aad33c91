"""The doubts about a definition, a line each: the reason, how sure it is, who decides, what a table may play instead."""

from __future__ import annotations

from collections.abc import Iterator

from talisman_nb.cards.certainty import Doubt
from talisman_nb.rules.book import Book
from talisman_nb.text.definitions.certainty import MARK, doubts_of, group_of, known_of, reason
from talisman_nb.text.house_rules import instead
from talisman_nb.text.wording import Wording


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
    wording = Wording(lang)
    standing = wording.say("pages", doubt.standing)
    line = wording.say("pages", "doubt", text=reason(fact, doubt, lang), sure=wording.say("pages", doubt.sure), standing=standing)
    if doubt.switches:
        line = wording.say("pages", "switch", text=line, switch=" ".join(instead(book, name, lang) for name in doubt.switches))
    return f"{MARK} {line}" if doubt.doubtful else line
