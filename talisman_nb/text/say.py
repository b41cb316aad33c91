"""Events as sentences, and the rules they rest on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from talisman_nb.model import Ask, Event, Option
from talisman_nb.rules.index import rule

from .grammar import Noun, listed, numbers
from .phrases import sentence
from .voice import Table, Voice, voice_of

BY_SOURCE = ("space", "card")
"""Purposes of a roll that say less than the card or space behind it."""
UNNAMED = ("gained_spell", "spell?")
"""A Spell into a hand, unseen: that it is a Spell is all there is to say."""
FIGURES = ("strength", "craft", "life", "fate", "gold")


def say_event(table: Table, event: Event, lang: str, viewer: int = -1) -> str:
    """What happened, in one sentence; cards only the viewer may see are named to that seat alone.

    >>> say_event(["Ada", "Bruno"], Event("fought", 0, what="won", cards=("wolf",), scores=(8, 7)), "it")
    'Ada ha battuto il Lupo, 8 a 7.'
    >>> say_event(["Ada"], Event("gained_spell", 0, card="healing", only=0), "en")
    'Ada gained a Spell.'
    """
    voice = voice_of(table, lang)
    return sentence(voice.first("events", _keys(event), **event_places(voice, event, viewer)))


def _keys(event: Event) -> tuple[str, ...]:
    """The keys of the phrases that fit, the most special one in front."""
    kind, found = event.kind, []
    against = event.other >= 0 and not event.cards
    if kind == "fought" or kind == "attacks":
        base = f"{kind}.{event.what}" if kind == "fought" else kind
        how = (f"{base}.character",) if against else ()
        craft = tuple(f"{key}.craft" for key in (*how, base)) if event.what == "craft" else ()
        return (*craft[:1], *how, base)
    if kind in ("gained", "lost") and not event.n:
        found.append(f"{kind}.zero")
    if event.space and kind in ("gained", "lost"):
        found.append(f"{kind}.space")
    if event.space and event.space == event.origin:
        found.append(f"{kind}.stay")
    if against:
        found.append(f"{kind}.character")
    if event.seat < 0:
        found.append(f"{kind}.nobody")
    return (*found, *(f"{kind}.{word}" for word in (event.what, event.cause) if word), kind)


def event_places(voice: Voice, event: Event, viewer: int) -> dict[str, Any]:
    """Everything a phrase about an event may name."""
    open_ = event.only in (-1, viewer)
    card = event.card if open_ and (event.kind, event.card) != UNNAMED else ""
    cards = voice.cards(event.cards if open_ else ())
    what = WHAT.get(event.kind, _word)(voice, event)
    gold = [voice.say("words", "price", n=event.n)] if event.n else []
    return {
        "who": voice.who(event.seat),
        "other": voice.who(event.other),
        "n": event.n,
        "some": event.n or None,
        "amount": voice.amount(event.what, event.n) if event.what in FIGURES else "",
        "card": voice.card(card),
        "cards": cards,
        "space": voice.space(event.space) if event.kind != "card_by_hand" else voice.noun(""),
        "origin": _origin(voice, event),
        "source": _source(voice, event),
        "faces": numbers(event.faces, voice.lang),
        "mine": event.scores[0],
        "theirs": event.scores[1],
        "what": what,
        "cause": _cause(voice, event),
        "target": _target(voice, event),
        "from": voice.place(event.origin),
        "to": voice.place(event.space),
        "points": voice.amount("point", event.n) if event.n else "",
        "left": listed([*map(str, cards), *gold], voice.lang) if cards or gold else "",
    }


def _target(voice: Voice, event: Event) -> Noun:
    by_hand = event.kind == "card_by_hand"
    return voice.noun("") if by_hand else voice.space(event.space) or voice.who(event.other)


def _origin(voice: Voice, event: Event) -> Noun:
    """Whom something came from; one's own space and one's own things are not worth saying."""
    kind, _, seat = event.origin.partition(":")
    somebody = kind in ("seat", "spells", "trophies") and int(seat) != event.seat
    return voice.who(int(seat)) if somebody else voice.noun("")


def _source(voice: Voice, event: Event) -> Noun:
    """The card, space or ability behind it, unless the sentence names it anyway."""
    same = event.source in (event.card, *event.cards) and event.kind not in ("began", "ended", "uses", "cancelled")
    return voice.noun("") if same else voice.source(event.source)


def _cause(voice: Voice, event: Event) -> str:
    if event.kind == "began":
        return voice.say("durations", event.cause, n=event.n)
    return ""


def _word(voice: Voice, event: Event) -> Any:
    return ""


def _purpose(voice: Voice, event: Event) -> str:
    """What a roll was for: a card or a space by its name."""
    if event.card:
        return str(voice.card(event.card))
    if event.what in BY_SOURCE and event.source:
        return str(voice.source(event.source))
    return voice.say("purposes", event.what) if event.what else ""


def _figure(voice: Voice, event: Event) -> str:
    return voice.word(event.what)


def _deck(voice: Voice, event: Event) -> str:
    return voice.names.name("deck", event.what, voice.lang)


def _alignment(voice: Voice, event: Event) -> str:
    return voice.names.name("alignment", event.what, voice.lang).lower()


def _character(voice: Voice, event: Event) -> Noun:
    return voice.source(f"character.{event.what}")


def _reason(voice: Voice, event: Event) -> str:
    return voice.say("closed", event.what, who=voice.who(event.seat), card=voice.card(event.card)) if event.what else ""


def _action(voice: Voice, event: Event) -> str:
    return use_label(voice, event.source, event.what)


def use_label(voice: Voice, source: str, key: str) -> str:
    """What using a card or an ability is called: "build a raft"."""
    return voice.first("options", (f"use.{plain_source(source)}.{key}", f"use.{key}"), card=voice.source(source))


def plain_source(source: str) -> str:
    """A source without what its card carries.

    >>> plain_source("goblin@ghoul.raised"), plain_source("pool-of-life:3"), plain_source("character.druid")
    ('ghoul.raised', 'pool-of-life', 'character.druid')
    """
    return source.partition("@")[2] or source.partition(":")[0]


WHAT: dict[str, Callable[[Voice, Event], Any]] = {
    "rolled": _purpose, "added": _purpose, "deck_empty": _deck, "reshuffled": _deck, "aligned": _alignment, "stays_aligned": _alignment,
    "killed": _character, "enters": _character, "character_by_hand": _character, "may_not_have": _reason, "uses": _action,
    "set_by_hand": _figure,
}  # fmt: skip
"""What an event's `what` means."""


def why(said: Event | Option | Ask, lang: str) -> tuple[str, ...]:
    """The sentences of the rules something rests on.

    >>> len(why(Option("evade", closed="evade", cites=("evade.what",)), "en"))
    1
    """
    return tuple(rule(rule_id).text(lang) for rule_id in dict.fromkeys(said.cites))


NOISE = frozenset({"turn_ends", "turn_begins", "round"})
"""Events that a line of the journal need not say."""


def line_text(table: Table, events: tuple[Event, ...], lang: str, viewer: int = -1) -> str:
    """The events of one answer as a line of the journal; "" when nothing worth a line happened.

    >>> line_text(["Ada"], (Event("rolled", 0, what="move", faces=(4,)), Event("turn_ends", 0)), "fr")
    'Ada a obtenu 4 (mouvement).'
    """
    return " ".join(tell_all(table, tuple(event for event in events if event.kind not in NOISE), lang, viewer))


def tell_all(table: Table, events: tuple[Event, ...], lang: str, viewer: int = -1) -> tuple[str, ...]:
    """Several events, a sentence each."""
    voice = voice_of(table, lang)
    return tuple(say_event(voice, event, lang, viewer) for event in events)


__all__ = ["line_text", "say_event", "tell_all", "why"]
