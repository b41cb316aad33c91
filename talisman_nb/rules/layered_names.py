"""The names that layers give to cards, spaces, options and creatures of their own, by section, key and language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import Formatter
from typing import Any

from talisman_nb.board import Board
from talisman_nb.board.graph import plain_kind
from talisman_nb.board.toml_reading import did_you_mean, quote_value, read_as
from talisman_nb.cards.decode import CardError, operations_of
from talisman_nb.cards.definition import Definition, is_inside
from talisman_nb.cards.modifiers import Action
from talisman_nb.cards.operations import Attack, Choose
from talisman_nb.cards.text_keys import WORDED, TextKeys
from talisman_nb.model.bounds import OwnName, Words
from talisman_nb.model.data_folder import in_every_language

from .layers import HEAD, LANGUAGES, NAMES, Layer

SECTION_OF = {"spell": "spell", "character": "character", "form": "form"}
"""The section of the catalogues by the folder a definition lies in; for all others it is `card`."""
FREE = ("label", "creature", "region", "map", *WORDED)
"""Sections in which a layer may name what has no definition: options, creatures, regions, questions, rolls."""
BREAKS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""Signs that no name may have: they end the line or turn the direction of writing."""
Named = dict[str, dict[str, dict[str, str]]]


def own_names(
    layers: Sequence[Layer],
    definitions: Mapping[str, Definition],
    board: Board,
    folders: Mapping[str, str],
    more: Mapping[str, tuple[OwnName, str]],
    texts: TextKeys,
    absent: Iterable[str] = (),
) -> Named:
    """The names of catalogues of the layers, and those definitions, options, uses and creatures give themselves.

    `folders` maps keys of definitions to their folder, `more` decks and keywords, as `deck.spell`, to the name they
    give themselves, "" for none, and its place; `texts` is what has a name already, `absent` what a layer leaves out.
    Each name is there in every language: one that is missing is taken from the first language that has it, unless
    `texts` has one, which then stands. Options and uses are in the section "label", as `source.key`.
    """
    found: Named = {}
    keys = (*definitions, *absent, *more)
    for layer in layers:
        for name in _texts_of(layer.head.name):
            _check_line(name, f"{layer.at(HEAD)}: [layer] name")
        for lang in LANGUAGES:
            for section, key, name in _catalogue(layer, f"{NAMES}/{lang}.toml", keys, texts):
                found.setdefault(section, {}).setdefault(key, {})[lang] = name
    for key, definition in definitions.items():
        for section, name, given in _names_in_definition(key, definition, folders.get(key, "")):
            found.setdefault(section, {})[name] = _name_by_language(given, definition.at("name"))
    for key, (given, where) in more.items():
        section, _, name = key.partition(".")
        if given:
            found.setdefault(section, {})[name] = _name_by_language(given, where)
    for id in board.spaces:
        space = board.space(id)
        if not texts.has_name("space", id):
            named = found.setdefault("space", {})
            named[id] = dict.fromkeys(LANGUAGES, space.name) | named.get(id, {})
            if id in board.by_hand:
                of = found.get("region", {}).get(space.region, {})
                of = _fill_languages("region", of) if of else of
                named[id] |= {lang: f"{name}, {space.ring + 1}" for lang, name in of.items()}
    return {
        section: {
            key: names if key in texts.names.get(section, ()) else _fill_languages(section, names)
            for key, names in entries.items()
        }
        for section, entries in found.items()
    }


def _catalogue(layer: Layer, path: str, keys: Iterable[str], texts: TextKeys) -> Iterator[tuple[str, str, str]]:
    """Yield the names of a catalogue of a layer with section and key; raises `CardError` for one that names nothing.

    `keys` are those of all definitions, and of decks and keywords with `deck.` or `keyword.` before them.
    """
    for section, names in (layer.tables(path) if path in layer.texts else {}).items():
        where = f"{layer.at(path)}: [{section}]"
        if section not in texts.sections:
            raise CardError(f"{where}: expected a section of names{did_you_mean(section, texts.sections)}")
        if not isinstance(names, dict):
            raise CardError(f"{where}: expected a table of names")
        known = {*texts.named(section), *(key.removeprefix(f"{section}.").removeprefix(f"{section}/") for key in keys)}
        for key, name in names.items():
            if section not in FREE and key not in known and plain_kind(key) not in known:
                raise CardError(f"{where} {key}: nothing has this name{did_you_mean(key, known)}")
            told = _check_line(read_as(Words, name, f"{where} {key}: ", CardError), f"{where} {key}")
            if section in WORDED:
                _check_places(told, WORDED[section], f"{where} {key}")
            yield section, key, told


def _texts_of(given: OwnName) -> tuple[str, ...]:
    return tuple(given.values()) if isinstance(given, dict) else (given,) if given else ()


def _check_line(name: str, where: str) -> str:
    """Return the name; raises `CardError` if it is empty or has signs that break or turn a line."""
    if not name.strip() or BREAKS.search(name):
        raise CardError(f"{where}: expected a name on one line, got {quote_value(name)}")
    return name


def _check_places(words: str, places: tuple[str, ...], where: str) -> None:
    """Raise `CardError` for words with other places than these."""
    named = ", ".join(f"{{{name}}}" for name in places)
    expected = f"expected no places but {named}" if places else "expected plain text"
    try:
        found = [(name, spec or how) for _, name, spec, how in Formatter().parse(words) if name is not None]
    except ValueError:
        found = [("{", "")]
    if wrong := [name for name, more in found if name not in places or more]:
        raise CardError(f"{where}: {expected}, got {quote_value(wrong[0])} in {quote_value(words)}")
    if "[" in words or "]" in words:
        raise CardError(f"{where}: {expected}, without square brackets")


def _name_by_language(given: OwnName, where: str) -> dict[str, str]:
    """A name by language, one that is given once in all of them; raises `CardError` like `_check_line`."""
    told = dict.fromkeys(LANGUAGES, given) if isinstance(given, str) else {str(k): name for k, name in given.items()}
    for each in told.values():
        _check_line(each, where)
    return told


def _fill_languages(section: str, names: Mapping[str, str]) -> dict[str, str]:
    """The names in every language; words of a language that they lack are marked as another's."""
    if section in WORDED:
        return {lang: str(words) for lang, words in in_every_language(dict(names)).items()}
    first = next(names[lang] for lang in LANGUAGES if lang in names)
    return {lang: names.get(lang, first) for lang in LANGUAGES}


def _names_in_definition(key: str, definition: Definition, folder: str) -> Iterator[tuple[str, str, Any]]:
    """The names that stand in a definition, each with its section and key."""
    if definition.facts.name and not is_inside(key):
        stock, _, name = key.partition(".")[2 if folder in ("character", "form") else 0].rpartition("/")
        yield stock or SECTION_OF.get(folder, "card"), name, definition.facts.name
    for op in operations_of(definition):
        if isinstance(op, Choose):
            yield from (("label", f"{key}.{choice.key}", choice.name) for choice in op.options if choice.name)
        if isinstance(op, Attack) and not isinstance(op.foes, str):
            yield from (("creature", foe.name, foe.called) for foe in op.foes if foe.called)
    for modifier in (*definition.held, *definition.here, *definition.mods):
        if isinstance(modifier, Action) and modifier.name:
            yield "label", f"{key}.{modifier.key}", modifier.name
