"""Events as sentences, and the rules they rest on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from talisman_nb.cards.vocabulary import STATS
from talisman_nb.model import UNSEEN, Event
from talisman_nb.rules.book import Book, plain_card
from talisman_nb.rules.index import rule, rule_index
from talisman_nb.text.grammar import PERSON, Noun, listed
from talisman_nb.text.house_rules import of_the_house
from talisman_nb.text.phrases import sentence
from talisman_nb.text.wording import Table, Wording, wording_of

BY_SOURCE = ("space", "card")
"""Purposes of a roll that say less than the card or space behind it."""
UNNAMED = ("gained_spell", UNSEEN)
"""A Spell into a hand, unseen: that it is a Spell is all there is to say."""


def say_event(table: Table, event: Event, lang: str, viewer: int = -1) -> str:
    """What happened, in one sentence; cards only the viewer may see are named to that seat alone.

    >>> say_event(["Ada", "Bruno"], Event("fought", 0, what="won", cards=("wolf",), scores=(8, 7)), "it")
    'Ada ha battuto il Lupo, 8 a 7.'
    >>> say_event(["Ada"], Event("gained_spell", 0, card="healing", only=0), "en")
    'Ada gained a Spell.'
    """
    wording = wording_of(table, lang)
    return sentence(wording.first("events", _keys(wording, event), **event_places(wording, event, viewer)))


def _keys(wording: Wording, event: Event) -> tuple[str, ...]:
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
    if kind in ("began", "ended") and _of_helper(wording, event.what):
        found.append(f"{kind}.helper")
    if kind == "looked" and event.what in wording.book.decks:
        found.append("looked.deck")
    if event.space and kind in ("gained", "lost"):
        found.append(f"{kind}.space")
    if event.space and event.space == event.origin:
        found.append(f"{kind}.stay")
    if against:
        found += [f"{kind}.self"] if event.other == event.seat else []
        found.append(f"{kind}.character")
    if event.seat < 0:
        found.append(f"{kind}.nobody")
    elif kind in ("killed", "enters") and wording.who(event.seat).text == WHAT[kind](wording, event).text:
        found.append(f"{kind}.namesake")
    return (*found, *(f"{kind}.{word}" for word in (event.what, event.cause) if word), kind)


def _of_helper(wording: Wording, effect: str) -> bool:
    """Whether an effect is that a Follower fights along: it stands in the definition of one."""
    follower = wording.book.find(effect.rpartition(".")[0])
    return follower is not None and follower.facts.type == "follower"


def event_places(wording: Wording, event: Event, viewer: int) -> dict[str, Any]:
    """Everything a phrase about an event may name."""
    open_ = event.only in (-1, viewer)
    card = event.card if open_ and (event.kind, event.card) != UNNAMED else ""
    cards = wording.cards(event.cards if open_ else ())
    what = WHAT[event.kind](wording, event) if event.kind in WHAT else ""
    left = wording.goods(event.cards if open_ else (), event.n)
    return {
        "who": _who(wording, event),
        "other": wording.who(event.other),
        "n": event.n,
        "some": event.n or None,
        "amount": wording.amount(event.what, event.n) if event.what in STATS else "",
        "card": wording.card(card),
        "cards": cards,
        "space": wording.space(event.space) if event.kind != "card_by_hand" else wording.noun(""),
        "origin": _origin(wording, event),
        "source": _source(wording, event),
        "faces": listed([str(face) for face in event.faces], wording.lang),
        "mine": event.scores[0],
        "theirs": event.scores[1],
        "what": what,
        "cause": _cause(wording, event),
        "target": _target(wording, event),
        "from": wording.place(event.origin),
        "to": wording.place(event.space),
        **moved(wording, event.card, event.origin, event.space if event.kind == "card_by_hand" else ""),
        "points": wording.amount("point", event.n) if event.n else "",
        "left": left or "",
    }


def moved(wording: Wording, card: str, origin: str, to: str) -> dict[str, str]:
    """Return where a card comes from and where it goes, as parts of a sentence; "" for a place that is not named.

    >>> moved(Wording("en", ["Ada"]), "wolf", "trophies:0", "deck:adventure")
    {'leaving': "from Ada's trophies", 'reaching': 'to the Adventure deck'}
    """
    return {way: _part(wording, way, card, place) for way, place in (("leaving", origin), ("reaching", to))}


def taken_away(event: Event) -> bool:
    """Whether an event is a correction that puts what somebody had into a deck, because it was drawn all the same."""
    return event.kind == "card_by_hand" and event.space.startswith("deck:") and event.origin.startswith(HELD)


HELD = ("seat:", "trophies:", "spells:")


def _part(wording: Wording, way: str, card: str, place: str) -> str:
    kind, _, name = place.partition(":")
    if not wording.phrases.has("hands", f"{way}.{kind}"):
        kind, name = "space", name or place
    if not name and kind == "space":
        return ""
    deck = name if kind == "deck" else plain_card(card).partition("/")[0]
    return wording.say(
        "hands",
        f"{way}.{kind}",
        who=wording.who(int(name)) if name.isdigit() else wording.noun(""),
        pile=wording.pile(name) if kind == "discards" else "",
        deck=wording.noun(wording.deck(deck)) if kind in ("deck", "stock") else wording.noun(""),
        space=wording.space(name) if kind == "space" else wording.noun(""),
    )


def _target(wording: Wording, event: Event) -> Noun:
    by_hand = event.kind == "card_by_hand"
    return wording.noun("") if by_hand else wording.space(event.space) or wording.who(event.other)


def _origin(wording: Wording, event: Event) -> Noun:
    """Whom something came from; one's own space and one's own things are not worth saying."""
    kind, _, seat = event.origin.partition(":")
    somebody = kind in ("seat", "spells", "trophies") and int(seat) != event.seat
    return wording.who(int(seat)) if somebody else wording.noun("")


def _source(wording: Wording, event: Event) -> Noun:
    """The card, space or ability behind it, unless the sentence names it anyway."""
    same = event.source in (event.card, *event.cards) and event.kind not in ("began", "ended", "uses", "cancelled")
    source = wording.source(event.source)
    named = wording.space(event.space) if event.kind == "teleported" else _who(wording, event)
    return wording.noun("") if same or source.text == named.text else source


def _who(wording: Wording, event: Event) -> Noun:
    """Whom it happened to; where nothing did, only if the source is called otherwise."""
    who = wording.who(event.seat)
    unsaid = event.kind == "nothing_happens" and who.text == wording.source(event.source).text
    return wording.noun("") if unsaid else who


def _cause(wording: Wording, event: Event) -> str:
    if event.kind == "began":
        return wording.say("durations", event.cause, n=event.n)
    return ""


def _purpose(wording: Wording, event: Event) -> str:
    """What a roll was for: a card or a space by its name, a character if whoever rolled is called otherwise."""
    if event.card:
        return str(wording.card(event.card))
    if event.what in BY_SOURCE and event.source:
        source = wording.source(event.source)
        return "" if source.text == wording.who(event.seat).text else str(source)
    return wording.say("purposes", event.what) if event.what else ""


def _reason(wording: Wording, event: Event) -> str:
    """Why somebody may not have a card."""
    who, card = wording.who(event.seat), wording.card(event.card)
    return wording.say("closed", event.what, who=who, card=card) if event.what else ""


WHAT: dict[str, Callable[[Wording, Event], Any]] = {
    **dict.fromkeys(("rolled", "added"), _purpose),
    **dict.fromkeys(
        ("deck_empty", "deck_mixed", "reshuffled"),
        lambda wording, event: wording.deck(event.what),
    ),
    **dict.fromkeys(("aligned", "stays_aligned"), lambda wording, event: wording.alignment(event.what)),
    **dict.fromkeys(
        ("killed", "enters", "character_by_hand"),
        lambda wording, event: wording.source(f"character.{event.what}"),
    ),
    "seat_handed_over": lambda wording, event: wording.noun(event.what, PERSON),
    "may_not_have": _reason,
    "uses": lambda wording, event: wording.use_label(event.source, event.what),
    "set_by_hand": lambda wording, event: wording.word(event.what),
    "stopped": lambda wording, event: event.what,
}
"""What an event's `what` means."""


