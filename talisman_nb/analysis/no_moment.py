"""The error for a moment of an analysis, or a line of a table, that is not there."""

from __future__ import annotations

from talisman_nb.model.situation import SaidError


class NoMomentError(SaidError, IndexError):
    """There is no such moment, outcome or line; the message says which there are."""
