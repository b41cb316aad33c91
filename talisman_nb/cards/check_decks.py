"""Checks of decks: each has a name, and operations name a deck of the book."""

from __future__ import annotations

from collections.abc import Iterator

from talisman_nb.board.toml_reading import did_you_mean

from . import operations as o
from .known_names import KnownNames, one_of


def check_decks(known: KnownNames) -> Iterator[str]:
    """A message for every deck without a name, and for a rule of drawing from it that there is not."""
    for deck in known.book.decks:
        where = f"{known.book.decks_written[deck].file}: [{deck}]"
        for id in known.book.deck_cites[deck]:
            yield from one_of(id, known.rules, f"{where} cites", "a rule of the index")
        if not known.has_name("deck", deck):
            near = did_you_mean(deck, known.texts.named("deck"))
            added = 'add name = "…", or name = { en = "…", it = "…", fr = "…", pl = "…" }, to this table'
            yield f"{where}: the catalogues of names (text/names/*.toml) don't have it{near}; {added}"


def draw(known: KnownNames, op: o.Draw, where: str) -> Iterator[str]:
    """Check that the deck is one of the book, and that only cards held face down go into the hand."""
    book = known.book
    yield from one_of(op.deck, book.deck_names, f"{where}.deck", "a deck of the book")
    hand = op.deck == book.face_down
    if op.deck in book.deck_names and hand != (op.to == "hand"):
        expected = "hand" if hand else "space"
        yield f"{where}.to: expected {expected!r}, got {op.to!r}: only the cards of one deck are held in the hand"


def look(known: KnownNames, op: o.Look, where: str) -> Iterator[str]:
    """Check that what is looked at is a deck of the book, or the Spells of another seat."""
    yield from one_of(op.at, {*known.book.deck_names, "spells"}, f"{where}.at", "a deck or 'spells'")
