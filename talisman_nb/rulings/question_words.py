"""Words of a question: their stems, what they mean to players, how little they say, and which things they name."""

from __future__ import annotations

import difflib
import re
import tomllib
from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from math import sqrt
from threading import Lock
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
import snowballstemmer

from talisman_nb.model.data_folder import kept
from talisman_nb.rules.book import Book
from talisman_nb.rules.index import rule_index
from talisman_nb.text.find import cards_of, name_of
from talisman_nb.text.names import LANGUAGES, plain
from talisman_nb.text.pages.rule_page import rule_texts
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.screen.labels import spoken_names

from .case_types import Case, CaseWords
from .rulings_by_subject import words_played

MOST_KEPT = 1 << 16
"""Words whose stems are kept; what the program itself says has about a third of them."""
DIMENSIONS = 80
"""Numbers of a way: see `Nearness`."""
LIKELY, MOST_NEAR = 0.75, 3
"""Likeness from which a name is proposed for a word; names that are proposed at most."""
BETWEEN, MOST_BETWEEN = "*", 4
"""Mark of where others may come between words that mean something together; how many at most."""
LONGEST_NAME = 5
"""Words of the longest name."""
SHORTEST_NAME = 3
"""Letters from which the beginning of a name is understood."""


WordsOf = dict[str, dict[str, str]]


@cache
def asked_words() -> Mapping[str, CaseWords]:
    """Return how players ask about each ruling and rule of the program, by its id. Raises `ValueError`; cached."""
    return MappingProxyType(kept("asked", _asked_words, dict[str, CaseWords]))


def _asked_words() -> dict[str, CaseWords]:
    folder = files("talisman_nb.rulings") / "asked"
    found: dict[str, CaseWords] = {}
    for file in (folder / "rules.toml", *sorted((folder / "rulings").iterdir(), key=lambda file: file.name)):
        try:
            told = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), dict[str, CaseWords])
        except (msgspec.ValidationError, tomllib.TOMLDecodeError) as wrong:
            raise ValueError(f"{file.name}: {wrong}") from wrong
        if twice := told.keys() & found.keys():
            raise ValueError(f"{file.name}: [{min(twice)}] is told twice")
        found.update(told)
    return found


def words_file(name: str, shape: Any) -> Any:
    file = files("talisman_nb.rulings") / "asked" / name
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), shape)


@cache
def little_words(lang: str) -> frozenset[str]:
    """Return the words of a language that say little, without accents."""
    return frozenset(words_file("little_words.toml", WordsOf)["little"][lang].split())


@cache
def meanings(lang: str) -> Mapping[str, tuple[str, ...]]:
    """Return what the words of a language that players use alike mean, by stem."""
    found: dict[str, tuple[str, ...]] = {}
    for meaning, by_lang in words_file("synonyms.toml", WordsOf).items():
        for stem in {stem_of(plain(word), lang) for word in by_lang[lang].split()}:
            found[stem] = (*found.get(stem, ()), f"={meaning}")
    return found


FIGURES = ("strength", "craft")


@cache
def figure_words() -> Mapping[str, str]:
    """Return the figures by their names in all languages, without accents."""
    return {plain(load_phrases(lang).say("words", figure)): figure for figure in FIGURES for lang in LANGUAGES}


_STEMMING = Lock()
"""Held while a word is cut: a stemmer keeps the word it is at."""
STEMMERS = {"en": "english", "it": "italian", "fr": "french", "pl": "polish"}


@cache
def _stemmer(lang: str) -> Any:
    return snowballstemmer.stemmer(STEMMERS[lang])


@lru_cache(MOST_KEPT)
def stem_of(word: str, lang: str) -> str:
    """Return the stem of a word in small letters, without accents."""
    regular = _irregular(lang).get(plain(word), word)
    with _STEMMING:
        return plain(_stemmer(lang).stemWord(regular))


@cache
def _irregular(lang: str) -> Mapping[str, str]:
    """Return the words of which a form, without accents, is one that no stem tells."""
    words = [each.split() for each in words_file("little_words.toml", WordsOf)["irregular"][lang].split(",")]
    return {plain(form): word for word, *forms in words for form in forms}


@cache
def _together(lang: str) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """Return the words that mean something else together, by the stem of the first: one that means it, and the others.

    Where others may come between two of them there is `BETWEEN`.
    """
    found: dict[str, tuple[tuple[str, ...], ...]] = {}
    for each in words_file("little_words.toml", WordsOf)["together"][lang].split(","):
        meant, first, *others = each.split()
        stem = stem_of(first, lang)
        found[stem] = (*found.get(stem, ()), (meant, *others))
    return found


