"""Writes the types of the panel's data, for the type check of its JavaScript, from the structs of the program.

python tests/javascript/screen_types.py
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from talisman_nb import panels
from talisman_nb.chronicle.chronicle import Chronicle
from talisman_nb.chronicle.evenings_told import AllEvenings
from talisman_nb.chronicle.group import Group
from talisman_nb.lessons.teacher import Notes
from talisman_nb.panels.bench import AnalysisScreen
from talisman_nb.panels.hosted.offturn import PeekedSpell
from talisman_nb.panels.lesson import VoteScreen, Wall
from talisman_nb.panels.sync.message import ViewMessage
from talisman_nb.panels.table.beside_question import FaceEnd
from talisman_nb.text.screen.labels import Labels
from talisman_nb.text.screen.setup_values import CardGridScreen, Setup, WorkshopScreen
from talisman_nb.text.screen.values import Screen

FILE = Path(panels.__file__).parent / "js" / "base" / "screen.d.ts"
SENT = (Screen, FaceEnd, PeekedSpell, Labels, Setup, Chronicle, AllEvenings, Group, AnalysisScreen, Wall, VoteScreen,
        Notes, CardGridScreen, WorkshopScreen)  # fmt: skip
"""Values of the synced traits and of replies; fields with their default may be left out if the struct says so."""
RECEIVED = (ViewMessage,)
"""What the browser sends: fields with a default may always be left out."""
HEAD = "/** Data of the panel, generated from the structs of the program by tests/javascript/screen_types.py. */\n"
SIMPLE = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "any"}


def declarations() -> str:
    """Return the TypeScript declarations of all structs sent and received, used ones before those that use them."""
    received = list(dict.fromkeys(struct for root in RECEIVED for struct in _structs(root)))
    found = list(dict.fromkeys([*(each for root in SENT for each in _structs(root)), *received]))
    return HEAD + "".join(_declaration(struct, struct in received) for struct in found)


def _structs(root: Any, within: tuple[Any, ...] = ()) -> Iterator[type[msgspec.Struct]]:
    """Yield the structs in a type, inner ones first; one that stands `within` itself once."""
    if isinstance(root, type) and issubclass(root, msgspec.Struct) and root not in within:
        for hint in get_type_hints(root).values():
            yield from _structs(hint, (*within, root))
        yield root
    for argument in get_args(root):
        yield from _structs(argument, within)


def _declaration(struct: type[msgspec.Struct], received: bool) -> str:
    hints = get_type_hints(struct)
    optional = received or struct.__struct_config__.omit_defaults
    fields = (
        f"  {field.name}{'?' if optional and not field.required else ''}: {typescript(hints[field.name])};\n"
        for field in msgspec.structs.fields(struct)
    )
    return f"\nexport interface {struct.__name__} {{\n{''.join(fields)}}}\n"


def typescript(hint: Any) -> str:
    """Return a Python type as TypeScript. Raises `TypeError` for one that JSON has no form of.

    >>> typescript(dict[str, tuple[int, int]])
    'Record<string, [number, number]>'
    >>> typescript(tuple[str, ...] | None)
    'string[] | null'
    """
    origin, arguments = get_origin(hint), get_args(hint)
    if hint in SIMPLE:
        return SIMPLE[hint]
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return hint.__name__
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(map(typescript, arguments)))
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in arguments)
    if origin is tuple and arguments[1:] == (...,):
        item = typescript(arguments[0])
        return f"({item})[]" if "|" in item else f"{item}[]"
    if origin is tuple:
        return f"[{', '.join(map(typescript, arguments))}]"
    if origin is dict:
        return f"Record<string, {typescript(arguments[1])}>"
    raise TypeError(f"{hint} has no TypeScript type: give `typescript` one")


if __name__ == "__main__":
    FILE.write_text(declarations(), "utf-8")
