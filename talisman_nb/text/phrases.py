"""The phrases: every sentence of the program in four languages, read from `phrases/<language>/<topic>.toml`.

A phrase has places: `{who}`; `{n:life}` is a number with its noun in the right plural, from the topic `counted`;
`{card:the}` is a name with its article, `{space:in}`, `{card:genitive}` other forms of it (see `grammar`). What stands
in square brackets is left out when one of its places is empty: "{who} lost {n:life}[ ({source})]."; after a bar stands
what is said instead: "[{who} perd|perdre] {amount}".
"""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from difflib import get_close_matches
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from talisman_nb.cards.text_keys import TextKeys
from talisman_nb.model.data_folder import kept
from talisman_nb.rules.index import rule_index

from .grammar import ELIDING, Noun, Nouns, elide, plural
from .names import LANGUAGES, load_names

_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_heard: ContextVar[list[SaidPhrase] | None] = ContextVar("heard", default=None)


class SaidPhrase(NamedTuple):
    """A phrase that was said: its file and key, "events.gained", and what it came to."""

    key: str
    text: str


@contextmanager
def record_phrases() -> Iterator[list[SaidPhrase]]:
    """Collect every phrase that is said inside, in any language, inner ones before those they stand in.

    What a cache remembers is not said again.

    >>> with record_phrases() as said:
    ...     text = load_phrases("en").say("hands", "times", line=load_phrases("en").count(2, "life"), n=3)
    >>> [one.key for one in said if one.text in text]
    ['counted.life.other', 'hands.times']
    """
    said: list[SaidPhrase] = []
    before = _heard.set(said)
    try:
        yield said
    finally:
        _heard.reset(before)


class MissingPhraseError(KeyError):
    """No phrase of that topic and key; the message says what was meant."""

    def __str__(self) -> str:
        return str(self.args[0])


class _Filler(string.Formatter):
    def __init__(self, phrases: Phrases) -> None:
        self.phrases = phrases

    def format_field(self, value: Any, spec: str) -> str:
        if not spec:
            return str(value)
        return value.form(spec) if isinstance(value, (Noun, Nouns)) else self.phrases.count(value, spec)


class Phrases:
    """All phrases of one language."""

    def __init__(self, lang: str, topics: Mapping[str, Mapping[str, str]]) -> None:
        self.lang, self.topics = lang, topics
        self._filler = _Filler(self)

    def has(self, topic: str, key: str) -> bool:
        """Whether there is such a phrase."""
        return key in self.topics.get(topic, {})

    def raw(self, topic: str, key: str) -> str:
        """The phrase with its places; `MissingPhraseError` names the nearest key."""
        found = self.topics.get(topic, {}).get(key)
        if found is None:
            near = get_close_matches(key, self.topics.get(topic, ()), n=2)
            meant = f"; did you mean {' or '.join(near)}?" if near else ""
            raise MissingPhraseError(f'no phrase "{key}" in {self.lang}/{topic}.toml{meant}')
        return found

    def say(self, topic: str, key: str, /, **places: Any) -> str:
        """The phrase, filled.

        >>> load_phrases("it").say("events", "deck_empty", what="mazzo Avventura")
        'Il mazzo Avventura è vuoto.'
        """
        said = self.fill(self.raw(topic, key), places, f"{self.lang}/{topic}.toml {key}")
        if (listening := _heard.get()) is not None:
            listening.append(SaidPhrase(f"{topic}.{key}", said))
        return said

    def first(self, topic: str, keys: Iterable[str], /, **places: Any) -> str:
        """The first of these phrases that exists, the most special one in front."""
        return self.say(topic, self.first_key(topic, keys), **places)

    def first_key(self, topic: str, keys: Iterable[str]) -> str:
        """The key of the first of these phrases that exists, the last one if none does."""
        known, key = self.topics.get(topic, {}), ""
        for key in keys:
            if key in known:
                break
        return key

    def places(self, topic: str, key: str) -> tuple[str, ...]:
        """The names of the places of a phrase, those in brackets too.

        >>> load_phrases("en").places("events", "rerolls")
        ('who', 'n')
        """
        return _places_of(self.raw(topic, key))

    def fill(self, phrase: str, places: Mapping[str, Any], where: str = "") -> str:
        """A phrase with its places filled and its empty brackets gone."""
        try:
            filled = self._filler.vformat(
                _BRACKETS.sub(lambda part: _fill_bracket(part[1], places), phrase), (), places
            )
        except KeyError as error:
            raise MissingPhraseError(f"{where}: nothing was given for the place {error} of {phrase!r}") from None
        return elide(filled, self.lang) if self.lang in ELIDING else filled

    def count(self, n: Any, noun: str) -> str:
        """A number with its noun, or a noun alone when the number is a phrase.

        >>> load_phrases("pl").count(3, "life")
        '3 punkty Życia'
        """
        key = f"{noun}.{plural(abs(n), self.lang)}" if isinstance(n, int) else ""
        return self.say("counted", key if self.has("counted", key) else f"{noun}.other", n=n)

    def bare_plural(self, noun: str) -> str:
        """The plural of a counted noun without a number.

        >>> load_phrases("pl").bare_plural("turn")
        'tury'
        """
        return self.say("counted", f"{noun}.bare")


