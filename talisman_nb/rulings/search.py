"""Finds rulings by words in any language, by rule ids, and by what a case touched."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from math import log
from typing import NamedTuple

from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.index import rule_index
from talisman_nb.rules.layers import with_known_cards
from talisman_nb.text.find import cards_of, name_of, spaces_of
from talisman_nb.text.names import LANGUAGES, plain
from talisman_nb.text.pages.rule_page import rule_texts
from talisman_nb.text.phrases import load_phrases

from .case_types import Case
from .cases import cases_of
from .rulings_by_subject import words_played

NAMED, ASKED, PLAYED, DECIDED = 8, 4, 2, 1
"""Worth of a word found in the name of what a ruling asks about or in its ids; in its question; in the name of what
is merely played in it; in its decision."""
WHOLE = 2
"""Factor of the worth of a word that is found whole, not only as the beginning of another."""


Fields = tuple[tuple[frozenset[str], int], ...]
"""Sets of words of a ruling with the worth of a word found in each."""


class Hit(NamedTuple):
    """A ruling that was found, and how well it fits: the higher the better."""

    case: Case
    worth: int


def found_rulings(text: str, book: Book | None = None, own: Mapping[str, Case] | None = None) -> tuple[Hit, ...]:
    """Return the rulings that have every word of a text, the best first; () for a text without words.

    Parameters
    ----------
    text
        Words, or beginnings of words, in any of the four languages, without accents; the id of a ruling finds it alone.
    book
        The one whose layers' rulings are searched too, and whose edition's rulings come first; None is the usual one.
    own
        Rulings besides, by id.

    Returns
    -------
    tuple[Hit, ...]
        Each ruling, and how well it fits.

    Examples
    --------
    >>> [hit.case.id for hit in found_rulings("święty graal")]
    ['grail-refused', 'second-grail', 'forbidden-taken', 'w23']
    >>> found_rulings("combat.fate-order")[0].case.id
    'fate-order'
    """
    known = {**cases_of(book or open_book()), **(own or {})}
    if text.strip() in known:
        return (Hit(known[text.strip()], NAMED),)
    wanted = words_of_text(text)
    at = book or open_book()
    words = {**_index(at), **{id: _fields(case, at.edition) for id, case in (own or {}).items()}}
    hits = (Hit(case, _worth(wanted, words[id])) for id, case in known.items())
    elsewhere = book is not None and text.strip() not in rule_index()  # the id of a rule finds what names it first
    order = sorted((hit for hit in hits if hit.worth), key=lambda hit: -hit.worth)
    return tuple(sorted(order, key=lambda hit: elsewhere and not in_force(hit.case, at)))


def in_force(case: Case, book: Book) -> bool:
    """Return whether a ruling holds in the edition of a book; one of a layer does."""
    return bool(case.book) or any(book.edition in (one, with_known_cards(one)) for one in case.holds_in)


def words_of_text(text: str) -> tuple[str, ...]:
    """Return the words of a text as they are compared; an id such as `combat.fate-order` is one word.

    >>> words_of_text("L'Épée sacrée, combat.win")
    ('l', 'epee', 'sacree', 'combat.win')
    """
    return tuple(re.findall(r"\w+(?:[.-]\w+)*", plain(text)))


def _worth(wanted: Iterable[str], fields: Fields) -> int:
    """Return how well a case fits all the words wanted, 0 if it lacks one or none is wanted."""
    worths = [max((_word_worth(word, words) * worth for words, worth in fields), default=0) for word in wanted]
    return sum(worths) if all(worths) else 0


def _word_worth(wanted: str, words: frozenset[str]) -> int:
    if wanted in words:
        return WHOLE
    return int(any(word.startswith(wanted) for word in words))


@cache
def _index(book: Book) -> Mapping[str, Fields]:
    """Return the words of all cases of a book. Cached: reading them takes a second."""
    return {id: _fields(case, book.edition) for id, case in cases_of(book).items()}


def _fields(case: Case, edition: str) -> Fields:
    """Return the words of a case with their worth."""
    names = _names(edition)
    asked = [" ".join(words_of_text(case.asks(lang))) for lang in LANGUAGES]
    played = [names[key] for key in words_played(case) if key in names]
    about = [those for those in played if any(f" {name}" in f" {each}" for name in those for each in asked)]
    ids = (case.id, *case.rules, *(part for rule in case.rules for part in rule.split(".")))
    return (
        (_words((*ids, *(name for those in about for name in those))), NAMED),
        (_words(asked), ASKED),
        (_words(name for those in played for name in those), PLAYED),
        (_words(_decision_texts(case)), DECIDED),
    )


def _decision_texts(case: Case) -> Iterator[str]:
    """Yield the decision in every language and every edition it holds in."""
    for edition in case.holds_in if not case.book else ("",):
        yield from (case.decides(lang, edition) for lang in LANGUAGES)


def _words(texts: Iterable[str]) -> frozenset[str]:
    """Return the words of texts, those with a hyphen or apostrophe also in their parts."""
    whole = {word for text in texts for word in words_of_text(text)}
    return frozenset(whole | {part for word in whole if "." not in word for part in word.split("-")})


@cache
def _names(edition: str) -> Mapping[str, tuple[str, ...]]:
    """Return the names in every language of each definition of a book, by the bare key that situations use. Cached."""
    book = open_book(edition)
    return {
        re.split(r"[./]", key)[-1]: tuple(dict.fromkeys(plain(name_of(book, key, lang)) for lang in LANGUAGES))
        for key in (*cards_of(book), *spaces_of(book))
    }


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


def find_touched(text: str, book: Book) -> Touched:
    """Return what the rules touch of a question in any of the four languages; nothing for words no rule has.

    Rare words count more than common ones; of a longer word the ending is left aside.

    >>> from talisman_nb.rules.book import open_book
    >>> "combat.standoff" in find_touched("can a stand-off be rerolled?", open_book()).rules
    True
    >>> find_touched("xyzzy", open_book())
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
