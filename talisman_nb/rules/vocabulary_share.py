"""How much of the vocabulary somebody has for itself: operations that a single card or character uses."""

from __future__ import annotations

from collections import defaultdict

from msgspec import Struct

from talisman_nb.board.graph import plain_kind

from .book import Book, operations

RULES = ("turn",)
"""Definitions that are the rules themselves, told with the same operations."""


class Share(Struct, frozen=True):
    """Who has an operation of its own, and how many there are in all."""

    own: dict[str, tuple[str, ...]]
    of: int

    @property
    def part(self) -> float:
        """Those with an operation of their own, as a part of all."""
        return len(self.own) / self.of


def own_operations(book: Book) -> Share:
    """Cards and characters with an operation that nobody else uses, no space either.

    >>> from talisman_nb.rules.book import open_book
    >>> sorted(own_operations(open_book()).own)[:1]
    ['character.assassin']
    """
    users: dict[str, set[str]] = defaultdict(set)
    everybody = set()
    for definition in book.definitions.values():
        owner = _owner(definition.key)
        if owner not in RULES:
            everybody.add(owner)
            for op in operations(definition):
                users[str(op.__struct_config__.tag)].add(owner)
    in_rules = {str(op.__struct_config__.tag) for d in book.definitions.values() if _owner(d.key) in RULES for op in operations(d)}
    own: dict[str, tuple[str, ...]] = defaultdict(tuple)
    for name, who in users.items():
        owner = next(iter(who))
        if len(who) == 1 and name not in in_rules and not owner.startswith("space."):
            own[owner] += (name,)
    return Share(dict(own), sum(not owner.startswith("space.") for owner in everybody))


def _owner(key: str) -> str:
    """The card, character or kind of space a definition belongs to: `immobility.stilled` to `immobility`."""
    first, *rest = key.split(".")
    if first == "space":
        return f"space.{plain_kind(rest[0])}"
    return f"{first}.{rest[0]}" if first in ("character", "form") else first
