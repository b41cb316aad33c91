"""The rule index: every rule by id, with a paraphrase per language, the text of each edition and its sources."""

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Literal

import msgspec

from talisman_nb.model.data_folder import kept

LANGUAGES = ("en", "it", "fr", "pl")
EDITIONS: tuple[str, ...] = tuple(
    tomllib.loads((resources.files("talisman_nb.rules") / "editions.toml").read_text(encoding="utf-8"))["order"]
)
"""Editions a rule may have words for, as `editions.toml` lists them: `souls`, `house` are no editions of the game."""
SAME = "= "
"""Prefix of words that repeat another edition: "= second; more words"."""
SEMICOLON = {"en": "; ", "it": "; ", "fr": "\u00a0; ", "pl": "; "}
"""Separator, by language, between the words an edition repeats and those it adds."""

Standing = Literal["official", "judgement", "open", "house", "table"]
Why = Literal["two", "clear", "judgement", "same", "silent"]


class UnknownRuleError(KeyError):
    """Raised for an unknown rule, language or edition; the message suggests the nearest."""

    def __str__(self) -> str:
        return str(self.args[0])


class RuleSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sources of a rule: the section in each text of `revised4`, the paragraph number in the older editions.

    `publisher`: where the publisher says outside those texts what holds in `revised4`, in a list of questions for one.
    `tables`: where players tell that they play so: a house rule that no text has.
    """

    it: str | None = None
    fr: str | None = None
    pl: str | None = None
    second: str | None = None
    third: str | None = None
    publisher: str | None = None
    tables: str | None = None

    def named(self) -> tuple[tuple[str, str], ...]:
        """Return the texts that contain the rule, as pairs (text, section)."""
        sections = ((text, getattr(self, text)) for text in self.__struct_fields__)
        return tuple((text, section) for text, section in sections if section)

    def of(self, edition: str) -> tuple[tuple[str, str], ...]:
        """Return the pairs of the texts of one edition: the first has a text per language.

        >>> rule("combat.score").source.of("second")
        (('second', '16.4, 16.8'),)
        """
        return tuple(
            (text, section)
            for text, section in self.named()
            if (text in (*LANGUAGES, "publisher") if edition == EDITIONS[0] else text == edition)
        )


class TextDifference(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A difference between the three texts of revised4, and the texts this program follows.

    `entry`: its number in the comparison ("29"; "R8" for The Realm of Souls). `follows`: the texts followed, empty if
    none is followed alone. `why`: "two", two of three agree; "clear", the other text contradicts itself or is broken;
    "judgement", argued in the decision; "same", no difference in play; "silent", no text has it.
    """

    entry: str
    why: Why
    follows: tuple[Literal["it", "fr", "pl"], ...] = ()


class Decision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The decision of this program where the texts differ or are silent, in each of the four languages."""

    en: str
    it: str
    fr: str
    pl: str

    def text(self, lang: str) -> str:
        """Return the decision in one of the four languages; raises `UnknownRuleError` for any other."""
        return str(getattr(self, _one_of(lang, LANGUAGES, "language")))


class Rule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One rule: a paraphrase per language, the English words of each edition, its sources and its standing.

    `decision`: what this program does where `texts_differ`, or where the texts leave the rule `open`; `clear_in`: the
    editions whose own text decides it, for which neither holds.
    """

    id: str
    en: str
    it: str
    fr: str
    pl: str
    words: tuple[tuple[str, str], ...] = ()
    source: RuleSource = RuleSource()
    texts_differ: tuple[TextDifference, ...] = ()
    decision: Decision | None = None
    open: bool = False
    standing: Standing = "official"
    clear_in: tuple[str, ...] = ()

    def text(self, lang: str) -> str:
        """Return the paraphrase in one of the four languages; raises `UnknownRuleError` for any other.

        >>> rule("table.die").text("it")
        'Un dado mostra un numero da 1 a 6.'
        """
        return str(getattr(self, _one_of(lang, LANGUAGES, "language")))

    def text_in(self, edition: str, lang: str) -> str:
        """Return what holds in an edition: its words where they differ from the revised ones, else the paraphrase.

        >>> rule("trophy.craft").text_in("second", "en")[:19], rule("trophy.craft").text_in("revised4", "en")[:14]
        ('for every 10 points', 'Every 7 points')
        """
        words = self.says(edition, lang)
        return self.text(lang) if words is None or words == self.says(EDITIONS[0], lang) else words

    def says(self, edition: str, lang: str = "en") -> str | None:
        """Return the words of an edition in one of the four languages, None if it has no such rule.

        Words that repeat another edition ("= other") are replaced by that edition's. Raises `UnknownRuleError`.

        >>> rule("combat.psychic-armour").says("second") == rule("combat.psychic-armour").says("revised4")
        True
        """
        words = self._words(edition, _one_of(lang, LANGUAGES, "language"))
        if words is None:
            return None
        other, more = _split_repetition(words)
        return SEMICOLON[lang].join(part for part in (self.says(other, lang) if other else None, more) if part)

    def has(self, edition: str) -> bool:
        """Whether an edition has words of its own for the rule, or repeats those of another.

        >>> rule("house.two-dice").has("house"), rule("fate.reroll").has("second")
        (True, False)
        """
        return any(one == edition for one, _ in self.words)

    def same_as(self, edition: str) -> str | None:
        """Return the edition that this one repeats without additions, or None."""
        other, more = _split_repetition(self._words(edition) or "")
        return other if other and not more else None

    def own_words(self) -> dict[str, str]:
        """Return the English words of each edition that has words of its own, keyed by edition."""
        told = {edition: self._words(edition) or "" for edition in EDITIONS}
        return {edition: words for edition, words in told.items() if _split_repetition(words)[1]}

    def _words(self, edition: str, lang: str = "en") -> str | None:
        _one_of(edition, EDITIONS, "edition")
        english = next((words for one, words in self.words if one == edition), None)
        return english if lang == "en" or not _split_repetition(english or "")[1] else _words_in(lang)[self.id][edition]


