"""Finds rulings and rules by what people ask, in words of their own and in any of the four languages.

A question is cut into words and these into stems; words that mean the same to players, names in any form, beginnings of
words and slips of the finger are understood. A ruling or rule is compared by its own texts and by how players ask it
(`asked/`): each field of it has its weight, and a word counts the more, the fewer have it.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from itertools import islice, takewhile
from math import log
from operator import mul
from typing import Any, NamedTuple

from talisman_nb.model.data_folder import kept
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.index import rule_index
from talisman_nb.rules.layers import with_known_cards
from talisman_nb.text.find import name_of
from talisman_nb.text.names import LANGUAGES, edition_name, plain
from talisman_nb.text.pages.rule_page import rule_texts
from talisman_nb.text.phrases import load_phrases

from .case_types import Case
from .cases import cases_of
from .own_rulings import own_rulings
from .question_words import (
    Fields,
    Names,
    fields_of_case,
    fields_of_rule,
    little_words,
    meanings,
    names_of,
    read_together,
    split_words,
    stem_of,
    stems_of,
    way_of,
    way_of_document,
)
from .rulings_by_subject import RULING

WEIGHTS = {"asked": 3.0, "asks": 5.0, "decides": 1.2, "about": 1.0, "played": 1.0}
"""Weight of a word by field: how players ask, question or rule, decision, names in a question, names in its play."""
LENGTH, ENOUGH, RARITY = 0.7, 8.0, 0.8
"""Share by which a word counts less in a field that is longer than usual, 0 to 1; sum of the weights of a word at which
it has half of its worth; exponent of the rarity of a word."""
LITTLE, ALIKE, NAME, SLIP, BEGUN = 0.5, 0.8, 0.3, 0.6, 0.5
"""Factors of a word that says little, of another that means the same, of a name as such, of a word that is written
otherwise, of one that begins as what was typed."""
OF_RULE, OF_RULING = 0.3, 0.2
"""Share of the worth of its first rule that a ruling has besides, and of the best of such rulings that the rule has."""
ELSEWHERE, RULE, HOUSE = 0.5, 0.95, 0.7
"""Factor of a ruling that does not hold in the edition that is played, of a rule beside rulings, of a house rule."""
MEANT = 0.08  # worth of what means just the same in other words, beside shares of the words
ABSENT, OTHER = 0.9, 0.9  # factors of what is about a card that isn't named, and that has nothing that is named
CUT, MOST_NEAR = 0.45, 8
"""Share of the worth of the best from which others are found that do not have every word, and how many at most."""
SURE, HEARD = 0.055, 0.5
"""Shares of what a question's words are worth that the best must have, and that are known, to be said to answer it."""
NEAR = 0.06
"""Worth from which something is near what nothing answers. Of the questions the weights were found by, a right ruling
has 0.070 at least there; whatever is found for three of five about what the program doesn't know, 0.056 at most."""
MOST_NAMED, NEAREST = 6, 3
"""Cards, characters and spaces that are named at most; rulings, and rules, where nothing answers a question."""
MORE_KNOWN, MORE_KNOWN_OF_WORD = 1.01, 0.3
"""Words of a question that another language than the likely one must know more, at most, and of each of its words."""
SHORTEST, WRITTEN_OTHERWISE = 3, 5
"""Letters from which a beginning, and a slip of the finger, are understood."""
MOST_BEGUN, SLIPS, CLOSE = 12, 3, 0.8
"""Words that are tried at most for a beginning; for one written otherwise, which is also a letter more than they are
longer; their likeness."""


class Hit(NamedTuple):
    """A ruling or rule that was found: the key of its page, the ruling or None for a rule, and how well it fits."""

    key: str
    case: Case | None
    worth: float


class Answers(NamedTuple):
    """Rulings and rules that were found for a question, the best first.

    `sure`: whether the first of it answers, or is merely near; `named`: the keys of what the question names.
    """

    hits: tuple[Hit, ...]
    sure: bool
    named: tuple[str, ...] = ()

    @property
    def cases(self) -> tuple[Case, ...]:
        """Return the rulings among them."""
        return tuple(hit.case for hit in self.hits if hit.case)

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the ids of the rules among them."""
        return tuple(hit.key for hit in self.hits if not hit.case)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show in a notebook what was found, a line each, in the language of `TALISMAN_NB_LANG`."""
        printer.text("\n".join(self.lines(open_book(), os.environ.get("TALISMAN_NB_LANG") or "en")))

    def lines(self, book: Book, lang: str, *, rulings: bool = True) -> Iterator[str]:
        """Yield a line for what was found, rulings if wanted; before, unless it answers, that; then what is named."""
        say = load_phrases(lang).say
        if not self.sure:
            yield say("answers", "no-ruling" if self.hits else "nothing-near")
        yield from (told(hit, book, lang) for hit in self.hits if rulings or not hit.case)
        if self.named and not self.sure:
            yield say("answers", "named", names=", ".join(name_of(book, key, lang) for key in self.named))


