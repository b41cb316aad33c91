"""Decodes user-written TOML, within bounds, to structs; errors name the place, the expected and the actual value."""

from __future__ import annotations

import datetime
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from types import UnionType
from typing import Annotated, Any, Literal, Protocol, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import fields

from talisman_nb.model import Message, Told
from talisman_nb.model.bounds import ENTRIES, FILE_SIZE, LONGEST_NAME, NESTING, NUMBER, TEXT_LENGTH

T = TypeVar("T")
Error = type[ValueError]

SHOWN = 60
"""Upper bound of the characters of a value in an error."""
KNOWN = 12
"""Upper bound of known names in an error that has no suggestion."""
FAR = 10**30
"""Upper bound of numbers that an error repeats: Python refuses to print those of thousands of digits."""


def mistake(key: str, text: str, **fields: object) -> Message:
    """Return what is wrong with a file: the phrase `key` of `mistakes.toml`, in English `text`."""
    return Message(key, text, fields, "mistakes")


def wrong_at(where: str, key: str, text: str, **fields: object) -> Told:
    """Return a mistake of a definition at a place; `key`: its phrase under `check`, `text`: the English one."""
    return Told(f"{where}: ", mistake(f"check.{key}", text, **fields))


PLAIN = {
    str: mistake("kind.text", "a text"),
    int: mistake("kind.whole", "a whole number"),
    float: mistake("kind.number", "a number"),
    bool: mistake("kind.yes-no", "true or false"),
    dict: mistake("kind.table", "a table"),
    tuple: mistake("kind.list", "a list"),
    list: mistake("kind.list", "a list"),
}
"""Maps a type to its name in an error."""
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")
_NAMED = re.compile(r"`([^`]+)`")
_AT_VALUE, _AT_KEY = " - at `$", " - at `key` in `$"
"""Texts before the path in msgspec's message: of a value, and of a table one of whose keys is wrong."""


class File(Protocol):
    """A file, or an object with its interface."""

    @property
    def name(self) -> str: ...
    def read_text(self, encoding: str = ...) -> str: ...


def nearest(word: str, known: Iterable[object]) -> str:
    """Return the known name most similar to a word, "" if none is similar.

    >>> nearest("loose", ["lose", "gain"])
    'lose'
    """
    if len(word) > 2 * LONGEST_NAME:
        return ""
    words = [each for each in known if isinstance(each, str)]
    if near := get_close_matches(word, words, 1):
        return near[0]
    short = [each for each in words if len(each) == len(word) <= SHORT]  # one wrong letter of "to" is half the word
    return next(iter(get_close_matches(word, short, 1, 0.5)), "")


SHORT = 3
"""Letters of a word of which half may be wrong."""


def did_you_mean(word: object, known: Iterable[object]) -> str:
    """Return ' (did you mean "…"?)' for a near miss, else ""; appended to errors.

    >>> did_you_mean("loose", ["lose", "gain"])
    ' (did you mean "lose"?)'
    """
    near = nearest(word, known) if isinstance(word, str) else ""
    return Told("", mistake("near", ' (did you mean "{near}"?)', near=near)) if near else ""


def quote_value(value: object) -> str:
    """Return a value as an error quotes it, cut to `SHOWN` characters.

    >>> quote_value("imp"), quote_value([1] * 100)
    ("'imp'", '[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,…')
    """
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


# --- texts ---


def read_toml(file: File, error: Error, name: str = "") -> dict[str, Any]:
    """Decode a TOML file; raises `error` for invalid UTF-8 or TOML and for values out of bounds.

    `name`: the file's name in errors; "" takes its own.
    """
    name = name or file.name
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as wrong:
        said = "this is not UTF-8: {reason} at byte {byte}; save it as UTF-8"
        raise error(Told(f"{name}: ", mistake("utf-8", said, reason=wrong.reason, byte=wrong.start))) from None
    return parse_toml(text, name, error)


