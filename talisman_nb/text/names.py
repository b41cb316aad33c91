"""The name catalogues in four languages, and the letters by which players are told apart."""

from __future__ import annotations

import difflib
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

import msgspec

from talisman_nb.model.bounds import OwnName
from talisman_nb.model.data_folder import kept
from talisman_nb.rules.book import Book
from talisman_nb.rules.layers import JOIN

LANGUAGES = ("en", "it", "fr", "pl")
Catalogue = Mapping[str, Mapping[str, str]]


class UnknownNameError(KeyError):
    """No name for that section, key or language; the message says what was meant, once somebody reads it."""

    def __init__(self, what: str, word: str = "", known: Iterable[str] = ()) -> None:
        super().__init__(what)
        self.word, self.known = word, known

    def __str__(self) -> str:
        return f"{self.args[0]}{_suggest_names(self.word, self.known)}"


@dataclass(frozen=True)
class Names:
    """The names by language, section and key, e.g. `it`, `card`, `wolf`.

    `own` holds, per language, the "section.key" of names of our own making; `same` those that are the English word.
    """

    by_lang: Mapping[str, Catalogue]
    own: Mapping[str, frozenset[str]]
    same: Mapping[str, frozenset[str]]

    def name(self, section: str, key: str, lang: str) -> str:
        """The name; a copy ("dragon#2") and a numbered space ("fields-3") have the name of their kind.

        Raises `UnknownNameError` for what is in no catalogue.

        >>> load_names().name("card", "wolf", "pl"), load_names().name("space", "fields-3", "it")
        ('Wilk', 'Campi')
        """
        names = self._section(section, lang)
        found = names.get(key) or names.get(kind_of(key))
        if found is None:
            raise UnknownNameError(f'no name for {section} "{key}" in {lang}', key, names)
        return found

    def every(self, *sections: str) -> tuple[str, ...]:
        """The "section.key" of all names in these sections (none given: in all), in the order of the catalogue."""
        wanted = sections or tuple(self.by_lang["en"])
        return tuple(f"{section}.{key}" for section in wanted for key in self._section(section, "en"))

    def of(self, key: str, lang: str) -> str:
        """The name of a "section.key" as `every` gives it.

        >>> load_names().of("spell.hex", "fr")
        'Maléfice'
        """
        section, _, rest = key.partition(".")
        return self.name(section, rest, lang)

    def _section(self, section: str, lang: str) -> Mapping[str, str]:
        if lang not in self.by_lang:
            raise UnknownNameError(f'no language "{lang}"; there are {", ".join(self.by_lang)}')
        sections = self.by_lang[lang]
        if section not in sections:
            raise UnknownNameError(f'no section "{section}" of names', section, sections)
        return sections[section]


@cache
def load_names() -> Names:
    """The catalogues of the four languages, read once; without the names that layers give (`names_of`)."""
    types = dict[str, dict[str, dict[str, str] | list[str]]]
    files = kept("names", lambda: {lang: _read(lang) for lang in LANGUAGES}, types)
    return Names(
        by_lang={
            lang: {section: names for section, names in file.items() if isinstance(names, dict)}
            for lang, file in files.items()
        },
        own={lang: frozenset(file["own"]) for lang, file in files.items()},
        same={lang: frozenset(file.get("same", ())) for lang, file in files.items()},
    )


@lru_cache(maxsize=32)
def names_of(book: Book) -> Names:
    """The catalogues with the names that the layers of a book give. Cached."""
    names, given = load_names(), book.own_names
    if not given:
        return names
    return Names(
        by_lang={lang: _with_given(sections, given, lang) for lang, sections in names.by_lang.items()},
        own=names.own,
        same=names.same,
    )


def edition_name(book: Book, lang: str) -> str:
    """Return the name of a book: its edition, and the layers over it by the names they have, else by their keys.

    >>> from talisman_nb.rules.book import open_book
    >>> edition_name(open_book("second"), "it")
    'Seconda edizione'
    """
    below = {layer.name: layer.head.over for layer in book.layers if layer.head.variant}
    layers = dict.fromkeys(below.get(layer, layer) for layer in book.edition.split(JOIN))
    plain = " + ".join(layer_name(book, layer, lang) for layer in layers)
    return ", ".join(filter(None, (plain, variant_name(book, lang))))


def variant_name(book: Book, lang: str) -> str:
    """Return the names of a book's variants, which replace what an edition's own box has; "" for its own box.

    >>> from talisman_nb.rules.book import open_book
    >>> variant_name(open_book("third+second-cards"), "en")
    'with the cards of the second edition'
    """
    return ", ".join(layer_name(book, layer.name, lang) for layer in book.layers if layer.head.variant)


def layer_name(book: Book, name: str, lang: str) -> str:
    """Return the name of a layer of a book: an edition's, or the one a layer gives itself, else its key."""
    given = next(layer.head.name for layer in book.layers if layer.name == name)
    return load_names().by_lang[lang]["edition"].get(name) or in_language(given, lang) or name


def in_language(given: OwnName, lang: str) -> str:
    """A name that a layer gives, in a language or, where it lacks it, in the first it has; "" for none."""
    if isinstance(given, str):
        return given
    by_lang: Mapping[str, str] = {str(code): name for code, name in given.items()}
    return by_lang.get(lang) or next((by_lang[other] for other in LANGUAGES if other in by_lang), "")


