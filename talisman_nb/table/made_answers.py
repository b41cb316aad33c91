"""Answers and changes made from what callers of `Table` give: keys, numbers, values by field name."""

from __future__ import annotations

from typing import Any

from talisman_nb.model import Answer, Change, OwnCard


def answer_of(
    key: str | int | Answer, seat: int | None = None, own: OwnCard | None = None, changes: tuple[Change, ...] = ()
) -> Answer:
    """Return the answer of a key or a number; an `Answer` stays what it is."""
    return key if isinstance(key, Answer) else Answer(0, str(key), -1 if seat is None else seat, changes, own)


def change_of(seat: int, what: str, value: Any) -> Change:
    """Return the correction that sets one value of a seat: a text is a space, a character, an alignment …"""
    return Change(what, seat, to=value) if isinstance(value, str) else Change(what, seat, value)
