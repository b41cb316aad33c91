"""What a card does that stands on a space: who has it is healed at the Castle, freed by the Mystic, let into the Valley."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from talisman_nb.cards import operations as o
from talisman_nb.cards.definition import Definition
from talisman_nb.rules.book import Book, nested
from talisman_nb.text.wording import Wording

from .condition_words import adverb
from .context import Told
from .one_line import block


class Asked(NamedTuple):
    """Where a space asks for a card: in which of its blocks, and what it does then."""

    space: str
    block: str
    op: o.If


def elsewhere(told: Told) -> Iterator[str]:
    """What spaces do for whoever has the card that is told."""
    name = told.definition.key.rpartition("/")[2]
    for space, found in _spaces(told.book):
        if found.facts.needs == name:
            yield told.wording.say("words", "fact.opens", space=told.wording.space(space))
    for asked in _asked(told.book).get(name, ()):
        yield _line(told.book, told.wording, asked)


def _line(book: Book, wording: Wording, asked: Asked) -> str:
    at = Told(book, book.card(f"space.{asked.space}"), wording)
    what = wording.say("options", asked.block) if wording.phrases.has("options", asked.block) else ""
    return wording.say("words", "fact.elsewhere", where=adverb(at, {"space_is": asked.space}), what=what, do=block(at, asked.op.do))


@cache
def _asked(book: Book) -> dict[str, tuple[Asked, ...]]:
    """By the name of a card what spaces do for its owner."""
    found: dict[str, tuple[Asked, ...]] = {}
    for space, definition in _spaces(book):
        for name, ops in definition.blocks.items():
            for op in nested(ops):
                for card in _cards(op):
                    found[card] = (*found.get(card, ()), Asked(space, name, op))  # type: ignore[arg-type]
    return found


def _cards(op: o.Operation) -> tuple[str, ...]:
    """The cards one of which must be had for what an operation does."""
    if not isinstance(op, o.If) or len(op.when) != 1:
        return ()
    return (*op.when.get("has_any", ()), *((op.when["has"],) if "has" in op.when else ()))


def _spaces(book: Book) -> tuple[tuple[str, Definition], ...]:
    """One space of each name, with what it does."""
    kinds = {book.board.kind(space): space for space in reversed(tuple(book.board.spaces))}
    found = ((space, book.find(f"space.{space}")) for space in reversed(tuple(kinds.values())))
    return tuple((space, definition) for space, definition in found if definition is not None)
