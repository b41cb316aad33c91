"""The error of a game that can't be set up."""

from __future__ import annotations

from typing import Literal

from talisman_nb.cards.decode import CardError
from talisman_nb.model import UserError

SetupErrorKey = Literal[
    "characters-few", "edition-unknown", "figure-twice", "figure-unknown", "player-name", "players-few", "players-many",
    "supply-few", "switch-range", "switch-unknown", "switch-value", "too-many-layers",
]  # fmt: skip
"""Why a game can't be set up; each has its phrase in `setup.toml`."""


class SetupError(UserError, CardError):
    """Raised when a game can't be set up: unknown edition, figure or character, bad value, too many players."""

    topic = "setup"
    key: SetupErrorKey

    def __init__(self, key: SetupErrorKey, message: str, **fields: object) -> None:
        super().__init__(key, message, **fields)
