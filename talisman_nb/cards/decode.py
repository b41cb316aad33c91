"""TOML tables into definitions; every mistake is named with file, card, path and what was expected."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any, Union

import msgspec

from .definition import PARTS, Definition, Facts
from .modifiers import MODIFIERS, Modifier
from .operations import OPERATIONS, Operation

OPERATION: Any = Union[OPERATIONS]  # noqa: UP007  (a tuple of types)
MODIFIER: Any = Union[MODIFIERS]  # noqa: UP007
LISTS = ("held", "here", "mods")
_FACTS = tuple(Facts.__struct_fields__)
RETIRED = ("sure", "doubt")
"""Keys that tables begun with an earlier version still have in their file; `cards/doubts/` tells it now."""
_NAMED = re.compile(r"`([^`]+)`")


class CardError(ValueError):
    """A mistake in a card, rule or board file."""


def nearest(word: str, known: Iterable[str]) -> str:
    """What was probably meant by a word, "" where nothing is near.

    >>> nearest("loose", ["lose", "gain"])
    'lose'
    """
    return next(iter(get_close_matches(word, list(known), n=1)), "")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """' (did you mean …?)' for a near miss, else ''.

    >>> did_you_mean("loose", ["lose", "gain"])
    ' (did you mean "lose"?)'
    """
    near = nearest(word, known)
    return f' (did you mean "{near}"?)' if near else ""


def define(key: str, table: Mapping[str, Any], file: str) -> dict[str, Definition]:
    """A definition and those nested in it (`[blizzard.snow]` becomes `blizzard.snow`)."""
    where = f"{file}: [{key}]"
    facts: dict[str, Any] = {}
    blocks: dict[str, tuple[Operation, ...]] = {}
    lists: dict[str, tuple[Modifier, ...]] = {}
    nested: dict[str, Definition] = {}
    for name, value in table.items():
        if name in LISTS:
            lists[name] = tuple(_modifier(m, f"{where} {name}[{i}]") for i, m in enumerate(_a_list(value, f"{where} {name}")))
        elif name in _FACTS:
            facts[name] = value
        elif name in RETIRED:
            continue
        elif isinstance(value, list):
            blocks[name] = block(value, f"{where} {name}")
        elif isinstance(value, dict):
            nested |= define(f"{key}.{name}", value, file)
        else:
            raise CardError(f"{where} {name}: unknown key{did_you_mean(name, (*_FACTS, *PARTS, *LISTS))}")
    found = Definition(key, _facts(facts, where), blocks, file=file, **lists)
    return {key: found, **nested}


def block(value: Any, where: str) -> tuple[Operation, ...]:
    """A list of operations, the blocks inside them decoded too (names of blocks stay names)."""
    return tuple(_operation(o, f"{where}[{i}]") for i, o in enumerate(_a_list(value, where)))


def _a_list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise CardError(f"{where}: expected a list, got {value!r}")
    return value


def _operation(value: Any, where: str) -> Operation:
    if not isinstance(value, dict) or "op" not in value:
        raise CardError(f'{where}: expected an operation such as {{ op = "lose", what = "life" }}, got {value!r}')
    raw = dict(value)
    for name in ("do", "else"):
        if isinstance(raw.get(name), list):
            raw[name] = block(raw[name], f"{where}.{name}")
    for name in ("options", "rows"):
        if isinstance(raw.get(name), list):
            raw[name] = [_inner(item, f"{where}.{name}[{i}]") for i, item in enumerate(raw[name])]
    return _convert(raw, OPERATION, where, [str(o.__struct_config__.tag) for o in OPERATIONS], "op")  # type: ignore[no-any-return]


def _inner(item: Any, where: str) -> Any:
    if isinstance(item, dict) and isinstance(item.get("do"), list):
        return {**item, "do": block(item["do"], f"{where}.do")}
    return item


def _modifier(value: Any, where: str) -> Modifier:
    if isinstance(value, dict) and isinstance(value.get("do"), list):
        value = {**value, "do": block(value["do"], f"{where}.do")}
    return _convert(value, MODIFIER, where, [str(m.__struct_config__.tag) for m in MODIFIERS], "mod")  # type: ignore[no-any-return]


def _facts(raw: dict[str, Any], where: str) -> Facts:
    return _convert(raw, Facts, where, _FACTS, "")  # type: ignore[no-any-return]


def _convert(raw: Any, kind: Any, where: str, names: Iterable[str], tag: str) -> Any:
    try:
        return msgspec.convert(raw, kind, strict=True)
    except msgspec.ValidationError as error:
        raise CardError(f"{where}: {error}{_hint(raw, error, names, tag)}") from None


def _hint(raw: Any, error: Exception, names: Iterable[str], tag: str) -> str:
    """What was probably meant by a wrong tag or an unknown field."""
    if tag and isinstance(raw, dict) and str(raw.get(tag)) not in set(names):
        return did_you_mean(str(raw.get(tag)), names)
    named = _NAMED.search(str(error))
    if named is None or not isinstance(raw, dict):
        return ""
    fields = _fields(raw.get(tag), tag) if tag else names
    return did_you_mean(named[1], fields)


def _fields(name: Any, tag: str) -> list[str]:
    kinds: tuple[Any, ...] = OPERATIONS if tag == "op" else MODIFIERS
    found = next(k for k in kinds if k.__struct_config__.tag == name)
    return [f.encode_name for f in msgspec.structs.fields(found)]