def parse_toml(text: str, name: str, error: Error) -> dict[str, Any]:
    """Decode a TOML text; raises `error` for invalid TOML and values out of bounds. `name`: its name in errors.

    >>> parse_toml("[wolf]\\nstrength = 2", "mine.toml", ValueError)
    {'wolf': {'strength': 2}}
    >>> parse_toml("[wolf]\\nstrength = 2000000000", "mine.toml", ValueError)
    Traceback (most recent call last):
    ...
    ValueError: mine.toml: wolf.strength: expected a number between -1000000 and 1000000, got 2000000000
    """
    if len(text) > FILE_SIZE:
        said = "expected at most {most} letters, got {n}: make several files of it"
        raise error(Told(f"{name}: ", mistake("long-file", said, most=FILE_SIZE, n=len(text))))
    if _DEEP_KEY.search(text):  # before it is parsed, which takes minutes for a key of thousands of parts
        raise error(Told(f"{name}: ", _too_deep("")))
    try:
        tables = tomllib.loads(text)
    except RecursionError:
        raise error(Told(f"{name}: ", _too_deep(""))) from None
    except ValueError as wrong:  # also raised for a number of thousands of digits
        line, column = at.groups() if (at := _AT.search(str(wrong))) else ("", "")
        syntax = mistake("syntax", "this is not TOML: {reason}", reason=str(wrong), line=line, column=column)
        raise error(Told(f"{name}: ", syntax)) from None
    for problem in _past_bounds(tables, "", NESTING):
        raise error(Told(f"{name}: ", problem))
    return tables


