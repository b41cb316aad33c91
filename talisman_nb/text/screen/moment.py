"""The `Moment` of a press: a headline, what it changed, how much it is, and what is staged of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import NamedTuple, get_args

import msgspec
from msgspec.structs import replace

from talisman_nb.cards.vocabulary import STATS
from talisman_nb.engine.costs import rate_of
from talisman_nb.engine.dying import GOES_ON
from talisman_nb.engine.totals import printed_value, total, without_fight
from talisman_nb.engine.working_state import WorkingState, working_state
from talisman_nb.model import Event, Seen, State
from talisman_nb.rules.book import book_of, plain_card
from talisman_nb.text.events import CHANGED, event_places, say_event, taken_away
from talisman_nb.text.grammar import join_list
from talisman_nb.text.phrases import sentence
from talisman_nb.text.questions.question import who
from talisman_nb.text.wording import Wording, wording_of

from .contents import held_name
from .values import CounterChange, Drama, Glimpse, Moment, Staged, Tone

DETAILS = 2
"""Further events that are told beside the headline, at most."""
OF_ALL = ("lost", "gained", "will_miss")
"""Kinds of events that are one headline where they hit several people alike."""


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an event of a kind is shown, as `moments.toml` says."""

    tone: Tone
    level: Drama = ""


class Told(NamedTuple):
    """An event that is a result, with its rank: 0 is the most important."""

    rank: int
    event: Event
    kind: Kind


