"""Locations of cards for the search of a drawn card: where a card is, and since which line of the journal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from talisman_nb.model import Ask
from talisman_nb.table import AnswerRecord, Table, difference
from talisman_nb.table.card_places import elsewhere
from talisman_nb.text.wording import Wording, wording_of


class CardLocations(NamedTuple):
    """Locations of cards that can't be drawn now."""

    elsewhere: dict[str, tuple[int, int]]  # maps cards to (index in `where`, number of the line; 0: no line to show)
    where: tuple[str, ...]  # names of places


class LocationFinder:
    """Finds locations of cards, with a cache of the cards each line moved, because every draw scans the journal."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._moved: dict[int, frozenset[str]] = {}  # cache of moved cards, keyed by the id of the line

    def cards_elsewhere(self, table: Table, found: Ask, lang: str, eyes: int, typed: str = "") -> CardLocations:
        """Return the locations of the cards that can't be drawn at the ask `found`.

        `eyes` is the seat whose hand may be named. A card in another hand is included only if its key was `typed`, as
        "in a hand" without a line.
        """
        if table is not self._table:
            self._table, self._moved = table, {}
        known = {card: place for card, (place, _) in elsewhere(table.state, found).items()}
        places = {card: place for card, place in known.items() if card == typed or _may_see(place, eyes)}
        wording, since = wording_of(table.state, lang), self._since(table.lines, places)
        names = {place: _name(wording, place, eyes) for place in places.values()}
        where = tuple(dict.fromkeys(names.values()))
        lines = {card: since[card] if _may_see(place, eyes) else 0 for card, place in places.items()}
        return CardLocations({card: (where.index(names[place]), lines[card]) for card, place in places.items()}, where)

    def location_text(self, card: str, table: Table, found: Ask, lang: str, eyes: int) -> str:
        """Describe the location of one such card: "Wolf: Ada's trophies, since line 7"."""
        wording, locations = wording_of(table.state, lang), self.cards_elsewhere(table, found, lang, eyes, card)
        at, since = locations.elsewhere[card]
        place = wording.say("panel", "since-line", place=locations.where[at], n=since) if since else locations.where[at]
        return wording.say("asks", "answered", who=wording.card(card), answer=place)

    def _since(self, lines: Sequence[AnswerRecord], cards: Iterable[str]) -> dict[str, int]:
        """Map each card to the number of the line that last moved it; 0 if none did."""
        found = dict.fromkeys(cards, 0)
        missing = set(found)
        for line in reversed(lines):
            if not missing:
                break
            here = missing & self._moved_by(line)
            found.update(dict.fromkeys(here, line.n))
            missing -= here
        return found

    def _moved_by(self, line: AnswerRecord) -> frozenset[str]:
        if line.id not in self._moved:
            moves = difference(line.before, line.after)
            self._moved[line.id] = frozenset(move.card for move in moves if move.kind == "card")
        return self._moved[line.id]


def _may_see(place: str, eyes: int) -> bool:
    return not place.startswith("spells:") or place == f"spells:{eyes}"


def _name(wording: Wording, place: str, eyes: int) -> str:
    return str(wording.place(place)) if _may_see(place, eyes) else wording.say("words", "in-a-hand")
