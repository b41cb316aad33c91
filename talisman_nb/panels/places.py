"""Where a card is, as far as the game knows, and since which line of the journal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from talisman_nb.model import Ask
from talisman_nb.table import Line, Table, difference
from talisman_nb.table.whereabouts import elsewhere
from talisman_nb.text.voice import Voice, voice_of


class Places:
    """Remembers which cards each line moved: the journal is looked through at every card that is drawn."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._moved: dict[int, frozenset[str]] = {}  # by the id of the line

    def told(self, table: Table, found: Ask, lang: str, eyes: int, typed: str = "") -> dict[str, str]:
        """By name, where the cards are that can't be drawn now.

        `eyes`: the seat whose hand may be named. A card in another one is told when its name was `typed`, and then only
        that it is in a hand.
        """
        if table is not self._table:
            self._table, self._moved = table, {}
        known = {card: place for card, (place, _) in elsewhere(table.state, found).items()}
        told = {card: place for card, place in known.items() if card == typed or _may_see(place, eyes)}
        voice, since = voice_of(table.state, lang), self._since(table.lines, told)
        return {card: _told(voice, place, since[card], eyes) for card, place in told.items()}

    def said(self, card: str, table: Table, found: Ask, lang: str, eyes: int) -> str:
        """One of these cards with its place: "Wolf: Ada's trophies, since line 7"."""
        voice = voice_of(table.state, lang)
        return voice.say("asks", "answered", who=voice.card(card), answer=self.told(table, found, lang, eyes, card)[card])

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


def _told(voice: Voice, place: str, since: int, eyes: int) -> str:
    if not _may_see(place, eyes):
        return voice.say("words", "in-a-hand")
    return voice.say("words", "since-line", place=voice.place(place), n=since) if since else voice.place(place)
