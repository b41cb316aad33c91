"""The words of a screen: sheets of the players, and all else that a state, its question and the last events say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from talisman_nb.engine.by_hand_cards import change_of
from talisman_nb.engine.card_transfers import space_card
from talisman_nb.engine.costs import rate_of
from talisman_nb.engine.covers import hidden_covers
from talisman_nb.engine.dying import lifeless
from talisman_nb.engine.effects import MISSED, turn_tokens, turns_missed
from talisman_nb.engine.totals import followers, limit, printed_value, spell_limit, total, without_fight
from talisman_nb.engine.working_state import WorkingState, working_state
from talisman_nb.model import UNSEEN, Ask, Effect, Event, Option, Player, Seen, State
from talisman_nb.rules.book import book_of, plain_card
from talisman_nb.text.events import tell_all
from talisman_nb.text.grammar import Noun
from talisman_nb.text.house_rules import in_force
from talisman_nb.text.questions.question import asides_of, question, who
from talisman_nb.text.wording import NOBODY, Wording, wording_of

from .values import Lasting, Question, Screen, Sheet


def sheet(state: Seen, seat: int, lang: str, viewer: int = -1) -> Sheet:
    """One player's sheet; Spells are named to that seat alone, else counted. What counts in a fight only is left out.

    >>> from talisman_nb.engine import new_game
    >>> from talisman_nb.engine.view import seen_by
    >>> found = sheet(seen_by(new_game([("Ada", "dwarf"), ("Bruno", "thief")])), 0, "en")
    >>> found.strength, found.space, found.alignment
    ((3, 3), 'Crags', 'neutral')
    """
    wording, p = wording_of(state, lang), state.players[seat]
    g = working_state(state)
    seen = tuple(spell for spell in p.spells if spell != UNSEEN) if viewer == seat else ()
    stats = ("strength", "craft") if p.character else ()
    outside = without_fight(state)
    figures = {stat: (printed_value(g, seat, stat), total(outside, seat, stat)) for stat in stats}
    tokens = (wording.word(f"token-{token}") for token in turn_tokens(state)[seat])
    return Sheet(
        who=who(state, seat, wording),
        strength=figures.get("strength", (0, 0)), craft=figures.get("craft", (0, 0)),
        life=(printed_value(g, seat, "life"), p.life), gold=p.gold,
        fate=(printed_value(g, seat, "fate"), p.fate) if g.book.table["fate.used"] else None,
        alignment=wording.names.name("alignment", p.alignment, lang).lower() if p.alignment else "",
        space=str(wording.space(p.space)), active=state.turn == seat, at=p.space if p.character else "",
        state=" · ".join([*_states(wording, p, state.turn == seat), *tokens]),
        goods=tuple(held_name(wording, card) for card in p.goods), goods_keys=p.goods,
        spells=tuple(str(wording.card(spell)) for spell in seen), spells_keys=seen, unseen=len(p.spells) - len(seen),
        trophies=tuple(held_name(wording, card) for card in p.trophies), trophies_keys=p.trophies,
        trophy_points=_points(g, p),
        paused=p.paused, counters=(p.strength, p.craft), misses=turns_missed(p),
        form_left=p.form_left if p.form else 0, alignment_key=p.alignment,
        followers=followers(g, seat) if p.character else (),
        most_objects=limit(g, seat, "objects") if p.character else 0,
        most_spells=spell_limit(g, seat) if p.character else 0,
        talisman=any(g.facts[card].type == "talisman" for card in p.goods),
        picture=_picture(p),
        able="" if p.form else p.character,
        lifeless=lifeless(g, p.form), dead=bool(p.born and not p.character),
    )  # fmt: skip


def sheets(state: Seen, lang: str, viewer: int = -1) -> tuple[Sheet, ...]:
    """The sheets of all people at the table, in turn order."""
    seats = state.seating or range(len(state.players))
    return tuple(sheet(state, seat, lang, viewer) for seat in seats if not state.players[seat].gone)


def held_name(wording: Wording, card: str) -> str:
    """A card in somebody's goods or on a space: what it follows as, how many counters it has, that it covers one."""
    if "@" in card:
        return wording.first("words", (f"only-for.{card.partition('@')[2]}", "follows-as"), card=wording.card(card))
    if card in wording.book.covering or card in wording.covers.values():
        return wording.say("words", "covered-by", card=wording.card(card))
    name, colon, n = card.partition(":")
    named = wording.card(name)
    if colon and (found := wording.book.find(name)) and found.facts.other_side:
        return wording.say("words", "turned-over", card=named)
    return wording.say("words", "counters-left", card=named, n=int(n)) if colon else str(named)


def _points(g: WorkingState, p: Player) -> tuple[int, int]:
    """Points of strength and of craft on the trophies that buy them, experience included."""
    facts = [g.facts[card] for card in p.trophies if "@" not in card]
    return sum(f.strength for f in facts) + p.experience, sum(f.craft for f in facts) + p.experience


def _picture(p: Player) -> str:
    """The key of the picture of what somebody is now."""
    return f"form.{p.form}" if p.form else f"character.{p.character}" if p.character else ""


def _states(wording: Wording, p: Player, active: bool) -> Iterator[str]:
    """Yield the states of a character for its sheet; `active`: whether it is their turn."""
    if p.out:
        yield wording.word("out")
        return
    if p.paused:
        yield wording.word("paused")
    if not p.character:
        yield wording.word("killed-waits" if p.born and not active else "waits-for-character")
        if p.aside or p.purse:
            yield wording.say("words", "set-aside", left=wording.goods(p.aside, p.purse))
        return
    if p.form:
        keys, what = (f"{p.form}-left", "form-left"), wording.source(f"form.{p.form}")
        yield wording.first("words", keys, n=p.form_left, some=p.form_left or None, what=what)
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


