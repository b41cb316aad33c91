"""House rules that a layer brings: figures of its own, which definitions read, with their sentences."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal

from msgspec import Struct, convert

from talisman_nb.board.toml_reading import did_you_mean, quote_value, read_as
from talisman_nb.cards.decode import CardError
from talisman_nb.cards.definition import SWITCH
from talisman_nb.model.bounds import OWN_CHOICES, OWN_RULES, Figure, OwnSentence, Variable
from talisman_nb.model.data_folder import LANGUAGES, in_every_language

from .layered_names import BREAKS
from .layers import FIGURES, Layer

BY = ("out_by", "gone_by", "needs_by", "by", "hidden_by")
"""The facts of cards, roles and decks that name a switch."""


class Needs(Struct, frozen=True, forbid_unknown_fields=True, rename={"value": "is"}):
    """When a house rule has a meaning in an edition: see `house_rules.toml`."""

    part: str = ""
    figure: str = ""
    value: bool | int | str = True
    always: bool = False
    crown: bool = False
    listed: bool = False
    rule: str = ""
    amends: str = ""
    shorter: Literal["", "lower", "higher"] = ""


@cache
def house_rules() -> Mapping[str, Mapping[str, Needs]]:
    """Maps each group to its house rules, each with what it needs; cached.

    >>> list(house_rules()["talismans"])
    ['carry.talismans', 'switch.talisman_cards', 'switch.talisman_rolls']
    """
    text = (files("talisman_nb.rules") / "house_rules.toml").read_text(encoding="utf-8")
    return MappingProxyType(convert(tomllib.loads(text), dict[str, dict[str, Needs]]))


@cache
def group_of() -> Mapping[str, str]:
    """Maps each house rule of the program to its group, in the order of the form; cached.

    >>> group_of()["switch.maximum"]
    'trophies'
    """
    return MappingProxyType({name: group for group, rules in house_rules().items() for name in rules})


def reading(figure: str) -> frozenset[tuple[str, Any]]:
    """The parts of definitions and decks that read a figure, as key and value."""
    switch = figure.removeprefix(SWITCH)
    return frozenset({("rule", figure), *((part, switch) for part in BY)})


def pairs(table: Any) -> Iterator[tuple[str, Any]]:
    """The keys of a table with their plain values, at any depth."""
    if isinstance(table, Mapping):
        for key, value in table.items():
            if isinstance(value, (str, int, float)):
                yield key, value
            else:
                yield from ((key, each) for each in value if isinstance(each, str))
                yield from pairs(value)
    elif isinstance(table, list | tuple):
        for value in table:
            yield from pairs(value)


OWN = "own"
"""The section of `rules.toml` with them, and the group of the form for those that name none."""


class OwnRule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table `[own.<name>]` of `rules.toml`."""

    default: bool | Figure
    text: OwnSentence  # what is played with it; of a number what it is, the number comes behind
    off: OwnSentence = ""  # what is played without it, where it is true or false
    range: tuple[Figure, Figure] | None = None  # of a number: the lowest and the highest
    group: str = OWN

    @property
    def values(self) -> list[Any]:
        """Return the values it may have, as `ranges.toml` says it of the program's figures."""
        return list(self.range or (False, True))

    def said(self, on: bool, lang: str) -> str:
        """Its sentence in a language; what is given in another one is marked with that."""
        text: str = in_every_language(self.text if on else self.off)[lang]
        return text


def own_rules(layers: Sequence[Layer]) -> dict[str, OwnRule]:
    """The house rules that the layers of a stack bring, by the name of their figure.

    Raises `CardError`, naming layer, file and table, for one that is wrong, there already, or one too many.

    >>> quick = "[own.quick]\\ndefault = false\\ntext = 'Quick.'\\noff = 'Slow.'"
    >>> own_rules([Layer("mine", {"rules.toml": quick})])["own.quick"].said(True, "pl")
    'Quick.'
    """
    found: dict[str, OwnRule] = {}
    for layer in layers:
        for key, table in _tables(layer).items():
            name, where = f"{OWN}.{key}", f"{layer.at(FIGURES)}: [{OWN}.{key}]"
            if not isinstance(table, dict):
                _check_there(name, found, where)
                continue
            if name in found and _read(key, table, where) == found[name]:
                continue  # several layers may bring the same
            if name in found:
                raise CardError(f"{where}: {brought_by(layers, name)} brings it already; [{OWN}] changes its value")
            found[name] = _read(key, table, where)
            if len(found) > OWN_RULES:
                raise CardError(f"{where}: expected at most {OWN_RULES} house rules of one's own")
    return found


