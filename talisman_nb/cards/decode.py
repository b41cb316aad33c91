"""Decodes TOML tables to definitions, writes such tables, walks their operations; errors name file, card and path."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import fields, replace

from talisman_nb.board.toml_reading import did_you_mean, nearest, quote_value, read_as
from talisman_nb.model.bounds import OPERATIONS as MOST_OPERATIONS
from talisman_nb.model.bounds import Name, Variable

from .definition import PARTS, Definition, Facts
from .modifiers import MODIFIERS, Modifier
from .operations import NAMES, Become, BuyFromStock, ChooseOption, Get, MadeUp, Operation, TableRow

S = TypeVar("S", bound=Struct)

LISTS = ("held", "here", "mods")
"""Keys of a definition that hold modifiers."""
FACTS = Facts.__struct_fields__
"""Keys of a definition that are facts."""
RETIRED = ("sure", "doubt")
"""Keys ignored in definitions, because games saved by earlier versions contain them; see `doubts.toml` of a layer."""
TOPICS: dict[str, type[Modifier]] = {str(mod.__struct_config__.tag): mod for mod in MODIFIERS}
"""Maps a modifier's name in TOML to its struct."""
INNER: dict[str, type[Struct]] = {"options": ChooseOption, "rows": TableRow, "foes": MadeUp}
"""Maps the lists inside an operation to the struct of their items."""
OF_TWINS = ("twin", "copies", *RETIRED)
"""The only keys of a twin's table; all else comes from its original."""


class CardError(ValueError):
    """A mistake in a file of cards, rules or an edition."""


def define(
    key: str, table: Any, file: str, origins: Mapping[str, str] | None = None, written: str = ""
) -> dict[str, Definition]:
    """Decode a definition and those nested in it (`[blizzard.snow]` becomes `blizzard.snow`), keyed by name.

    For messages, `written` is the name of its table in the file, if not `key`; `origins` maps single keys to the table
    they come from. Raises `CardError`.
    """
    found = Definition(key, Facts(), {}, file=file, table=written or key, origins=dict(origins or {}))
    if not isinstance(table, Mapping):
        raise CardError(f"{file}: [{found.table}]: expected a table, got {quote_value(table)}")
    read_as(Name, key.rpartition(".")[2], f"{file}: [{found.table}]: ", CardError)
    if "twin" in table and (more := [name for name in table if name not in OF_TWINS]):
        near = did_you_mean(more[0], OF_TWINS)
        raise CardError(
            f"{found.at(more[0])}: a twin is what its other is, expected nothing but copies beside it{near}"
        )
    facts: dict[str, Any] = {}
    lists: dict[str, tuple[Modifier, ...]] = {}
    nested: dict[str, Definition] = {}
    for name, value in table.items():
        where = found.at(name)
        if name in LISTS:
            lists[name] = tuple(_modifier(m, f"{where}[{i}]") for i, m in enumerate(_a_list(value, where)))
        elif name in FACTS:
            facts[name] = getattr(read_as(Facts, {name: value}, where.removesuffix(name), CardError), name)
        elif name in RETIRED:
            continue
        elif isinstance(value, dict):
            nested |= define(f"{key}.{name}", value, file, written=f"{found.origins.get(name, found.table)}.{name}")
        elif isinstance(value, list) and (not value or (isinstance(value[0], dict) and "mod" not in value[0])):
            read_as(Variable, name, f"{where}: ", CardError)
            found.blocks[name] = block(value, where)
        elif name in PARTS:
            raise CardError(f"{where}: expected a list of operations, got {quote_value(value)}")
        else:
            raise CardError(f"{where}: unknown key{did_you_mean(name, (*FACTS, *PARTS, *LISTS))}")
    return {key: replace(found, facts=Facts(**facts), **lists), **nested}


def block(value: Any, where: str) -> tuple[Operation, ...]:
    """Decode a list of operations and the blocks inside them; names of blocks stay names. Raises `CardError`."""
    found = _a_list(value, where)
    if len(found) > MOST_OPERATIONS:
        raise CardError(f"{where}: expected at most {MOST_OPERATIONS} operations, got {len(found)}")
    return tuple(_operation(o, f"{where}[{i}]") for i, o in enumerate(found))


def _a_list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise CardError(f"{where}: expected a list, got {quote_value(value)}")
    return value


def _operation(value: Any, where: str) -> Operation:
    kind = _struct_of_tag(value, "op", NAMES, where, '{ op = "lose", what = "life" }')
    raw = dict(value)
    for name in ("do", "else"):
        if name in raw:
            raw[name] = _block_or_name(raw[name], f"{where}.{name}")
    for name, inner in INNER.items():
        if isinstance(raw.get(name), list):
            raw[name] = [_inner(inner, item, f"{where}.{name}[{i}]") for i, item in enumerate(raw[name])]
    return read_as(kind, raw, f"{where}.", CardError)


def _inner(kind: type[Struct], item: Any, where: str) -> Struct:
    if isinstance(item, dict) and "do" in item:
        item = {**item, "do": _block_or_name(item["do"], f"{where}.do")}
    return read_as(kind, item, f"{where}.", CardError)


def _modifier(value: Any, where: str) -> Modifier:
    kind = _struct_of_tag(value, "mod", TOPICS, where, '{ mod = "add", to = "strength", n = 1 }')
    if "do" in value:
        value = {**value, "do": _block_or_name(value["do"], f"{where}.do")}
    return read_as(kind, value, f"{where}.", CardError)


def _block_or_name(value: Any, where: str) -> Any:
    return value if isinstance(value, str) else block(value, where)


