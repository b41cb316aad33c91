"""Programs that come to no end, as far as that can be seen when a book is opened.

What can't be seen here (a chain of triggers, a loop that dice nearly always go on with) the engine stops at the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import operations as o
from .decode import operations_in
from .definition import Definition
from .known_names import CheckableBook

GOES_ON = (
    o.Gain, o.Heal, o.Align, o.Set, o.Nothing, o.RollDice, o.Pick, o.GainSpell, o.Get, o.Look, o.SetMoment,
    o.Discard, o.Drop,
)  # fmt: skip
"""Operations that never keep a card from leading on; anything else may end the turn, or kill."""
Decks = frozenset[str]
"""Decks one of which is drawn from next."""


def check_endless(book: CheckableBook) -> Iterator[str]:
    """A message for each program of the turn that calls itself, by others too, and for each deck without an end."""
    yield from _circles(book)
    yield from _decks(book)


def _circles(book: CheckableBook) -> Iterator[str]:
    """Programs of the turn that begin themselves again, at once or by the calls of others."""
    calls = {
        key: {f"turn.{op.program}" for ops in d.blocks.values() for op in operations_in(ops) if isinstance(op, o.Call)}
        for key, d in book.definitions.items()
        if key.startswith("turn.")
    }
    for key in calls:
        if (chain := _way_back(calls, key)) and min(chain) == key:
            told = " calls ".join(repr(each.removeprefix("turn.")) for each in (*chain, key))
            yield f"{book.definitions[key].at('do')}: it comes to no end: {told}"


def _way_back(calls: dict[str, set[str]], key: str) -> tuple[str, ...]:
    """A chain of calls from a program back to itself; () if there is none."""
    frontier: list[tuple[str, ...]] = [(key,)]
    seen = {key}
    while frontier:
        chain = frontier.pop(0)
        for called in sorted(calls.get(chain[-1], ())):
            if called == key:
                return chain
            if called not in seen:
                seen.add(called)
                frontier.append((*chain, called))
    return ()


def _decks(book: CheckableBook) -> Iterator[str]:
    """Decks of Events each of which leads to another card of such a deck, whatever is thrown and chosen."""
    found = {deck: [book.definitions[card] for card in book.deck_cards[deck]] for deck in book.decks}
    cards = {deck: [d for d in ds if d.facts.copies] for deck, ds in found.items() if not book.unknown_cards[deck]}
    leads = {d.key: _leads(book, d) for ds in cards.values() for d in ds}
    endless = {deck for deck, ds in cards.items() if ds}
    while True:
        left = {deck for deck in endless if all(_stays_in(leads[d.key], endless) for d in cards[deck])}
        if left == endless:
            break
        endless = left
    for deck in sorted(endless):
        names = ", ".join(d.key for d in cards[deck][:4])
        yield (
            f"{book.decks_written[deck].file}: [{deck}]: it comes to no end: each of its cards ({names}) leads to "
            "the next one, whatever is thrown or chosen; add a card that leads nowhere, or leave out `meet` or `draw`"
        )


def _stays_in(decks: Decks | None, endless: set[str]) -> bool:
    return decks is not None and decks <= endless


def _leads(book: CheckableBook, d: Definition) -> Decks | None:
    """The decks one of which is surely drawn from once an Event is met; None if it may lead nowhere."""
    if d.facts.type != "event" or d.facts.stays:
        return None
    return _of(book, d, d.blocks.get("met", ()), ())


def _of(book: CheckableBook, d: Definition, do: Any, within: tuple[str, ...]) -> Decks | None:
    """The same of a block, given by name or as a list."""
    if isinstance(do, str):
        return None if do in within else _of(book, d, d.blocks.get(do, ()), (*within, do))
    if not do:
        return None
    first, rest = do[0], do[1:]
    if isinstance(first, o.Teleport) and first.meet and first.who == "you":
        return _drawn_at(book, first.to)
    if isinstance(first, o.Draw) and first.to == "space" and first.deck in book.decks:
        return frozenset((first.deck,))
    ways = _ways(first)
    if not ways and not isinstance(first, GOES_ON):
        return None
    then = _of(book, d, rest, within)
    found = [_of(book, d, way, within) or then for way in ways] or [then]
    return None if None in found else frozenset().union(*(each for each in found if each is not None))


def _ways(op: o.Operation) -> list[Any]:
    """The blocks one of which an operation runs; an empty one stands for none of them."""
    if isinstance(op, o.If):
        return [op.do, op.otherwise or ()]
    if isinstance(op, o.Choose):
        return [*(option.do for option in op.options), *([()] if op.optional else [])]
    return [row.do for row in op.rows] if isinstance(op, o.TableOp) else []


def _drawn_at(book: CheckableBook, space: str) -> Decks | None:
    if space not in book.board.spaces or not book.board.space(space).draw:
        return None
    return frozenset((book.deck_at(space),))
