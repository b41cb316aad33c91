"""The base class of errors that are worded for players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct


class Message(Struct, frozen=True):
    """What is wrong, worded by `text.errors.message`: `key` is a phrase, `text` the English one, `fields` fill both.

    A field may be a message itself, a `Told`, or a tuple of names of which one is meant. `str` is the English sentence.

    >>> str(Message("no-way", "no way to {space}: try {names}", {"space": "ruins", "names": ("crags", "city")}))
    'no way to ruins: try "crags" or "city"'
    """

    key: str
    text: str
    fields: Mapping[str, object] = {}
    topic: str = "situation"

    def __str__(self) -> str:
        return self.text.format(**{name: _english(value) for name, value in self.fields.items()})


def _english(value: object) -> object:
    if not isinstance(value, tuple):
        return value
    *front, last = (f'"{name}"' for name in value)
    return f"{', '.join(front)} or {last}" if front else last


class Told(str):
    """An English text that says itself in the other languages too: a place of no language, then messages.

    A `ValueError` raised with one is worded by `text.errors.worded`.

    >>> told = Told("mine.toml: ", Message("no-way", "no way to {space}", {"space": "ruins"}))
    >>> told, told.reason
    ('mine.toml: no way to ruins', 'no way to ruins')
    """

    __slots__ = ("parts", "where")
    where: str
    parts: tuple[Message, ...]

    def __new__(cls, where: str, *parts: Message) -> Told:
        """Return the text of a place ("" for none) and what is wrong there."""
        told = super().__new__(cls, where + "".join(map(str, parts)))
        told.where, told.parts = where, parts
        return told

    @property
    def reason(self) -> Told:
        """The same without the place."""
        return Told("", *self.parts)


def reason_of(error: ValueError) -> str:
    """Return what is wrong without the place in front, in every language if the error has it so.

    >>> reason_of(ValueError("mine.toml: no such card"))
    'no such card'
    """
    told = error.args[0] if error.args else ""
    return told.reason if isinstance(told, Told) else str(error).partition(": ")[2]


class UserError(ValueError):
    """Something can't be done, worded by `text.errors.worded`: `key` is a phrase of `topic`, `fields` fill its places.

    `message` is the English text for Python callers.
    """

    topic: ClassVar[str]

    def __init__(self, key: str, message: str, **fields: object) -> None:
        super().__init__(message)
        self.key, self.fields = key, fields