def read_together(words: Sequence[str], lang: str) -> list[str]:
    """Return the words of a question, those that mean something together as the one that says it.

    >>> read_together(["is", "a", "draw", "lost"], "en")
    ['is', 'standoff', 'lost']
    >>> read_together(["who", "puts", "the", "sword", "down"], "en")
    ['who', 'drop', 'the', 'sword']
    """
    said: list[str | None] = [*words]
    for at, word in enumerate(words):
        meant = (each for stem in stems_of(word, lang) for each in _together(lang).get(stem, ()) if said[at] == word)
        for one, *others in meant:
            if places := _places_of(others, words, at + 1):
                said[at] = one
                for place in places:
                    said[place] = None
                break
    return [word for word in said if word is not None]


def _places_of(others: Sequence[str], words: Sequence[str], at: int) -> list[int]:
    """Return where words stand, the first at a place or, after `BETWEEN`, a little later; [] if one is missing."""
    found, most = list[int](), 0
    for other in others:
        if other == BETWEEN:
            most = MOST_BETWEEN
            continue
        place = next((n for n in range(at, min(at + most, len(words) - 1) + 1) if plain(words[n]) == other), -1)
        if place < 0:
            return []
        found.append(place)
        at, most = place + 1, 0
    return found


@lru_cache(MOST_KEPT)
def stems_of(word: str, lang: str) -> tuple[str, ...]:
    """Return the stems of a word in small letters, as it is written and without its accents, which many leave out."""
    return tuple({stem_of(word, lang), stem_of(plain(word), lang)})


def split_words(text: str) -> list[str]:
    """Return the words of a text in small letters; of one with hyphens its parts, then the whole without them.

    >>> split_words("a Stand-off?")
    ['a', 'stand', 'off', 'standoff']
    """
    found: list[str] = []
    for word in re.findall(r"\w+(?:-\w+)*", text.casefold()):
        parts = word.split("-")
        found += [*parts, "".join(parts)] if len(parts) > 1 else parts
    return found


@lru_cache(MOST_KEPT)
def _terms(word: str, lang: str) -> tuple[str, ...]:
    """Return what a word of a text is found by: its stems in its language, and what it means to players."""
    stems = stems_of(word, lang)
    return (*(f"{lang}:{stem}" for stem in stems), *(one for stem in stems for one in meanings(lang).get(stem, ())))


def terms_of(texts: Iterable[tuple[str, str]]) -> frozenset[str]:
    """Return the terms of texts, each with its language."""
    return frozenset(term for lang, text in texts for word in split_words(text) for term in _terms(word, lang))


class Nearness(msgspec.Struct, frozen=True):
    """Ways of terms, and of rulings and rules, among all that players mean, in as many numbers as `DIMENSIONS`.

    Terms that stand beside the same others, in whichever language, have ways that are alike, so that a question finds
    what has none of its words. `terms`: what a term's numbers are multiplied by, and the numbers, one byte each;
    `documents`: the numbers of a ruling or rule by its key. Made from the texts by `tests/nearness_anew.py`.
    """

    terms: dict[str, tuple[float, bytes]]
    documents: dict[str, bytes]


@cache
def nearness() -> Nearness:
    """Return the ways of all terms and documents of the program; cached."""
    file = files("talisman_nb.rulings") / "asked" / "nearness.msgpack"
    return msgspec.msgpack.decode(file.read_bytes(), type=Nearness)


def way_of(terms: Iterable[tuple[str, float]]) -> tuple[float, ...]:
    """Return the way of terms, each with its weight, of length 1; () if none of them has one."""
    summed, known = [0.0] * DIMENSIONS, nearness().terms
    for term, weight in terms:
        if term in known:
            scale, numbers = known[term]
            summed = [n + weight * scale * m for n, m in zip(summed, array("b", numbers), strict=True)]
    return _of_length_1(summed)


def way_of_document(key: str, fields: Mapping[str, frozenset[str]]) -> tuple[float, ...]:
    """Return the way of a ruling or rule; of one that is none of the program's by the terms of its fields."""
    if numbers := nearness().documents.get(key):
        return _of_length_1(array("b", numbers))
    return way_of((term, 1.0) for term in frozenset().union(*fields.values()))


def _of_length_1(numbers: Sequence[float]) -> tuple[float, ...]:
    length = sqrt(sum(n * n for n in numbers))
    return tuple(n / length for n in numbers) if length else ()


