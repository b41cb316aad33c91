"""The `Moment` of a press: a headline, and what it changed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import NamedTuple

import msgspec

from talisman_nb.cards.vocabulary import STATS
from talisman_nb.engine.costs import rate_of
from talisman_nb.engine.dying import GOES_ON
from talisman_nb.engine.totals import total, without_fight
from talisman_nb.engine.working_state import WorkingState, working_state
from talisman_nb.model import Event, Seen, State
from talisman_nb.rules.book import book_of, plain_card
from talisman_nb.text.events import CHANGED, say_event, taken_away
from talisman_nb.text.grammar import join_list
from talisman_nb.text.wording import Wording, wording_of

from .values import CounterChange, Moment, Tone

DETAILS = 2
"""Further events that are told beside the headline, at most."""
OF_ALL = ("lost", "gained", "will_miss")
"""Kinds of events that are one headline where they hit several people alike."""


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an event of a kind is shown, as `moments.toml` says."""

    tone: Tone
    large: bool = False


class _Told(NamedTuple):
    """An event that is a result, with its rank: 0 is the most important."""

    rank: int
    event: Event
    kind: Kind


@cache
def kinds() -> dict[str, Kind]:
    """The kinds of `moments.toml`, the most important first. Cached."""
    file = resources.files("talisman_nb.text.screen") / "moments.toml"
    return msgspec.toml.decode(file.read_bytes(), type=dict[str, Kind])


def moment_of(before: Seen, after: Seen, events: tuple[Event, ...], lang: str, viewer: int = -1) -> Moment | None:
    """Return the moment that some events make, from the states before and after; None if none of them is a result.

    `events` are those `viewer` may see (-1: everybody).

    >>> from talisman_nb.engine import new_game
    >>> from talisman_nb.engine.view import seen_by
    >>> state = seen_by(new_game([("Ada", "dwarf"), ("Bruno", "thief")]))
    >>> found = moment_of(state, state, (Event("fought", 0, what="won", cards=("wolf",), scores=(8, 7)),), "en")
    >>> found.text, found.tone, found.large
    ('Ada beat the Wolf, 8 to 7', 'good', False)
    """
    g = working_state(after)
    results = sorted(_results(g, events), key=lambda told: told.rank)
    if not results:
        return None
    first, wording = results[0], wording_of(after, lang)
    changes = _changes(before, after, events)
    rest = {id(told.event) for told in results[1:]}
    others = [
        event for event in events if id(event) in rest and (not _is_counted(event) or _elsewhere(event, first.event))
    ]
    hit = _alike(results, first.event)
    text = _of_all(wording, hit) if len(hit) > 1 else _say_without_stop(wording, first.event, lang, viewer)
    told = [sentence for skipped in _missed_rounds(events) if (sentence := _nobody_plays(wording, skipped))]
    if len(hit) > 1:
        told += [
            _say_without_stop(wording, each, lang, viewer)
            for each in events
            if each.kind == "drawn" and each.card == first.event.source
        ]
    known = ("missed",) if first.event.kind == "will_miss" else ()
    said = [
        _say_without_stop(wording, event, lang, viewer)
        for event in others
        if event not in hit and event.kind not in known
    ]
    times = 1 + said.count(text)
    return Moment(
        text=f"{text} ({times} ×)" if times > 1 else text,
        detail=" · ".join([*told, *(sentence for sentence in dict.fromkeys(said) if sentence != text)][:DETAILS]),
        tone=first.kind.tone,
        picture=_picture(g, first.event, before),
        large=any(told.kind.large for told in results) or _great(g, first.event),
        changes=changes,
    )


def _results(g: WorkingState, events: tuple[Event, ...]) -> list[_Told]:
    """The events that are results, each with the rank of its kind."""
    found, ranks = [], {name: rank for rank, name in enumerate(kinds())}
    for event in events:
        name = next((key for key in _keys(g, event) if key in ranks), "")
        if name:
            nothing = event.kind in ("gained", "lost") and not event.n
            rank = len(ranks) if nothing else ranks[name]
            found.append(_Told(rank, event, Kind("level") if nothing else kinds()[name]))
    return found


def _alike(results: list[_Told], first: Event) -> tuple[Event, ...]:
    """The events by which one card or space hit several people alike, each once; () where it is the headline of one."""
    if first.kind not in OF_ALL or first.only >= 0 or not first.n:
        return ()
    about = (first.kind, first.what, first.n, first.source)
    found = {e.seat: e for _, e, _ in results if (e.kind, e.what, e.n, e.source) == about and not e.space}
    return tuple(found.values())


def _of_all(wording: Wording, hit: tuple[Event, ...]) -> str:
    """Whom it hit, all by name, in one sentence with its source in front."""
    first = hit[0]
    return wording.say(
        "lists",
        f"all.{first.kind}",
        source=wording.source(first.source),
        whos=join_list([str(wording.who(event.seat)) for event in hit], wording.lang),
        amount=wording.amount(first.what, first.n) if first.what in STATS else "",
        n=first.n,
    )


