"""The box of a group's own cards: those in no list that were entered at some table, kept for the next ones.

The file `<home>/own-cards.jsonl` has a card a line (`kept_lines.py`); a later line of the same name and deck wins.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from msgspec.structs import replace

from talisman_nb.cards.own_card import CHARACTER, bare_name
from talisman_nb.model import OwnCard, State
from talisman_nb.rules.book import book_of

from .kept_lines import KeptLines

OWN_PREFIX: Final = "own/"
"""Prefix of the key by which a card of the box is chosen; its name follows."""


BOX: Final = KeptLines("own-cards.jsonl", OwnCard, lambda card: (card.deck, card.name))


def own_cards_file() -> Path:
    """The file of the box, whether it exists or not."""
    return BOX.path


def own_cards() -> tuple[OwnCard, ...]:
    """The cards of the box; `OwnCard.deck` is the deck that each was drawn from."""
    return BOX.read()


def own_card(key: str, deck: str) -> OwnCard | None:
    """The card of the box with a key, drawn from a deck; None if there is none."""
    found = (card for card in own_cards() if card.deck == deck and key == f"{OWN_PREFIX}{card.name}")
    return next(found, None)


def own_cards_for(state: State, viewer: int = -1) -> tuple[OwnCard, ...]:
    """The cards of the box as a seat may see them in a game, -1 for everybody: no Spell that another seat holds."""
    if viewer < 0:
        return own_cards()
    held = {card for seat, p in enumerate(state.players) if seat != viewer for card in p.spells}
    return tuple(card for card in own_cards() if f"{OWN_PREFIX}{card.name}" not in held)


def entered_cards(state: State) -> tuple[OwnCard, ...]:
    """The cards in no list that were entered in a game, Spells left out, each with the deck it is drawn from."""
    if not state.own:
        return ()
    book = book_of(state.book)
    drawn = next((deck for deck in book.decks if deck in book.drawn_decks), "")
    return tuple(
        replace(card, name=bare_name(card), deck=CHARACTER if card.type == CHARACTER else card.deck or drawn)
        for card in state.own
        if card.type != "spell"
    )


def keep_own_card(card: OwnCard, deck: str) -> None:
    """Put a card that was drawn from `deck` into the box, unless it is there as it is.

    Raises `TableFileError` "system" if the file can't be written.
    """
    BOX.keep(replace(card, name=" ".join(card.name.split()), deck=deck))


def correct_own_card(was: OwnCard, card: OwnCard) -> None:
    """Put a corrected card in the place of one of the box, under another name too. Raises `TableFileError` "system".

    A table at which it was entered has it among its own answers, and keeps it as it was.
    """
    if was.name != card.name:
        forget_own_card(was)
    keep_own_card(card, was.deck)


def forget_own_card(card: OwnCard) -> None:
    """Take a card out of the box; a line that can't be read stays. Raises `TableFileError` "system".

    Tables that have it keep it, back and forth: the answer by which it was entered holds all of it.
    """
    BOX.forget(card)
