"""The box of a group's own cards: those in no list that were entered at some table, kept for the next ones.

The file `<home>/own-cards.jsonl` has a card a line, as JSON; a later line of the same name and deck wins. Lines that
can't be read are left alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from talisman_nb.model import OwnCard
from talisman_nb.model.data_folder import home
from talisman_nb.table.file.file_error import TableFileError
from talisman_nb.table.file.saved_tables import made_folder
from talisman_nb.text.errors import system_reason

OWN_PREFIX: Final = "own/"
"""Prefix of the key by which a card of the box is chosen; its name follows."""


def own_cards_file() -> Path:
    """The file of the box, whether it exists or not."""
    return home() / "own-cards.jsonl"


def own_cards() -> tuple[OwnCard, ...]:
    """The cards of the box; `OwnCard.deck` is the deck that each was drawn from."""
    return tuple({(card.deck, card.name): card for card in _read(own_cards_file())}.values())


def own_card(key: str, deck: str) -> OwnCard | None:
    """The card of the box with a key, drawn from a deck; None if there is none."""
    found = (card for card in own_cards() if card.deck == deck and key == f"{OWN_PREFIX}{card.name}")
    return next(found, None)


def keep_own_card(card: OwnCard, deck: str) -> None:
    """Put a card that was drawn from `deck` into the box, unless it is there as it is.

    Raises `TableFileError` "system" if the file can't be written.
    """
    kept = replace(card, name=" ".join(card.name.split()), deck=deck)
    path = own_cards_file()
    if kept in own_cards():
        return
    try:
        made_folder(path.parent)
        with path.open("ab") as file:
            file.write(b"\n" if file.tell() else b"")  # after a line that was cut off
            file.write(msgspec.json.encode(kept))
    except OSError as error:
        raise TableFileError("system", path=str(path), reason=system_reason(error)) from error


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
    path = own_cards_file()
    try:
        lines = [line for line in path.read_bytes().splitlines() if not _is(line, card)]
        draft = path.with_name(f"{path.name}.new")
        draft.write_bytes(b"\n".join(lines))
        draft.replace(path)
    except OSError as error:
        raise TableFileError("system", path=str(path), reason=system_reason(error)) from error


def _is(line: bytes, card: OwnCard) -> bool:
    try:
        found = msgspec.json.decode(line, type=OwnCard)
    except msgspec.DecodeError:
        return False
    return (found.name, found.deck) == (card.name, card.deck)


def _read(path: Path) -> Iterator[OwnCard]:
    """Yield the cards of a file; none if it can't be opened, because a game goes on without them."""
    try:
        lines = path.read_bytes().splitlines()
    except OSError:
        return
    for line in filter(None, lines):
        try:
            yield msgspec.json.decode(line, type=OwnCard)
        except msgspec.DecodeError:
            continue
