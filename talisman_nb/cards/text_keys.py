"""Keys of names, phrases and rules, which the room that keeps the texts hands in to the checks of definitions."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

NAMED_AS_CARD = ("card", "spell", "purchase", "talisman", "creature", "form", "person")
"""Sections of the catalogue of names in which cards and creatures without a card are looked up."""

WORDED = {"question": ("who", "other", "source"), "roll": ()}
"""Sections in which layers say what is asked, by its purpose, or what a roll is for; the places such words have."""


@dataclass(frozen=True)  # the package imports this module, and nothing heavy with it
class TextKeys:
    """The keys of what is told: names by section of the catalogues, the ids of rules, phrases by topic.

    >>> keys = TextKeys({"card": {"wolf"}, "space": {"fields"}}, {"turn.miss"}, lambda topic: frozenset({"mines"}))
    >>> keys.has_name("space", "fields-3"), keys.has_name("card", "fields")
    (True, False)
    """

    names: Mapping[str, Collection[str]]
    rules: Collection[str]
    phrases: Callable[[str], frozenset[str]]

    @property
    def sections(self) -> tuple[str, ...]:
        """The sections of the catalogue of names, and those of what only layers name: options, questions and rolls."""
        return (*self.names, "label", *WORDED)

    def named(self, *sections: str) -> frozenset[str]:
        """The keys that have a name in these sections of the catalogue."""
        return frozenset(key for section in sections for key in self.names.get(section, ()))

    def has_name(self, section: str, name: str) -> bool:
        """Whether something, or the kind it belongs to, has a name: `fields-3` uses that of `fields`."""
        known = self.named(*(NAMED_AS_CARD if section == "card" else (section,)))
        return name in known or re.sub(r"(#\d+|-\d+)$", "", name).replace(" ", "-") in known


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
