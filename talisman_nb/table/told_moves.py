"""Hand moves that events do not tell: the difference of two states without what the events between them name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from talisman_nb.engine.card_transfers import GOLD
from talisman_nb.engine.dying import GOES_ON
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import UNSEEN, Event, State
from talisman_nb.rules.book import book_of, plain_card
from talisman_nb.text.events import taken_away
from talisman_nb.text.moves import HandMove

from .hand_moves import difference

Told = Iterator[HandMove]
"""Moves that a sentence about an event names."""


def untold(before: State, after: State, events: Iterable[Event]) -> tuple[HandMove, ...]:
    """Return the hand moves from `before` to `after` that no sentence about `events` names.

    >>> from talisman_nb.engine import new_game, step
    >>> from talisman_nb.model import Answer
    >>> asked, _ = step(new_game([("Ada", "dwarf"), ("Bruno", "thief")]), Answer(0, "3"))
    >>> there, events = step(asked, Answer(1, "clockwise"))
    >>> untold(asked, there, events), [move.kind for move in untold(asked, there, ())]
    ((), ['figure'])
    """
    events = tuple(events)
    told = [move for event in events for move in told_by(after, event)]
    cards = Counter((plain_card(move.card), move.to) for move in told if move.kind == "card")
    figures = {(move.seat, move.to) for move in told if move.kind == "figure"}
    whole = {(move.kind, move.seat, move.what) for move in told if move.kind in ("character", "form", "alignment")}
    counts = Counter[tuple[int, str]]()
    for move in told:
        if move.kind in ("counter", "gold"):
            counts[move.seat, move.what or move.to] += move.n
    pieces = {(move.seat, move.what, move.n, move.to) for move in told if move.kind == "piece"}
    put_away = {move.origin for move in told if not move.card and move.origin}
    return tuple(
        left
        for move in difference(before, after)
        if (left := _move_left_over(move, counts))
        and not _is_told(left, cards)
        and left.origin not in put_away
        and (left.seat, left.to) not in figures
        and (left.kind, left.seat, left.what) not in whole
        and (left.seat, left.what, left.n, left.to) not in pieces
    )


def _move_left_over(move: HandMove, told: Counter[tuple[int, str]]) -> HandMove | None:
    """Return what is left of a move of counters or gold; any other as it is."""
    if move.kind not in ("counter", "gold"):
        return move
    n = move.n - told[move.seat, move.what or move.to]
    return replace(move, n=n) if n else None


def _is_told(move: HandMove, told: Counter[tuple[str, str]]) -> bool:
    """Whether a card is told to go there; each telling counts for one copy."""
    for card in (move.card, UNSEEN):
        if move.kind == "card" and told[card, move.to] > 0:
            told[card, move.to] -= 1
            return True
    return False


def settle_events(moves: Iterable[HandMove], events: Iterable[Event]) -> tuple[Event, ...]:
    """Return events without what the `moves` from their beginning to their end contradict, as hands are told of them.

    A Spell that is cast is told to go to its discard pile if it went there: a lasting one may lie on a space now, and
    one that was named by an earlier answer lies there already. See `from_whom`, too.
    """
    ended = {plain_card(move.card) for move in moves if move.to.startswith("discards:")}
    return tuple(event for event in from_whom(events) if event.kind != "cast" or plain_card(event.card) in ended)


def from_whom(events: Iterable[Event]) -> tuple[Event, ...]:
    """Return events in which what a correction took off somebody's sheet, because it was drawn all the same, and what
    is then taken, is taken from that person.

    >>> lost = Event("card_by_hand", card="sword", origin="seat:1", space="deck:adventure")
    >>> (taken,) = from_whom((lost, Event("taken", 0, card="sword", origin="space:city")))
    >>> taken.kind, taken.origin
    ('taken', 'seat:1')
    """
    events = tuple(events)
    taken = {plain_card(event.card) for event in events if event.kind == "taken"}
    lost = {plain_card(event.card): event.origin for event in events if taken_away(event)}
    found = []
    for event in events:
        origin = lost.get(plain_card(event.card), "")
        if origin and event.kind == "taken":
            found.append(replace(event, origin=origin))
        elif not (taken_away(event) and plain_card(event.card) in taken):
            found.append(event)
    return tuple(found)


# --- what the sentence about an event names ---


def told_by(after: State, event: Event) -> Told:
    """Yield the hand moves that the sentence about an event names.

    A move of a card without `card` stands for everything that lies at its `origin`.
    """
    yield from TELLING.get(event.kind, _nothing)(after, event)


def _nothing(after: State, event: Event) -> Told:
    yield from ()


def _count(seat: int, what: str, n: int) -> HandMove:
    return HandMove("counter", seat, what, n)


def _on_space(space: str, n: int) -> HandMove:
    return HandMove("gold", n=n, to=f"space:{space}")


def _tell_gain(after: State, event: Event) -> Told:
    yield _count(event.seat, event.what, event.n)
    if event.space:
        yield _on_space(event.space, -event.n)


def _tell_loss(after: State, event: Event) -> Told:
    yield _count(event.seat, event.what, -event.n)
    if event.space:
        yield _on_space(event.space, event.n)


def _tell_reroll(after: State, event: Event) -> Told:
    yield _count(event.seat, "fate", -1)


def _tell_card_to(place: str) -> Callable[[State, Event], Told]:
    """The telling of a card that goes to a place of the seat."""

    def told(after: State, event: Event) -> Told:
        yield HandMove("card", card=event.card, to=f"{place}:{event.seat}")
        if event.kind == "bought":
            yield _count(event.seat, "gold", -event.n)

    return told


def _took_gold(after: State, event: Event) -> Told:
    yield _count(event.seat, "gold", event.n)
    yield _count(event.other, "gold", -event.n)


def _handed_over(after: State, event: Event) -> Told:
    if event.what:
        yield from (HandMove("card", card=UNSEEN, to=f"spells:{event.other}") for _ in range(event.n))
        return
    yield _count(event.seat, "gold", -event.n)
    yield _count(event.other, "gold", event.n)
    yield from (HandMove("card", card=card, to=f"seat:{event.other}") for card in event.cards)


def _set_aside(after: State, event: Event) -> Told:
    yield from (HandMove("card", card=card, to=f"aside:{event.seat}") for card in event.cards)


def _tell_inheritance(after: State, event: Event) -> Told:
    yield _count(event.seat, GOLD, event.n)
    yield from (HandMove("card", card=card, to=f"seat:{event.seat}") for card in event.cards)


def _tell_laying(after: State, event: Event) -> Told:
    if event.what == GOLD:
        yield _on_space(event.space, event.n)
        yield from (_count(event.seat, GOLD, -event.n) for _ in range(event.kind == "dropped"))
    yield from (HandMove("card", card=card, to=f"space:{event.space}") for card in (event.card, *event.cards) if card)


def _away(after: State, event: Event) -> Told:
    """Cards to their discard pile, the stock or, of a card that no deck counts, the box."""
    cards = [plain_card(card) for card in (event.card, *event.cards) if card and event.only < 0]
    if cards:
        g = WorkingState(book_of(after.book), after)
        yield from (HandMove("card", card=card, to=g.pile_of(card)) for card in cards)


def _experience(after: State, event: Event) -> Told:
    yield from _away(after, event)
    yield _count(event.seat, "experience", event.n)


def _tell_trade(after: State, event: Event) -> Told:
    yield from _away(after, event)
    if event.what != "spell":
        yield _count(event.seat, event.what, event.n)


def _tell_walk(after: State, event: Event) -> Told:
    yield HandMove("figure", event.seat, to=event.space)


def _became(after: State, event: Event) -> Told:
    yield HandMove("form", event.seat, event.what)


def _own_form(after: State, event: Event) -> Told:
    yield HandMove("form", event.seat)


def _piece(n: int) -> Callable[[State, Event], Told]:
    """The telling of a piece that is put on a space, or taken off it."""

    def told(after: State, event: Event) -> Told:
        if event.space:
            yield HandMove("piece", event.seat, event.what, n, to=event.space)

    return told


def _enters(after: State, event: Event) -> Told:
    yield HandMove("character", event.seat, event.what)


def _tell_alignment(after: State, event: Event) -> Told:
    yield HandMove("alignment", event.seat, event.what)


def _tell_shuffle(after: State, event: Event) -> Told:
    yield HandMove("card", origin=f"discards:{event.what}")


def _put_away(after: State, event: Event) -> Told:
    """A character that is put away, unless it goes on; what stays on its space is named."""
    if event.cause != GOES_ON:
        yield HandMove("character", event.seat)
        yield from (HandMove("card", origin=f"{place}:{event.seat}") for place in ("spells", "trophies"))
    if event.kind == "leaves" and event.what != "space":
        yield HandMove("card", origin=f"seat:{event.seat}")
        return
    yield from _tell_laying(after, event)
    yield _on_space(event.space, event.n)
    if event.cause == GOES_ON:
        yield _count(event.seat, GOLD, -event.n)


TELLING: dict[str, Callable[[State, Event], Told]] = {
    **dict.fromkeys(("gained", "healed"), _tell_gain),
    **dict.fromkeys(("lost", "paid"), _tell_loss),
    "rerolls": _tell_reroll,
    "trophy": _tell_card_to("trophies"),
    **dict.fromkeys(("taken", "got", "bought"), _tell_card_to("seat")),
    "gained_spell": _tell_card_to("spells"),
    "took_gold": _took_gold,
    "handed_over": _handed_over,
    **dict.fromkeys(("dropped", "placed", "covered"), _tell_laying),
    **dict.fromkeys(("discarded", "cast", "follower_killed", "destroyed", "unclaimed", "uncovered"), _away),
    "set_aside": _set_aside,
    "inherits": _tell_inheritance,
    "experience": _experience,
    "traded": _tell_trade,
    **dict.fromkeys(("walked", "crossed", "teleported"), _tell_walk),
    "became": _became,
    "own_form": _own_form,
    "began": _piece(1),
    "ended": _piece(-1),
    "enters": _enters,
    "aligned": _tell_alignment,
    "reshuffled": _tell_shuffle,
    **dict.fromkeys(("killed", "leaves"), _put_away),
}
"""Maps kinds of events whose sentence tells hands something to what it names."""


# --- what a sentence names and the states don't show ---

STARTED_ANEW = ("killed", "enters", "leaves", "joins", "became", "own_form", "character_by_hand", "put_back")
"""Events after which the counters of a seat are others."""


def undone(before: State, after: State, events: Iterable[Event]) -> tuple[HandMove, ...]:
    """Return what sentences about `events` name and the states don't show: the other way round than `untold`.

    Counters and gold by their sum, figures and alignment by where they end.

    >>> from talisman_nb.engine import new_game
    >>> state = new_game([("Ada", "dwarf"), ("Bruno", "thief")])
    >>> [move.n for move in undone(state, state, [Event("gained", 0, what="gold", n=2)])]
    [2]
    """
    events = tuple(events)
    anew = {event.seat for event in events if event.kind in STARTED_ANEW or event.kind.endswith("_by_hand")}
    if any(event.kind.endswith("_by_hand") and event.seat < 0 for event in events):
        return ()
    told, last = Counter[tuple[int, str]](), dict[tuple[str, int], HandMove]()
    for move in (move for event in events for move in told_by(after, event)):
        if move.kind in ("counter", "gold"):
            told[move.seat, move.what or move.to] += move.n
        elif move.kind in ("figure", "alignment"):
            last[move.kind, move.seat] = move
    for move in difference(before, after):
        if move.kind in ("counter", "gold") and (move.seat, move.what or move.to) in told:
            told[move.seat, move.what or move.to] -= move.n
    counts = (HandMove("counter", seat, what, n) for (seat, what), n in told.items() if n and seat not in anew)
    ends = (move for (_, seat), move in last.items() if seat not in anew and not _ended_there(after, move))
    return (*counts, *ends)


def _ended_there(after: State, move: HandMove) -> bool:
    """Whether a figure or an alignment is at the end what was told last."""
    player = after.players[move.seat]
    return (player.space if move.kind == "figure" else player.alignment) in (move.to, move.what)