def told(hit: Hit, book: Book, lang: str) -> str:
    """Return what was found in a line, with its key; of a ruling of another edition with that."""
    if not (case := hit.case):
        return f"{rule_texts(book, lang)[hit.key]} [{hit.key}]"
    decided = case.decides(lang, book.rules_of if book.rules_of in case.holds_in else "")
    return f"{asked_where(case, book, lang)} {decided} [{hit.key}]"


def asked_where(case: Case, book: Book, lang: str) -> str:
    """Return the question of a ruling, marked as a reader's own, or with its edition where it isn't that of a book."""
    own = load_phrases(lang).say("answers", "own-ruling") if case.id not in cases_of(book) else ""
    mark = own or ("" if in_force(case, book) else edition_name(open_book(case.own_edition), lang))
    return f"{case.asks(lang)} ({mark})" if mark else case.asks(lang)


def in_force(case: Case, book: Book) -> bool:
    """Return whether a ruling holds in the edition of a book; one of a layer does."""
    return bool(case.book) or any(book.edition in (one, with_known_cards(one)) for one in case.holds_in)


def find_answers(
    text: str, book: Book | None = None, own: Mapping[str, Case] | None = None, lang: str = "en"
) -> Answers:
    """Return the rulings and rules that answer a question, the best first; where none does what is near, said to be so.

    Parameters
    ----------
    text
        A question or words of it, in any of the four languages, or the id of a ruling or rule: a ruling is found alone,
        a rule before all rulings that name it.
    book
        The one whose layers' rulings are searched too, and whose edition's come before others; None is the usual one.
    own
        Rulings besides, by id; None are the reader's own.
    lang
        The language in which the question is likely to be asked.

    Returns
    -------
    Answers
        What was found; nothing for a text of which no word is known, or that nothing comes near.

    Examples
    --------
    >>> find_answers("someone takes my mule, do the objects go too").hits[0].key
    'ruling.w4'
    >>> find_answers("xyzzy")
    Answers(hits=(), sure=False, named=())
    """
    at, own = book or open_book(), own_rulings()[0] if own is None else own
    known = {**cases_of(at), **own}
    asked = text.strip().removeprefix(RULING)
    if asked in known:
        return Answers((Hit(f"{RULING}{asked}", known[asked], 1.0),), True)
    if asked in rule_index():
        naming = sorted((one for one in known.values() if asked in one.rules), key=lambda one: one.rules[0] != asked)
        return Answers((Hit(asked, None, 1.0), *(Hit(f"{RULING}{case.id}", case, 1.0) for case in naming)), True)
    ours = [_of_case(case, at, fields_of_case(case, names_of(at))) for case in own.values()]
    found = index_of(at).answers(text, lang, ours)
    return found._replace(named=names_of(at).keys(text)[:MOST_NAMED])


def found_rulings(
    text: str, book: Book | None = None, own: Mapping[str, Case] | None = None, lang: str = "en"
) -> tuple[Hit, ...]:
    """Return the rulings among what answers a question, the best first.

    Parameters
    ----------
    text, book, own, lang
        As `find_answers` takes them.

    Returns
    -------
    tuple[Hit, ...]
        Each of them.

    Examples
    --------
    >>> found_rulings("święty graal")[0].case.id
    'w23'
    >>> found_rulings("combat.fate-order")[0].case.id
    'fate-order'
    """
    return tuple(hit for hit in find_answers(text, book, own, lang).hits if hit.case)


class Document(NamedTuple):
    """A ruling, or a rule (`case` None), with the terms of each field; `first`: the rule that a ruling names first.

    `elsewhere`: whether the ruling holds in other editions only.
    """

    key: str
    case: Case | None
    fields: Mapping[str, frozenset[str]]
    factor: float
    first: str = ""
    elsewhere: bool = False

    def fits(self, named: frozenset[str]) -> float:
        """Return the factor of what a question names: less for one about other things, or that has none of them."""
        about, played = self.fields["about"], self.fields.get("played", frozenset())
        other = bool(named) and named.isdisjoint(about | played)
        return (ABSENT if about and about.isdisjoint(named) else 1) * (OTHER if other else 1)


