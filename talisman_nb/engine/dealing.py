"""Deals characters to seats without one: when a game begins, and in a turn after a death.

A figure of the edition says how many a seat is dealt: one that it plays, several of which it keeps one, or 0 for a
free choice. All are dealt before anybody keeps one, so that no character is seen twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from talisman_nb.model import Ask, Option

from .entering import enter_character, limited_player
from .working_state import WorkingState

AT_SETUP: Final = "setup.deal"
AFTER_DEATH: Final = "death.deal"
"""Figures: the number of characters dealt to a seat when the game begins, and after a death; 0 for a free choice."""
CITED: Final = {AT_SETUP: ("setup.characters",), AFTER_DEATH: ("death.again",)}
CHOSEN: Final = ("house.choose",)
"""Rule cited where one of several is kept."""


class Wanted(NamedTuple):
    """What is asked next: the seat, and whether it is dealt a character, keeps one of them, or chooses any."""

    seat: int
    purpose: Literal["new", "dealt", "keep", "choose"]


def free_characters(g: WorkingState) -> tuple[str, ...]:
    """Characters neither in play nor dealt nor dead."""
    taken = {card.removeprefix("character.") for card in g.box}
    for p in g.players:
        taken |= {p.character, *p.dealt}
    return tuple(c for c in g.book.characters if c not in taken)


def characters_missing(g: WorkingState, figure: str, seats: Sequence[int]) -> bool:
    """Give characters as long as there is no choice; return whether something is left to ask.

    `seats` are those that are dealt to together; the first of them picks now.
    """
    while (wanted := _wanted(g, figure, seats)) is not None:
        options = _options(g, wanted)
        if len(options) != 1:
            return bool(options)
        _give(g, figure, wanted, options[0])
    return False


def ask_for_character(g: WorkingState, figure: str, seats: Sequence[int]) -> Ask:
    """The ask for the next character; a chance ask while characters are dealt."""
    wanted = _wanted(g, figure, seats)
    assert wanted is not None
    seat, purpose = wanted
    chance = purpose in ("new", "dealt")
    missing = g.figures[figure] - len(g.players[seat].dealt) if chance else 0
    owner = seat if purpose == "keep" else -1
    options = tuple(Option(character, owner=owner) for character in _options(g, wanted))
    return Ask(
        g.ply, "character", seat, purpose, options, chance=chance, n=missing, cites=CITED[figure] + _chosen(g, figure)
    )


def give_character(g: WorkingState, figure: str, seats: Sequence[int], character: str) -> None:
    """Give the character that was dealt, kept or chosen."""
    wanted = _wanted(g, figure, seats)
    assert wanted is not None
    _give(g, figure, wanted, character)


def _wanted(g: WorkingState, figure: str, seats: Sequence[int]) -> Wanted | None:
    """What is asked next, None once the first of the seats has a character."""
    most = g.figures[figure]
    for seat in seats:
        p = g.players[seat]
        if not (p.character or p.out) and len(p.dealt) < most and free_characters(g):
            return Wanted(seat, "new" if p.born and most == 1 else "dealt")
    first = g.players[seats[0]]
    if first.character or first.out:
        return None
    return Wanted(seats[0], "keep" if first.dealt else "choose")


def _options(g: WorkingState, wanted: Wanted) -> tuple[str, ...]:
    return g.players[wanted.seat].dealt if wanted.purpose == "keep" else free_characters(g)


def _chosen(g: WorkingState, figure: str) -> tuple[str, ...]:
    return CHOSEN if g.figures[figure] > 1 else ()


def _give(g: WorkingState, figure: str, wanted: Wanted, character: str) -> None:
    """Lay a dealt character face down before its seat, or let it enter if it is the one the seat plays."""
    p = g.players[wanted.seat]
    if wanted.purpose == "dealt" and g.figures[figure] > 1:
        g.set(wanted.seat, dealt=(*p.dealt, character))
        g.tell("dealt", wanted.seat, cites=CITED[figure] + _chosen(g, figure))
    elif figure == AT_SETUP:
        g.new_player(wanted.seat, limited_player(g, p.name, character))
    else:
        enter_character(g, wanted.seat, character)
