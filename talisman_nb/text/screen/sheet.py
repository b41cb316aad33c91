"""Sheets of the players, and what lasts."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from talisman_nb.engine.by_hand_cards import change_of
from talisman_nb.engine.card_transfers import space_card
from talisman_nb.engine.totals import followers, limit, printed, spell_limit, total, without_fight
from talisman_nb.engine.turn_tokens import MISSED, turn_tokens, turns_missed
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import UNSEEN, Effect, Player, Seen
from talisman_nb.rules.book import Book, book_of
from talisman_nb.text.questions.question import who
from talisman_nb.text.wording import Wording, wording_of

from .values import Lasting, Sheet


def sheet(state: Seen, seat: int, lang: str, viewer: int = -1) -> Sheet:
    """One player's sheet; Spells are named to that seat alone, else counted. What counts in a fight only is left out.

    >>> from talisman_nb.engine import new_game
    >>> from talisman_nb.engine.view import seen_by
    >>> found = sheet(seen_by(new_game([("Ada", "dwarf"), ("Bruno", "thief")])), 0, "en")
    >>> found.strength, found.space, found.alignment
    ((3, 3), 'Crags', 'neutral')
    """
    wording, p = wording_of(state, lang), state.players[seat]
    g = WorkingState(book_of(state.book), state)
    seen = tuple(spell for spell in p.spells if spell != UNSEEN) if viewer == seat else ()
    stats = ("strength", "craft") if p.character else ()
    outside = without_fight(state)
    figures = {stat: (printed(g, seat, stat), total(outside, seat, stat)) for stat in stats}
    tokens = (wording.word(f"token-{token}") for token in turn_tokens(state)[seat])
    return Sheet(
        who=who(state, seat, wording),
        strength=figures.get("strength", (0, 0)), craft=figures.get("craft", (0, 0)),
        life=(printed(g, seat, "life"), p.life), gold=p.gold,
        fate=(printed(g, seat, "fate"), p.fate) if g.book.table["fate.used"] else None,
        alignment=wording.names.name("alignment", p.alignment, lang).lower() if p.alignment else "",
        space=str(wording.space(p.space)), active=state.turn == seat, at=p.space if p.character else "",
        state=" · ".join([*_states(wording, p, state.turn == seat), *tokens]),
        goods=tuple(held_name(wording, card) for card in p.goods), goods_keys=p.goods,
        spells=tuple(str(wording.card(spell)) for spell in seen), spells_keys=seen, unseen=len(p.spells) - len(seen),
        trophies=tuple(str(wording.card(card)) for card in p.trophies), trophies_keys=p.trophies,
        trophy_points=_points(g, p),
        paused=p.paused, counters=(p.strength, p.craft), misses=turns_missed(p),
        form_left=p.form_left if p.form else 0, alignment_key=p.alignment,
        followers=followers(g, seat) if p.character else (),
        most_objects=limit(g, seat, "objects") if p.character else 0,
        most_spells=spell_limit(g, seat) if p.character else 0,
        talisman=any(g.facts[card].type == "talisman" for card in p.goods),
        picture=_picture(p),
        able="" if p.form else p.character,
    )  # fmt: skip


def sheets(state: Seen, lang: str, viewer: int = -1) -> tuple[Sheet, ...]:
    """The sheets of all people at the table, in turn order."""
    seats = state.seating or range(len(state.players))
    return tuple(sheet(state, seat, lang, viewer) for seat in seats if not state.players[seat].gone)


def held_name(wording: Wording, card: str) -> str:
    """A card in somebody's goods: what it follows as, how many counters it has."""
    if "@" in card:
        return wording.say("words", "follows-as", card=wording.card(card))
    name, colon, n = card.partition(":")
    named = wording.card(name)
    return wording.say("words", "counters-left", card=named, n=int(n)) if colon else str(named)


def _points(g: WorkingState, p: Player) -> tuple[int, int]:
    """Points of strength and of craft on the trophies, experience included."""
    facts = [g.facts[card] for card in p.trophies]
    return sum(f.strength for f in facts) + p.experience, sum(f.craft for f in facts) + p.experience


def _picture(p: Player) -> str:
    """The key of the picture of what somebody is now."""
    return f"form.{p.form}" if p.form else f"character.{p.character}" if p.character else ""


def _states(wording: Wording, p: Player, active: bool) -> Iterator[str]:
    """What a sheet says of how somebody is; `active`: whether it is their turn."""
    if p.out:
        yield wording.word("out")
        return
    if p.paused:
        yield wording.word("paused")
    if not p.character:
        yield wording.word("killed-waits" if p.born and not active else "waits-for-character")
        return
    if p.form:
        yield wording.say("words", f"{p.form}-left", n=p.form_left)
    missed = turns_missed(p)
    if missed:
        yield wording.say("words", "misses-turns", n=missed)
    if p.extra:
        yield wording.say("words", "extra-turns", n=p.extra)
    if p.turning_back:
        yield wording.word("turning-back")
    for promise in p.promises:
        if promise.program != MISSED:
            goes_on = wording.word(f"goes-on.{promise.at}")
            yield wording.say("words", "pair", a=wording.source(promise.source), b=goes_on)


# --- what lasts ---


def lasting(state: Seen, lang: str) -> tuple[Lasting, ...]:
    """Everything that goes on, with what is left of it: effects, toads, missed turns, promises."""
    wording = wording_of(state, lang)
    found = [_effect(wording, effect) for effect in state.effects]
    for seat, p in enumerate(state.players):
        told = () if p.out else _states(wording, p, state.turn == seat)
        found += [Lasting(p.name, text) for text in told]
    return tuple(found)


def _quest(wording: Wording, effect: Effect) -> Lasting:
    """A quest that was taken on: whose, and what it asks."""
    text = wording.say("words", "lasting.on", source=wording.word("quest"), target=wording.who(effect.seat))
    return Lasting(text, wording.word(f"quest.{effect.slots[0]}"))


def _effect(wording: Wording, effect: Effect) -> Lasting:
    return replace(_said_effect(wording, effect), change=change_of(effect), n=effect.left)


def _said_effect(wording: Wording, effect: Effect) -> Lasting:
    if effect.what.endswith(".quest") and effect.slots:
        return _quest(wording, effect)
    source = wording.source(effect.source or effect.what)
    on_card = wording.card(space_card(str(effect.slots[0]))[1]) if effect.on == "card" else ""
    target = on_card or wording.space(effect.space) or wording.who(effect.seat)
    text = wording.say("words", "lasting.on", source=source, target=target) if target else str(source)
    if effect.until == "next_turn":
        return Lasting(text, wording.say("words", "until-turn-of", who=wording.who(effect.owner)))
    if effect.left:
        left = wording.amount("turn" if effect.until == "turns" else "round", effect.left)
        return Lasting(text, wording.say("words", "still", what=left))
    return Lasting(text, wording.say("durations", effect.until, n=effect.left))


def book_names(book: Book, lang: str) -> dict[str, dict[str, str]]:
    """The names of every card by deck, for finding them while typing."""
    wording = Wording(lang, book=book)
    return {deck: {card: str(wording.card(card)) for card in cards} for deck, cards in book.deck_cards.items()}