def _of_case(case: Case, book: Book, fields: Fields) -> Document:
    elsewhere, first = not in_force(case, book), next(iter(case.rules), "")
    factor = (ELSEWHERE if elsewhere else 1) * (_of_house(first) if first else 1)
    return Document(f"{RULING}{case.id}", case, fields, factor, first, elsewhere)


def _of_house(id: str) -> float:
    return HOUSE if rule_index()[id].has("house") else 1.0


@cache
def index_of(book: Book) -> Index:
    """Return the index of a book. Cached: without what is kept of it the first takes a second."""
    names, known = names_of(book), cases_of(book)

    def read() -> dict[str, Fields]:
        rulings = {id: fields_of_case(case, names) for id, case in known.items()}
        return {**rulings, **{f"rule {id}": fields_of_rule(id, book, names) for id in rule_index()}}

    shape = dict[str, dict[str, frozenset[str]]]
    found = kept("questions", read, shape, [book.id, book.edition]) if book.of_program else read()
    cases = [_of_case(case, book, found[id]) for id, case in known.items()]
    rules = (Document(id, None, found[f"rule {id}"], RULE * _of_house(id)) for id in rule_index())
    return Index([*cases, *rules], names)


class Index:
    """Terms of rulings and rules, with how well each fits, and the words that are known of each language."""

    def __init__(self, documents: Iterable[Document], names: Names) -> None:
        self.documents = {one.key: one for one in documents}
        self.names = names
        having = Counter(term for one in self.documents.values() for term in frozenset().union(*one.fields.values()))
        size = len(self.documents)
        self.rarity = {term: log(1 + (size - n + 0.5) / (n + 0.5)) ** RARITY for term, n in having.items()}
        self._unheard = max(self.rarity.values())
        sizes = {name: [len(one.fields.get(name, ())) for one in self.documents.values()] for name in WEIGHTS}
        self._usual = {name: sum(each) / size for name, each in sizes.items()}
        self._having = self._weighed(self.documents.values())
        self._known = {lang: {term[3:] for term in having if term[:3] == f"{lang}:"} for lang in LANGUAGES}
        self._sorted = {lang: sorted(known) for lang, known in self._known.items()}
        self._ways = {key: way_of_document(key, one.fields) for key, one in self.documents.items()}

    def _weighed(self, documents: Iterable[Document]) -> dict[str, dict[str, float]]:
        """Return how well documents fit each term, by key."""
        sums: dict[str, dict[str, float]] = defaultdict(dict)
        for one in documents:
            for name, terms in one.fields.items():
                length = 1 - LENGTH + LENGTH * len(terms) / (self._usual[name] or 1)
                weight = WEIGHTS[name] if name in ("about", "played") else WEIGHTS[name] / length
                for term in terms:
                    sums[term][one.key] = sums[term].get(one.key, 0) + weight
        return {
            term: {key: self.rarity.get(term, 0) * n / (n + ENOUGH) for key, n in keys.items()}
            for term, keys in sums.items()
        }

    def answers(self, text: str, lang: str, own: list[Document]) -> Answers:
        """Return what answers a text that is asked in some language, perhaps in `lang`; `own`: rulings besides."""
        documents = {**self.documents, **{one.key: one for one in own}}
        having = (self._having, self._weighed(own)) if own else (self._having,)
        worths: dict[str, float] = defaultdict(float)
        had: dict[str, float] = defaultdict(float)
        said, asked, unknown = list[tuple[str, float]](), 0.0, 0.0
        for alternatives in self._alternatives(text, lang):
            most = max((self.rarity.get(term, 0) * factor for term, factor in alternatives), default=0)
            best: dict[str, float] = {}
            for term, factor in alternatives:
                for each in having:
                    for key, worth in each.get(term, {}).items():
                        if worth * factor > best.get(key, 0):
                            best[key] = worth * factor
            for key, worth in best.items():
                worths[key] += worth
                had[key] += most
            said += alternatives
            asked += most
            unknown += 0 if alternatives else self._unheard
        if not worths:
            return Answers((), False)
        plainly = {key: worth * had[key] / asked for key, worth in worths.items()}
        found = _together(plainly, documents)
        heard, way = asked + unknown, way_of((term, factor * self.rarity.get(term, 0)) for term, factor in said)
        ways = self._ways | {one.key: way_of_document(one.key, one.fields) for one in own}
        named = frozenset(term for term, _ in said if term[0] == "#")
        fits = {
            key: (found.get(key, 0) / heard + MEANT * one.factor * sum(map(mul, way, ways[key]))) * one.fits(named)
            for key, one in documents.items()
        }
        hits = [Hit(key, documents[key].case, fits[key]) for key in sorted(fits, key=lambda key: (-fits[key], key))]
        sure = max(found.values()) >= SURE * heard and asked >= HEARD * heard
        if sure:
            near = [hit for hit in hits if hit.worth >= CUT * hits[0].worth][:MOST_NEAR]
            whole = [*near, *(hit for hit in hits[len(near) :] if had[hit.key] >= asked)]
            ranks = {key: (one not in own, one.elsewhere) for key, one in documents.items()}
            return Answers(tuple(sorted(whole, key=lambda hit: ranks[hit.key])), True)
        near = [hit for hit in hits if hit.worth >= NEAR]
        nearest = {hit.key for of in (True, False) for hit in islice((h for h in near if bool(h.case) is of), NEAREST)}
        return Answers(tuple(hit for hit in near if hit.key in nearest), False)

    def _alternatives(self, text: str, lang: str) -> Iterator[list[tuple[str, float]]]:
        """Yield for each word of a text, and each thing it names, the terms that it may mean, each with its factor."""
        words = split_words(text)
        spoken = self._language(words, lang)
        words = read_together(words, spoken)
        named = self.names.at(words, all(plain(word) not in little_words(spoken) for word in words))
        yield from ([(name, NAME)] for name in sorted(frozenset().union(*named.values())))
        for at, word in enumerate(words):
            if word in words[:at]:
                continue
            little = LITTLE if plain(word) in little_words(spoken) else 1.0
            stems = [(stem, 1.0) for stem in stems_of(word, spoken) if stem in self._known[spoken]]
            if not stems:
                stems = self._alike(plain(word), spoken)
            elif at == len(words) - 1:  # perhaps it goes on
                stems += [(stem, BEGUN) for stem in self._begun(plain(word), spoken)]
            meant = {one for stem in (*stems_of(word, spoken), *dict(stems)) for one in meanings(spoken).get(stem, ())}
            yield [
                *((f"{spoken}:{stem}", factor * little) for stem, factor in stems),
                *((one, ALIKE * little) for one in meant),
                *((name, NAME) for name in named.get(at, ())),
            ]

    def _language(self, words: Sequence[str], lang: str) -> str:
        """Return the language that knows most of the words; `lang` if others know hardly more."""
        usual = min(MORE_KNOWN, MORE_KNOWN_OF_WORD * len(words))
        known = {each: sum(self._knows(word, each) for word in words) for each in LANGUAGES}
        return max(LANGUAGES, key=lambda each: known[each] + (usual if each == lang and known[each] else 0))

    def _knows(self, word: str, lang: str) -> float:
        """Return 1 for a word of a language, 0.5 for what may begin one, else 0."""
        if plain(word) in little_words(lang) or self.has(word, lang):
            return 1
        return 0.5 if any(self._begun(plain(word), lang)) else 0

    def has(self, word: str, lang: str) -> bool:
        """Return whether a word stands, in some form, in the rulings and rules in a language."""
        return not self._known[lang].isdisjoint(stems_of(word, lang))

    def _alike(self, word: str, lang: str) -> list[tuple[str, float]]:
        """Return the known stems that an unknown word begins, else those that it may be a slip of the finger for."""
        if begun := [(stem, BEGUN) for stem in self._begun(word, lang)]:
            return begun
        if len(word) < WRITTEN_OTHERWISE:
            return []
        stem = stem_of(word, lang)
        near = [one for one in self._known[lang] if one[0] == stem[0] and abs(len(one) - len(stem)) < SLIPS]
        return [(one, SLIP) for one in get_close_matches(stem, sorted(near), n=SLIPS, cutoff=CLOSE)]

    def _begun(self, word: str, lang: str) -> Iterator[str]:
        """Yield the known stems that begin as a word, not the word itself."""
        if len(word) >= SHORTEST:
            known = self._sorted[lang]
            begun = takewhile(lambda stem: stem.startswith(word), islice(known, bisect_left(known, word), None))
            yield from islice((stem for stem in begun if stem != word), MOST_BEGUN)


def _together(worths: Mapping[str, float], documents: Mapping[str, Document]) -> dict[str, float]:
    """Return what rulings and rules are worth with each other's help, by key, and by how much each kind counts."""
    helped, of_rulings = dict[str, float](), dict[str, float]()
    for key, worth in worths.items():
        if first := documents[key].first:
            of_rulings[first] = max(of_rulings.get(first, 0), worth)
    for key, worth in worths.items():
        more = OF_RULE * worths.get(documents[key].first, 0) + OF_RULING * of_rulings.get(key, 0)
        helped[key] = (worth + more) * documents[key].factor
    return helped
