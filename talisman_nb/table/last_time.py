"""Changes made by hand for a card or space the last time: kept for the group, and offered when it comes again.

The file `<home>/by-hand.jsonl` has a card or space a line (`kept_lines.py`), of a space that lets throw a die one for
each face; `<home>/board-texts.jsonl` what spaces say whose text only the board has, and figures only its cards have.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.engine import NotAllowedError, step
from talisman_nb.engine.by_hand import SEAT_COUNTERS
from talisman_nb.model import MOST_FIGURE, UNSEEN, Answer, Ask, Change, State
from talisman_nb.model.kinds import ASKED, FIGURE
from talisman_nb.rules.book import Book, book_of, plain_card
from talisman_nb.rules.box_readings import READ, keywords_read, reading, reading_of
from talisman_nb.rules.layers import JOIN

from .hand_moves import complete_change
from .kept_lines import KeptLines

ME: Final = "seat:me"
HERE: Final = "space:here"
"""Places of whoever is asked, which is somebody else the next time."""
COUNTED: Final = (*SEAT_COUNTERS, "miss")
"""Changes that are kept as a difference."""
MARKED: Final = ("space", "alignment")
"""Changes that are kept as they are."""


class LastTime(Struct, frozen=True, omit_defaults=True):
    """Changes that were made for a card or space, as seen from whoever was asked.

    `where` is the edition with its layers, of a card in no list its deck. Numbers of `changes` are differences, and
    their seat is always -1.
    """

    source: str
    where: str
    changes: tuple[Change, ...]


class BoardText(Struct, frozen=True):
    """The text of a kind of spaces on a board that alone has it: one of `BOARD_TEXTS`.

    Also a figure that only a card of the box has: `board` is the layer, `kind` card and figure, `text` the number.
    """

    board: str
    kind: str
    text: str


MEMORY: Final = KeptLines("by-hand.jsonl", LastTime, lambda last: (last.where, last.source))
TEXTS: Final = KeptLines("board-texts.jsonl", BoardText, lambda text: (text.board, text.kind))


def remember(state: State, ask: Ask, changes: tuple[Change, ...], settled: bool = True) -> None:
    """Keep what was changed by hand: of cards of the box what they say, and if `settled` all for what an ask is about.

    Nothing is kept of that where something can't be done again by somebody else: changes to others, to the round …
    Raises `TableFileError` "system" if the file can't be written.
    """
    for change in changes:
        if change.what == READ:
            TEXTS.keep(BoardText(book_of(state.book).layer_of(change.card), *reading_of(change)))
    changes = tuple(change for change in changes if change.what != READ) if settled else ()
    source = _source(state, ask)
    seen = [_seen_from(state, ask.seat, change) for change in changes]
    if source and changes and None not in seen:
        MEMORY.keep(LastTime(source, _where(state, source), tuple(change for change in seen if change)))


def last_time(state: State, ask: Ask) -> tuple[Change, ...]:
    """The changes that were made the last time for what an ask is about, for whoever is asked now.

    () if none are known, or one of them can't be made now.
    """
    source = _source(state, ask)
    where = _where(state, source)
    found = next((last for last in MEMORY.read() if (last.where, last.source) == (where, source)), None)
    changes = tuple(_for_seat(state, ask.seat, change) for change in found.changes) if found else ()
    return changes if changes and _can_be_made(state, changes) else ()


def forget_last_time(state: State, ask: Ask) -> None:
    """Forget what was changed for what an ask is about. Raises `TableFileError` "system"."""
    source = _source(state, ask)
    MEMORY.forget(LastTime(source, _where(state, source), ()))


def remember_text(state: State, ask: Ask, text: str) -> None:
    """Keep what the board says where an ask wants to know it. Raises `TableFileError` "system"."""
    board, kind = _board_and_kind(state, ask)
    TEXTS.keep(BoardText(board, kind, text.removeprefix("n:")))


def remembered_text(state: State, ask: Ask) -> str:
    """Return the text that the board had the last time where an ask wants to know it, "" if nobody has read it."""
    known = {(text.board, text.kind): text.text for text in TEXTS.read()}
    return known.get(_board_and_kind(state, ask), "")


def read_before(book: Book, cards: str = "physical") -> tuple[tuple[str, str], ...]:
    """The entries of `State.texts` that a game begins with, its cards "physical" or "virtual".

    They are the keywords that the group has set; with the cards of the box also the figures that were read off them,
    and that others are asked.
    """
    kept = {(text.board, text.kind): text.text for text in TEXTS.read()}
    guessed = [(key, figure) for key in book.definitions for figure in book.certainty.guessed(key)]
    words = [(card, word) for card in book.deck_of for word in keywords_read(book, card)]
    physical = cards == "physical"
    asked = (*(guessed if physical else ()), *words)
    found = ((key, what, kept.get((book.layer_of(key), f"{key}.{what}"), "")) for key, what in asked)
    read = tuple((f"{key}.{what}", said) for key, what, text in found if (said := reading(book, key, what, text)))
    return (ASKED, *read) if guessed and physical else read


def _board_and_kind(state: State, ask: Ask) -> tuple[str, str]:
    book = book_of(state.book)
    if ask.purpose.startswith(FIGURE):  # of a card: what its layer calls it
        return book.layer_of(ask.source), f"{ask.source}.{ask.purpose.removeprefix(FIGURE)}"
    space = state.players[ask.seat].space
    board = book.board.region(space) if space in book.board.by_hand else _without_packs(book, "")
    return board, book.board.text_kind(space)


def after(state: State, changes: tuple[Change, ...]) -> State:
    """The state after some changes by hand. Raises `NotAllowedError` if one can't be made."""
    return step(state, Answer(state.ply, "hand", changes=changes))[0]


