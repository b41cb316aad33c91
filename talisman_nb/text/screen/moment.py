"""What just happened (`Moment`): a press as a headline, what it changed, and a fight as two sums with its dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from talisman_nb.cards.vocabulary import STATS
from talisman_nb.engine.costs import rate_of
from talisman_nb.engine.dying import GOES_ON
from talisman_nb.engine.fight import roller, running
from talisman_nb.engine.scores import attack_dice, creature_plus, figure_of, highest, keeps_highest, roll_parts, scores
from talisman_nb.engine.totals import Summand, summands, total, without_fight
from talisman_nb.engine.working_state import WorkingState, working_state
from talisman_nb.model import Ask, Event, Roll, Seen, State
from talisman_nb.rules.book import book_of, plain_card
from talisman_nb.text.events import CHANGED, say_event, taken_away
from talisman_nb.text.grammar import Nouns, listed
from talisman_nb.text.phrases import sentence
from talisman_nb.text.questions.question import who
from talisman_nb.text.wording import Wording, wording_of

from .values import Block, CounterChange, Fight, Moment, Side, Tone, Who

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
    """What some events come to, from the state before them and after; None if none of them is a result.

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
        event for event in events if id(event) in rest and (not _counted(event) or _elsewhere(event, first.event))
    ]
    hit = _alike(results, first.event)
    text = _of_all(wording, hit) if len(hit) > 1 else _said(wording, first.event, lang, viewer)
    told = [sentence for skipped in _skipped(events) if (sentence := _nobody_plays(wording, skipped))]
    if len(hit) > 1:
        told += [
            _said(wording, each, lang, viewer)
            for each in events
            if each.kind == "drawn" and each.card == first.event.source
        ]
    known = ("missed",) if first.event.kind == "will_miss" else ()
    said = [_said(wording, event, lang, viewer) for event in others if event not in hit and event.kind not in known]
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
        whos=listed([str(wording.who(event.seat)) for event in hit], wording.lang),
        amount=wording.amount(first.what, first.n) if first.what in STATS else "",
        n=first.n,
    )


def _skipped(events: tuple[Event, ...]) -> Iterator[tuple[int, str]]:
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


def _counted(event: Event) -> bool:
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


def _said(wording: Wording, event: Event, lang: str, viewer: int) -> str:
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
                    n = m - _gained(events, seat, what)
                if n != m:
                    found.append(CounterChange(seat, what, n, m))
    return tuple(found)


def _gained(events: tuple[Event, ...], seat: int, what: str) -> int:
    """How many counters of a kind a seat gained by events, less those it lost."""
    signs = {"gained": 1, "traded": 1, "lost": -1, "paid": -1}
    return sum(signs.get(event.kind, 0) * event.n for event in events if event.seat == seat and event.what == what)


def _counter(g: WorkingState, seat: int, what: str) -> int:
    return total(g, seat, what) if what in ("strength", "craft") else int(getattr(g.players[seat], what))


FIGHT_DICE = ("attack", "defend", "foe")
"""Purposes of the dice of a fight."""
OWN = ("character", "counters", "form")
"""Sources of the points that are the fighter's own: the printed value and what was gained since."""


def asks_of_fight(state: State, ask: Ask) -> bool:
    """Whether an ask is one of the running fight: to fight or evade, its dice, its result, whether anybody answers."""
    if state.fight is None or not state.stack:
        return False
    return ask.kind in ("fight", "react") or (ask.kind, ask.purpose) in (
        ("result", "attack"),
        *(("die", purpose) for purpose in FIGHT_DICE),
    )


def fight_sums(g: WorkingState, wording: Wording, people: tuple[Who, ...]) -> Fight:
    """Both sums of the running fight, without chances; `people` are the seats as they are marked.

    The blocks of a side, its dice and its `total` agree with the scores the engine compares (`combat.score`).
    """
    fight = running(g)
    mine, theirs = scores(g)
    other = _of_seat(g, wording, people[fight.against], "foe", theirs) if fight.against >= 0 else None
    return Fight(
        (_of_seat(g, wording, people[fight.you], "you", mine), other or _of_creatures(g, wording, theirs)),
        psychic=fight.stat == "craft",
    )


def fought_sums(before: State, event: Event, lang: str) -> Fight | None:
    """Both sums of a fight that an answer decided, from the state before it and the event; None without a fight.

    A die that was that answer is what its side's score has beyond what was known.
    """
    if before.fight is None:
        return None
    wording = wording_of(before, lang)
    people = tuple(who(before, seat, wording) for seat in range(len(before.players)))
    sums = fight_sums(working_state(before), wording, people)
    faces = iter(event.faces)
    mine, theirs = (
        _scored(side, score, next(faces, None) if side.dice else None)
        for side, score in zip(sums.sides, event.scores, strict=True)
    )
    return replace(sums, sides=(mine, theirs))


def _scored(side: Side, score: int, shown: int | None) -> Side:
    """A side with its final score; the one die that was not known is the rest of what its dice showed, if known.

    A roll that would have become less than it may be took less from it than it seemed before.
    """
    best = highest((*side.dice, *(0,) * side.best), side.best) if side.best else side.dice
    last = score - side.total if shown is None else shown - sum(best)
    if side.best:
        *kept, lowest = best
        side = replace(side, dice=(*kept, last + lowest))
    elif side.dice.count(0) == 1 and 1 <= last <= 6:
        side = replace(side, dice=tuple(face or last for face in side.dice))
    more = score - side.total - last
    return replace(side, total=score, blocks=_less_taken(side.blocks, more) if more > 0 else side.blocks)