@cache
def rule_texts(book: Book, lang: str) -> Mapping[str, str]:
    """Every rule by its id, as the edition of a book has it; one of the house is said to be so.

    >>> from talisman_nb.rules.book import open_book
    >>> rule_texts(open_book(), "en")["table.die"]
    'A die shows a number from 1 to 6.'
    """
    return MappingProxyType({id: _rule_text(book, id, lang) for id in rule_index()})


def _rule_text(book: Book, id: str, lang: str) -> str:
    text = sentence(rule(id).text_in(book.rules_of, lang))
    return of_the_house(text, lang) if rule(id).has("house") else text


def tell_all(table: Table, events: tuple[Event, ...], lang: str, viewer: int = -1) -> tuple[str, ...]:
    """Several events, a sentence each."""
    wording = wording_of(table, lang)
    return tuple(say_event(wording, event, lang, viewer) for event in events)


def named_rules(wording: Wording, cites: tuple[str, ...], source: str) -> Iterator[str]:
    """Yield the rules cited; the one by which a text applies as a sentence that names the card, ability or space.

    >>> list(named_rules(wording_of(["Ada"], "en"), ("card.text", "combat.win"), "poltergeist"))
    ['Poltergeist: the card itself says so.', 'combat.win']
    """
    name = wording.source(source) if source else ""
    for id in cites:
        kind, _, rest = id.partition(".")
        said = wording.say("words", f"itself.{kind}", source=name) if name and rest == "text" else ""
        yield said or id


def sources_of(event: Event) -> tuple[str, ...]:
    """The cards, abilities and spaces an event rests on, hidden ones too.

    >>> sources_of(Event("fought", 0, what="won", cards=("wolf",), scores=(8, 7)))
    ('wolf',)
    """
    return tuple(key for key in (event.source, event.card, *event.cards) if key)
