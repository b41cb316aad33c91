"""Every text of the program with its key, and the glossary that it keeps to."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any, Literal, NamedTuple

import msgspec

from talisman_nb.rules.index import EDITIONS

from .names import LANGUAGES

EDITION_LINES = "rules/index/editions"
ENGLISH_LINES = "rules/index"
FOLDERS = ("text/phrases", "text/names", "rules/index", "rules/rulings", "layers", "lessons/data")
"""Where texts stand; further folders are read too."""


class WrittenText(NamedTuple):
    """One text: the file it stands in, its key there, its language, and what it says."""

    file: str
    key: str
    lang: str
    text: str


@cache
def all_texts(lang: str) -> tuple[WrittenText, ...]:
    """Every text of a language: phrases, names, rules, what editions say, rulings, doubts, reasons, lessons.

    >>> next(one for one in all_texts("en") if one.key == "deck_empty").file
    'text/phrases/en/events.toml'
    """
    return tuple(one for one in _all() if one.lang == lang)


@cache
def _all() -> tuple[WrittenText, ...]:
    home = resources.files("talisman_nb")
    return tuple(one for folder in FOLDERS for one in _in_folder(home.joinpath(*folder.split("/")), folder))


def _in_folder(folder: Any, path: str) -> Iterator[WrittenText]:
    for entry in sorted(folder.iterdir(), key=lambda entry: str(entry.name)):
        where = f"{path}/{entry.name}"
        if entry.is_dir():
            yield from _in_folder(entry, where)
        elif entry.name.endswith(".toml"):
            yield from _in_file(where, tomllib.loads(entry.read_text(encoding="utf-8")))


def _in_file(file: str, data: Mapping[str, Any]) -> Iterator[WrittenText]:
    """The texts of a file: all of it is one language's in a file or folder named after it, else what says which."""
    *folders, name = file.removesuffix(".toml").split("/")
    lang = name if name in LANGUAGES else folders[-1] if folders[-1] in LANGUAGES else ""
    for keys, text in _strings(data):
        key = ".".join(keys)
        if lang:
            if not {"own", "same"} & {keys[0].partition("[")[0]}:
                yield WrittenText(file, key, lang, text)
        elif keys[-1] in LANGUAGES and "source" not in keys:
            yield WrittenText(file, ".".join(keys[:-1]), keys[-1], text)
        elif file.startswith(ENGLISH_LINES) and keys[-1] in EDITIONS and "source" not in keys:
            yield WrittenText(file, key, "en", text)


def _strings(value: Any, keys: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every string of a TOML value with the keys that lead to it."""
    if isinstance(value, str):
        yield keys, value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _strings(inner, (*keys, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from _strings(inner, (*keys[:-1], f"{keys[-1]}[{at}]"))


Language = Literal["en", "it", "fr", "pl"]


class Forbidden(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that must not appear in a language: a regular expression, what is written instead, and where it may stand.

    `only` and `but` are regular expressions for the place of a text, `text/phrases/en/events.toml dropped`: only what
    matches the first and not the second is looked at. `why` says why something in `but` may stay.
    """

    words: str
    say: str
    only: str = ""
    but: str = ""
    why: str = ""

    def found(self, one: WrittenText) -> str:
        """The word that stands in a text and must not; "" for none."""
        where = f"{one.file} {one.key}"
        if not re.search(self.only, where) or (self.but and re.search(self.but, where)):
            return ""
        found = re.search(self.words, one.text)
        return found[0] if found else ""


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A term of the publisher in each language, and the words that must not stand for it."""

    en: str
    it: str
    fr: str
    pl: str
    never: Mapping[Language, tuple[Forbidden, ...]] = {}


class Glossary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terms by their key, and per language how readers are addressed and what has a capital."""

    address: Mapping[Language, str]
    capitals: Mapping[Language, str]
    term: Mapping[str, Term]


@cache
def glossary() -> Glossary:
    """The glossary, read once.

    >>> glossary().term["discard-pile"].pl
    'stos kart odrzuconych'
    """
    file = resources.files("talisman_nb.text") / "glossary.toml"
    return msgspec.toml.decode(file.read_bytes(), type=Glossary)


def faults(term: str, lang: str) -> Iterator[str]:
    """Yield each text that says something else than a term: file, key, word and what to write."""
    for language, all_forbidden in glossary().term[term].never.items():
        for forbidden in all_forbidden if language == lang else ():
            for one in all_texts(lang):
                if word := forbidden.found(one):
                    yield f'{one.file}: {one.key}: "{word}": write {forbidden.say}: {one.text}'


def forbidden_terms() -> tuple[tuple[str, str], ...]:
    """Every term with each language in which something must not stand for it."""
    return tuple((key, lang) for key, term in glossary().term.items() for lang in LANGUAGES if lang in term.never)
