"""Words of a question: their stems, what they mean to players, how little they say, and which things they name."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib.resources import files
from threading import Lock
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
import snowballstemmer

from talisman_nb.model.data_folder import kept
from talisman_nb.rules.book import Book
from talisman_nb.rules.index import rule_index
from talisman_nb.text.find import find_card, find_space, name_of
from talisman_nb.text.names import LANGUAGES, plain
from talisman_nb.text.pages.rule_page import rule_texts
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.screen.labels import spoken_names

from .case_types import Case, CaseWords
from .rulings_by_subject import words_played

MOST_KEPT = 1 << 16
"""Words whose stems are kept; what the program itself says has about a third of them."""
LONGEST_NAME = 5
"""Words of the longest name."""
MOST_OF = 0.75
"""Share of the words of a question that a text about the same has at least."""
MORE_READ = 1.01
"""Words of a question that another language than the likely one must know more."""
SHORTEST_SLIP, SLIP = 6, 0.85
"""Letters of a stem from which a slip of the finger in a name is understood, and how alike it must be."""
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


def _words_file(name: str, shape: Any) -> Any:
    file = files("talisman_nb.rulings") / "asked" / name
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), shape)


@cache
def little_words(lang: str) -> frozenset[str]:
    """Return the words of a language that say little, without accents."""
    return frozenset(_words_file("little_words.toml", WordsOf)["little"][lang].split())


@cache
def meanings(lang: str) -> Mapping[str, tuple[str, ...]]:
    """Return what the words of a language that players use alike mean, by stem."""
    found: dict[str, tuple[str, ...]] = {}
    for meaning, by_lang in _words_file("synonyms.toml", WordsOf).items():
        for stem in {stem_of(plain(word), lang) for word in by_lang[lang].split()}:
            found[stem] = (*found.get(stem, ()), f"={meaning}")
    return found


@cache
def _reading(lang: str) -> Mapping[str, tuple[str, ...]]:
    """Return what words of a language say in a question, as "verb.use", "kind.spell" or "state.evil", by stem."""
    found: dict[str, tuple[str, ...]] = {}
    for sort, meant in _words_file("reading.toml", dict[str, WordsOf]).items():
        for name, by_lang in meant.items():
            for stem in {stem_of(plain(word), lang) for word in by_lang[lang].split()}:
                found[stem] = (*found.get(stem, ()), f"{sort}.{name}")
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


def has_most_words(told: str, text: str) -> bool:
    """Return whether a text has most of the words of another one that say something, in any form.

    >>> has_most_words("May the Raft carry two? The die shows 5: yes.", "does a raft carry two people")
    True
    """
    said = [_all_stems(word) for word in split_words(text) if not any(word in little_words(one) for one in LANGUAGES)]
    known = frozenset().union(*map(_all_stems, split_words(told)))
    return sum(not known.isdisjoint(stems) for stems in said) >= MOST_OF * max(len(said), 1)


def _all_stems(word: str) -> frozenset[str]:
    return frozenset(stem for lang in LANGUAGES for stem in stems_of(word, lang))


class Names(NamedTuple):
    """The keys of cards, characters and spaces by each form of their names, as its words without accents."""

    by_form: Mapping[tuple[str, ...], frozenset[str]]

    def named(self, text: str) -> frozenset[str]:
        """Return the terms of what a text names."""
        return frozenset().union(*self.at(split_words(text)).values())

    def at(self, words: Sequence[str]) -> dict[int, frozenset[str]]:
        """Return the terms of what words in small letters name, by the place of each word of a name."""
        return {at: frozenset(f"#{bare_key(key)}" for key in keys) for at, keys in self.keys_at(words).items()}

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
    return Names({form: frozenset(keys) for form, keys in found.items()})


class Said(NamedTuple):
    """Words of a question by what they say, in the order in which it is said.

    `named`: keys of characters, forms, cards and spaces; `verbs`, `kinds` of cards, `states` (an alignment, "psychic");
    `unread`: words that are none of this, names of figures too; `sentence`: whether it has words besides.
    """

    named: tuple[str, ...]
    verbs: tuple[str, ...]
    kinds: tuple[str, ...]
    states: tuple[str, ...]
    unread: tuple[str, ...]
    sentence: bool


def read_question(text: str, book: Book, lang: str) -> Said:
    """Return what a question in any language says about the cards of a book; `lang`: the likely language.

    >>> from talisman_nb.rules.book import open_book
    >>> found = read_question("may the monk use a sword", open_book(), "en")
    >>> found.named, found.verbs
    (('character.monk', 'sword'), ('use',))
    """
    words = split_words(text)
    whole = names_of(book).keys_at(words)
    others = [plain(word) for at, word in enumerate(words) if at not in whole]
    spoken = max(LANGUAGES, key=lambda one: sum(bool(_meant(word, one)) for word in others) + MORE_READ * (one == lang))
    names = _with_parts(whole, words, book, spoken)
    bare = [plain(word) for at, word in enumerate(words) if at not in names]
    said: dict[str, dict[str, None]] = defaultdict(dict)
    unread = []
    for word in bare:
        meant = _meant(word, spoken) or [one for lang in LANGUAGES for one in _meant(word, lang) if one[:4] == "verb"]
        for sort, _, name in (one.partition(".") for one in meant):
            said[sort][name] = None
        if not meant or "figure" in meant:
            unread.append(word)
    keys = tuple(dict.fromkeys(key for at in sorted(names) for key in names[at]))
    verbs, kinds, states = (tuple(said[sort]) for sort in ("verb", "kind", "state"))
    return Said(keys, verbs, kinds, states, tuple(unread), len(bare) > len((*verbs, *kinds, *states)))


def _with_parts(
    whole: Mapping[int, frozenset[str]], words: Sequence[str], book: Book, lang: str
) -> dict[int, tuple[str, ...]]:
    """Return what words name, by place: whole names in any form, and parts of names that can mean but one.

    In a sentence that names a card other words are no parts of names. A word that says what may be done with a card is
    part of a name only if no card is named otherwise: a lance, in French.
    """
    found = {at: tuple(sorted(keys)) for at, keys in whole.items()}
    for at, word in enumerate(words):
        if at not in found and not _meant(plain(word), lang) and (keys := _name_nearly(book, word, lang)):
            found[at] = keys
    if not (_names_card(found) and any("little" in _meant(plain(word), lang) for word in words)):
        _add_parts(found, words, book, lang)
    if not _names_card(found):
        _add_parts(found, words, book, lang, verbs=True)
    return found


def _names_card(found: Mapping[int, tuple[str, ...]]) -> bool:
    return any(not key.startswith(("character.", "form.")) for keys in found.values() for key in keys)


def _name_nearly(book: Book, word: str, lang: str) -> tuple[str, ...]:
    """Return what a word names in a form that no list has, or with a slip of the finger; () if it names nothing."""
    names = _names_by_stem(book, lang)
    stem = stem_of(word, lang)
    if stem in names or len(stem) < SHORTEST_SLIP:
        return names.get(stem, ())
    alike = [one for one in names if one[0] == stem[0] and abs(len(one) - len(stem)) <= 1]
    return next((names[one] for one in get_close_matches(stem, alike, 1, SLIP)), ())


@cache
def _names_by_stem(book: Book, lang: str) -> Mapping[str, tuple[str, ...]]:
    """Return what a word may name in a form that no list has, by its stem: names of one word that no other shares."""
    found: dict[str, set[str]] = defaultdict(set)
    for form, keys in names_of(book).by_form.items():
        if len(form) == 1:
            found[stem_of(form[0], lang)] |= keys
    return {stem: tuple(keys) for stem, keys in found.items() if len(keys) == 1}


def _add_parts(
    found: dict[int, tuple[str, ...]], words: Sequence[str], book: Book, lang: str, verbs: bool = False
) -> None:
    """Add the parts of names among words that say nothing else, longest first; `verbs`: also whole words that do."""
    for size in range(min(LONGEST_NAME, len(words)), 0, -1):
        for at in range(len(words) - size + 1):
            part, places = " ".join(words[at : at + size]), range(at, at + size)
            said = [one for word in (words[at], words[at + size - 1]) for one in _meant(plain(word), lang)]
            if (
                len(part) < SHORTEST_NAME
                or not found.keys().isdisjoint(places)
                or any(not (verbs and one.startswith("verb.")) for one in said)
            ):
                continue
            meant = find_card(book, part) or find_space(book, part)
            if len(meant) == 1 and _has_part(book, meant[0], f"{plain(part)} " if verbs else plain(part)):
                found.update(dict.fromkeys(places, meant))


def _meant(word: str, lang: str) -> tuple[str, ...]:
    """Return what a word without accents says in a question, "little" for one that says little."""
    little = ("little",) if word in little_words(lang) else ("figure",) if word in figure_words() else ()
    return (*little, *_reading(lang).get(stem_of(word, lang), ()))


def _has_part(book: Book, key: str, part: str) -> bool:
    """Return whether a definition's name has words that begin so, in any language."""
    return any(f" {part}" in f" {plain(name_of(book, key, lang))} " for lang in LANGUAGES)


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
