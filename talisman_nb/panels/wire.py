"""What changed from one screen to the next, as small as it goes; `wire.js` makes the next screen of it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Change = dict[str, Any]
"""One of `{"is": value}`, for a mapping `{"in": {key: Change}}`, for a list `{"of": [index in the old one, or Change]}`."""


def change(old: Any, new: Any) -> Change:
    """How `old` becomes `new`, both of plain values; what is None is gone.

    >>> change({"round": 2, "note": "no", "lines": ["a", "b"]}, {"round": 2, "lines": ["b", "c"]})
    {'in': {'note': {'is': None}, 'lines': {'of': [1, {'is': 'c'}]}}}
    """
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        keys = dict.fromkeys((*old, *new))
        return {"in": {key: change(old.get(key), new.get(key)) for key in keys if old.get(key) != new.get(key)}}
    if _is_list(old) and _is_list(new):
        return {"of": [_item(old, at, each) for at, each in enumerate(new)]}
    return {"is": new}


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _item(old: Sequence[Any], at: int, each: Any) -> int | Change:
    """Where it stood before; a mapping that is new changes the one that had its place."""
    if at < len(old) and old[at] == each:
        return at
    if each in old:
        return old.index(each)
    return change(old[at], each) if at < len(old) and isinstance(each, Mapping) else {"is": each}


def changed(old: Any, part: Change) -> Any:
    """What `old` becomes: the same as `wire.js` does.

    >>> changed(["a", "b"], {"of": [1, {"is": "c"}]})
    ['b', 'c']
    """
    if "is" in part:
        return part["is"]
    if "of" in part:
        return [old[each] if isinstance(each, int) else changed(_at(old, i), each) for i, each in enumerate(part["of"])]
    made = {**old, **{key: changed(old.get(key), each) for key, each in part["in"].items()}}
    return {key: value for key, value in made.items() if value is not None}


def _at(items: Sequence[Any], i: int) -> Any:
    return items[i] if i < len(items) else None