@cache
def _places_of(phrase: str) -> tuple[str, ...]:
    parts = string.Formatter().parse(_BRACKETS.sub(lambda part: part[1].replace("|", ""), phrase))
    return tuple(dict.fromkeys(name for _, name, _, _ in parts if name))


def _fill_bracket(part: str, places: Mapping[str, Any]) -> str:
    """The inside of a bracket; when a place of it is empty what stands after its bar, or nothing."""
    said, _, otherwise = part.partition("|")
    names = [name for _, name, _, _ in string.Formatter().parse(said) if name]
    return said if all(_has_content(places.get(name)) for name in names) else otherwise


def _has_content(value: Any) -> bool:
    """A nought is something to say; no name, no text and no list are not."""
    return isinstance(value, int) or bool(value)


def sentence(text: str) -> str:
    """With a capital letter in front.

    >>> sentence("l'Orso")
    "L'Orso"
    """
    return text[:1].upper() + text[1:]


@cache
def load_phrases(lang: str) -> Phrases:
    """The phrases of a language, read once."""
    if lang not in LANGUAGES:
        raise MissingPhraseError(f'no language "{lang}"; there are {", ".join(LANGUAGES)}')
    folder = resources.files("talisman_nb.text") / "phrases" / lang
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)

    def read() -> dict[str, dict[str, str]]:
        return {f.name.removesuffix(".toml"): _read(f.read_text(encoding="utf-8")) for f in files}

    return Phrases(lang, kept(f"phrases-{lang}", read, dict[str, dict[str, str]]))


@cache
def topic_keys(topic: str) -> frozenset[str]:
    """The keys of the phrases of a topic, read from the English file alone. Cached.

    >>> "mines" in topic_keys("purposes")
    True
    """
    file = resources.files("talisman_nb.text") / "phrases" / "en" / f"{topic}.toml"
    return frozenset(_read(file.read_text(encoding="utf-8")))


def _read(toml: str) -> dict[str, str]:
    """A flat table, "life.one" for what stands under [life]."""
    found: dict[str, str] = {}
    for key, value in tomllib.loads(toml).items():
        if isinstance(value, dict):
            found |= {f"{key}.{inner}": text for inner, text in value.items()}
        elif isinstance(value, str):
            found[key] = value
    return found


@cache
def text_keys() -> TextKeys:
    """Return the keys of the catalogues of names, of the rule index and of the phrases, for the checks of definitions.

    Cached.

    >>> "turn.miss" in text_keys().rules, "card" in text_keys().sections
    (True, True)
    """
    return TextKeys(load_names().by_lang["en"], rule_index(), topic_keys)