def _is_piece(wording: Wording, effect: Effect, space: str) -> bool:
    """Whether an effect lies on a space as a piece of somebody's."""
    return effect.on == "space" and effect.space == space and bool(wording.marker(effect.what))


def _owned_piece(wording: Wording, effect: Effect) -> str:
    """A piece on a space with whose it is."""
    return wording.say("words", "pair", a=wording.who(effect.seat), b=wording.marker(effect.what))


def _card_remembered(wording: Wording, effect: Effect) -> Noun | str:
    """The card that an effect on somebody remembers; "" for none."""
    cards = [str(value) for value in effect.slots if effect.on == "seat" and isinstance(value, str)]
    return next((wording.card(card) for card in cards if wording.book.find(plain_card(card)) is not None), "")


def _said_effect(wording: Wording, effect: Effect) -> Lasting:
    if effect.what.endswith(".quest") and effect.slots:
        return _quest(wording, effect)
    marker = wording.marker(effect.what)
    source = wording.noun(_owned_piece(wording, effect)) if marker else wording.source(effect.source or effect.what)
    on_card = wording.card(space_card(str(effect.slots[0]))[1]) if effect.on == "card" else ""
    remembered = _card_remembered(wording, effect)
    target = on_card or remembered or wording.space(effect.space) or wording.who(effect.seat)
    text = wording.say("words", "lasting.on", source=source, target=target) if target else str(source)
    if effect.until == "next_turn":
        return Lasting(text, wording.say("words", "until-turn-of", who=wording.who(effect.owner)))
    if effect.left:
        left = wording.amount("turn" if effect.until == "turns" else "round", effect.left)
        return Lasting(text, wording.say("words", "still", what=left))
    return Lasting(text, wording.say("durations", effect.until, n=effect.left))


SPOKEN_WORDS = 25


def screen_of(
    state: Seen,
    ask: Ask,
    lang: str,
    events: tuple[Event, ...] = (),
    *,
    viewer: int = -1,
    rev: int = 0,
    table: str = "",
    asides: Mapping[int, tuple[Option, ...]] | None = None,
) -> Screen:
    """A screen without what only a table knows (journal, pictures, undo); `events` are those of the last answer.

    >>> from talisman_nb.engine import ask, new_game
    >>> from talisman_nb.engine.view import seen_by
    >>> state = seen_by(new_game([("Ada", "dwarf"), ("Bruno", "thief")]))
    >>> screen_of(state, ask(state), "en").question.headline
    'Ada · Dwarf: roll to move'
    """
    asked, spaces = question(state, ask, lang, viewer), book_of(state.book).board.spaces
    return Screen(
        rev=rev,
        lang=lang,
        table=table,
        round=state.round,
        question=asked,
        lasting=lasting(state, lang),
        sheets=sheets(state, lang, viewer),
        asides=asides_of(state, dict(asides or {}), lang),
        announce=announce(state, events, asked, lang),
        here=here(state, lang),
        lies={space: cards for space, cards in zip(spaces, state.spaces, strict=True) if cards},
        lies_gold={space: gold for space, gold in zip(spaces, state.gold, strict=True) if gold},
        own_types=own_types(state),
        stocks=dict(zip(book_of(state.book).stock_cards, state.stocks, strict=True)),
        viewer=viewer,
        trophy_price=trophy_price(state),
        house=tuple(in_force(book_of(state.book), lang)),
    )


def trophy_price(state: State) -> tuple[int, int]:
    """How many points of trophies buy one strength, and one craft."""
    g = working_state(state)
    return rate_of(g, "strength"), rate_of(g, "craft")


def announce(state: State, events: tuple[Event, ...], asked: Question, lang: str) -> str:
    """Return the text a screen reader says before the question: the last happenings; secrets are never spoken."""
    left, said = SPOKEN_WORDS - len(asked.headline.split()), list[str]()
    for line in reversed(tell_all(state, tuple(e for e in events if e.kind not in SILENT), lang)):
        left -= len(line.split())
        if left < 0:
            break
        said.insert(0, line)
    return " ".join(said)


SILENT = frozenset({"turn_ends", "turn_begins", "round", "ended"})
"""Events that the question itself makes plain."""


def here(state: State, lang: str) -> dict[str, tuple[str, ...]]:
    """The cards, the gold and the pieces of people that lie on each space, by name; of one face down its deck."""
    wording, board, hidden = wording_of(state, lang), book_of(state.book).board, hidden_covers(state)
    found = {}
    for space, cards, gold in zip(board.spaces, state.spaces, state.gold, strict=True):
        named = tuple(held_name(wording, card) for card in cards)
        named += (wording.say("words", "price", n=gold),) if gold else ()
        named += tuple(_owned_piece(wording, effect) for effect in state.effects if _is_piece(wording, effect, space))
        named += (wording.say("words", "lies-face-down", deck=wording.deck(hidden[space])),) if space in hidden else ()
        if named:
            found[space] = named
    return found


def own_types(state: State) -> dict[str, str]:
    """The types of the cards in no list that lie on the board, as `Labels.types` has those of the others."""
    lying = {card for cards in state.spaces for card in cards}
    return {card.name: card.type.replace(" ", "-") for card in state.own if card.name in lying}


def refusal(lang: str, reason: str, seat: int, state: State, answer: str = "") -> str:
    """Why an answer was refused, in one line: `reason` is that of a `NotAllowedError`, `answer` what it is about."""
    wording = wording_of(state, lang)
    kind, dot, closed = reason.partition(".")
    if kind == "closed" and dot:
        return wording.say("closed", closed, who=wording.who(seat), source=NOBODY, card=NOBODY, condition="")
    return wording.say("errors", reason, who=wording.who(seat), answer=answer)
