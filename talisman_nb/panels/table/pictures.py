"""Labels and pictures that a panel is sent once: frames of the spaces, motifs, types of cards; where cards lie."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from talisman_nb.drawing.cells import cell
from talisman_nb.drawing.palette import COOL, TEMPERATURES, UNKNOWN
from talisman_nb.drawing.pawns import SpaceHighlight, draw_overlay
from talisman_nb.drawing.picture import CARD_MARKS, mark_of
from talisman_nb.model import Ask, OwnCard
from talisman_nb.model.data_folder import kept
from talisman_nb.rules.book import Book
from talisman_nb.rules.box_readings import book_as_read
from talisman_nb.table import AnswerRecord, Table, difference
from talisman_nb.table.hand_moves import elsewhere
from talisman_nb.text.screen.labels import Labels, labels_of, marked_cards
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


TYPE, SPACE = "type.", "space."
"""Prefixes of the keys of card types, since a card may have the name of its type, and of spaces."""


def motifs(book: Book) -> dict[str, str]:
    """Map each definition, and each card type behind `TYPE`, to its motif (`fragment`).

    A value that is a key says that the motif is the same: it is sent once. A definition without a motif of its own has
    that of its type or kind; "" is the motif of what is no definition.
    """
    from talisman_nb.drawing.motifs import CARDS, FRAME, PEOPLE, fragment
    from talisman_nb.drawing.space_art import SPACES

    shared = {TYPE: CARDS, SPACE: SPACES, "": PEOPLE}
    found = {"": fragment((FRAME,))}
    found |= {prefix + name: fragment(drawn) for prefix, art in shared.items() for name, drawn in art.items()}
    found |= {key: fragment(drawn) for key, drawn in book.pictures.items()}
    for key in book.definitions:
        name = _motif_key(book, key)
        if name and name != key and name in found:
            found[key] = name
    return found


def _motif_key(book: Book, key: str) -> str:
    """Return the key of the motif of a definition: its picture's, else that of what it is a part of, or of its type."""
    if own := book.pictured_as(key):
        return own
    whole = key.rpartition(".")[0]
    if whole in book.definitions:
        return _motif_key(book, whole)
    from talisman_nb.drawing.definition_picture import motif_of

    prefix = SPACE if key.startswith(SPACE) else "" if whole else TYPE
    return prefix + motif_of(book, key)


def frames(book: Book) -> dict[str, str]:
    """Map each space to the frame of a destination, with `{letter}` as the place of its letter."""
    return {
        space: draw_overlay(book.board, highlights=[SpaceHighlight(space, "{letter}")]) for space in book.board.spaces
    }


def corners(book: Book) -> dict[str, tuple[float, float]]:
    """Map each space to its upper right corner, in board units."""
    boxes = ((space, cell(book.board, space)) for space in book.board.spaces)
    return {space: (round(box.x + box.w, 1), round(box.y, 1)) for space, box in boxes}


def tints(book: Book) -> dict[str, tuple[str, ...]]:
    """Map each role of the palette to the keys of the pictures (`motifs`) that are coloured in it.

    A space has the colour that it has on the board; a part of a definition that of the whole.
    """
    from talisman_nb.drawing.board_picture import look_of

    found: dict[str, list[str]] = {}
    kinds = {TYPE + name: role for name, role in TEMPERATURES.items()}
    for key in (*kinds, *book.definitions):
        found.setdefault(kinds.get(key) or _tint(book, key), []).append(key)
    for space in book.board.spaces:
        found.setdefault(look_of(book.board, space), []).append(SPACE + space)
    return {role: tuple(dict.fromkeys(keys)) for role, keys in found.items() if role}


def _tint(book: Book, key: str) -> str:
    """Return the role of the picture of a definition, "" of a space and of what is no card and nobody."""
    whole = key.split(".")[0]
    if whole in book.deck_of:
        return TEMPERATURES.get(mark_of(book.card(whole).facts.type), UNKNOWN)
    return COOL if whole in ("character", "form") else ""


def types(book: Book) -> dict[str, str]:
    """Map each card of a deck or of the stock to its type, as `mark_of` tells it."""
    return {card: mark_of(book.card(card).facts.type) for card in book.deck_of}


# --- labels ---


@cache
def labels_in(book: Book, lang: str) -> Labels:
    """Labels of a book and language; cached, because the panel asks for them at every answer."""
    if book.of_program:
        return kept(f"labels-{lang}", lambda: _labels_in(book, lang), Labels, [book.id, book.edition])
    return _labels_in(book, lang)


def _labels_in(book: Book, lang: str) -> Labels:
    from talisman_nb.drawing.board_picture import draw_named_board

    board = str(draw_named_board(book, lang))
    drawn = {"frames": frames(book), "pictures": motifs(book), "corners": corners(book), "types": types(book)}
    return replace(labels_of(book, lang, board), **drawn, tints=tints(book), marks=CARD_MARKS)


@lru_cache(maxsize=8)
def labels_with_own(
    book: Book, lang: str, own: tuple[OwnCard, ...], entered: tuple[OwnCard, ...] = (),
    texts: tuple[tuple[str, str], ...] = (),
) -> Labels:  # fmt: skip
    """Return the labels of a book and language with the group's own cards, and what was read off the box's. Cached."""
    known_here = {(card.deck, card.name) for card in own}
    others = tuple(card for card in entered if (card.deck, card.name) not in known_here)
    shown, known = replace(labels_in(book, lang), own=own, entered=others), book_as_read(book, texts)
    return shown if known is book else replace(shown, marked=marked_cards(known))