def rule(rule_id: str) -> Rule:
    """Return the rule of an id; raises `UnknownRuleError` (a KeyError) with the nearest ids.

    >>> rule("combat.stand-off")
    Traceback (most recent call last):
    ...
    talisman_nb.rules.index.UnknownRuleError: no rule "combat.stand-off"; did you mean "combat.standoff"?
    """
    rules = rule_index()
    return rules[_one_of(rule_id, rules, "rule")]


@cache
def rule_index() -> Mapping[str, Rule]:
    """Return every rule by id, in the order of the files. Cached; raises `ValueError` for an invalid file."""
    return MappingProxyType(kept("rules", _rules, dict[str, Rule]))


def _rules() -> dict[str, Rule]:
    rules: dict[str, Rule] = {}
    for file in _files():
        for found in read_rules(file.read_text(encoding="utf-8"), file.name):
            if found.id in rules:
                raise ValueError(f'{file.name}: the rule "{found.id}" is already told in another file; keep one')
            rules[found.id] = found
    return rules


def read_rules(toml: str, name: str) -> list[Rule]:
    """Decode the rules of one TOML text; raises `ValueError` with file (`name`), rule and field."""
    return [_read_rule(rule_id, fields, name) for rule_id, fields in tomllib.loads(toml).items()]


def _read_rule(rule_id: str, fields: object, name: str) -> Rule:
    if not isinstance(fields, dict):
        raise ValueError(f'{name}: expected a table ["{rule_id}"], came {fields!r}; write the id in quotes')
    try:
        if "words" in fields:
            raise msgspec.ValidationError("Object contains unknown field `words`")
        words = [(edition, _english(edition, fields[edition])) for edition in EDITIONS if edition in fields]
        others = {key: value for key, value in fields.items() if key not in EDITIONS}
        if wrong := {*others.get("clear_in", ())} - {edition for edition, _ in words}:
            raise msgspec.ValidationError(f"Expected editions with words here, got `{min(wrong)}` - at `$.clear_in`")
        return msgspec.convert({**others, "id": rule_id, "words": words}, Rule)
    except msgspec.ValidationError as wrong:
        raise ValueError(f'{name}: rule "{rule_id}": {wrong}') from wrong


def _english(edition: str, words: object) -> str:
    if not isinstance(words, str):
        raise msgspec.ValidationError(f"Expected `str`, got `{type(words).__name__}` - at `$.{edition}`")
    return words


def read_words(toml: str, name: str, rules: Iterable[Rule]) -> dict[str, dict[str, str]]:
    """Decode the translated words of a file, keyed by rule id, then edition; `name`: the file.

    Exactly the words that `Rule.own_words` returns must be translated, with the same "= other" prefix. Raises
    `ValueError` with file, rule and edition.
    """
    try:
        told = msgspec.convert(tomllib.loads(toml), dict[str, dict[str, str]])
    except msgspec.ValidationError as wrong:
        raise ValueError(f"{name}: {wrong}; expected a table per rule") from wrong
    wanted = {rule.id: words for rule in rules if (words := rule.own_words())}
    for rule_id in {**wanted, **told}:
        english, other = wanted.get(rule_id, {}), told.get(rule_id, {})
        for edition in {**english, **other}:
            if mistake := _wrong_words(english.get(edition, ""), other.get(edition, "")):
                raise ValueError(f'{name}: rule "{rule_id}": {edition}: {mistake}')
    return told


def _wrong_words(english: str, words: str) -> str:
    """Return the mistake in the translated words of an edition, "" if there is none."""
    if not words:
        return f"is missing; in English: {english!r}"
    if not english:
        return f"{words!r} is too much: in English it has no words of its own"
    (begins, _), (begun, more) = _split_repetition(english), _split_repetition(words)
    return (
        "" if more and begun == begins else f"expected words that begin as the English do, {english!r}, came {words!r}"
    )


def _split_repetition(words: str) -> tuple[str, str]:
    """Split "= other; more" into the repeated edition ("" for none) and the edition's own words."""
    if not words.startswith(SAME):
        return "", words
    other, _, more = words.removeprefix(SAME).partition("; ")
    return other, more


@cache
def _words_in(lang: str) -> Mapping[str, Mapping[str, str]]:
    file = _folder() / "editions" / f"{lang}.toml"
    return read_words(file.read_text(encoding="utf-8"), f"editions/{file.name}", rule_index().values())


def _folder() -> Traversable:
    return resources.files("talisman_nb.rules") / "index"


def _files() -> list[Traversable]:
    return sorted((file for file in _folder().iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)


def _one_of(word: str, known: Iterable[str], what: str) -> str:
    """Return a word if it is known; raises `UnknownRuleError` with suggestions."""
    names = list(known)
    if word in names:
        return word
    near = difflib.get_close_matches(word, names, n=2, cutoff=0.7)
    meant = " or ".join(f'"{name}"' for name in near)
    advice = f"did you mean {meant}?" if near else f"there are {', '.join(names[:8])}{' …' if len(names) > 8 else ''}"
    raise UnknownRuleError(f'no {what} "{word}"; {advice}')
