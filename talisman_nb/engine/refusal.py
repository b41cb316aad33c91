"""The one way an answer is refused."""

from __future__ import annotations


class NotAllowedError(ValueError):
    """An answer that can't be taken: the game is unchanged.

    `reason` is a phrase key, `cites` the rules, `expected` what could have been said.
    """

    def __init__(self, reason: str, message: str, cites: tuple[str, ...], expected: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.reason, self.cites, self.expected = reason, cites, expected
