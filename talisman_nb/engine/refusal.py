"""The error for an answer that the rules refuse; which names players may give."""

from __future__ import annotations

import unicodedata
from typing import Final

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
        """Return the same refusal with another message.

        Parameters
        ----------
        message
            What is told instead.
        expected
            The keys that would have been accepted.

        Returns
        -------
        NotAllowedError
            The refusal, to be raised.

        Examples
        --------
        >>> NotAllowedError("table.stale", "too late", ("table.stale",)).said_as("the game went on", ("1",)).expected
        ('1',)
        """
        reason, closed = self._given
        return NotAllowedError(reason, message, self.cites, expected, closed)


MOST_LETTERS: Final = 40
"""Upper bound of a name in characters: a sheet has one line for it."""

JOINERS: Final = "\u200c\u200d"
"""Invisible characters a name may contain, because they join letters or emoji; all others are refused."""


def nameable(name: str) -> bool:
    """Whether a name can be shown: not blank, on one line, without invisible characters, at most `MOST_LETTERS` long.

    >>> nameable("Geneviève de la Tour"), nameable("?"), nameable(" "), nameable("Ada\\n"), nameable("A" * 41)
    (True, True, False, False, False)
    """
    seen = not any(unicodedata.category(sign) in ("Zl", "Zp") or _is_hidden_sign(sign) for sign in name)
    return bool(name.strip()) and len(name) <= MOST_LETTERS and seen


def _is_hidden_sign(sign: str) -> bool:
    return unicodedata.category(sign).startswith("C") and sign not in JOINERS
