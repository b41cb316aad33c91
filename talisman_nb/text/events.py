"""Events in words: as sentences with the rules they rest on, and as imperatives for hands at the physical board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from talisman_nb.cards.modifiers import HoldsTop
from talisman_nb.cards.vocabulary import STATS
from talisman_nb.engine.book_runtime import runtime_of
from talisman_nb.engine.view import may_read
from talisman_nb.model import UNSEEN, Event, State
from talisman_nb.rules.book import plain_card

from .definitions.condition_words import clause, worth_telling
from .definitions.nodes import Context
from .grammar import PERSON, Noun, join_list
from .phrases import sentence
from .wording import Table, Wording, wording_of

BY_HAND = "card_by_hand"
"""The kind of the event of a card that is moved by a correction."""
BY_SOURCE = ("space", "card")
"""Purposes of a roll that say less than the card or space behind it."""
UNNAMED = ("gained_spell", UNSEEN)
"""A Spell into a hand, unseen: that it is a Spell is all there is to say."""


def say_event(table: Table, event: Event, lang: str, viewer: int = -1) -> str:
    """Return an event in one sentence; cards only the viewer may see are named to that seat alone.

    >>> say_event(["Ada", "Bruno"], Event("fought", 0, what="won", cards=("wolf",), scores=(8, 7)), "it")
    'Ada ha battuto il Lupo, 8 a 7.'
    >>> say_event(["Ada"], Event("gained_spell", 0, card="healing", only=0), "en")
    'Ada gained a Spell.'
    """
    wording = wording_of(table, lang)
    key = wording.phrases.first_key("events", _keys(wording, event))
    names = wording.phrases.places("events", key)
    return sentence(wording.say("events", key, **event_places(wording, event, viewer, names)))


def say_glance(table: Table, event: Event, lang: str, viewer: int = -1) -> str:
    """Return an event in at most five words, a name counting as one, without whose it is.

    >>> say_glance(["Ada", "Bruno"], Event("fought", 0, what="won", cards=("ogre",), scores=(10, 7)), "en")
    'Ogre 10 : 7, won'
    """
    wording = wording_of(table, lang)
    key = wording.phrases.first_key("glances", _keys(wording, event))
    names = wording.phrases.places("glances", key)
    said = wording.say("glances", key, **event_places(wording, event, viewer, names))
    return said[:1].upper() + said[1:]


def _keys(wording: Wording, event: Event) -> tuple[str, ...]:
    """The keys of the phrases that fit, the most special one in front."""
    kind, found = event.kind, []
    against = event.other >= 0 and not event.cards
    if kind == "fought" or kind == "attacks":
        base = f"{kind}.{event.what}" if kind == "fought" else kind
        decided = ".decided" if event.source and kind == "fought" else ""
        how = (f"{base}{decided}.character",) if against else (f"{base}{decided}",) if decided else ()
        craft = tuple(f"{key}.craft" for key in (*how, base)) if event.what == "craft" else ()
        return (*craft[:1], *how, base)
    if kind in ("gained", "lost") and not event.n:
        found.append(f"{kind}.zero")
    if kind == "added" and event.n < 0:
        found.append("added.less")
    found += _marker_keys(wording, event)
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
        found += [f"{kind}.{event.cause}.namesake"] if event.cause else []
        found.append(f"{kind}.namesake")
    return (*found, *(f"{kind}.{word}" for word in (event.what, event.cause) if word), kind)


CHANGED = ("became", "own_form")
"""Kinds of events of a form that is taken or left."""


def _marker_keys(wording: Wording, event: Event) -> list[str]:
    """The key of a phrase about a piece that lies on a space for somebody, or about a form that lives without life."""
    if event.kind == "killed":
        return ["killed.lifeless"] if event.source.startswith("form.") and not event.cause else []
    if event.kind in CHANGED:
        form = wording.book.find(f"form.{event.what}")
        return [f"{event.kind}.lifeless"] if form and form.facts.lifeless else []
    about = event.kind in ("began", "ended") and event.space and wording.marker(event.what)
    apart = event.kind in ("began", "ended") and _deck_apart(wording, event.what)
    return [f"{event.kind}.marker"] if about else [f"{event.kind}.apart"] if apart else []


def _deck_apart(wording: Wording, effect: str) -> str:
    """The deck whose top card lies before somebody while an effect lasts; "" for none."""
    found = wording.book.find(effect)
    return next((mod.deck for mod in found.mods if isinstance(mod, HoldsTop)), "") if found else ""


def _effect_about(wording: Wording, event: Event) -> Noun | str:
    """Return the subject of an effect: a piece that lies on a space, or the deck whose top card lies apart."""
    deck = _deck_apart(wording, event.what)
    return wording.deck(deck) if deck else wording.marker(event.what)


def _of_helper(wording: Wording, effect: str) -> bool:
    """Whether an effect is that a Follower fights along: it stands in the definition of one."""
    follower = wording.book.find(effect.rpartition(".")[0])
    return follower is not None and follower.facts.type == "follower"


def event_places(wording: Wording, event: Event, viewer: int, names: Iterable[str]) -> dict[str, Any]:
    """Return the values for these places of a phrase about an event."""
    return {name: PLACES[name](wording, event, viewer) for name in names if name in PLACES}


def _cards(event: Event, viewer: int) -> tuple[str, ...]:
    """The cards of an event that the viewer may see."""
    return event.cards if may_read(event, viewer) else ()


def _card(wording: Wording, event: Event, viewer: int) -> Noun:
    seen = may_read(event, viewer) and (event.kind, event.card) != UNNAMED
    return wording.card(event.card if seen else "")


def taken_away(event: Event) -> bool:
    """Whether an event is a correction that puts what somebody had into a deck, because it was drawn all the same."""
    return event.kind == BY_HAND and event.space.startswith("deck:") and event.origin.startswith(HELD)


HELD = ("seat:", "trophies:", "spells:", "aside:")


def way_part(wording: Wording, way: str, card: str, place: str) -> str:
    """Where a card comes from (`way`: "leaving") or goes to ("reaching"), "" for a place that is not named."""
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


def _reaching(wording: Wording, event: Event) -> str:
    return way_part(wording, "reaching", event.card, event.space if event.kind == BY_HAND else "")


def _target(wording: Wording, event: Event) -> Noun:
    by_hand = event.kind == BY_HAND
    if event.kind == "began" and event.card:
        return wording.card(event.card)
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


def _decided_by(wording: Wording, event: Event) -> str:
    """Return the condition by which nothing happened, as a clause: "if good"; "" where no words of the card say it."""
    program = runtime_of(wording.book).programs.get(event.what) if event.cause else None
    definition = wording.book.find(event.what.rpartition(".")[0])
    if program is None or definition is None:
        return ""
    ctx = Context(wording.book, definition, wording)
    when = worth_telling(ctx, program.code[event.n][1].when)
    counted = (each for each in (when.at_least, when.below, when.equals) if each) if when is not None else ()
    variable = any(part in program.names for each in counted for part in each if isinstance(part, str))
    return clause(ctx, when) if when is not None and not variable else ""


def _cause(wording: Wording, event: Event) -> str:
    if event.kind == "began":
        return wording.first("durations", (f"{event.cause}.{event.n}", event.cause), n=event.n)
    return ""


def _purpose(wording: Wording, event: Event) -> str:
    """Return the purpose of a roll: a card or space by its name, a character if whoever rolled is called otherwise."""
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
    **dict.fromkeys(("deck_empty", "deck_mixed", "reshuffled"), lambda wording, event: wording.deck(event.what)),
    **dict.fromkeys(("aligned", "stays_aligned"), lambda wording, event: wording.alignment(event.what)),
    **dict.fromkeys(
        ("killed", "enters", "character_by_hand"),
        lambda wording, event: wording.source(f"character.{event.what}"),
    ),
    **dict.fromkeys(("began", "ended"), _effect_about),
    "read_off": lambda wording, event: (wording.keyword if event.cause else wording.word)(event.what),
    **dict.fromkeys(("became", "own_form"), lambda wording, event: wording.source(f"form.{event.what}")),
    "seat_handed_over": lambda wording, event: wording.noun(event.what, PERSON),
    "may_not_have": _reason,
    "uses": lambda wording, event: wording.use_label(event.source, event.what),
    "set_by_hand": lambda wording, event: wording.word(event.what),
    "stopped": lambda wording, event: event.what,
}
"""Functions that put an event's `what` into words, by its kind."""

