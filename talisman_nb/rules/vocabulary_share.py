"""Measures the vocabulary: the operations used by a single card or character only."""

from __future__ import annotations

from collections import defaultdict

from msgspec import Struct

from talisman_nb.board.graph import plain_kind

from .book import Book, operations_of

RULES = ("turn",)
"""Owners left out of the count: definitions of the rules themselves, which use the same operations."""


class Share(Struct, frozen=True):
    """Maps owners to the operations only they use (`own`); `of`: the number of all cards and characters."""

    own: dict[str, tuple[str, ...]]
    of: int

    @property
    def part(self) -> float:
        """The fraction of owners, 0 to 1, with an operation of their own."""
        return len(self.own) / self.of


def own_operations(book: Book) -> Share:
    """Return the cards and characters with an operation that no other card, character, space or rule uses.

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
            for op in operations_of(definition):
                users[str(op.__struct_config__.tag)].add(owner)
    in_rules = {
        str(op.__struct_config__.tag)
        for d in book.definitions.values()
        if _owner(d.key) in RULES
        for op in operations_of(d)
    }
    own: dict[str, tuple[str, ...]] = defaultdict(tuple)
    for name, who in users.items():
        owner = next(iter(who))
        if len(who) == 1 and name not in in_rules and not owner.startswith("space."):
            own[owner] += (name,)
    return Share(dict(own), sum(not owner.startswith("space.") for owner in everybody))


def _owner(key: str) -> str:
    """Return the card, character or kind of space a definition belongs to: `immobility` for `immobility.stilled`."""
    first, *rest = key.split(".")
    if first == "space":
        return f"space.{plain_kind(rest[0])}"
    return f"{first}.{rest[0]}" if first in ("character", "form") else first
