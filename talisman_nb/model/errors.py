"""What a player is told when something can't be done."""

from __future__ import annotations

from typing import ClassVar


class UserError(ValueError):
    """Something that can't be done, for `text.errors.worded`: `key` is a phrase of its `topic`, `fields` fill its places.

    As a string it is English, for whoever runs Python.
    """

    topic: ClassVar[str]

    def __init__(self, key: str, message: str, **fields: object) -> None:
        super().__init__(message)
        self.key, self.fields = key, fields