PLACES: dict[str, Callable[[Wording, Event, int], Any]] = {
    "who": lambda wording, event, _: _who(wording, event),
    "other": lambda wording, event, _: wording.who(event.other),
    "n": lambda _, event, viewer: abs(event.n) if event.kind == "added" else event.n,
    "some": lambda _, event, viewer: event.n or None,
    "amount": lambda wording, event, _: wording.amount(event.what, event.n) if event.what in STATS else "",
    "card": _card,
    "cards": lambda wording, event, viewer: wording.cards(_cards(event, viewer)),
    "space": lambda wording, event, _: wording.space("" if event.kind == BY_HAND else event.space),
    "below": lambda wording, event, _: wording.printed(event.space),
    "origin": lambda wording, event, _: _origin(wording, event),
    "source": lambda wording, event, _: _source(wording, event),
    "faces": lambda wording, event, _: join_list([str(face) for face in event.faces], wording.lang),
    "mine": lambda _, event, viewer: event.scores[0],
    "theirs": lambda _, event, viewer: event.scores[1],
    "what": lambda wording, event, _: WHAT[event.kind](wording, event) if event.kind in WHAT else "",
    "question": lambda _, event, viewer: event.what,
    "cause": lambda wording, event, _: _cause(wording, event),
    "clause": lambda wording, event, _: _decided_by(wording, event),
    "target": lambda wording, event, _: _target(wording, event),
    "from": lambda wording, event, _: wording.place(event.origin),
    "to": lambda wording, event, _: wording.place(event.space),
    "leaving": lambda wording, event, _: way_part(wording, "leaving", event.card, event.origin),
    "reaching": lambda wording, event, _: _reaching(wording, event),
    "points": lambda wording, event, _: wording.amount("point", event.n) if event.n else "",
    "left": lambda wording, event, viewer: wording.goods(_cards(event, viewer), event.n) or "",
}
"""Maps the places of phrases about events to what stands for them, as a viewer may know it."""


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


