"""The base class of errors that are worded for players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct


class Message(Struct, frozen=True):
    """What is wrong, worded by `text.errors.message`: `key` is a phrase, `text` the English one, `fields` fill both.

    A field may be a message itself, or a tuple of names of which one is meant. `str` is the English sentence.

    >>> str(Message("no-way", "no way to {space}: try {names}", {"space": "ruins", "names": ("crags", "city")}))
    'no way to ruins: try "crags" or "city"'
    """

    key: str
    text: str
    fields: Mapping[str, object] = {}

    def __str__(self) -> str:
        return self.text.format(**{name: _english(value) for name, value in self.fields.items()})


def _english(value: object) -> object:
    if not isinstance(value, tuple):
        return value
    *front, last = (f'"{name}"' for name in value)
    return f"{', '.join(front)} or {last}" if front else last


class UserError(ValueError):
    """Something can't be done, worded by `text.errors.worded`: `key` is a phrase of `topic`, `fields` fill its places.

    `message` is the English text for Python callers.
    """

    topic: ClassVar[str]

    def __init__(self, key: str, message: str, **fields: object) -> None:
        super().__init__(message)
        self.key, self.fields = key, fields
