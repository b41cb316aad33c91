"""Agreement between the words of a sentence: articles, elisions, plurals, lists."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from babel import Locale
from msgspec import Struct

from .names import forms_of, plain

VOWELS = "aeiou"
PERSON, BARE = "person", "bare"
ARTICLES = ("the", "of", "to", "on")


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
        """The name as a sentence needs it.

        "the", "of" (the), "to" (the), "on" (the), "a": with what its language puts before it; "in": with the
        preposition of an English space; "from" (the), in Italian; "genitive": the Polish genitive; "whom": the Polish
        accusative of a person; "card": "the" where there is an article, in Polish the word for a card with the
        genitive; "low": with a small letter. What is no name of the catalogue (a player, a group's own card) has one
        form; a Polish player is declined as "gracza Ada". Raises `UnknownNameError` for a form the catalogue lacks,
        `ValueError` for one the language does not have.

        >>> Noun("City").form("in"), Noun("Mnich", "pl").form("card"), Noun("Ada", "pl", "person").form("genitive")
        ('in the City', 'kartę Mnicha', 'gracza Ada')
        >>> [Noun(name, "pl").form("whom") for name in ("Troll", "Zabójca")]
        ['Trolla', 'Zabójcę']
        """
        if spec == "low":
            return self.text[:1].lower() + self.text[1:]
        if spec == "card" and self.lang != "pl":
            spec = "the"
        if spec not in _SPECS[self.lang]:
            there = ", ".join(_SPECS[self.lang])
            raise ValueError(f'no form "{spec}" of a name in {self.lang}; there are {there}, low')
        return _indefinite(self) if spec == "a" else _FORMS[self.lang](self, spec)

    def times(self, n: int) -> Noun:
        """Several of the same, counted in words.

        >>> str(Noun("Ghost").times(2)), str(Noun("Zjawa", "pl").times(2)), str(Noun("Wilk", "pl").times(5))
        ('two Ghosts', 'dwie Zjawy', 'pięć Wilków')
        """
        forms = forms_of(self.lang)
        kind = next((kind for kind in ("feminine", "personal") if self.lang == "pl" and _is(self, kind)), "")
        words = getattr(forms, f"numbers_{kind}" if kind else "numbers")
        number = words[n - 2] if n - 2 < len(words) else str(n)
        plurals = forms.form("plurals", self.text, self.lang).split("|")
        return Noun(f"{number} {plurals[0 if n < FIVE else -1]}", self.lang, BARE)


class Role(Noun, frozen=True):
    """A player called by the name of a character: has its article in a sentence; `text` is the name alone.

    >>> str(Role("Troll")), Role("Ladro", "it").form("of"), Role("Elfe", "fr").text
    ('the Troll', 'del Ladro', 'Elfe')
    """

    def __str__(self) -> str:
        return self.form("the")


class Over(Noun, frozen=True):
    """A card that covers a space, as the name of the space, which stands behind it.

    >>> chasm = Over.of(Noun("Chasm"), Noun("Temple"))
    >>> str(chasm), chasm.form("the"), chasm.form("in")
    ('Chasm (Temple)', 'the Chasm (Temple)', 'on the Chasm (Temple)')
    """

    below: str = ""

    @staticmethod
    def of(card: Noun, below: Noun) -> Over:
        """The name of a space that a card covers."""
        return Over(card.text, card.lang, card.kind, below=below.text)

    def __str__(self) -> str:
        return f"{self.text} ({self.below})"

    def form(self, spec: str) -> str:
        above = Noun(self.text, self.lang, self.kind)
        said = f"on {above.form('the')}" if spec == "in" else above.form(spec)
        return f"{said} ({self.below})"


class Nouns(tuple[Noun, ...]):
    """Several names; written as a list with "and" before the last, or what `joins` says.

    The same name several times is counted in words; names without a plural (Spells, names that are one) are repeated.

    >>> bear, hex = Noun("Bear"), Noun("Hex", "en", "bare")
    >>> Nouns([Noun("Wolf"), bear, bear], "en").form("the"), str(Nouns([hex, hex], "en"))
    ('the Wolf and two Bears', 'Hex and Hex')
    """

    lang: str
    joins: dict[str, str]

    def __new__(cls, nouns: Iterable[Noun], lang: str, joins: dict[str, str] | None = None) -> Nouns:
        made = super().__new__(cls, nouns)
        made.lang, made.joins = lang, joins or AND
        return made

    def __str__(self) -> str:
        return join_list([str(noun) for noun in self.counted()], self.lang, self.joins)

    def form(self, spec: str) -> str:
        """Each in that form."""
        return join_list([noun.form(spec) for noun in self.counted()], self.lang, self.joins)

    def counted(self) -> tuple[Noun, ...]:
        """The same names, those that occur several times as one."""
        found: list[Noun] = []
        for noun, n in Counter(self).items():
            found += [noun.times(n)] if n > 1 and noun.text in forms_of(self.lang).plurals else [noun] * n
        return tuple(found)


FIVE = 5
"""From which number on Polish takes its second plural."""
AND = {"en": " and ", "it": " e ", "fr": " et ", "pl": " i "}
OR = {"en": " or ", "it": " o ", "fr": " ou ", "pl": " lub "}
NOR = {"en": " or ", "it": " né ", "fr": " ni ", "pl": " ani "}
AND_IF, OR_IF = {**AND, "fr": " et si "}, {**OR, "fr": " ou si "}
"""Between clauses after "if": a French one needs the word again."""
REPEATS_SUBJECT = frozenset({"fr"})
"""The languages in which each verb of several needs its subject, once one of them has it."""
COLON = {"en": ":", "it": ":", "fr": "\u00a0:", "pl": ":"}


def with_heading(title: object, text: object, lang: str) -> str:
    """A line with what it is about in front, with the colon of the language.

    >>> with_heading("Nain", "3 (Force)", "fr") == "Nain\u00a0: 3 (Force)"
    True
    """
    return f"{title}{COLON[lang]} {text}"


def join_list(words: Sequence[str], lang: str, joins: dict[str, str] = AND) -> str:
    """A list in words. Italian "e" is "ed" before another e.

    >>> join_list(["Wolf", "Bear", "Hex"], "en"), join_list(["Spada", "Elmo"], "it")
    ('Wolf, Bear and Hex', 'Spada ed Elmo')
    """
    if len(words) < 2:
        return joins[lang].join(words)
    join = " ed " if joins[lang] == AND["it"] and plain(words[-1]).startswith("e") else joins[lang]
    return join.join([", ".join(words[:-1]), words[-1]])


@cache
def _locale(lang: str) -> Locale:
    return Locale.parse(lang)


_QUE = re.compile(r"\b(?:que|si) (?=on\b|il\b|ils\b|[aeéèêiouâîô]\w*)", re.IGNORECASE)


ELIDING = frozenset({"fr"})
"""Languages in which `elide` changes a filled phrase."""


def elide(text: str, lang: str) -> str:
    """French "que" before a vowel, "si" before "il": what a filled phrase could not know.

    >>> elide("tant que on a 1 Objet", "fr"), elide("si on a, si il y a", "fr")
    ("tant qu'on a 1 Objet", "si on a, s'il y a")
    """
    return _QUE.sub(lambda found: _short(found, text), text) if lang in ELIDING else text


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


def _is(noun: Noun, kind: str) -> bool:
    return noun.text in getattr(forms_of(noun.lang), kind)


def _bare(noun: Noun) -> bool:
    return bool(noun.kind) or _is(noun, BARE)


def _english(noun: Noun, spec: str) -> str:
    the = noun.text if _bare(noun) else f"the {noun.text}"
    if spec == "in":
        spec = "on" if noun.kind else forms_of("en").form("place", noun.text, "en")
    return the if spec == "the" else f"{spec} {the}"


def _polish(noun: Noun, spec: str) -> str:
    """Polish has no article; a name is declined where a noun of its own kind bears the sentence: "obszar Puszczy"."""
    if noun.kind == PERSON and spec in ("genitive", "whom"):
        return f"gracza {noun.text}"
    if noun.kind or spec not in ("genitive", "whom", "card"):
        return noun.text
    genitive = forms_of("pl").form("genitive", noun.text, "pl")
    if spec == "whom" and noun.text.endswith("a"):
        return f"{noun.text[:-1]}ę"
    return f"kartę {genitive}" if spec == "card" else genitive


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
    "il": ("il ", "del ", "al ", "sul ", "dal "), "lo": ("lo ", "dello ", "allo ", "sullo ", "dallo "),
    "l'": ("l'", "dell'", "all'", "sull'", "dall'"), "la": ("la ", "della ", "alla ", "sulla ", "dalla "),
    "i": ("i ", "dei ", "ai ", "sui ", "dai "), "gli": ("gli ", "degli ", "agli ", "sugli ", "dagli "),
    "le": ("le ", "delle ", "alle ", "sulle ", "dalle "),
}  # fmt: skip
FRENCH = {
    "le": ("le ", "du ", "au ", "sur le "), "la": ("la ", "de la ", "à la ", "sur la "),
    "l'": ("l'", "de l'", "à l'", "sur l'"),
    "les": ("les ", "des ", "aux ", "sur les "),
}  # fmt: skip


def _italian(noun: Noun, spec: str) -> str:
    if _bare(noun):
        to = "ad " if plain(noun.text)[:1] == "a" else "a "
        return {"the": "", "of": "di ", "to": to, "on": "su ", "from": "da "}[spec] + noun.text
    return ITALIAN[_italian_article(noun)][(*ARTICLES, "from").index(spec)] + noun.text


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
    return FRENCH[article][ARTICLES.index(spec)] + noun.text


_SPECS = {
    "en": ("the", "of", "to", "on", "a", "in"), "it": (*ARTICLES, "from", "a"), "fr": (*ARTICLES, "a"),
    "pl": (*ARTICLES, "a", "card", "genitive", "whom"),
}  # fmt: skip
"""The forms of a name that a phrase of each language may ask for."""
_FORMS = {"en": _english, "it": _italian, "fr": _french, "pl": _polish}