STEPS = ("walked", "crossed")
"""Moves of one's own figure: whoever chose the way moves it anyway."""


def hands(table: Table, events: Iterable[Event], lang: str, steps: bool = False) -> tuple[str, ...]:
    """The imperatives of several events, equal ones counted; `steps`: walks too.

    >>> hands(["Ada"], [Event("trophy", 0, card="wolf", n=2), Event("rerolls", 0, n=3)], "en")
    ("The Wolf goes to Ada's trophies.", 'Ada pays 1 fate and rerolls the 3.')
    """
    wording = wording_of(table, lang)
    happened = [event for event in events if steps or event.kind not in STEPS]
    own = {card.name: card.deck for card in table.own} if isinstance(table, State) else {}
    found = [hand(wording, event, own) for event in happened]
    if any(event.kind == "enters" for event in happened):
        found.append(wording.say("hands", "counters"))
    counted = Counter(line for line in found if line)
    return tuple(line if n == 1 else wording.say("hands", "times", line=line, n=n) for line, n in counted.items())


def spells_drawn(table: Table, events: Iterable[Event], lang: str) -> tuple[str, ...]:
    """Who draws how many Spells that only their owner sees; `events` as the game told them, with what is secret.

    >>> unseen = Event("gained_spell", 0, card="spell?", only=0)
    >>> spells_drawn(["Ada"], [unseen, unseen], "en")
    ('Ada draws 2 Spells.',)
    """
    wording = wording_of(table, lang)
    drawn = Counter(event.seat for event in events if event.kind == "gained_spell")
    said = (wording.say("hands", "draws_spells", who=wording.who(seat), n=n) for seat, n in drawn.items())
    return tuple(map(sentence, said))


def hand(wording: Wording, event: Event, own: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return the line that tells the hands about one event, "" for nothing; `own`: the decks of cards in no list."""
    if event.kind in ("gained", "lost") and not event.n:
        return ""
    keys = [key for key in (*_marker_keys(wording, event), *_hand_keys(event)) if wording.phrases.has("hands", key)]
    if not keys:
        return ""
    places = event_places(wording, event, -1, wording.phrases.places("hands", keys[0]))
    places |= {"amount": counters(wording, event.what, event.n), "pile": _pile(wording, event, own)}
    return sentence(wording.say("hands", keys[0], **places))


def counters(wording: Wording, what: str, n: int) -> str:
    """So many counters of a figure: hands take those, not points; gold is gold."""
    if what not in STATS:
        return ""
    return wording.amount(what if what == "gold" else f"counter-{what}", n)


def _pile(wording: Wording, event: Event, own: Mapping[str, str]) -> str:
    """The discard piles that the cards of an event go to, where there are several."""
    cards = map(plain_card, (event.card, *event.cards))
    decks = [wording.book.deck_of.get(card) or own.get(card, "") for card in cards]
    found = [pile for deck in dict.fromkeys(decks) if (pile := wording.pile(deck))]
    return join_list(found, wording.lang)


def _hand_keys(event: Event) -> tuple[str, ...]:
    kind = event.kind
    special = {
        "taken": "taken.from" if event.origin.startswith("seat:") and event.origin != f"seat:{event.seat}" else "",
        "gained": "gained.space" if event.space else "",
        "lost": "lost.space" if event.space else "",
        **dict.fromkeys(("placed", "dropped"), f"{kind}.{event.what}" if event.what else ""),
        "discarded": "discarded.stock" if "/" in event.card and not event.card.startswith("own/") else "",
        "traded": "traded.spell" if event.what == "spell" else f"traded.{event.cause}",
        "handed_over": f"handed_over.{event.what}" if event.what else "",
        **dict.fromkeys(("became", "own_form"), f"{kind}.{event.what}"),
        "deck_mixed": f"deck_mixed.{event.cause}",
        "leaves": f"leaves.{event.what}",
        "killed": f"killed.{event.cause}",
        "covered": f"covered.{event.what}" if event.what else "",
    }
    if (event.only >= 0 and kind == "discarded") or (kind == BY_HAND and not taken_away(event)):
        return ()
    return tuple(key for key in (special.get(kind, ""), kind) if key)
