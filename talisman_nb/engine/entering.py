"""Characters that enter the game, at setup or after a death, and characters put on another space."""

from __future__ import annotations

from msgspec.structs import replace

from talisman_nb.model import EventKind, Player
from talisman_nb.rules.book import Book

from .dying import eliminate
from .totals import left_in_box
from .working_state import WorkingState


def fresh_player(book: Book, name: str, character: str, born: int = 1) -> Player:
    """A player with the values of its character card and the edition, on its start space, without goods.

    `born` counts the characters of the seat from 1.
    """
    facts = book.card(f"character.{character}").facts
    space = facts.start if facts.start in book.board.index else book.board.of_kind(facts.start)[0]
    lives = int(book.table["setup.lives"]) or facts.life
    fate = facts.fate if book.table["fate.used"] else 0
    gold = facts.gold if book.table["setup.gold_on_card"] else int(book.table["setup.gold"])
    return Player(name, character, space, fate=fate, life=lives, gold=gold, alignment=facts.alignment, born=born)


def limited_player(g: WorkingState, name: str, character: str, born: int = 1) -> Player:
    """As `fresh_player`, with no more gold, fate and lives than the box has left, but one life (`setup.supply`)."""
    fresh = fresh_player(g.book, name, character, born)
    gold, fate, life = (min(getattr(fresh, what), left_in_box(g, what)) for what in ("gold", "fate", "life"))
    return replace(fresh, gold=gold, fate=fate, life=max(life, 1))


def enter_character(g: WorkingState, seat: int, character: str) -> None:
    """Give a seat a new character and push its setup (`death.again`, `setup.start`, `setup.start-cards`)."""
    old = g.players[seat]
    fresh = limited_player(g, old.name, character, old.born + 1)
    g.new_player(seat, fresh)
    g.tell("enters", seat, what=character, space=fresh.space, cites=("death.again", "setup.start"))
    set_up(g, seat)


def set_up(g: WorkingState, seat: int) -> None:
    """Push the program that gives the character what it begins with, if it has one (`setup.start-cards`)."""
    key = f"character.{g.players[seat].character}.setup"
    if key in g.runtime.programs:
        g.push(key, seat, source=f"character.{g.players[seat].character}")


def move_to(g: WorkingState, who: int, space: str, kind: EventKind, cites: tuple[str, ...]) -> None:
    """Move a seat to a space and tell it as an event of `kind`.

    A seat that is there already stays: only the event is told. Otherwise promises bound to the old space end, guards
    of frames are checked again, and turning back ends on the first space of the region (`inner.turn-back`). The first
    character on the Crown eliminates all seats without a character (`crown.reached`).
    """
    p = g.players[who]
    if p.space == space:
        g.tell(kind, who, space=space, origin=p.space, source=g.frame.source, cites=cites)
        return
    g.set(who, space=space, promises=tuple(x for x in p.promises if x.until != "leaving") if p.promises else ())
    g.tell(kind, who, space=space, origin=p.space, source=g.frame.source, cites=cites)
    if any(frame.where for frame in g.stack):
        g.guards_changed = g.stack_changed = True
    if p.turning_back and not turning_back_lasts(g, space):
        g.set(who, turning_back=False)
    if space == g.board.crown and any(other.out for other in g.players):
        g.somebody_out = True  # whoever is the last may have finished now (`house.last-finishes`)
    if space == g.board.crown and not g.crown:
        g.crown = True
        g.tell("crown_reached", who, space=space, cites=("crown.reached",))
        for seat, other in enumerate(g.players):  # no new character may enter now (`death.again`)
            if not other.character:
                eliminate(g, seat)


def turning_back_lasts(g: WorkingState, space: str) -> bool:
    """Whether turning back goes on at this space: it ends on the first space of the region (`inner.turn-back`)."""
    region = g.board.region(space)
    return not g.board.rolls(space) and all(g.board.region(back) == region for back in g.board.back_from_crown(space))
