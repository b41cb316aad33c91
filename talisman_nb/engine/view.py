"""What a seat may see: built from what is allowed, never by leaving out."""

from __future__ import annotations

from msgspec.structs import replace

from talisman_nb.model import Ask, Deck, Event, Option, Player, State

UNSEEN = "spell?"
EVERYONE = -1


def view(state: State, seat: int = EVERYONE) -> State:
    """The state as a seat may see it: other seats' Spells are only counted, decks only counted (`spell.hidden`).

    With the default seat nobody's Spells are shown. The view is for reading; it can't be played on.
    """
    return State(
        book=state.book,
        players=tuple(_player(p, i == seat) for i, p in enumerate(state.players)),
        spaces=state.spaces, gold=state.gold,
        decks=tuple(_deck(d, seat) for d in state.decks),
        stocks=state.stocks, stack=(), box=state.box, effects=state.effects, fight=state.fight, turn=state.turn,
        round=state.round, moment=state.moment, crown=state.crown, winner=state.winner, own=state.own, ply=state.ply,
    )  # fmt: skip


def _player(p: Player, own: bool) -> Player:
    return Player(
        name=p.name, character=p.character, space=p.space, strength=p.strength, craft=p.craft, fate=p.fate, life=p.life,
        gold=p.gold, alignment=p.alignment, goods=p.goods, spells=p.spells if own else (UNSEEN,) * len(p.spells),
        trophies=p.trophies, experience=p.experience, form=p.form, form_left=p.form_left, asleep=p.asleep,
        promises=p.promises, used=p.used, born=p.born, extra=p.extra, turning_back=p.turning_back, out=p.out,
    )  # fmt: skip


def _deck(d: Deck, seat: int) -> Deck:
    """Counts and discards; what lies on top only for those who know it. How many of each kind are left would tell hands."""
    known = d.known if seat in d.knowers else ()
    return Deck(left=(sum(d.left),), discards=d.discards, known=known, knowers=d.knowers, unseen=d.unseen)


def view_event(event: Event, seat: int = EVERYONE) -> Event:
    """An event as a seat may read it: cards only one seat may see have no name for others."""
    if event.only in (EVERYONE, seat):
        return event
    return replace(event, card=UNSEEN if event.card else "", cards=(UNSEEN,) * len(event.cards))


def view_ask(found: Ask, seat: int = EVERYONE) -> Ask:
    """An ask as a seat may read it: which Spells somebody else could pick or cast is not shown."""
    if found.seat in (EVERYONE, seat):
        return found
    return replace(found, options=tuple(_option(o) for o in found.options), offers=tuple(o for o in found.offers if not o.key.startswith("cast:")))


def _option(option: Option) -> Option:
    return option