def _source(state: State, ask: Ask) -> str:
    """Return the subject of an ask: a card, or a kind of spaces with the face that was thrown there."""
    source, faces = plain_card(ask.source), "+".join(map(str, ask.rolls))
    section, dot, space = source.partition(".")
    board = book_of(state.book).board
    kind = f"{section}.{board.text_kind(space)}" if dot and space in board.spaces else source
    return f"{kind}={faces}" if faces else kind


def _where(state: State, source: str) -> str:
    own = next((card for card in state.own if card.name == source), None)
    return _without_packs(book_of(state.book), source) if own is None else own.deck


def _without_packs(book: Book, source: str) -> str:
    """The edition with its layers for what is kept: what else lies on the table makes no difference to it."""
    by = book.layer_of(source)
    heads = {layer.name: layer.head for layer in book.layers}
    return by if by in heads and heads[by].pack else JOIN.join(n for n in book.edition.split(JOIN) if not heads[n].pack)


def _seen_from(state: State, seat: int, change: Change) -> Change | None:
    """A change as it is kept; None for one that is about somebody or something else."""
    if change.what == "card":
        return _card_seen_from(state, seat, change)
    if change.seat != seat:
        return None
    if change.what in COUNTED:
        return replace(change, seat=-1, n=change.n - _now(state, seat, change.what))
    return replace(change, seat=-1) if change.what in MARKED else None


def _card_seen_from(state: State, seat: int, change: Change) -> Change | None:
    to = {f"seat:{seat}": ME, f"space:{state.players[seat].space}": HERE}.get(change.to, change.to)
    place, _, _ = to.partition(":")
    if change.card == UNSEEN or (place in ("seat", "spells", "trophies") and to != ME):
        return None
    return Change("card", card=plain_card(change.card), to=to)


def _for_seat(state: State, seat: int, change: Change) -> Change:
    """A change that was kept, for a seat."""
    if change.what == "card":
        to = {ME: f"seat:{seat}", HERE: f"space:{state.players[seat].space}"}.get(change.to, change.to)
        return complete_change(state, replace(change, to=to))
    if change.what in COUNTED:
        n = min(max(_now(state, seat, change.what) + change.n, 0), MOST_FIGURE)
        return replace(change, seat=seat, n=n)
    return replace(change, seat=seat)


def _now(state: State, seat: int, what: str) -> int:
    p = state.players[seat]
    return sum(promise.at == "turn" for promise in p.promises) if what == "miss" else int(getattr(p, what))


def _can_be_made(state: State, changes: tuple[Change, ...]) -> bool:
    try:
        after(state, changes)
    except NotAllowedError:
        return False
    return True
