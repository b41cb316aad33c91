"""What spaces do for whoever has a card: who is healed at the Castle, freed by the Mystic, let into the Valley."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, TypeGuard

from talisman_nb.cards import operations as o
from talisman_nb.cards.definition import Definition
from talisman_nb.rules.book import Book, operations_in

from .context import Context


class Service(NamedTuple):
    """Where a space asks for a card: in which of its blocks, and what it does then."""

    space: str
    block: str
    op: o.If


def opened(ctx: Context) -> Iterator[str]:
    """The spaces one may enter only with the card."""
    yield from (space for space, found in _spaces(ctx.book) if found.facts.needs == _card_name(ctx))


def served(ctx: Context) -> tuple[Service, ...]:
    """What spaces do for the card's owner."""
    return _services(ctx.book).get(_card_name(ctx), ())


def _card_name(ctx: Context) -> str:
    return ctx.definition.key.rpartition("/")[2]


@cache
def _services(book: Book) -> dict[str, tuple[Service, ...]]:
    """By the name of a card what spaces do for its owner."""
    found: dict[str, tuple[Service, ...]] = {}
    for space, definition in _spaces(book):
        for name, ops in definition.blocks.items():
            for op in filter(_is_if, operations_in(ops)):
                for card in _needed(op):
                    found[card] = (*found.get(card, ()), Service(space, name, op))
    return found


def _is_if(op: o.Operation) -> TypeGuard[o.If]:
    return isinstance(op, o.If)


def _needed(op: o.If) -> tuple[str, ...]:
    """The cards one of which must be had for what an operation does."""
    if len(op.when) != 1:
        return ()
    return (*(op.when.has_any or ()), *((op.when.has,) if op.when.has else ()))


@cache
def _spaces(book: Book) -> tuple[tuple[str, Definition], ...]:
    """One space of each name, with what it does."""
    kinds = {book.board.kind(space): space for space in reversed(tuple(book.board.spaces))}
    found = ((space, book.find(f"space.{space}")) for space in reversed(tuple(kinds.values())))
    return tuple((space, definition) for space, definition in found if definition is not None)