def _with_given(sections: Catalogue, given: Mapping[str, Mapping[str, Mapping[str, str]]], lang: str) -> Catalogue:
    """The sections of one language with the names that layers give over those of the catalogue, where they give any."""
    more = {
        section: {key: names[lang] for key, names in entries.items() if lang in names}
        for section, entries in given.items()
    }
    return {
        **{section: {**names, **more.get(section, {})} for section, names in sections.items()},
        **{section: names for section, names in more.items() if section not in sections},
    }


class NameForms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The forms of names that sentences of one language need; each name stands as its catalogue has it.

    `plurals` and `genitive` hold one form by name, in Polish plurals two: with 2 to 4 and with 5 and more.
    """

    numbers: tuple[str, ...]  # two, three, four … in words
    numbers_feminine: tuple[str, ...] = ()
    numbers_personal: tuple[str, ...] = ()
    bare: frozenset[str] = frozenset()  # never take an article
    feminine: frozenset[str] = frozenset()
    personal: frozenset[str] = frozenset()  # counted as men are, in Polish
    plural: frozenset[str] = frozenset()  # are plurals themselves
    aspirated: frozenset[str] = frozenset()  # begin with an h before which nothing is elided, in French
    plurals: Mapping[str, str] = {}
    genitive: Mapping[str, str] = {}
    place: Mapping[str, str] = msgspec.field(default={}, name="in")  # in, at or on, by space, in English

    def form(self, kind: str, name: str, lang: str) -> str:
        """One form of a name; raises `UnknownNameError` where the catalogue lacks it.

        >>> forms_of("pl").form("genitive", "Puszcza", "pl"), forms_of("en").form("place", "City", "en")
        ('Puszczy', 'in')
        """
        found = getattr(self, kind)
        if name not in found and name not in _catalogue_names(lang):
            return "in" if kind == "place" else name  # a name of one's own stands as it is given
        if name not in found:
            table, file = "in" if kind == "place" else kind, f"text/names/forms/{lang}.toml"
            raise UnknownNameError(f'no [{table}] of "{name}" in {file}: add it there', name, found)
        return str(found[name])


@cache
def _catalogue_names(lang: str) -> frozenset[str]:
    """All names of a language's catalogue."""
    return frozenset(name for names in load_names().by_lang[lang].values() for name in names.values())


@cache
def forms_of(lang: str) -> NameForms:
    """The forms of a language's names, read once. Raises `UnknownNameError` for a language that is not there."""
    if lang not in LANGUAGES:
        raise UnknownNameError(f'no language "{lang}"; there are {", ".join(LANGUAGES)}')
    file = resources.files("talisman_nb.text") / "names" / "forms" / f"{lang}.toml"
    return msgspec.toml.decode(file.read_bytes(), type=NameForms)


def plain(text: str) -> str:
    """Lower case without accents, for comparing what people type.

    >>> plain("Wieża Wampira"), plain("Épée"), plain("Zła ciemność")
    ('wieza wampira', 'epee', 'zla ciemnosc')
    """
    bare = unicodedata.normalize("NFKD", text.strip().casefold().translate(UNDECOMPOSED))
    return bare if bare.isascii() else ACCENTS.sub("", bare)


ACCENTS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]")
"""Matches a combining mark, which a decomposed letter has behind it."""
UNDECOMPOSED = str.maketrans({"ł": "l", "œ": "oe", "æ": "ae", "ø": "o", "’": "'"})


def kind_of(key: str) -> str:
    """The key without copy or space number.

    >>> kind_of("dragon#2"), kind_of("woods-4"), kind_of("magic object")
    ('dragon', 'woods', 'magic-object')
    """
    return re.sub(r"(#\d+|-\d+)$", "", key).replace(" ", "-")


def _read(lang: str) -> dict[str, dict[str, str] | list[str]]:
    file = resources.files("talisman_nb.text") / "names" / f"{lang}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _suggest_names(word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word, list(known), n=2)
    return f"; did you mean {' or '.join(near)}?" if near else ""


@lru_cache(maxsize=64)
def letters(*names: str) -> tuple[str, ...]:
    """Return a mark per player, in their order; equal names are numbered.

    >>> letters("Ada", "Bruno", "Carla", "Chiara"), letters("Ada", "Ada")
    (('A', 'B', 'Ca', 'Ch'), ('A1', 'A2'))
    >>> letters("Massimo", "Małgorzata", "Marta"), letters("Anna", "Anno", "Aona")
    (('Ms', 'Mł', 'Mr'), ('A1', 'A2', 'A3'))
    >>> letters("?", " ")
    ('?1', '?2')
    """
    named = tuple(name.strip() or "?" for name in names)
    made = tuple(_mark(named, at) for at in range(len(named)))
    alike = {mark[0] for mark in made if made.count(mark) > 1}
    return tuple(f"{mark[0]}{at + 1}" if mark[0] in alike else mark for at, mark in enumerate(made))


def _mark(names: Sequence[str], at: int) -> str:
    name = names[at]
    others = [other for i, other in enumerate(names) if i != at]
    for n in range(1, len(name) + 1):
        if not any(other[:n].casefold() == name[:n].casefold() for other in others):
            return name[:1].upper() + (name[n - 1] if n > 1 else "")
    if name.casefold() in (other.casefold() for other in others):
        same = [i for i, other in enumerate(names) if other.casefold() == name.casefold()]
        return f"{name[:1].upper()}{same.index(at) + 1}"
    return name[:1].upper() + name[-1:]
