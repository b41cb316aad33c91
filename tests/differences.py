"""Applies differences as the panel's JavaScript does, for tests that follow a screen by its messages."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode
from collections.abc import Iterator
from typing import Any


def with_difference(old: Any, change: Any) -> Any:
    """Return what a difference leads to from an old value (JSON values)."""
    if isinstance(old, str):
        start, middle, end = change
        return old[:start] + middle + old[len(old) - end :]
    if isinstance(change, list):
        return [item for part in change for item in _items(old, part)]
    nested = {key: with_difference(old[key], inner) for key, inner in change.get("in", {}).items()}
    kept = {key: value for key, value in old.items() if key not in change.get("cut", ())}
    return {**kept, **change.get("set", {}), **nested}


def _items(old: list[Any], part: list[Any]) -> Iterator[Any]:
    if len(part) == 1:
        yield part[0]
    elif isinstance(part[1], int):
        yield from old[part[0] : part[0] + part[1]]
    else:
        yield with_difference(old[part[0]], part[1])


def unpacked(message: dict[str, Any]) -> dict[str, Any]:
    """Return a message; one with a packed difference with the difference itself."""
    if "packed" not in message:
        return message
    kept = {key: value for key, value in message.items() if key != "packed"}
    return {**kept, "change": json.loads(zlib.decompress(b64decode(message["packed"])))}


def as_read(frame: str) -> dict[str, Any]:
    """Return a frame of a hosted table's wire as its page reads it."""
    message: dict[str, Any] = json.loads(frame)
    return {**message, "content": unpacked(message["content"])} if message["type"] == "custom" else message


def follow(data: dict[str, Any], message: dict[str, Any]) -> dict[str, Any]:
    """Return a page's data after a message with a difference. Asserts that it is one from the page's screen."""
    assert message["since"] == data["screen"]["seq"], "the page has missed a screen"
    now: dict[str, Any] = with_difference(data, unpacked(message)["change"])
    assert message["seq"] == now["screen"]["seq"]
    return now
