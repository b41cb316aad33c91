"""A game that comes to its end in few answers: every die shows what brings the hero nearer to the Crown.

The hero goes to the Tavern, is ferried to the Temple, is given a Talisman there, opens the Portal, goes by the Crypt,
Death and the Werewolf to the Crown, and commands until nobody else is left.
"""

from __future__ import annotations

from talisman_nb.board import Way, ways
from talisman_nb.engine import ask
from talisman_nb.model import Ask, Option, State
from talisman_nb.rules.book import book_of

HARMLESS = (
    "bag-of-gold",
    "two-bags-of-gold",
    "water-bottle",
    "helmet",
    "shield",
    "sword",
    "ring",
    "guide",
    "wild-boar",
    "goblin",
)
LOW = {"portal", "crypt", "werewolf", "death", "foe", "defend"}
FAR = 99


def answer(state: State, hero: int = 0) -> str:
    """The key that brings the hero nearer to the end."""
    found = ask(state)
    mine = state.turn == hero
    if found.kind == "die":
        return _face(state, found, mine)
    if found.kind == "way":
        return _way(state, found, mine)
    if found.kind == "card":
        known = [option.key for option in found.options]
        return next((card for card in HARMLESS if card in known), known[0])
    wanted = {
        "whom": "the space",
        "fight": "fight",
        "result": "keep",
        "take": "done",
        "close": "done",
        "shop": "done",
        "react": "nobody",
        "plus": "leave",
    }
    choices = found.open()
    preferred = (wanted.get(found.kind, ""), "ferry", "strength", "go-on", "healer", "doctor", "pay", "pray", "none")
    return next((key for key in preferred if key in choices), choices[0])


def _face(state: State, found: Ask, mine: bool) -> str:
    if not mine:
        return "6" if found.purpose == "armour" else "1"
    space = state.players[state.turn].space
    if found.purpose == "move":
        return str(min(range(1, 7), key=lambda face: _best(state, space, face)))
    if found.purpose == "pray" and space == "temple":
        return "4" if not found.rolls else "6"
    return "1" if found.purpose in LOW else "6"


def _best(state: State, space: str, face: int) -> int:
    return min(_distance(state, way) for way in ways(book_of(state.book).board, space, face))


def _way(state: State, found: Ask, mine: bool) -> str:
    open_ = [option for option in found.options if not option.closed]
    return min(open_, key=lambda option: _option_distance(state, option) if mine else 0).key


def _option_distance(state: State, option: Option) -> int:
    return _distance(
        state, Way(option.key, option.space, gate=option.source if option.source in ("bridge", "portal") else "")
    )


def _distance(state: State, way: Way) -> int:
    """How far the goal is from the end of a way."""
    book, player = book_of(state.book), state.players[state.turn]
    board = book.board
    region = board.region(way.end)
    if region != "inner" and board.region(player.space) == "inner":
        return FAR
    if region == "inner":
        return len(board.shortest_way(way.end, board.crown)) if way.end != "mines" else FAR
    if region == "outer":
        return len(_around(board.in_region("outer"), way.end, "tavern")) if way.gate != "bridge" else FAR
    if not any(card.endswith("talisman") for card in player.goods):
        return len(_around(board.in_region("middle"), way.end, "temple"))
    return -1 if way.gate == "portal" else len(_around(board.in_region("middle"), way.end, "portal-of-power")) + 1


def _around(ring: tuple[str, ...], start: str, goal: str) -> range:
    n = len(ring)
    apart = abs(ring.index(start) - ring.index(goal))
    return range(min(apart, n - apart))
