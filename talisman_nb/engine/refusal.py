"""The error for an answer that the rules refuse."""

from __future__ import annotations


class NotAllowedError(ValueError):
    """An answer is refused; the state is unchanged.

    `reason` is a phrase key, `cites` are rule ids, `expected` are the keys that would have been accepted.
    """

    def __init__(self, reason: str, message: str, cites: tuple[str, ...], expected: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.reason, self.cites, self.expected = reason, cites, expected