_PART = r"""(?>[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DEEP_KEY = re.compile(rf"(?<![\w-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{2 * NESTING}}}")
"""A key of far too many parts, such as `a.a.a…`; a text has no dots between so many words in a row."""
_AT = re.compile(r"\(at line (\d+), column (\d+)\)")
"""Where a text is no TOML, as the standard library says it."""


def _too_deep(path: str) -> Message:
    return mistake("deep", "{path}expected lists and tables at most {most} deep", path=path, most=NESTING)


def _past_bounds(value: Any, path: str, deeper: int) -> Iterator[Message]:
    """Yield a problem for each value that is too large, too deep, or a date.

    `path`: the value's place; `deeper`: levels of nesting still allowed.
    """
    if isinstance(value, (dict, list)):
        if deeper == 0:
            yield _too_deep(f"{_cut(path)}: ")
        elif len(value) > ENTRIES:
            there = path or mistake("the-file", "the file")
            yield mistake(
                "entries", "{path}: expected at most {most} entries, got {n}", path=there, most=ENTRIES, n=len(value)
            )
        elif isinstance(value, dict):
            for key, inside in value.items():
                yield from _past_bounds(inside, f"{path}.{_cut(key)}" if path else _cut(key), deeper - 1)
        else:
            for at, inside in enumerate(value):
                yield from _past_bounds(inside, f"{path}[{at}]", deeper - 1)
    elif isinstance(value, str) and len(value) > TEXT_LENGTH:
        said = "{path}: expected a text of at most {most} letters, got {n}"
        yield mistake("long-text", said, path=path, most=TEXT_LENGTH, n=len(value))
    elif isinstance(value, (int, float)) and not -NUMBER <= value <= NUMBER:
        plain = isinstance(value, float) or -FAR < value < FAR
        got = str(value) if plain else mistake("far-outside", "one far outside")
        said = "{path}: expected a number between {least} and {most}, got {got}"
        yield mistake("number", said, path=path, least=str(-NUMBER), most=str(NUMBER), got=got)
    elif isinstance(value, (datetime.date, datetime.time)):
        yield mistake("date", "{path}: expected a text or a number, got a date or time", path=path)


def _cut(word: object) -> str:
    text = str(word)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


# --- tables ---


def read_as(kind: type[T], table: Any, where: str, error: Error) -> T:
    """Decode a table to a struct of type `kind`; raises `error` for the first mistake.

    `where`: prefix of the path in the error, such as "mine.toml: [imp] " or "mine.toml: [imp] met[0].".

    >>> class Imp(Struct, forbid_unknown_fields=True):
    ...     strength: int = 0
    >>> read_as(Imp, {"strenght": 2}, "mine.toml: [imp] ", ValueError)
    Traceback (most recent call last):
    ...
    ValueError: mine.toml: [imp] strenght: unknown key (did you mean "strength"?)
    """
    try:
        return msgspec.convert(table, kind, strict=True)
    except msgspec.ValidationError as wrong:
        raise error(Told(where, _Mistake(kind, table, str(wrong)).told())) from None


class _Mistake:
    """Rewords a msgspec validation error in terms of TOML: walks its path to find the type and value concerned."""

    def __init__(self, kind: Any, table: Any, said: str) -> None:
        message, at, path = said.rpartition(_AT_KEY if _AT_KEY in said else _AT_VALUE)
        self.message = message if at else said
        self.kind, self.value, self.path = kind, table, ""
        for key, index in _STEP.findall(path[:-1] if at else ""):
            self._step(key, index)
        if at == _AT_KEY and isinstance(self.value, dict):
            self.kind = _key_type(self.kind)
            self.value = _first_mismatch(self.kind, {key: key for key in self.value})

    def _step(self, key: str, index: str) -> None:
        """Follow one step of msgspec's path: a key, an index, or `[...]` for an unnamed key."""
        self.kind = _type_inside(self.kind, key)
        if key:
            self.value = self.value.get(key) if isinstance(self.value, dict) else None
            self.path += f".{key}"
        elif index.isdigit():
            self.value = self.value[int(index)]
            self.path += f"[{index}]"
        else:
            found = _first_mismatch(self.kind, self.value)
            self.value = self.value[found]
            self.path += f".{found}"

    def told(self) -> Message:
        """Return the message: path, expected type, actual value, suggestion."""
        named = _NAMED.search(self.message)
        path = self.path.removeprefix(".")
        if named and "unknown field" in self.message:
            hint = _suggestion(named[1], _keys(self.kind))
            return mistake("key-unknown", "{path}: unknown key{hint}", path=_join_path(path, named[1]), hint=hint)
        if named and "missing required field" in self.message:
            left = set(self.value) - set(_keys(self.kind)) if isinstance(self.value, Mapping) else ()
            expected, hint = _type_label(_type_inside(self.kind, named[1])), did_you_mean(named[1], left)
            places = {"path": _join_path(path, named[1]), "expected": expected, "hint": hint}
            return mistake("key-missing", "{path}: missing, expected {expected}{hint}", **places)
        hint = did_you_mean(self.value, _words(self.kind))
        places = {
            "path": f"{path}: " if path else "",
            "expected": _type_label(self.kind),
            "got": quote_value(self.value),
        }
        return mistake("value", "{path}expected {expected}, got {got}{hint}", **places, hint=hint)


