"""Where a card is, as far as the game knows, and since which line of the journal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from talisman_nb.model import Ask
from talisman_nb.table import Line, Table, difference
from talisman_nb.table.card_places import elsewhere
from talisman_nb.text.wording import Wording, wording_of


class Told(NamedTuple):
    """By key of a card the number of its place in `where`, and since which line it is there; 0 for no line that is told."""

    elsewhere: dict[str, tuple[int, int]]
    where: tuple[str, ...]


class Places:
    """Remembers which cards each line moved: the journal is looked through at every card that is drawn."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._moved: dict[int, frozenset[str]] = {}  # by the id of the line

    def told(self, table: Table, found: Ask, lang: str, eyes: int, typed: str = "") -> Told:
        """Where the cards are that can't be drawn now.

        `eyes`: the seat whose hand may be named. A card in another one is told when its name was `typed`, and then only
        that it is in a hand.
        """
        if table is not self._table:
            self._table, self._moved = table, {}
        known = {card: place for card, (place, _) in elsewhere(table.state, found).items()}
        told = {card: place for card, place in known.items() if card == typed or _may_see(place, eyes)}
        wording, since = wording_of(table.state, lang), self._since(table.lines, told)
        names = {place: _name(wording, place, eyes) for place in told.values()}
        where = tuple(dict.fromkeys(names.values()))
        lines = {card: since[card] if _may_see(place, eyes) else 0 for card, place in told.items()}
        return Told({card: (where.index(names[place]), lines[card]) for card, place in told.items()}, where)

    def said(self, card: str, table: Table, found: Ask, lang: str, eyes: int) -> str:
        """One of these cards with its place: "Wolf: Ada's trophies, since line 7"."""
        wording, told = wording_of(table.state, lang), self.told(table, found, lang, eyes, card)
        at, since = told.elsewhere[card]
        place = wording.say("panel", "since-line", place=told.where[at], n=since) if since else told.where[at]
        return wording.say("asks", "answered", who=wording.card(card), answer=place)

    def _since(self, lines: Sequence[Line], cards: Iterable[str]) -> dict[str, int]:
        """The line that brought each card where it is; 0 for what was there from the beginning."""
        found = dict.fromkeys(cards, 0)
        missing = set(found)
        for line in reversed(lines):
            if not missing:
                break
            here = missing & self._moved_by(line)
            found.update(dict.fromkeys(here, line.n))
            missing -= here
        return found

    def _moved_by(self, line: Line) -> frozenset[str]:
        if line.id not in self._moved:
            moves = difference(line.before, line.after)
            self._moved[line.id] = frozenset(move.card for move in moves if move.kind == "card")
        return self._moved[line.id]


def _may_see(place: str, eyes: int) -> bool:
    return not place.startswith("spells:") or place == f"spells:{eyes}"


def _name(wording: Wording, place: str, eyes: int) -> str:
    return str(wording.place(place)) if _may_see(place, eyes) else wording.say("words", "in-a-hand")
