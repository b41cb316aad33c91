"""Applies differences as the panel's JavaScript does, for tests that follow a screen by its messages."""

from __future__ import annotations

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


def follow(data: dict[str, Any], message: dict[str, Any]) -> dict[str, Any]:
    """Return a page's data after a message with a difference. Asserts that it is one from the page's screen."""
    assert message["since"] == data["screen"]["seq"], "the page has missed a screen"
    now: dict[str, Any] = with_difference(data, message["change"])
    assert message["seq"] == now["screen"]["seq"]
    return now
