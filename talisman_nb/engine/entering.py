"""Creates the `Player` of a character that enters the game, at setup or after a death, and pushes its setup."""

from __future__ import annotations

from msgspec.structs import replace

from talisman_nb.model import Player
from talisman_nb.rules.book import Book

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
