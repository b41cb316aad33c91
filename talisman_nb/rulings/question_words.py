"""Words of a question: their stems, what they mean to players, how little they say, and which things they name."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from threading import Lock
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
import snowballstemmer

from talisman_nb.rules.book import Book
from talisman_nb.text.names import LANGUAGES, plain
from talisman_nb.text.screen.labels import spoken_names

from .case_types import CaseWords

MOST_KEPT = 1 << 16
"""Words whose stems are kept; what the program itself says has about a third of them."""
LONGEST_NAME = 5
"""Words of the longest name."""


@cache
def asked_words() -> Mapping[str, CaseWords]:
    """Return how players ask about each ruling and rule of the program, by its id. Raises `ValueError`; cached."""
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
    return MappingProxyType(found)


def _words_file(name: str) -> dict[str, dict[str, str]]:
    file = files("talisman_nb.rulings") / "asked" / name
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), dict[str, dict[str, str]])


@cache
def little_words(lang: str) -> frozenset[str]:
    """Return the words of a language that say little, without accents."""
    return frozenset(_words_file("little_words.toml")["little"][lang].split())


@cache
def meanings(lang: str) -> Mapping[str, tuple[str, ...]]:
    """Return what the words of a language that players use alike mean, by stem."""
    found: dict[str, tuple[str, ...]] = {}
    for meaning, by_lang in _words_file("synonyms.toml").items():
        for stem in {stem_of(plain(word), lang) for word in by_lang[lang].split()}:
            found[stem] = (*found.get(stem, ()), f"={meaning}")
    return found


_STEMMING = Lock()
"""Held while a word is cut: a stemmer keeps the word it is at."""
STEMMERS = {"en": "english", "it": "italian", "fr": "french", "pl": "polish"}


@cache
def _stemmer(lang: str) -> Any:
    return snowballstemmer.stemmer(STEMMERS[lang])


@lru_cache(MOST_KEPT)
def stem_of(word: str, lang: str) -> str:
    """Return the stem of a word in small letters, without accents."""
    with _STEMMING:
        return plain(_stemmer(lang).stemWord(word))


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


class Names(NamedTuple):
    """The keys of cards, characters and spaces by each form of their names, as its words without accents."""

    by_form: Mapping[tuple[str, ...], frozenset[str]]

    def named(self, text: str) -> frozenset[str]:
        """Return the terms of what a text names."""
        return frozenset().union(*self.at(split_words(text)).values())

    def at(self, words: Sequence[str]) -> dict[int, frozenset[str]]:
        """Return the terms of what words in small letters name, by the place of each word of a name."""
        bare, found, at = [plain(word) for word in words], dict[int, frozenset[str]](), 0
        while at < len(bare):
            sizes = range(min(LONGEST_NAME, len(bare) - at), 0, -1)
            size = next((n for n in sizes if tuple(bare[at : at + n]) in self.by_form), 0)
            keys = self.by_form[tuple(bare[at : at + size])] if size else frozenset()
            found.update(dict.fromkeys(range(at, at + size), frozenset(f"#{bare_key(key)}" for key in keys)))
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
    return Names({form: frozenset(keys) for form, keys in found.items()})
