"""A character enters the game: as its seat's first, or after a death."""

from __future__ import annotations

from talisman_nb.model import Player
from talisman_nb.rules.book import Book

from .working_state import WorkingState


def fresh_player(book: Book, name: str, character: str, born: int = 1) -> Player:
    """A character as its card and the table of the edition have it, on its start space, with nothing yet."""
    facts = book.card(f"character.{character}").facts
    space = facts.start if facts.start in book.board.index else book.board.of_kind(facts.start)[0]
    lives = int(book.table["setup.lives"]) or facts.life
    fate = facts.fate if book.table["fate.used"] else 0
    gold = int(book.table["setup.gold"])
    return Player(name, character, space, fate=fate, life=lives, gold=gold, alignment=facts.alignment, born=born)


def enter_character(g: WorkingState, seat: int, character: str) -> None:
    """A new character for a seat; its own setup follows (`setup.start-cards`)."""
    old = g.players[seat]
    fresh = fresh_player(g.book, old.name, character, old.born + 1)
    g.new_player(seat, fresh)
    g.tell("enters", seat, what=character, space=fresh.space, cites=("death.again", "setup.start"))
    set_up(g, seat)


def set_up(g: WorkingState, seat: int) -> None:
    """What the character begins with."""
    key = f"character.{g.players[seat].character}.setup"
    if key in g.runtime.programs:
        g.push(key, seat, source=f"character.{g.players[seat].character}")