def _less_taken(blocks: tuple[Block, ...], more: int) -> tuple[Block, ...]:
    """Blocks of which the last that take something away take less, `more` in all."""
    found: list[Block] = []
    for block in reversed(blocks):
        n = min(max(-block.n, 0), more)
        more -= n
        found.append(replace(block, n=block.n + n))
    return tuple(block for block in reversed(found) if block.n)


def _of_seat(g: WorkingState, wording: Wording, who: Who, side: str, score: int) -> Side:
    """The side of a character: own points first, then what adds to them."""
    fight = running(g)
    roll = fight.mine if side == "you" else fight.theirs
    mine, others = _by_owner(summands(g, who.seat, fight.stat))
    own = sum(part.n for part in mine)
    blocks: tuple[Block, ...] = (Block(own, sentence(wording.word(fight.stat)), own=True),) if own else ()
    blocks += (*_added(wording, (*others, *roll_parts(g, side, roll))), *_beside_dice(wording, roll))
    best = _keeps_best(g, side)
    faces = _faces(roll, attack_dice(g, side), best)
    return Side(who.name, blocks, score, who, dice=faces, throws=_throws(g, wording, side, len(faces)), best=best)


def _of_creatures(g: WorkingState, wording: Wording, score: int) -> Side:
    """The side of creatures: a block for each, then what the space adds to their roll."""
    fight = running(g)
    named = [wording.card(foe.card or foe.name) for foe in fight.foes]
    stat, alone = sentence(wording.word(fight.stat)), len(fight.foes) == 1
    blocks = tuple(
        Block(figure_of(g, foe), stat if alone else str(name), own=True)
        for foe, name in zip(fight.foes, named, strict=True)
    )
    parts = (*creature_plus(g), *roll_parts(g, "foe", fight.theirs))
    blocks += (*_added(wording, parts), *_beside_dice(wording, fight.theirs))
    faces = _faces(fight.theirs, attack_dice(g, "foe"), best := _keeps_best(g, "foe"))
    card = fight.foes[0].card if fight.foes else ""
    picture = plain_card(card) if card and g.book.find(plain_card(card)) else ""
    label, throws = sentence(str(Nouns(named, wording.lang))), _throws(g, wording, "foe", len(faces))
    return Side(label, blocks, score, picture=picture, dice=faces, throws=throws, best=best)


def _by_owner(parts: Iterable[Summand]) -> tuple[list[Summand], list[Summand]]:
    """The fighter's own parts and all others; what a source of own parts adds once more is an ability."""
    mine: list[Summand] = []
    others: list[Summand] = []
    for part in parts:
        again = part.source in (one.source for one in mine)
        (mine if _is_own(part) and not again else others).append(part)
    return mine, others


def _is_own(part: Summand) -> bool:
    return part.source.partition(".")[0] in OWN


def _added(wording: Wording, parts: Iterable[Summand]) -> tuple[Block, ...]:
    """A block per source; a source that adds twice has one."""
    sums = Counter[str]()
    for part in parts:
        sums[part.source] += part.n
    return tuple(Block(n, sentence(str(wording.source(source)))) for source, n in sums.items() if n)


def _faces(roll: Roll | None, dice: int, best: int = 0) -> tuple[int, ...]:
    """The faces of a roll with 0 for dice to come; of a whole roll of which the best count only those."""
    known = roll.faces if roll else ()
    found = (*known, *(0,) * (dice - len(known)))
    return highest(found, best) if best and 0 not in found else found


def _beside_dice(wording: Wording, roll: Roll | None) -> tuple[Block, ...]:
    """What was added to the roll after it was thrown."""
    return (Block(roll.plus, wording.say("shown", "added")),) if roll and roll.plus else ()


def _keeps_best(g: WorkingState, side: str) -> int:
    """How many of the dice of a side count, the highest of them; 0 if all do."""
    return keeps_highest(g, side) if attack_dice(g, side) > 1 else 0


def _throws(g: WorkingState, wording: Wording, side: str, dice: int) -> str:
    """Who throws for a side, and whether only the highest of several dice count."""
    if not dice:
        return ""
    best = _keeps_best(g, side)
    key = "note.throws-best-two" if best > 1 else "note.throws-best" if best else "note.throws"
    return wording.say("asks", key, who=wording.who(roller(g, side)))


def sums_of(state: State, ask: Ask, wording: Wording) -> Fight | None:
    """The sums of the fight an ask is about, the side whose die it asks for marked; None for any other ask."""
    if not asks_of_fight(state, ask):
        return None
    g = working_state(state)
    sums = fight_sums(g, wording, tuple(who(state, seat, wording) for seat in range(len(state.players))))
    if ask.kind != "die":
        return sums
    side = 0 if ask.purpose == "attack" else 1
    return replace(sums, sides=tuple(replace(each, asked=n == side) for n, each in enumerate(sums.sides)))
