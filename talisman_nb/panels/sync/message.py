"""Messages of the panel: their structure (`ViewMessage`), strict decoding and validation, and the answers they give."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Any, Final

import msgspec
from msgspec import Struct

from talisman_nb.engine import NotAllowedError
from talisman_nb.engine.book_runtime import OWN
from talisman_nb.engine.drawing_cards import deck_asked
from talisman_nb.engine.foresight import BUYER, still_to_buy
from talisman_nb.engine.ops.shop import DONE
from talisman_nb.engine.view import unveil_key
from talisman_nb.model import Answer, Ask, Change, OwnCard, State
from talisman_nb.rules.book import book_of
from talisman_nb.table.hand_moves import elsewhere, to_its_deck
from talisman_nb.table.own_cards import OWN_PREFIX, entered_cards, own_cards

STALE: Final = "table.stale"
ELSEWHERE: Final = "table.elsewhere"
"""Reasons of `NotAllowedError`: the question seen is past; a card entered as drawn is not in the deck."""


class Seated(Struct, frozen=True):
    """A player as typed into the form of a new table."""

    name: str = ""
    character: str = ""


class FormMessage(Struct, frozen=True):
    """One press in a form, of a card or a lesson, or one field that was typed in: what it is, where, and its value."""

    type: str
    at: str = ""
    key: str = ""
    value: Any = None
    n: int = 0


class ViewMessage(Struct, frozen=True):
    """One press; the table in `companion.Controller` lists the fields of each type."""

    type: str
    view: str = ""
    ply: int | None = None
    key: str = ""
    keys: tuple[str, ...] = ()
    n: int = 0
    seat: int = -1
    before: int = 0
    here: bool = False
    done: bool = False
    trial: bool = False
    empty: bool = False
    own: OwnCard | None = None
    keep: bool = False
    changes: tuple[Change, ...] = ()
    value: str = ""
    lang: str = ""
    name: str = ""
    players: tuple[Seated, ...] = ()
    parts: dict[str, str] = {}


def read(message: object) -> ViewMessage:
    """Decode a message of the panel. Raises `NotAllowedError` that names the field that does not fit.

    >>> read({"type": "answer", "ply": 3, "key": "fight"}).key
    'fight'
    >>> read({"type": "answer", "ply": "soon"})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    talisman_nb.engine.refusal.NotAllowedError: this is no message ...: Expected `int | null`, got `str` - at `$.ply`
    """
    try:
        return msgspec.json.decode(msgspec.json.encode(message), type=ViewMessage, strict=False)
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError) as wrong:
        raise _no_type(str(wrong)) or unclear(str(wrong)) from None  # ValueError: a lone surrogate


def _no_type(why: str) -> NotAllowedError | None:
    """Return a refusal of its own for an unknown type of a card that is in no list, else None."""
    return NotAllowedError("table.own-type", why, ("table.unknown-card",)) if why.endswith("`$.own.type`") else None


def unclear(why: str) -> NotAllowedError:
    """Return the refusal of a message that no panel of this version sends; `why` is in English."""
    return NotAllowedError("table.message", f"this is no message of the panel: {why}", ("table.not-open",))


def answers_of(message: ViewMessage, state: State, found: Ask, *, shared: bool) -> Iterator[Answer]:
    """Yield the answers that a message gives to a question; cards are drawn in the order of its keys.

    On a `shared` screen a shop's answer may be several. A card that is not in the deck is first moved there by hand if
    the message says `here`, else it raises `NotAllowedError` `ELSEWHERE`.
    """
    if found.kind == "shop" and shared:
        yield from shop_answers(state, (message.keys or (message.key,))[0])
        return
    for key in message.keys or (message.key,):
        if found.kind == "card" and key in elsewhere(state, found):
            if not message.here:
                raise NotAllowedError(ELSEWHERE, f"{key!r} is elsewhere", ("table.not-open",), (key,))
            yield Answer(0, "hand", changes=(to_its_deck(state, found, key),))
        own = None if key in found.open() else _own_card(key, state, deck_asked(book_of(state.book), found))
        yield Answer(0, OWN, own=own) if own else Answer(0, unveil_key(found, key))


def shop_answers(state: State, key: str) -> Iterator[Answer]:
    """Yield the answers that a press in a shop stands for.

    >>> from talisman_nb.notation.situation import situation
    >>> village = situation("troll fields-6, gold 2 | thief city > 1 > clockwise > blacksmith")
    >>> [answer.key for answer in shop_answers(village, "done")]
    ['done']
    """
    if key == DONE:
        yield from (Answer(0, DONE) for _ in still_to_buy(state))
        return
    if key.startswith(BUYER):
        whose, _, key = key.removeprefix(BUYER).partition("/")
        seats = [str(seat) for seat in still_to_buy(state)]
        yield from (Answer(0, DONE) for _ in takewhile(lambda seat: seat != whose, seats))
    yield Answer(0, key)


def _own_card(key: str, state: State, deck: str) -> OwnCard | None:
    """Return the card in no list that a key names: of this game or of the group's box; None for another key."""
    known = (*entered_cards(state), *own_cards()) if key.startswith(OWN_PREFIX) else ()
    return next((card for card in known if card.deck == deck and key == f"{OWN_PREFIX}{card.name}"), None)


def seat_in(text: str) -> int:
    """Parse the number of a seat in a key. Raises the error of `unclear` if it is none."""
    if not re.fullmatch(r"-?[0-9]{1,3}", text):
        raise unclear(f"no seat {text[:20]!r}")
    return int(text)
