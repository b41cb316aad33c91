"""The editions that tests play: those whose cards and board are complete."""

from __future__ import annotations

from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.layers import BASE, JOIN, editions, find_layer, program_layers
from talisman_nb.text.house_rules import switches_of


def complete(edition: str) -> bool:
    """Whether the cards of an edition are known; those of an open box are typed as they are drawn."""
    return bool(open_book(edition).characters)


EXPANDED = tuple(
    f"{head.over}{JOIN}{name}"
    for name, head in ((name, find_layer(name).head) for name in program_layers())
    if head.variant and not head.with_
)
"""Editions with an expansion over them, which brings decks and rules of its own."""
TESTED = tuple(sorted((name for name in editions() if complete(name)), key=lambda name: (name != BASE, name)))
"""The editions that are played, the base first."""
PLAYED = (*TESTED, *EXPANDED)
"""All that is played: the editions, then those with an expansion over them."""
BORROWED = "second-cards"
"""The third edition with the cards of the second: its own are documented nowhere."""
BROUGHT = {"switch.fireball"}
"""House rules of cards that no edition here has: a layer brings them."""
LATER = tuple(name for name in PLAYED if name != BASE)
"""Those that stand on the base: what they leave as it is there is tested there."""


def turned(edition: str) -> dict[str, bool]:
    """House rules of a table that plays everything the other way, those of an expansion too."""
    book = open_book(edition)
    every = {**switches_of(edition), **{name: book.usual[name] for name in book.own_rules}}
    return {switch: not usual for switch, usual in every.items() if isinstance(usual, bool)}


def top(edition: str) -> str:
    """The layer that makes of what lies below it what is tested: an edition's own, or an expansion."""
    return edition.rpartition(JOIN)[2]


def differs(edition: str, key: str) -> bool:
    """Whether an edition plays another definition, or another space, by this key than the base."""
    book, base, key = open_book(edition), open_book(BASE), _owner(key)
    if not key.startswith("space."):
        return book.layer_of(key) == top(edition)
    space = key.removeprefix("space.")
    return space not in base.board.index or _space(book, key) != _space(base, key)


def _owner(key: str) -> str:
    """The definition that one within it belongs to, such as an effect of a Spell; others as they are."""
    first, *rest = key.split(".")
    return ".".join((first, *rest[:1])) if first in ("character", "form", "space", "turn") else first


def _space(book: Book, key: str) -> tuple[object, ...]:
    """What a space does, where it lies, and what lies beside it; not whether a card may cover it."""
    space = key.removeprefix("space.")
    rules = {fact: said for fact, said in book.board.space(space).rules.items() if fact != "covering"}
    return rules, book.board.region(space), sorted(book.board.neighbours(space))


def of(edition: str, keys: tuple[str, ...], prefix: str = "") -> tuple[str, ...]:
    """Those of some keys that are tested with an edition: all with the base, else what differs."""
    return keys if edition == BASE else tuple(key for key in keys if differs(edition, f"{prefix}{key}"))
