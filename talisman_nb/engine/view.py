"""Which parts of states, events and asks a seat may see; every view is built from an allow-list of fields."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from talisman_nb.model import Ask, Deck, Event, Option, Player, State, key_of, read_key

from .drawing_cards import cards_in

UNSEEN: Final = "spell?"
"""Id shown in place of a hidden card."""
EVERYONE: Final = -1
"""The seat of a view for all, which shows no hidden card; also of asks and events for all seats."""


def view(state: State, seat: int = EVERYONE) -> State:
    """The state as a seat may see it: other seats' Spells and the decks as counts only (`spell.hidden`).

    With `EVERYONE` no seat's Spells are shown. A view has no stack, so it can't be played on.
    """
    return State(
        book=state.book,
        players=tuple(_player(p, i == seat) for i, p in enumerate(state.players)),
        spaces=state.spaces, gold=state.gold,
        decks=tuple(_deck(d, seat) for d in state.decks),
        stocks=state.stocks, stack=(), box=state.box, effects=state.effects, fight=state.fight, turn=state.turn,
        round=state.round, moment=state.moment, crown=state.crown, winner=state.winner, own=state.own, ply=state.ply,
        seating=state.seating,
    )  # fmt: skip


def _player(p: Player, own: bool) -> Player:
    return Player(
        name=p.name, character=p.character, space=p.space, strength=p.strength, craft=p.craft, fate=p.fate, life=p.life,
        gold=p.gold, alignment=p.alignment, goods=p.goods, spells=p.spells if own else (UNSEEN,) * len(p.spells),
        trophies=p.trophies, experience=p.experience, form=p.form, form_left=p.form_left, asleep=p.asleep,
        promises=p.promises, used=p.used, born=p.born, extra=p.extra, turning_back=p.turning_back, out=p.out,
        dealt=p.dealt if own else (UNSEEN,) * len(p.dealt), paused=p.paused, gone=p.gone,
    )  # fmt: skip


def _deck(d: Deck, seat: int) -> Deck:
    """The total count, the discards and, for seats that know it, the top. Counts per card would reveal hands."""
    known = d.known if seat in d.knowers else ()
    return Deck(left=(cards_in(d) + d.unseen,), discards=d.discards, known=known, knowers=d.knowers, unseen=d.unseen)


def view_event(event: Event, seat: int = EVERYONE) -> Event:
    """An event as a seat may read it: cards meant for another seat only (`Event.only`) are unnamed."""
    if event.only in (EVERYONE, seat):
        return event
    return replace(event, card=UNSEEN if event.card else "", cards=(UNSEEN,) * len(event.cards))


def view_ask(state: State, found: Ask, seat: int = EVERYONE) -> Ask:
    """An ask as a seat may read it: options naming what only the asked seat may see get numbered keys (`nth:0` …).

    `unveiled` maps a numbered key back to the key of its option.
    """
    if found.seat == seat or found.seat == EVERYONE:
        return found
    hand = hidden_of(state, found.seat)
    return replace(found, options=_veiled(found.options, hand), offers=_veiled(found.offers, hand))


def hidden_of(state: State, seat: int) -> tuple[str, ...]:
    """What lies face down with a seat: Spells, and characters of which it keeps one."""
    return state.players[seat].spells + state.players[seat].dealt


def _veiled(options: tuple[Option, ...], hand: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(
        Option(key_of("nth", at), o.closed, o.cites, UNSEEN, seat=o.seat) if o.key in hand else o
        for at, o in enumerate(options)
    )


def unveiled(found: Ask, key: str) -> str:
    """Map a numbered key (`nth:<index>`) of a viewed ask to the option's own key; other keys are returned as they are.

    >>> unveiled(Ask(0, "pick", 0, options=(Option("healing"), Option("hex"))), "nth:1")
    'hex'
    """
    verb, at = read_key(key)
    if verb != "nth" or not at.isdigit() or int(at) >= len(found.options):
        return key
    return found.options[int(at)].key
