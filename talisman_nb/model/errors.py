"""The base class of errors that are worded for players."""

from __future__ import annotations

from typing import ClassVar


class UserError(ValueError):
    """Something can't be done, worded by `text.errors.worded`: `key` is a phrase of `topic`, `fields` fill its places.

    `message` is the English text for Python callers.
    """

    topic: ClassVar[str]

    def __init__(self, key: str, message: str, **fields: object) -> None:
        super().__init__(message)
        self.key, self.fields = key, fields
