"""Reading of a question: names of cards, characters, spaces in any form and with slips, verbs, kinds of cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import NamedTuple

from talisman_nb.rules.book import Book
from talisman_nb.text.find import find_card, find_space, name_of
from talisman_nb.text.names import LANGUAGES, plain

from .question_words import (
    LONGEST_NAME,
    SHORTEST_NAME,
    WordsOf,
    figure_words,
    little_words,
    names_of,
    read_together,
    split_words,
    stem_of,
    stems_of,
    words_file,
)
from .search import index_of

MOST_OF = 0.75
"""Share of the words of a question that a text about the same has at least."""
MORE_READ = 1.01
"""Words of a question that another language than the likely one must know more."""
SHORTEST_SLIP, SLIP = 6, 0.85
"""Letters of a stem from which a slip of the finger in a name is understood, and how alike it must be."""
SHORTEST_TURNED, SHORTEST_LEFT_OUT = 4, 5
"""Letters of a word from which two turned round, and one more or less, are understood."""
CLEARLY = 2
"""Little words and verbs from which a question is in a language for sure."""


@cache
def _reading(lang: str) -> Mapping[str, tuple[str, ...]]:
    """Return what words of a language say in a question, as "verb.use", "kind.spell" or "state.evil", by stem."""
    found: dict[str, tuple[str, ...]] = {}
    for sort, meant in words_file("reading.toml", dict[str, WordsOf]).items():
        for name, by_lang in meant.items():
            for stem in {stem_of(plain(word), lang) for word in by_lang[lang].split()}:
                found[stem] = (*found.get(stem, ()), f"{sort}.{name}")
    return found


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


class Said(NamedTuple):
    """Words of a question by what they say, in the order in which it is said.

    `named`: keys of characters, forms, cards and spaces; `verbs`, `kinds` of cards, `states` (an alignment, "psychic");
    `unread`: words that are none of this, names of figures too; `sentence`: whether it has words besides; `asks`:
    whether it has little ones; `slips`: words that no language knows, each with the one name that it is a slip for;
    `obliged`: whether it asks what must be done.
    """

    named: tuple[str, ...]
    verbs: tuple[str, ...]
    kinds: tuple[str, ...]
    states: tuple[str, ...]
    unread: tuple[str, ...]
    sentence: bool
    asks: bool = False
    slips: tuple[tuple[str, str], ...] = ()
    obliged: bool = False


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
    words = read_together(words, spoken)
    whole = names_of(book).keys_at(words)
    names = _with_parts(whole, words, book, spoken)
    slips = {at: key for at, word in enumerate(words) if at not in names and (key := _slipped(book, plain(word)))}
    names |= {at: (key,) for at, key in slips.items()}
    bare = [plain(word) for at, word in enumerate(words) if at not in names and not _is_joined(words, at)]
    said: dict[str, dict[str, None]] = defaultdict(dict)
    unread = []
    for word in bare:
        meant = _meant(word, spoken) or [one for lang in LANGUAGES for one in _meant(word, lang) if one[:4] == "verb"]
        for sort, _, name in (one.partition(".") for one in meant):
            said[sort][name or word] = None
        if not meant or "figure" in meant:
            unread.append(word)
    keys = tuple(dict.fromkeys(key for at in sorted(names) for key in names[at]))
    verbs, kinds, states = (tuple(said[sort]) for sort in ("verb", "kind", "state"))
    slipped = tuple((words[at], key) for at, key in slips.items())
    sentence, asks = len(bare) > len((*verbs, *kinds, *states)), bool(said["little"])
    return Said(keys, verbs, kinds, states, tuple(unread), sentence, asks, slipped, bool(said["must"]))


def spoken_in(text: str, book: Book) -> str:
    """Return the language of a question, as its little words and verbs tell it; "" if they tell none clearly.

    >>> from talisman_nb.rules.book import open_book
    >>> [spoken_in(text, open_book()) for text in ("il monaco puo usare la spada?", "monk lance")]
    ['it', '']
    """
    named = names_of(book).keys_at(split_words(text))
    words = [plain(word) for at, word in enumerate(split_words(text)) if at not in named]
    known = sorted((sum(bool(_meant(word, one)) for word in words), one) for one in LANGUAGES)
    return known[-1][1] if known[-1][0] >= max(CLEARLY, known[-2][0] + 1) else ""


def _slipped(book: Book, word: str) -> str:
    """Return the key of the one name that an unknown word is a slip for: two letters turned round, one more or less."""
    if len(word) < SHORTEST_TURNED or any(_meant(word, one) or index_of(book).has(word, one) for one in LANGUAGES):
        return ""
    turned = (f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}~" for at in range(len(word) - 1))
    near = (_one_slip_from(book).get(form, ()) for form in (*turned, *_without_one(word)))
    alike = {key for keys in near for key in keys}
    return next(iter(alike)) if len(alike) == 1 else ""


@cache
def _one_slip_from(book: Book) -> Mapping[str, frozenset[str]]:
    """Return the keys of the names of one word by these, and by what is left of them."""
    found: dict[str, set[str]] = defaultdict(set)
    for form, keys in names_of(book).by_form.items():
        if len(form) == 1 and len(form[0]) >= SHORTEST_TURNED and len(keys) == 1:
            for one in _without_one(form[0]):
                found[one] |= keys
    return {form: frozenset(keys) for form, keys in found.items()}


def _without_one(word: str) -> Iterator[str]:
    """Yield a word, marked as whole; of a longer one also what may have a letter more or less."""
    yield f"{word}~"
    if len(word) >= SHORTEST_LEFT_OUT:
        yield word
        yield from (f"{word[:at]}{word[at + 1 :]}" for at in range(len(word)))


def _is_joined(words: Sequence[str], at: int) -> bool:
    """Return whether a word is the whole of one with a hyphen, whose parts stand before it."""
    return any("".join(words[at - n : at]) == words[at] for n in (2, 3) if at >= n)


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
    little = ("figure",) if word in figure_words() else ("little",) if word in little_words(lang) else ()
    return (*little, *_reading(lang).get(stem_of(word, lang), ()))


def _has_part(book: Book, key: str, part: str) -> bool:
    """Return whether a definition's name has words that begin so, in any language."""
    return any(f" {part}" in f" {plain(name_of(book, key, lang))} " for lang in LANGUAGES)