class Names(NamedTuple):
    """The keys of cards, characters and spaces by each form of their names, as its words without accents.

    `by_part`: those of names of several words by a word that no other name has.
    """

    by_form: Mapping[tuple[str, ...], frozenset[str]]
    by_part: Mapping[str, frozenset[str]]

    def named(self, text: str) -> frozenset[str]:
        """Return the terms of what a text names."""
        return frozenset().union(*self.at(split_words(text)).values())

    def at(self, words: Sequence[str], parts: bool = False) -> dict[int, frozenset[str]]:
        """Return the terms of what words in small letters name, by the place of each word of a name.

        `parts`: also by a word that only one name has, as is enough where nothing but names is said.
        """
        keys = self.keys_at(words)
        if parts:
            bare = [plain(word) for word in words]
            keys = {at: self.by_part[word] for at, word in enumerate(bare) if word in self.by_part} | keys
        return {at: frozenset(f"#{bare_key(key)}" for key in each) for at, each in keys.items()}

    def keys_at(self, words: Sequence[str]) -> dict[int, frozenset[str]]:
        """Return the keys of what words in small letters name, by the place of each word of a name."""
        bare, found, at = [plain(word) for word in words], dict[int, frozenset[str]](), 0
        while at < len(bare):
            sizes = range(min(LONGEST_NAME, len(bare) - at), 0, -1)
            size = next((n for n in sizes if tuple(bare[at : at + n]) in self.by_form), 0)
            if size:
                found.update(dict.fromkeys(range(at, at + size), self.by_form[tuple(bare[at : at + size])]))
            at += size or 1
        return found

    def keys(self, text: str) -> tuple[str, ...]:
        """Return the keys of what a text names, in alphabetical order."""
        terms = self.named(text)
        return tuple(sorted({key for keys in self.by_form.values() for key in keys if f"#{bare_key(key)}" in terms}))


def bare_key(key: str) -> str:
    """Return a key as situations write it: `elf` for `character.elf`, `axe` for `purchase/axe`."""
    return re.split(r"[./]", key)[-1]


@cache
def names_of(book: Book) -> Names:
    """Return the names of a book; cached."""
    found: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for lang in LANGUAGES:
        for form, key in spoken_names(book, lang).items():
            if key:
                found[tuple(plain(word) for word in split_words(form))].add(key)
    parts: dict[str, set[str]] = defaultdict(set)
    for words, keys in found.items():
        for word in words if len(words) > 1 else ():
            parts[word] |= keys
    alone = {word: frozenset(keys) for word, keys in parts.items() if len(keys) == 1 and len(word) > SHORTEST_NAME}
    return Names({words: frozenset(keys) for words, keys in found.items()}, alone)


def near_cards(words: Sequence[str], book: Book, kind: str) -> tuple[str, ...]:
    """Return the names of characters, or of other cards for "", that words may be slips of the finger for."""
    keys = [key for key in cards_of(book) if key.startswith("character.") == bool(kind)]
    names = {plain(name_of(book, key, lang)): key for key in keys for lang in LANGUAGES}
    found = (near for word in words for near in difflib.get_close_matches(word, sorted(names), MOST_NEAR, LIKELY))
    meant: dict[str, str] = {}
    for near in found:
        meant.setdefault(names[near], near)
    return tuple(name for key, near in meant.items() for name in _written(book, key, near))[:MOST_NEAR]


def _written(book: Book, key: str, bare: str) -> list[str]:
    """Return the name of a definition that has these letters without accents."""
    return [name for lang in LANGUAGES if plain(name := name_of(book, key, lang)) == bare][:1]


# --- texts in which questions are looked for ---

Fields = Mapping[str, frozenset[str]]
"""Terms of a ruling or rule by field."""


def fields_of_case(case: Case, names: Names) -> Fields:
    """Return the terms of a ruling."""
    asks = [(lang, case.asks(lang)) for lang in LANGUAGES]
    words = None if case.book and case.id not in asked_words() else asked_words().get(case.id)
    return {
        "asks": terms_of(asks),
        "about": frozenset(name for _, text in asks for name in names.named(text)),
        "played": frozenset(f"#{key}" for key in words_played(case)),
        "decides": terms_of((lang, case.decides(lang, one)) for one in _decided_in(case) for lang in LANGUAGES),
        "asked": terms_of((lang, getattr(words, lang)) for lang in LANGUAGES) if words else frozenset(),
    }


def _decided_in(case: Case) -> tuple[str, ...]:
    return ("",) if case.book else case.holds_in


def fields_of_rule(id: str, book: Book, names: Names) -> Fields:
    """Return the terms of a rule, as it stands in a book."""
    found, words = rule_index()[id], asked_words().get(id)
    texts = [(lang, found.text(lang)) for lang in LANGUAGES]
    says = [(lang, rule_texts(book, lang)[id]) for lang in LANGUAGES]
    says += [(lang, found.decision.text(lang)) for lang in LANGUAGES if found.decision]
    return {
        "asks": terms_of((*texts, ("en", id))),
        "about": frozenset(name for _, text in texts for name in names.named(text)),
        "decides": terms_of(says),
        "asked": terms_of((lang, getattr(words, lang)) for lang in LANGUAGES) if words else frozenset(),
    }
