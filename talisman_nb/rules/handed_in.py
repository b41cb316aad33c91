"""The keys of names and phrases that books are checked against, handed in by the room that keeps the texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from talisman_nb.cards.text_keys import TextKeys

_reading: list[Callable[[], TextKeys]] = []


def hand_in(read: Callable[[], TextKeys]) -> None:
    """Say how the keys of all texts are read; the package does it as it is imported. `read` keeps what it has read."""
    _reading[:] = [read]


def text_keys() -> TextKeys:
    """Return the keys that were handed in.

    >>> text_keys().has_name("card", "wolf"), "mines" in text_keys().phrases("purposes")
    (True, True)
    """
    return _reading[0]()
