"""The error for an answer that the rules refuse."""

from __future__ import annotations

from talisman_nb.model import ClosedReason, RefusalReason


class NotAllowedError(ValueError):
    """An answer is refused; the state is unchanged.

    `reason` is a phrase key ("table.stale", "closed.no-gold"), `cites` are rule ids, `expected` are the keys that would
    have been accepted. `closed` is the reason of an option that is "closed".
    """

    def __init__(
        self, reason: RefusalReason, message: str, cites: tuple[str, ...], expected: tuple[str, ...] = (),
        closed: ClosedReason = "",
    ) -> None:  # fmt: skip
        super().__init__(message)
        self.reason: str = f"{reason}.{closed}" if closed else reason
        self.cites, self.expected = cites, expected
        self._given = reason, closed

    def said_as(self, message: str, expected: tuple[str, ...]) -> NotAllowedError:
        """Return the same refusal with another message and other keys that would have been accepted."""
        reason, closed = self._given
        return NotAllowedError(reason, message, self.cites, expected, closed)
