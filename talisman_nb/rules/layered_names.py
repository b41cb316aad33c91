"""The names that layers give to cards, spaces, options and creatures of their own, by section, key and language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from talisman_nb.board import Board
from talisman_nb.cards.decode import CardError
from talisman_nb.cards.definition import Definition
from talisman_nb.cards.known_names import has_name
from talisman_nb.cards.modifiers import Action
from talisman_nb.cards.operation_tree import operations_of
from talisman_nb.cards.operations import Attack, Choose

from .layers import LANGUAGES, NAMES, Layer

SECTION_OF = {"spell": "spell", "character": "character", "form": "form"}
"""The section of the catalogues by the folder a definition lies in; for all others it is `card`."""
Named = dict[str, dict[str, dict[str, str]]]


def own_names(
    layers: Sequence[Layer], definitions: Mapping[str, Definition], board: Board, folders: Mapping[str, str]
) -> Named:
    """The names of catalogues of the layers, and those definitions, options, uses and creatures give themselves.

    `folders` maps keys of definitions to their folder. Each name is there in every language: one that is missing is
    taken from the first language that has it. Options and uses are in the section "label", as `source.key`.
    """
    found: Named = {}
    for layer in layers:
        for lang in LANGUAGES:
            path = f"{NAMES}/{lang}.toml"
            for section, names in (layer.tables(path) if path in layer.texts else {}).items():
                if not isinstance(names, dict):
                    raise CardError(f"{layer.at(path)}: [{section}]: expected a table of names")
                for key, name in names.items():
                    found.setdefault(section, {}).setdefault(key, {})[lang] = str(name)
    for key, definition in definitions.items():
        for section, name, given in _given(key, definition, folders.get(key, "")):
            found.setdefault(section, {})[name] = (
                dict.fromkeys(LANGUAGES, given) if isinstance(given, str) else {**given}
            )
    for id in board.spaces:
        space = board.space(id)
        if not has_name("space", id):
            found.setdefault("space", {})[id] = dict.fromkeys(LANGUAGES, space.name)
    return {
        section: {key: _in_every_language(names) for key, names in entries.items()}
        for section, entries in found.items()
    }


def _in_every_language(names: Mapping[str, str]) -> dict[str, str]:
    first = next(names[lang] for lang in LANGUAGES if lang in names)
    return {lang: names.get(lang, first) for lang in LANGUAGES}


def _given(key: str, definition: Definition, folder: str) -> Iterator[tuple[str, str, Any]]:
    """The names that stand in a definition, each with its section and key."""
    if definition.facts.name:
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
