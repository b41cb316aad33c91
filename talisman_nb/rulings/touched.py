"""What the rules touch of a question that no ruling answers: the rules that share its words, and what it names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import log
from typing import NamedTuple

from talisman_nb.rules.book import Book
from talisman_nb.rules.index import rule_index
from talisman_nb.text.events.sentences import rule_texts
from talisman_nb.text.find import cards_of, name_of, spaces_of
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

from .search import words_of_text

MOST_RULES = 6
"""Rules that are named at most."""
MOST_NAMED = 6
"""Cards, characters and spaces that are named at most."""
RARE = 3
"""Exponent by which a rare word counts more than several common ones."""
SHORTEST = 3
"""Letters from which a word counts."""
COMMON = 0.15
"""Share of the rules from which a word that stands in them tells nothing."""


class Touched(NamedTuple):
    """The ids of the rules that share words with a question, the nearest first, and the definitions that it names."""

    rules: tuple[str, ...]
    named: tuple[str, ...]

    def lines(self, book: Book, lang: str) -> Iterator[str]:
        """Yield that no ruling is known, each rule as an edition has it, and what is named."""
        say = load_phrases(lang).say
        yield say("answers", "no-ruling")
        for id in self.rules:
            yield f"{rule_texts(book, lang)[id]} [{id}]"
        if self.named:
            yield say("answers", "named", names=", ".join(name_of(book, key, lang) for key in self.named))


def touched(text: str, book: Book) -> Touched:
    """Return what the rules touch of a question in any of the four languages; nothing for words no rule has.

    Rare words count more than common ones; of a longer word the ending is left aside.

    >>> from talisman_nb.rules.book import open_book
    >>> "combat.standoff" in touched("can a stand-off be rerolled?", open_book()).rules
    True
    >>> touched("xyzzy", open_book())
    Touched(rules=(), named=())
    """
    wanted = [word for word in dict.fromkeys(words_of_text(text)) if len(word) >= SHORTEST]
    worths: Counter[str] = Counter()
    for word in wanted:
        having = [id for id, words in _words_of_rules().items() if _has(words, word)]
        if 0 < len(having) <= COMMON * len(rule_index()):
            worths.update(dict.fromkeys(having, round(100 * log(len(rule_index()) / len(having)) ** RARE)))
    rules = sorted(worths, key=lambda id: (-worths[id], id))[:MOST_RULES]
    named = [key for key, words in _words_of_names(book).items() if any(word in words for word in wanted)]
    return Touched(tuple(rules), tuple(named[:MOST_NAMED]))


def _has(words: frozenset[str], wanted: str) -> bool:
    """Whether some words have one that begins as the wanted one does without its ending."""
    begins = wanted[: max(SHORTEST + 1, len(wanted) - 2)]
    return wanted in words or any(word.startswith(begins) for word in words if abs(len(word) - len(wanted)) <= SHORTEST)


@cache
def _words_of_rules() -> dict[str, frozenset[str]]:
    """Return the words of each rule in the four languages, and those of its id."""
    return {
        id: frozenset(words_of_text(" ".join((id.replace(".", " "), *(found.text(lang) for lang in LANGUAGES)))))
        for id, found in rule_index().items()
    }


@cache
def _words_of_names(book: Book) -> dict[str, frozenset[str]]:
    """Return the longer words of each name of a card, character or space, in the four languages."""
    found: dict[str, frozenset[str]] = {}
    for key in (*cards_of(book), *spaces_of(book)):
        words = words_of_text(" ".join(name_of(book, key, lang) for lang in LANGUAGES))
        found[key] = frozenset(word for word in words if len(word) > SHORTEST)
    return found
