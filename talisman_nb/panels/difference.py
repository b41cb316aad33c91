"""Differences of JSON values: what leads from one to another; `js/difference.js` applies them.

The difference of two objects is `{"set": {key: value}, "cut": [key], "in": {key: difference}}`, each part only if it is
needed. That of two lists has an item for each part of the new list: `[start, count]` stands for items of the old list,
`[index, difference]` for one of them with a difference, `[value]` for a new item. An item that is added may be told as
a difference from the last one: lines of a journal are much alike. That of two texts is `[start, middle, end]`: how many
characters of the old text stay before and after the new middle.

A large difference is sent packed: as JSON, compressed by zlib, in Base64.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

Difference = dict[str, Any] | list[Any]

PLAIN = 3 * 1024
"""Bytes up to which a difference is sent as it is: unpacking costs the browser more time than they do."""


def sendable(change: Difference) -> dict[str, Any]:
    """Return the field of a message that carries a difference: `change`, or `packed` if that is a large one.

    >>> sendable({"set": {"round": 2}})
    {'change': {'set': {'round': 2}}}
    >>> list(sendable({"set": {"text": "a" * 4000}}))
    ['packed']
    """
    written = _written(change)
    if len(written) <= PLAIN:
        return {"change": change}
    return {"packed": b64encode(zlib.compress(written, level=9)).decode()}


def difference(old: Any, new: Any) -> Difference:
    """Return the difference of two dicts, two lists or two texts.

    >>> difference({"round": 1, "sheets": [{"gold": 1}, {"gold": 2}]}, {"round": 2, "sheets": [{"gold": 1}]})
    {'set': {'round': 2}, 'in': {'sheets': [[0, 1]]}}
    >>> difference([1, 2, 3], [2, 3, 4])
    [[1, 2], [4]]
    """
    if isinstance(new, str):
        return _of_texts(old, new)
    return _of_objects(old, new) if isinstance(new, dict) else list(_of_lists(old, new))


def _of_objects(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    replaced: dict[str, Any] = {}
    nested: dict[str, Any] = {}
    for key, value in new.items():
        if key in old and old[key] == value:
            continue
        inner = _smaller(old.get(key), value)
        if inner is None:
            replaced[key] = value
        else:
            nested[key] = inner
    parts = {"set": replaced, "cut": [key for key in old if key not in new], "in": nested}
    return {name: part for name, part in parts.items() if part}


def _of_lists(old: Sequence[Any], new: Sequence[Any]) -> Iterator[list[Any]]:
    """Yield the parts of the new list: runs of old items as long as possible, changed and new items."""
    written = [msgspec.json.encode(each) for each in old]
    places = {text: i for i, text in reversed(list(enumerate(written)))}
    at, run = 0, 0  # the old item after the last one used, and how many before it are to be copied
    for value in new:
        text = msgspec.json.encode(value)
        found = at if at < len(old) and written[at] == text else places.get(text)
        if found is not None and (found == at or not run):
            at, run = found + 1, run + 1
            continue
        if run:
            yield [at - run, run]
        if found is not None:
            at, run = found + 1, 1
            continue
        like = min(at, len(old) - 1)
        inner = _smaller(old[like], value) if old else None
        yield [value] if inner is None else [like, inner]
        at, run = at + 1, 0
    if run:
        yield [at - run, run]


def _of_texts(old: str, new: str) -> list[Any]:
    start = _equal(old, new)
    end = _equal(old[start:][::-1], new[start:][::-1])
    return [start, new[start : len(new) - end], end]


def _equal(one: str, other: str) -> int:
    """Return how many characters two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))


def _smaller(old: Any, new: Any) -> Difference | None:
    """Return the difference of two values if it is smaller than the new one, None if that is to be sent instead."""
    if not any(isinstance(old, kind) and isinstance(new, kind) for kind in (dict, list | tuple, str)):
        return None
    found = difference(old, new)
    return found if len(_written(found)) < len(_written(new)) else None


def _written(value: Any) -> bytes:
    """Return a value as JSON."""
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:  # half a surrogate pair, as somebody may type it
        return json.dumps(value).encode()
