"""Which parts of states, events and asks a seat may see; every view is built from an allow-list of fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import repeat
from operator import add
from typing import Final

from msgspec.structs import replace

from talisman_nb.model import UNSEEN, Ask, Deck, Event, Option, Player, Seen, State, key_of, read_key
from talisman_nb.rules.book import book_of, plain_card

from .drawing_cards import cards_in

EVERYONE: Final = -1
"""The seat of a view for all, which shows no hidden card; also of asks and events for all seats."""


def view(state: State, seat: int = EVERYONE) -> Seen:
    """The state as a seat may see it: other seats' Spells and the decks as counts only (`spell.hidden`).

    With `EVERYONE` no seat's Spells are shown. A view has no stack, so it can't be played on.
    """
    seen = seen_by(state, (seat,))
    return replace(seen, decks=tuple(map(_view_deck, seen.decks)), stack=(), held=0, cast=(), result=None)


def seen_by(state: State, seats: Collection[int] = ()) -> Seen:
    """The state as `seats` know it together, the hands of all others unnamed; `()`: as everybody knows it.

    Unlike a view it keeps the stack, so that what may come of an answer can be played on a copy: it is for making what
    is shown, and not to be sent itself.

    >>> from talisman_nb.notation.situation import situation
    >>> state = situation("wizard ruins, spells hex healing | thief city")
    >>> seen_by(state).players[0].spells, seen_by(state, (0,)).players[0].spells
    (('spell?', 'spell?'), ('hex', 'healing'))
    """
    book = book_of(state.book)
    unnamed = Counter(
        plain_card(card) for i, p in enumerate(state.players) if i not in seats for card in p.spells if card != UNSEEN
    )
    return Seen(
        book=state.book,
        players=tuple(_player(p, i in seats) for i, p in enumerate(state.players)),
        spaces=state.spaces, gold=state.gold,
        decks=tuple(
            _deck(d, seats, book.deck_cards[name], unnamed if name == book.face_down else Counter())
            for name, d in zip(book.decks, state.decks, strict=True)
        ),
        stocks=state.stocks, stack=state.stack, box=state.box, effects=state.effects, fight=state.fight,
        turn=state.turn, round=state.round, moment=state.moment, held=state.held, cast=state.cast, crown=state.crown,
        winner=state.winner, result=state.result, own=state.own, ply=state.ply, seating=state.seating,
        won_by=state.won_by, texts=state.texts,
    )  # fmt: skip


def _player(p: Player, own: bool) -> Player:
    return Player(
        name=p.name, character=p.character, space=p.space, strength=p.strength, craft=p.craft, fate=p.fate, life=p.life,
        gold=p.gold, alignment=p.alignment, goods=p.goods, spells=p.spells if own else (UNSEEN,) * len(p.spells),
        trophies=p.trophies, experience=p.experience, form=p.form, form_left=p.form_left, asleep=p.asleep,
        promises=p.promises, used=p.used, born=p.born, extra=p.extra, turning_back=p.turning_back, out=p.out,
        dealt=p.dealt if own else (UNSEEN,) * len(p.dealt), paused=p.paused, gone=p.gone,
        aside=p.aside, purse=p.purse,
    )  # fmt: skip


def _deck(d: Deck, seats: Collection[int], cards: Sequence[str], unnamed: Counter[str]) -> Deck:
    """The top for seats that know it; what others hold is not told apart from what is left."""
    known = any(seat in d.knowers for seat in seats)
    left = tuple(map(add, d.left, map(unnamed.get, cards, repeat(0)))) if unnamed else d.left
    hidden, typed = sum(unnamed.values()), sum(left) - sum(d.left)
    return replace(
        d,
        left=left,
        unknown=d.unknown + hidden - typed,
        unseen=d.unseen + hidden,
        known=d.known if known else (),
        knowers=d.knowers if known else (),
    )


def _view_deck(d: Deck) -> Deck:
    """The total count and what is open of a deck: counts per card would tell what was never drawn."""
    return Deck(left=(cards_in(d) + d.unseen,), discards=d.discards, known=d.known, knowers=d.knowers, unseen=d.unseen)


def shut_viewer(seat: int) -> int:
    """Return the viewer that is a seat whose own hand lies face down before it, as on a phone that others can read.

    It is told what the seat looked at, but not what it holds. Of such a viewer it returns the seat.

    >>> shut_viewer(shut_viewer(2))
    2
    """
    return -2 - seat


def may_read(event: Event, viewer: int) -> bool:
    """Whether a viewer is told the cards of an event; a Spell that is drawn is named to nobody whose hand is covered.

    >>> drawn = Event("gained_spell", 1, card="hex", only=1)
    >>> may_read(drawn, 1), may_read(drawn, shut_viewer(1)), may_read(drawn, 0)
    (True, False, False)
    """
    if event.only in (EVERYONE, viewer):
        return True
    return event.only == shut_viewer(viewer) and event.kind != "gained_spell"


def view_event(event: Event, seat: int = EVERYONE) -> Event:
    """An event as a seat may read it: cards meant for another seat only (`Event.only`) are unnamed."""
    if may_read(event, seat):
        return event
    return replace(event, card=UNSEEN if event.card else "", cards=(UNSEEN,) * len(event.cards))


def view_ask(found: Ask, seat: int = EVERYONE) -> Ask:
    """An ask as a seat may read it: options naming what only the asked seat may see get numbered keys (`nth:0` …).

    `unveil_key` maps a numbered key back to the key of its option.
    """
    if found.seat == seat or found.seat == EVERYONE:
        return found
    return replace(found, options=_veil_options(found.options, seat), offers=_veil_options(found.offers, seat))


def shut_ask(found: Ask, seat: int) -> Ask:
    """An ask as a seat reads it whose own Spells lie face down before it: options that name one get numbered keys.

    Characters that the seat was dealt are named.
    """
    seen = view_ask(found, seat)
    if found.kind == "character":
        return seen
    options = tuple(_veil(at, o) if o.owner == seat else o for at, o in enumerate(seen.options))
    return replace(seen, options=options)


def shut_hand(state: Seen, seat: int) -> Seen:
    """A state as a seat knows it, with its own Spells face down."""
    hand = state.players[seat]
    shut = replace(hand, spells=(UNSEEN,) * len(hand.spells))
    return replace(state, players=(*state.players[:seat], shut, *state.players[seat + 1 :]))


def hidden_of(state: State, seat: int) -> tuple[str, ...]:
    """Return the cards that lie face down with a seat: Spells, and characters of which it keeps one."""
    return state.players[seat].spells + state.players[seat].dealt


def _veil_options(options: tuple[Option, ...], seat: int) -> tuple[Option, ...]:
    return tuple(o if o.owner in (EVERYONE, seat) else _veil(at, o) for at, o in enumerate(options))


def _veil(at: int, option: Option) -> Option:
    return Option(key_of("nth", at), option.closed, option.cites, UNSEEN, seat=option.seat)


def unveil_key(found: Ask, key: str) -> str:
    """Map a numbered key (`nth:<index>`) of a viewed ask to the option's own key; other keys are returned as they are.

    >>> unveil_key(Ask(0, "pick", 0, options=(Option("healing"), Option("hex"))), "nth:1")
    'hex'
    """
    verb, at = read_key(key)
    if verb != "nth" or not at.isdigit() or int(at) >= len(found.options):
        return key
    return found.options[int(at)].key