class _Press(NamedTuple):
    """A press: the states around it, its events and changes, in whose words, for whom to see."""

    before: Seen
    after: Seen
    g: WorkingState
    events: tuple[Event, ...]
    changes: tuple[CounterChange, ...]
    wording: Wording
    viewer: int


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
    >>> found.text, found.tone, found.level
    ('Ada beat the Wolf, 8 to 7', 'good', '')
    """
    g = working_state(after)
    results = sorted(results_of(g, events), key=lambda told: told.rank)
    if not results:
        return None
    first, wording = results[0], wording_of(after, lang)
    press = _Press(before, after, g, events, _changes(before, after, events), wording, viewer)
    groups = _groups(results)
    grouped = [event for group in groups for event in group]
    top = max(results, key=lambda told: _height(_level(told, grouped)))
    hit = next((group for group in groups if first.event in group), ())
    text = _of_all(wording, hit) if hit else _say_without_stop(wording, first.event, lang, viewer)
    told = [sentence for skipped in _missed_rounds(events) if (sentence := _nobody_plays(wording, skipped))]
    told += [_of_all(wording, group) for group in groups if group is not hit]
    if hit:
        told += [
            _say_without_stop(wording, each, lang, viewer)
            for each in events
            if each.kind == "drawn" and each.card == first.event.source
        ]
    said = [
        _say_without_stop(wording, each.event, lang, viewer)
        for each in sorted(_others(results, events), key=lambda told: -_height(_level(told, grouped)))
        if (not _is_counted(each.event) or _elsewhere(each.event, first.event))
        and each.event not in grouped
        and (each.event.kind, first.event.kind) != ("missed", "will_miss")
    ]
    times, level = 1 + said.count(text), _level(top, grouped)
    return Moment(
        text=f"{text} ({times} ×)" if times > 1 else text,
        detail=" · ".join([*told, *(sentence for sentence in dict.fromkeys(said) if sentence != text)][:DETAILS]),
        tone=first.kind.tone,
        picture=picture_of(g, first.event, before),
        level=level or ("small" if press.changes else ""),
        changes=press.changes,
        staged=_staged(press, top.event, level, next((group for group in groups if top.event in group), ())),
    )


def _others(results: list[Told], events: tuple[Event, ...]) -> list[Told]:
    """The results beside the headline, in the order in which they happened."""
    at = {id(event): i for i, event in enumerate(events)}
    return sorted(results[1:], key=lambda told: at[id(told.event)])


def _level(told: Told, grouped: list[Event]) -> Drama:
    """How much a result is, by its kind; what hits several people alike is at least beside the board."""
    return max(told.kind.level, "medium" if told.event in grouped else "", key=_height)


def _height(level: Drama) -> int:
    return get_args(Drama).index(level)


def results_of(g: WorkingState, events: tuple[Event, ...]) -> list[Told]:
    """Return the events that are results, each with the rank of its kind."""
    found, ranks = [], {name: rank for rank, name in enumerate(kinds())}
    for event in events:
        name = next((key for key in _keys(g, event) if key in ranks), "")
        if name:
            nothing = event.kind in ("gained", "lost") and not event.n
            rank = len(ranks) if nothing else ranks[name]
            kind = Kind("level") if nothing else kinds()[name]
            found.append(Told(rank, event, replace(kind, level="medium") if _great(g, event) else kind))
    return found


def _groups(results: list[Told]) -> list[tuple[Event, ...]]:
    """The events that hit several people alike, a group for each card or space."""
    found = [group for told in results if len(group := _alike(results, told.event)) > 1]
    return list(dict.fromkeys(found))


def _alike(results: list[Told], first: Event) -> tuple[Event, ...]:
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
    of_goal = (f"{event.kind}.goal",) if event.space and event.space == g.board.goal != g.board.crown else ()
    return (*of_card, *of_form, *of_goal, f"{event.kind}.{event.what}", event.kind)


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
    without = {"cards": (), "n": event.n if event.kind == "traded" else 0}  # the rest is staged
    brief = replace(event, **without) if event.kind in ("killed", "traded") else event
    return say_event(wording, brief, lang, viewer).removesuffix(".")


def picture_of(g: WorkingState, event: Event, before: State) -> str:
    """Return the key of the picture of what an event is about: its card, else its source, its space, its character.

    Whoever has lost the character by the event is shown as it was before, whoever goes on as what it is now.
    """
    if event.kind == "killed":
        form = g.players[event.seat].form if event.cause == GOES_ON else ""
        return f"form.{form}" if form else event.source or f"character.{event.what}"
    card = event.card or (event.cards[0] if event.cards else "")
    if card and plain_card(card) in g.facts:
        return plain_card(card)
    if event.kind in ("crossed", "crown_reached", "walked") and event.space:
        return f"space.{event.space}"
    if event.kind == "became":
        return f"form.{event.what}"
    if event.source and g.book.find(event.source):
        return plain_card(event.source)
    seats = [state.players[event.seat] for state in (g, before) if 0 <= event.seat < len(state.players)]
    is_now = (f"form.{each.form}" if each.form else f"character.{each.character}" for each in seats if each.character)
    return next(is_now, "")


# --- what is staged ---

FEW_LEFT = 5
"""Cards that are told by name of what somebody left; the rest is a number."""


def _staged(press: _Press, event: Event, level: Drama, hit: tuple[Event, ...]) -> Staged | None:
    """Return what is shown large of the event that gives a moment its level, as one of a group if it hit several."""
    if level not in ("medium", "death", "crown"):
        return None
    if hit:
        return _staged_group(press, hit)
    wording, seat, was = press.wording, event.seat, press.before
    known = [state.players[seat] for state in (was, press.g) if 0 <= seat < len(state.players)]
    look = next((p for p in known if p.character), None)
    shown = Staged(
        _title(press, event),
        who(was if seat < len(was.players) else press.after, seat, wording) if known else None,
        (f"form.{look.form}" if look.form else f"character.{look.character}") if look else "",
    )
    if level == "death":
        return _staged_death(press, shown, event)
    if level == "crown":
        goes_on = wording.say("shown", "staged.goes-on") if event.kind == "crown_reached" else ""
        return replace(shown, said=" · ".join(filter(None, (wording.say("panel", "round", n=press.g.round), goes_on))))
    source = sentence(str(wording.source(event.source))) if event.source else ""
    if event.what in FIGURES and event.kind in ("gained", "lost", "traded"):
        paid = rate_of(press.g, event.what) * event.n if event.kind == "traded" else 0
        said = wording.first("shown", (f"staged.paid.{event.cause}", "staged.paid"), n=paid) if paid else source
        traded = Glimpse(plain_card(event.cards[0]), str(wording.cards(event.cards))) if event.cards else None
        return replace(shown, said=said, change=_change(press, event), met=traded)
    fought = next((e for e in press.events if e.kind == "fought" and e.what == "won" and e.seat == seat), None)
    if fought and event.kind in ("fought", "crossed"):
        foe = wording.cards(fought.cards) if fought.cards else wording.who(fought.other)
        guard = f"space.{event.origin}" if event.kind == "crossed" else ""
        met = Glimpse(guard or picture_of(press.g, fought, was), sentence(str(foe)))
        return replace(shown, scores=fought.scores, met=met)
    return replace(shown, said=source, things=_things(press, event, shown.portrait))


FIGURES = ("strength", "craft", "life", "fate", "gold")
"""Figures of which a change is shown from the old to the new number."""


def _title(press: _Press, event: Event) -> str:
    """The title of a staged event: by a phrase of its own where it has one, else its sentence without its source."""
    bare = event if event.source.startswith("form.") else replace(event, source="")
    wording, kind = press.wording, f"staged.{event.kind}"
    for key in (f"{kind}.{event.cause}", f"{kind}.{event.what}", kind):
        if wording.phrases.has("shown", key):
            places = event_places(wording, bare, press.viewer, wording.phrases.places("shown", key))
            return wording.say("shown", key, **places)
    return _say_without_stop(wording, replace(bare, origin="", cards=()), wording.lang, press.viewer)


def _change(press: _Press, event: Event) -> CounterChange:
    """The change of the figure that an event is about."""
    found = (each for each in press.changes if (each.seat, each.what) == (event.seat, event.what))
    now = _counter(without_fight(press.after), event.seat, event.what)
    by = -event.n if event.kind == "lost" else event.n
    return next(found, CounterChange(event.seat, event.what, now - by, now))


def _things(press: _Press, event: Event, was: str) -> tuple[str, ...]:
    """The keys of the pictures shown large: of what was gained, or of what somebody was and now is."""
    is_now = picture_of(press.g, event, press.before)
    if event.kind in CHANGED:
        return was, is_now if event.kind == "became" else f"character.{press.g.players[event.seat].character}"
    return (f"type.{event.what}",) if event.kind == "traded" else (is_now,)


def _staged_death(press: _Press, shown: Staged, event: Event) -> Staged:
    """The death of somebody: by whom or what, what is left on the space, and whether the person begins anew."""
    wording, seat, events = press.wording, event.seat, press.events
    killed = next((e for e in events if (e.kind, e.seat) == ("killed", seat)), None)
    by = [e for e in events if e.kind == "fought" and (e.seat, e.what) == (seat, "lost")]
    by += [e for e in events if e.kind == "fought" and (e.other, e.what) == (seat, "won") and not e.cards]
    by += [e for e in events if (e.kind, e.seat, e.what) == ("lost", seat, "life")]
    cause = [_say_without_stop(wording, e, wording.lang, press.viewer) for e in by[:1]]
    said = " · ".join((*cause, wording.say("panel", "round", n=press.before.round)))
    if killed is None:
        return replace(shown, said=said)
    p, cards = press.before.players[seat], killed.cards
    left = [Glimpse(plain_card(card), held_name(wording, card)) for card in cards[:FEW_LEFT]]
    left += [Glimpse("", f"+{len(cards) - FEW_LEFT}")] if len(cards) > FEW_LEFT else []
    left += [Glimpse("gold", wording.amount("gold", killed.n))] if killed.n else []
    lives = printed_value(working_state(press.before), seat, "life") if p.character and not killed.source else 0
    now = press.after.players[seat]
    anew = "" if now.character or now.out else wording.say("shown", "staged.anew", who=wording.who(seat))
    return replace(
        shown, said=said, lives=lives, left=tuple(left), anew=anew,
        left_on=wording.say("shown", "staged.left", space=wording.space(killed.space)) if left else "",
    )  # fmt: skip


def _staged_group(press: _Press, hit: tuple[Event, ...]) -> Staged:
    """Return what is shown of several people hit alike: their cause as the title, and everybody hit."""
    first, wording = hit[0], press.wording
    title = wording.say(
        "shown",
        f"staged.all.{first.kind}",
        source=wording.source(first.source),
        count=wording.first("shown", (f"staged.count.{len(hit)}", "staged.count"), n=len(hit)),
        amount=wording.amount(first.what, first.n) if first.what in STATS else "",
        n=first.n,
    )
    picture = picture_of(press.g, first, press.before)
    return Staged(title, hit=tuple(_row(press, event) for event in hit), things=(picture,) if first.source else ())


def _row(press: _Press, event: Event) -> CounterChange:
    """The counter of somebody who was hit, before and after; without a character the counter is empty."""
    seat = event.seat
    if event.what not in STATS:
        return CounterChange(seat, "miss", 0, event.n)
    old, new = (without_fight(state) for state in (press.before, press.after))
    now = _counter(new, seat, event.what) if new.players[seat].character else 0
    return CounterChange(seat, event.what, _counter(old, seat, event.what), now)


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
