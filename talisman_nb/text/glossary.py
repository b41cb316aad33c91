"""The publisher's terms in four languages, and the words that must not stand for them (`glossary.toml`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Literal

import msgspec

from .names import LANGUAGES
from .written import Written, written

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

    def found(self, one: Written) -> str:
        """The word that stands in a text and must not; "" for none."""
        where = f"{one.file} {one.key}"
        if not re.search(self.only, where) or (self.but and re.search(self.but, where)):
            return ""
        found = re.search(self.words, one.text)
        return found[0] if found else ""


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a thing or an act is called in each language, and what it is not called."""

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
    """What texts say instead of a term: file, key, word and what to write."""
    for language, all_forbidden in glossary().term[term].never.items():
        for forbidden in all_forbidden if language == lang else ():
            for one in written(lang):
                if word := forbidden.found(one):
                    yield f'{one.file}: {one.key}: "{word}": write {forbidden.say}: {one.text}'


def judged() -> tuple[tuple[str, str], ...]:
    """Every term with each language in which something must not stand for it."""
    return tuple((key, lang) for key, term in glossary().term.items() for lang in LANGUAGES if lang in term.never)