def _missed_rounds(events: tuple[Event, ...]) -> Iterator[tuple[int, str]]:
    """The rounds in which everybody missed a turn, each with why, as far as the same press tells it."""
    why = next((event.source for event in events if event.kind == "will_miss"), "")
    begun, turns, missed = 0, 0, 0
    for event in events:
        if event.kind == "round":
            if begun and turns and turns == missed:
                yield begun, why
            begun, turns, missed = event.n, 0, 0
        turns += event.kind == "turn_begins"
        missed += event.kind == "missed"


def _nobody_plays(wording: Wording, skipped: tuple[int, str]) -> str:
    n, source = skipped
    return wording.say("lists", "nobody-plays", n=n, source=wording.source(source) if source else wording.noun(""))


def _keys(g: WorkingState, event: Event) -> tuple[str, ...]:
    """The keys of `moments.toml` that fit an event, the most special one in front."""
    card = g.facts.get(plain_card(event.card)) if event.card else None
    if taken_away(event):
        return (f"{event.kind}.lost",)
    form = g.facts.get(f"form.{event.what}") if event.kind in CHANGED else None
    of_card = (f"{event.kind}.{card.take}", f"{event.kind}.{card.type}") if card else ()
    of_form = (f"{event.kind}.lifeless",) if form and form.lifeless else ()
    return (*of_card, *of_form, f"{event.kind}.{event.what}", event.kind)


def _is_counted(event: Event) -> bool:
    """Whether an event is told by the counters it changes."""
    return event.kind in ("gained", "lost", "healed", "paid", "took_gold") and bool(event.n)


def _elsewhere(event: Event, headline: Event) -> bool:
    """Whether an event changes counters for a reason of its own beside a fight, such as the space it was on."""
    of_fight = (headline.source, headline.card, *headline.cards)
    return headline.kind == "fought" and bool(event.source) and event.source not in of_fight


def _great(g: WorkingState, event: Event) -> bool:
    """Whether an event is a victory whose trophies alone are worth a point of strength or craft."""
    if (event.kind, event.what) != ("fought", "won"):
        return False
    beaten = [g.facts[plain_card(card)] for card in event.cards if plain_card(card) in g.facts]
    return any(sum(int(getattr(f, stat)) for f in beaten) >= rate_of(g, stat) for stat in ("strength", "craft"))


def _say_without_stop(wording: Wording, event: Event, lang: str, viewer: int) -> str:
    return say_event(wording, event, lang, viewer).removesuffix(".")


def _picture(g: WorkingState, event: Event, before: State) -> str:
    """The key of the picture of what an event is about: its card, else its source, its space, its character.

    Whoever has lost the character by the event is shown as it was before, whoever goes on as what it is now.
    """
    if event.kind == "killed":
        form = g.players[event.seat].form if event.cause == GOES_ON else ""
        return f"form.{form}" if form else event.source or f"character.{event.what}"
    card = event.card or (event.cards[0] if event.cards else "")
    if card and plain_card(card) in g.facts:
        return plain_card(card)
    if event.kind in ("crossed", "crown_reached") and event.space:
        return f"space.{event.space}"
    if event.kind == "became":
        return f"form.{event.what}"
    if event.source and g.book.find(event.source):
        return plain_card(event.source)
    seats = [state.players[event.seat] for state in (g, before) if 0 <= event.seat < len(state.players)]
    is_now = (f"form.{each.form}" if each.form else f"character.{each.character}" for each in seats if each.character)
    return next(is_now, "")


def _changes(before: State, after: State, events: tuple[Event, ...]) -> tuple[CounterChange, ...]:
    """The counters that differ, seat by seat; of those who had a character and have it still.

    What counts in a fight only is left out: it is not lost when the fight ends. Where an effect ended, strength and
    craft differ by what was gained and lost only.
    """
    book, found = book_of(after.book), []
    effect_ended = any(event.kind == "ended" for event in events)
    old, new = without_fight(before), without_fight(after)
    counted = ("strength", "craft", "life", *(("fate",) if book.table["fate.used"] else ()), "gold")
    for seat, (p, now) in enumerate(zip(before.players, after.players, strict=False)):
        if p.character and p.character == now.character:
            for what in counted:
                n, m = _counter(old, seat, what), _counter(new, seat, what)
                if effect_ended and what in ("strength", "craft"):
                    n = m - _counters_gained(events, seat, what)
                if n != m:
                    found.append(CounterChange(seat, what, n, m))
    return tuple(found)


def _counters_gained(events: tuple[Event, ...], seat: int, what: str) -> int:
    """How many counters of a kind a seat gained by events, less those it lost."""
    signs = {"gained": 1, "traded": 1, "lost": -1, "paid": -1}
    return sum(signs.get(event.kind, 0) * event.n for event in events if event.seat == seat and event.what == what)


def _counter(g: WorkingState, seat: int, what: str) -> int:
    return total(g, seat, what) if what in ("strength", "craft") else int(getattr(g.players[seat], what))