def brought_by(layers: Sequence[Layer], name: str) -> str:
    """The name of the layer that brings a house rule."""
    key = name.removeprefix(f"{OWN}.")
    return next(layer.name for layer in layers if isinstance(_tables(layer).get(key), dict))


def unread(layers: Sequence[Layer], own: Mapping[str, OwnRule]) -> Iterator[str]:
    """Yield a mistake for each of them that no definition of any layer reads."""
    if not own:
        return
    tables = (layer.tables(path) for layer in layers for path in layer.texts if path.endswith(".toml"))
    written = {pair for table in tables for pair in pairs(table)}
    for name in own:
        if reading(name).isdisjoint(written):
            where = f"{brought_by(layers, name)}/{FIGURES}: [{name}]"
            yield f'{where}: nothing reads it, expected {{ rule = "{name}" }} in a definition'


def _tables(layer: Layer) -> Mapping[str, Any]:
    """Return the tables of a layer in the section; {} for a section that is no table (refused with the figures)."""
    found = layer.tables(FIGURES).get(OWN) if FIGURES in layer.texts else None
    return found if isinstance(found, dict) else {}


def _check_there(name: str, found: Mapping[str, OwnRule], where: str) -> None:
    if name not in found:
        expected = "no layer below brings it; a new one is a table with default and text"
        raise CardError(f"{where}: {expected}{did_you_mean(name, found)}")


def _read(key: str, table: Mapping[str, Any], where: str) -> OwnRule:
    read_as(Variable, key, f"{where}: ", CardError)
    for field in ("text", "off"):
        given = table.get(field)
        if isinstance(given, dict) and (unknown := [lang for lang in given if lang not in LANGUAGES]):
            raise CardError(f"{where} {field}: expected {' or '.join(LANGUAGES)}, got {quote_value(unknown[0])}")
    rule: OwnRule = read_as(OwnRule, table, f"{where} ", CardError)
    if rule.group not in house_rules():
        groups = ", ".join(house_rules())
        near = did_you_mean(rule.group, house_rules())
        raise CardError(f"{where} group: expected one of {groups}, got {quote_value(rule.group)}{near}")
    _check_values(rule, where)
    for field in ("text", "off"):
        if field == "text" or isinstance(rule.default, bool):
            _check_sentence(getattr(rule, field), f"{where} {field}")
        elif rule.off:
            raise CardError(f"{where} off: a number has no such sentence, only what is true or false")
    return rule


def _check_values(rule: OwnRule, where: str) -> None:
    """Raise `CardError` for a range that is missing, needless or absurd, and for a default outside it."""
    if isinstance(rule.default, bool):
        if rule.range:
            raise CardError(f"{where} range: only a number has one, and default is {str(rule.default).lower()}")
        return
    if rule.range is None:
        raise CardError(f"{where} range: missing, expected the lowest and the highest number, such as [0, 3]")
    low, high = rule.range
    if not 0 < high - low < OWN_CHOICES:
        expected = f"expected a lower and a higher number, at most {OWN_CHOICES} in all"
        raise CardError(f"{where} range: {expected}, got {quote_value([low, high])}")
    if not low <= rule.default <= high:
        raise CardError(f"{where} default: expected a number from {low} to {high}, got {rule.default}")


def _check_sentence(given: OwnSentence, where: str) -> None:
    """Raise `CardError` for a sentence that is missing, empty, or more than one line."""
    texts = list(given.values()) if isinstance(given, dict) else [given]
    if wrong := [text for text in texts if not text.strip() or BREAKS.search(text)] or ([""] if not texts else []):
        raise CardError(f"{where}: expected a sentence on one line, got {quote_value(wrong[0])}")