def _struct_of_tag(value: Any, tag: str, kinds: Mapping[str, type[S]], where: str, example: str) -> type[S]:
    """The struct of an operation or modifier, from the tag of its table; raises `CardError` for an unknown one."""
    if not isinstance(value, dict) or tag not in value:
        near = did_you_mean(tag, value) if isinstance(value, dict) else ""
        raise CardError(f"{where}: expected {CALLED[tag]} such as {example}, got {quote_value(value)}{near}")
    kind = kinds.get(value[tag]) if isinstance(value[tag], str) else None
    if kind is None:
        raise CardError(
            f"{where}.{tag}: expected {CALLED[tag]}, got {quote_value(value[tag])}{did_you_mean(value[tag], kinds)}"
        )
    return kind


CALLED = {"op": "an operation", "mod": "a modifier"}

__all__ = ["CardError", "block", "define", "did_you_mean", "nearest"]


def operations_of(definition: Definition) -> Iterator[Operation]:
    """Every operation of a definition, nested ones included."""
    for block in definition.blocks.values():
        yield from operations_in(block)
    for modifier in (*definition.held, *definition.here, *definition.mods):
        yield from operations_in(getattr(modifier, "do", None))


def operations_in(block: Any) -> Iterator[Operation]:
    """Every operation of a block, nested ones included; none for the name of a block."""
    if not isinstance(block, (list, tuple)):
        return
    for op in block:
        yield op
        yield from operations_in(getattr(op, "do", None))
        yield from operations_in(getattr(op, "otherwise", None))
        for part in (*getattr(op, "options", ()), *getattr(op, "rows", ())):
            yield from operations_in(part.do)


def without_wares(definition: Definition, gone: Collection[str]) -> Definition:
    """The definition without what gives or sells a card of the stock, or turns into a form, that is gone."""
    blocks = {name: _without_removed(block, gone) for name, block in definition.blocks.items()}
    lists = {
        name: tuple(
            replace(mod, do=_without_removed(mod.do, gone)) if isinstance(getattr(mod, "do", None), tuple) else mod
            for mod in getattr(definition, name)
        )
        for name in LISTS
    }
    return replace(definition, blocks=blocks, **lists)


def _without_removed(block: Any, gone: Collection[str]) -> Any:
    """A block without what is gone; the name of one as it is."""
    return block if isinstance(block, str) else tuple(left for op in block if (left := _left_of(op, gone)))


def _left_of(op: Any, gone: Collection[str]) -> Any:
    """An operation without what is gone; None if nothing is left of it."""
    if (isinstance(op, Get) and op.name in gone) or (isinstance(op, Become) and f"form.{op.form}" in gone):
        return None
    if isinstance(op, BuyFromStock):
        wares = {card: price for card, price in op.wares.items() if card not in gone}
        return replace(op, wares=wares) if wares or not op.wares else None
    inside = {
        name: _without_removed(do, gone) for name in ("do", "otherwise") if (do := getattr(op, name, None)) is not None
    }
    parts = {
        name: tuple(replace(part, do=_without_removed(part.do, gone)) for part in found)
        for name in ("options", "rows")
        if (found := getattr(op, name, ()))
    }
    return replace(op, **inside, **parts) if inside or parts else op


# --- written: the one writer of TOML ---

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
WIDE = 100
"""Letters of a line; a longer list is written with an item a line."""


def toml_value(value: Any, deep: int = 0) -> str:
    """Return a value as TOML, of a struct what is not as usual; a long list has an item a line.

    >>> toml_value({"op": "gain", "n": 2, "while": [True]})
    '{ op = "gain", n = 2, while = [true] }'
    """
    if isinstance(value, Struct):
        value = _given(value)
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{toml_key(key)} = {toml_value(each, deep)}' for key, each in value.items())} }}"
    if isinstance(value, (list, tuple)):
        items = [toml_value(each, deep + 1) for each in value]
        line = f"[{', '.join(items)}]"
        if len(line) + 4 * deep <= WIDE and "\n" not in line:
            return line
        indent = "    " * (deep + 1)
        return "[\n" + "".join(f"{indent}{item},\n" for item in items) + "    " * deep + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _given(value: Struct) -> dict[str, Any]:
    tag = value.__struct_config__
    given = {tag.tag_field: tag.tag} if tag.tag_field else {}
    return given | {
        f.encode_name: v for f in fields(value) if (v := getattr(value, f.name)) != f.default and v is not None
    }


def toml_key(key: str) -> str:
    """Return a key of a table as TOML."""
    return key if BARE_KEY.fullmatch(key) else toml_value(key)


def toml_text(tables: Mapping[str, Any]) -> str:
    """Return the tables of a file as TOML, each definition under its heading and what is inside it behind it.

    >>> print(toml_text({"imp": {"type": "event", "met": [], "hex": {"mods": []}}}))
    [imp]
    type = "event"
    met = []
    <BLANKLINE>
    [imp.hex]
    mods = []
    <BLANKLINE>
    """
    return "\n".join(_sections(tables, ()))


def _sections(table: Mapping[str, Any], above: tuple[str, ...]) -> Iterator[str]:
    inside = {key: value for key, value in table.items() if isinstance(value, Mapping) and not _is_value(key, above)}
    lines = [f"{toml_key(key)} = {toml_value(value)}" for key, value in table.items() if key not in inside]
    if lines or (above and not inside):
        heading = f"[{'.'.join(map(toml_key, above))}]\n" if above else ""
        yield heading + "\n".join((*lines, ""))
    for key, value in inside.items():
        yield from _sections(value, (*above, key))


def _is_value(key: str, above: tuple[str, ...]) -> bool:
    """Whether a table is a value of a definition, not a definition inside it."""
    return bool(above) and (key in FACTS or key in (*PARTS, *LISTS))
