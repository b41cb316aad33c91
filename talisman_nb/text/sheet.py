"""Sheets of the players, and what lasts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from talisman_nb.engine.goods import space_card
from talisman_nb.engine.play import Play
from talisman_nb.engine.totals import Summand, printed, total
from talisman_nb.model import Effect, Player, State
from talisman_nb.rules.book import Book, book_of

from .ask import who
from .certainty import unsure
from .phrases import sentence
from .screen import Lasting, Sheet, Sum
from .voice import Voice, voice_of

UNSEEN = "spell?"
MISSED = "turn.missed.do"


def sheet(state: State, seat: int, lang: str, viewer: int = -1) -> Sheet:
    """One player's sheet; Spells are named to that seat alone, else counted.

    >>> from talisman_nb.engine import new_game
    >>> found = sheet(new_game([("Ada", "dwarf"), ("Bruno", "thief")]), 0, "en")
    >>> found.strength, found.space, found.alignment
    ((3, 3), 'Crags', 'neutral')
    """
    voice, p = voice_of(state, lang), state.players[seat]
    g = Play(book_of(state.book), state)
    seen = tuple(spell for spell in p.spells if spell != UNSEEN) if viewer == seat else ()
    figures = {stat: (printed(g, seat, stat), total(g, seat, stat)) for stat in ("strength", "craft")} if p.character else {}
    return Sheet(
        who=who(state, seat, voice),
        strength=figures.get("strength", (0, 0)), craft=figures.get("craft", (0, 0)),
        life=(printed(g, seat, "life"), p.life), fate=(printed(g, seat, "fate"), p.fate), gold=p.gold,
        alignment=voice.names.name("alignment", p.alignment, lang).lower() if p.alignment else "",
        space=str(voice.space(p.space)), active=state.turn == seat, at=p.space if p.character else "",
        state=" · ".join(_states(voice, p)),
        goods=tuple(held_name(voice, card) for card in p.goods), goods_keys=p.goods,
        spells=tuple(str(voice.card(spell)) for spell in seen), unseen=len(p.spells) - len(seen),
        trophies=tuple(str(voice.card(card)) for card in p.trophies), trophies_keys=p.trophies,
        trophy_points=_points(g, p),
        able="" if p.form else p.character,
        unsure=unsure(g.book, f"character.{p.character}", lang) if p.character else "",
    )  # fmt: skip


def sheets(state: State, lang: str, viewer: int = -1) -> tuple[Sheet, ...]:
    """Everybody's sheet, in seat order."""
    return tuple(sheet(state, seat, lang, viewer) for seat in range(len(state.players)))


def held_name(voice: Voice, card: str) -> str:
    """A card in somebody's goods: what it follows as, how many counters it has."""
    if "@" in card:
        return voice.say("words", "follows-as", card=voice.card(card))
    name, colon, n = card.partition(":")
    return voice.say("words", "counters-left", card=voice.card(name), n=int(n)) if colon else str(voice.card(card))


def _points(g: Play, p: Player) -> tuple[int, int]:
    """Points of strength and of craft on the trophies, experience included."""
    facts = [g.facts[card] for card in p.trophies]
    return sum(f.strength for f in facts) + p.experience, sum(f.craft for f in facts) + p.experience


def _states(voice: Voice, p: Player) -> Iterator[str]:
    if p.out:
        yield voice.word("out")
        return
    if not p.character:
        yield voice.word("killed-waits")
        return
    if p.form:
        yield voice.say("words", f"{p.form}-left", n=p.form_left)
    missed = sum(promise.program == MISSED for promise in p.promises)
    if missed:
        yield voice.say("words", "misses-turns", n=missed)
    if p.extra:
        yield voice.say("words", "extra-turns", n=p.extra)
    if p.turning_back:
        yield voice.word("turning-back")
    for promise in p.promises:
        if promise.program != MISSED:
            yield voice.say("words", "pair", a=voice.source(promise.source), b=voice.word(f"goes-on.{promise.at}"))


# --- what lasts ---


def lasting(state: State, lang: str) -> tuple[Lasting, ...]:
    """Everything that goes on, with what is left of it: effects, toads, missed turns, promises."""
    voice = voice_of(state, lang)
    found = [_effect(voice, effect) for effect in state.effects]
    for p in state.players:
        found += [Lasting(p.name, sentence(text)) for text in _states(voice, p) if not p.out]
    return tuple(found)


def _quest(voice: Voice, effect: Effect) -> Lasting:
    """A quest that was taken on: whose, and what it asks."""
    text = voice.say("words", "lasting.on", source=voice.word("quest"), target=voice.who(effect.seat))
    return Lasting(text, voice.word(f"quest.{effect.slots[0]}"))


def _effect(voice: Voice, effect: Effect) -> Lasting:
    if effect.what.endswith(".quest") and effect.slots:
        return _quest(voice, effect)
    source = voice.source(effect.source or effect.what)
    on_card = voice.card(space_card(str(effect.slots[0]))[1]) if effect.on == "card" else ""
    target = on_card or voice.space(effect.space) or voice.who(effect.seat)
    text = voice.say("words", "lasting.on", source=source, target=target) if target else str(source)
    if effect.until == "next_turn":
        return Lasting(text, voice.say("words", "until-turn-of", who=voice.who(effect.owner)))
    if effect.left:
        left = voice.amount("turn" if effect.until == "turns" else "round", effect.left)
        return Lasting(text, voice.say("words", "still", what=left))
    return Lasting(text, voice.say("durations", effect.until, n=effect.left))


def sums(state: State, parts: Iterable[Summand], lang: str) -> tuple[Sum, ...]:
    """The parts of a total by name: the character's value, what was gained, cards, the die.

    >>> from talisman_nb.engine import new_game
    >>> from talisman_nb.engine.totals import Summand
    >>> state = new_game([("Ada", "dwarf"), ("Bruno", "thief")])
    >>> sums(state, (Summand("character.dwarf", 3), Summand("die", 4)), "it")
    (Sum(label='Nano', n=3), Sum(label='dado', n=4))
    """
    voice = voice_of(state, lang)
    return tuple(Sum(_part_name(voice, part.source), part.n) for part in parts)


def _part_name(voice: Voice, source: str) -> str:
    return voice.word(source) if source in ("counters", "die") else str(voice.source(source))


def book_names(book: Book, lang: str) -> dict[str, dict[str, str]]:
    """The names of every card by deck, for finding them while typing."""
    voice = Voice(lang)
    return {deck: {card: str(voice.card(card)) for card in cards} for deck, cards in book.deck_cards.items()}