def _join_path(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _suggestion(word: str, known: list[str]) -> str:
    """Return a suggestion, else the list of known names."""
    names = f"{', '.join(known[:KNOWN])}{' …' if len(known) > KNOWN else ''}"
    return did_you_mean(word, known) or Told("", mistake("one-of", ", expected one of {names}", names=names))


def _first_mismatch(kind: Any, table: Mapping[str, Any]) -> str:
    """Return the first key whose value is not of a type; msgspec's path has only "[...]" for it."""
    for key, value in table.items():
        try:
            msgspec.convert(value, kind, strict=True)
        except msgspec.ValidationError:
            return key
    raise LookupError("every value fits")


def type_name(kind: Any) -> str:
    """Return the name of a type in an error.

    >>> type_name(int | str), type_name(Literal["die", "step"])
    ('a whole number or a text', '"die" or "step"')
    """
    return str(_type_label(kind))


def _type_label(kind: Any) -> object:
    """The name of a type: a message, or a text of no language."""
    if get_origin(kind) is Annotated:
        described = (meta.description for meta in kind.__metadata__ if isinstance(meta, Meta) and meta.description)
        said = next(described, None)
        return _describe_type(said) if said else _type_label(_bare(kind))
    if get_origin(kind) is Literal:
        return _or([f'"{name}"' for name in get_args(kind) if name])
    if get_origin(kind) in (Union, UnionType):
        known = (_type_label(part) for part in get_args(kind) if part is not type(None))
        parts = {str(each): each for each in known if str(each)}
        return _or(list(parts.values()))
    plain = get_origin(kind) or kind
    table = isinstance(plain, type) and issubclass(plain, (Struct, Mapping))
    return PLAIN.get(plain, PLAIN[dict] if table else mistake("kind.other", "something else"))


DESCRIBED = {
    "a whole number from {a} to {b}": "kind.between",
    "a text of at most {a} letters": "kind.letters",
    "a name of small letters, digits and hyphens, at most {a} long": "kind.id",
    "a face of a die from {a} to {b}": "kind.face",
    "a list of answers": "kind.answers",
    "a list of {a} to {b} faces of dice": "kind.faces",
    "{a} to {b} tables [[page.step.option]]": "kind.options",
}
"""Maps what types say of themselves, without its numbers, to the phrase; what is not here is said in English."""


def _describe_type(said: str) -> object:
    """Return a type's own description, as a message if it has a phrase."""
    numbers = re.findall(r"-?\d+", said)
    names = iter(("{a}", "{b}"))
    key = DESCRIBED.get(re.sub(r"-?\d+", lambda _: next(names, ""), said))
    return mistake(key, said, **dict(zip(("a", "b"), numbers, strict=False))) if key else said


def _or(names: list[object]) -> object:
    """Names of which one is meant."""
    first, *rest = names or [""]
    return mistake("or", "{first} or {rest}", first=first, rest=_or(rest)) if rest else first


def _bare(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _keys(kind: Any) -> list[str]:
    """Return the keys that a table of a type may have; of several types those of each."""
    kind = _bare(kind)
    if get_origin(kind) in (Union, UnionType):
        return list(dict.fromkeys(key for part in get_args(kind) for key in _keys(part)))
    return [field.encode_name for field in fields(kind)] if isinstance(kind, type) and issubclass(kind, Struct) else []


def _words(kind: Any) -> list[str]:
    """Return the words a `Literal` type allows, [] for other types."""
    kind = _bare(kind)
    if get_origin(kind) in (Union, UnionType):
        return [word for part in get_args(kind) for word in _words(part)]
    return [word for word in get_args(kind) if isinstance(word, str) and word] if get_origin(kind) is Literal else []


def _key_type(kind: Any) -> Any:
    """Return the type of a table's keys; `Any` if it is no table of keys that are not fixed."""
    kind = _bare(kind)
    if get_origin(kind) in (Union, UnionType):
        return next((found for part in get_args(kind) if (found := _key_type(part)) is not Any), Any)
    return get_args(kind)[0] if get_origin(kind) is dict else Any


def _type_inside(kind: Any, key: str) -> Any:
    """Return the type of a struct's field, or of the items of a list or table; `Any` if unknown."""
    kind = _bare(kind)
    if isinstance(kind, type) and issubclass(kind, Struct):
        return next((field.type for field in fields(kind) if field.encode_name == key), Any)
    if get_origin(kind) in (Union, UnionType):
        return next((found for part in get_args(kind) if (found := _type_inside(part, key)) is not Any), Any)
    inside = [part for part in get_args(kind) if part is not Ellipsis]
    return inside[-1] if inside and get_origin(kind) is not Literal else Any
