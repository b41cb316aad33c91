"""What the words of a sentence need from each other: articles, elisions, plurals, lists."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources

from babel import Locale
from msgspec import Struct

from .names import LANGUAGES, UnknownNameError, plain

VOWELS = "aeiou"
PERSON, BARE = "person", "bare"
SPECS = ("the", "of", "to", "on")


class Noun(Struct, frozen=True):
    """A name in a sentence; written plainly it stands without an article.

    `kind` is "person" for a player, "bare" for what never takes an article, "" for all others.

    >>> [Noun("Orso", "it").form("the"), Noun("Hache", "fr").form("of"), Noun("Ada", "fr", "person").form("of")]
    ["l'Orso", 'de la Hache', "d'Ada"]
    """

    text: str
    lang: str = "en"
    kind: str = ""

    def __str__(self) -> str:
        return self.text

    def __bool__(self) -> bool:
        return bool(self.text)

    def form(self, spec: str) -> str:
        """The name with what its language puts before it: "the", "of" (the), "to" (the), "on" (the), "a".

        "low" begins with a small letter.
        "card" is "the" where there is an article, in Polish the word for a card: names keep their nominative.
        """
        if spec == "low":
            return self.text[:1].lower() + self.text[1:]
        if spec not in (*SPECS, "a", "card"):
            raise ValueError(f'no form "{spec}" of a name; there are {", ".join(SPECS)}, a, card, low')
        if spec == "card" and self.lang != "pl":
            spec = "the"
        return _indefinite(self) if spec == "a" else _FORMS[self.lang](self, spec)


class Nouns(tuple[Noun, ...]):
    """Several names; written as a list with "and" before the last, or what `joins` says."""

    lang: str
    joins: dict[str, str]

    def __new__(cls, nouns: Iterable[Noun], lang: str, joins: dict[str, str] | None = None) -> Nouns:
        made = super().__new__(cls, nouns)
        made.lang, made.joins = lang, joins or AND
        return made

    def __str__(self) -> str:
        return listed([str(noun) for noun in self], self.lang, self.joins)

    def form(self, spec: str) -> str:
        """Each with its article."""
        return listed([noun.form(spec) for noun in self], self.lang, self.joins)


AND = {"en": " and ", "it": " e ", "fr": " et ", "pl": " i "}
OR = {"en": " or ", "it": " o ", "fr": " ou ", "pl": " lub "}
NOR = {**OR, "pl": " ani "}
COLON = {"en": ":", "it": ":", "fr": "\u00a0:", "pl": ":"}


def listed(words: Sequence[str], lang: str, joins: dict[str, str] = AND) -> str:
    """A list in words; several times the same is counted. Italian "e" is "ed" before another e.

    >>> listed(["Wolf", "Bear", "Bear"], "en"), listed(["Spada", "Elmo"], "it")
    ('Wolf and 2 × Bear', 'Spada ed Elmo')
    """
    counted = [word if words.count(word) == 1 else f"{words.count(word)} × {word}" for word in dict.fromkeys(words)]
    if len(counted) < 2:
        return joins[lang].join(counted)
    join = " ed " if joins[lang] == AND["it"] and plain(counted[-1]).startswith("e") else joins[lang]
    return join.join([", ".join(counted[:-1]), counted[-1]])


@cache
def _locale(lang: str) -> Locale:
    return Locale.parse(lang)


_QUE = re.compile(r"\b(?:que|si) (?=on\b|il\b|ils\b|[aeéèêiouâîô]\w*)", re.IGNORECASE)


def numbers(values: Iterable[int], lang: str) -> str:
    """Faces or figures one by one, equal ones too.

    >>> numbers((3, 3), "it")
    '3 e 3'
    """
    found = [str(value) for value in values]
    return AND[lang].join([", ".join(found[:-1]), found[-1]] if len(found) > 1 else found)


def elided(text: str, lang: str) -> str:
    """French "que" before a vowel, "si" before "il": what a filled phrase could not know.

    >>> elided("tant que on a 1 Objet", "fr"), elided("si on a, si il y a", "fr")
    ("tant qu'on a 1 Objet", "si on a, s'il y a")
    """
    return _QUE.sub(lambda found: _short(found, text), text) if lang == "fr" else text


def _short(found: re.Match[str], text: str) -> str:
    whole, after = found[0], text[found.end() :]
    if whole.lower().startswith("s") and not after.lower().startswith("il"):
        return whole
    return whole[:-2] + "'"


def plural(n: int, lang: str) -> str:
    """Which plural form a number takes: one, few, many, other.

    >>> [plural(n, "pl") for n in (1, 3, 5, 22)]
    ['one', 'few', 'many', 'few']
    """
    return str(_locale(lang).plural_form(n))


@cache
def nouns_of(lang: str) -> dict[str, frozenset[str]]:
    """The feminine, plural, aspirated and article-less names of a language; all others are masculine singular."""
    if lang not in LANGUAGES:
        raise UnknownNameError(f'no language "{lang}"; there are {", ".join(LANGUAGES)}')
    file = resources.files("talisman_nb.text") / "phrases" / lang / "nouns.toml"
    return {kind: frozenset(names) for kind, names in tomllib.loads(file.read_text(encoding="utf-8")).items()}


def _is(noun: Noun, kind: str) -> bool:
    return noun.text in nouns_of(noun.lang).get(kind, frozenset())


def _bare(noun: Noun) -> bool:
    return bool(noun.kind) or _is(noun, BARE)


def _english(noun: Noun, spec: str) -> str:
    the = noun.text if _bare(noun) else f"the {noun.text}"
    return the if spec == "the" else f"{spec} {the}"


def _polish(noun: Noun, spec: str) -> str:
    """Polish has no article, and its cases are avoided: names stand in the nominative, if need be after "card"."""
    return f"kartę {noun.text}" if spec == "card" and not noun.kind else noun.text


def _indefinite(noun: Noun) -> str:
    """A name with "a", where its language has the word; of several things it is "some" in Italian and French.

    >>> [Noun(name, "it").form("a") for name in ("Ombra", "Stregone", "Rovine", "Mefistofele")]
    ["un'Ombra", 'uno Stregone', 'delle Rovine', 'Mefistofele']
    """
    if noun.lang == "pl":
        return _polish(noun, "card")
    if _bare(noun):
        return noun.text
    if noun.lang == "en":
        return f"{'an' if plain(noun.text)[:1] in VOWELS else 'a'} {noun.text}"
    if _is(noun, "plural"):
        return _FORMS[noun.lang](noun, "of")
    if noun.lang == "fr":
        return f"{'une' if _is(noun, 'feminine') else 'un'} {noun.text}"
    article = _italian_article(noun)
    return {"la": "una ", "lo": "uno "}.get(article, "un'" if _is(noun, "feminine") else "un ") + noun.text


ITALIAN = {
    "il": ("il ", "del ", "al ", "sul "), "lo": ("lo ", "dello ", "allo ", "sullo "),
    "l'": ("l'", "dell'", "all'", "sull'"), "la": ("la ", "della ", "alla ", "sulla "),
    "i": ("i ", "dei ", "ai ", "sui "), "gli": ("gli ", "degli ", "agli ", "sugli "),
    "le": ("le ", "delle ", "alle ", "sulle "),
}  # fmt: skip
FRENCH = {
    "le": ("le ", "du ", "au ", "sur le "), "la": ("la ", "de la ", "à la ", "sur la "),
    "l'": ("l'", "de l'", "à l'", "sur l'"),
    "les": ("les ", "des ", "aux ", "sur les "),
}  # fmt: skip


def _italian(noun: Noun, spec: str) -> str:
    if _bare(noun):
        to = "ad " if plain(noun.text)[:1] == "a" else "a "
        return {"the": "", "of": "di ", "to": to, "on": "su "}[spec] + noun.text
    return ITALIAN[_italian_article(noun)][SPECS.index(spec)] + noun.text


def _italian_article(noun: Noun) -> str:
    """Which of il, lo, l', la, i, gli, le; an h at the start is not heard.

    >>> [_italian_article(Noun(name, "it")) for name in ("Hobgoblin", "Gnomo", "Spada", "Campi")]
    ["l'", 'lo', 'la', 'i']
    """
    start, feminine = plain(noun.text), _is(noun, "feminine")
    vowel = start[:1] in VOWELS + "h"
    impure = start[:1] == "s" and start[1:2] not in (*VOWELS, "")
    hard = impure or start[:1] in "zxy" or start[:2] in ("gn", "ps", "pn")
    if _is(noun, "plural"):
        return "le" if feminine else "gli" if vowel or hard else "i"
    if vowel:
        return "l'"
    return "la" if feminine else "lo" if hard else "il"


def _french(noun: Noun, spec: str) -> str:
    mute = plain(noun.text)[:1] in VOWELS + "h" and not _is(noun, "aspirated")
    if _bare(noun):
        return {"the": "", "of": "d'" if mute else "de ", "to": "à ", "on": "sur "}[spec] + noun.text
    article = "les" if _is(noun, "plural") else "l'" if mute else "la" if _is(noun, "feminine") else "le"
    return FRENCH[article][SPECS.index(spec)] + noun.text


_FORMS = {"en": _english, "it": _italian, "fr": _french, "pl": _polish}
