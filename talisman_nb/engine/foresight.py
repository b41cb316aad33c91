"""Foresight of an answer, found by giving it: its worth for a seat, whether anything comes of it, who buys next."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from talisman_nb.cards import operations as o
from talisman_nb.cards.having import worth_of_having
from talisman_nb.model import Answer, Event, Option, State
from talisman_nb.rules.book import Book, book_of, plain_card

from .ops.shop import DONE, wares_for
from .stepping import ask, step
from .upcoming import choice_of, outcome_of_roll
from .working_state import WorkingState, working_state

GOOD, NEUTRAL, BAD = 1, 0, -1
GAINS = ("gained", "healed", "got", "gained_spell", "taken", "took_gold")
"""Kinds of events that are good for their seat."""
HARMS = ("lost", "will_miss", "became", "discarded", "follower_killed")
"""Kinds of events that are bad for their seat."""
AMOUNTS = ("gained", "healed", "lost")
"""Kinds of events that are nothing with an amount of 0: there was nothing to lose, or no room to gain."""
HAD = ("taken", "got")
"""Kinds of events by which a seat has a card from now on, which may be a burden."""
OPEN = ("teleported", "promised", "began", "aligned", "placed")
"""Kinds of events that may be welcome or not."""
THREATS = ("life_loss", "kill", "armour")
"""Purposes of asks that precede a harm which may still be prevented."""
ADD, LEAVE = "add", "leave"
"""Answers to the question whether an ability adds to a roll."""
MOVE = "move"
"""Purpose of the roll for the move."""
TURN_OVER = ("turn_ends",)
NOTHING = ("meets", "nothing_happens", "nothing_open", "rolled")
"""Kinds of events that change nothing."""


class Outcome(NamedTuple):
    """Result of an answer: its worth for a seat, whether it may be welcome or not, and the state to compare.

    The state is without fate and ply.
    """

    worth: int
    open: bool
    state: State


def outcome(state: State, key: str, seat: int, *, tried: bool = False) -> Outcome:
    """Give an answer and judge it for a seat by its events and the next ask.

    `tried`: something was tried, so that failing is bad even with nothing to lose.
    """
    after, events = step(state, Answer(state.ply, key))
    judged_in, asked = book_of(after.book), ask(after)
    told = [BAD if tried and _in_vain(event) else worth_of_event(event, seat, judged_in) for event in events]
    drawn = (asked.kind, asked.purpose, asked.seat) == ("card", book_of(after.book).face_down, seat)
    judged = BAD if BAD in told or asked.purpose in THREATS else GOOD if drawn or GOOD in told else NEUTRAL
    plain = replace(after, ply=0, players=tuple(replace(player, fate=0) for player in after.players))
    return Outcome(judged, any(event.kind in OPEN for event in events), plain)


def added_best(state: State) -> str:
    """Return whether an ability's bonus to a roll is clearly better added ("add") or left ("leave"); "" if it is not.

    It is left where it leads to the same result. What may be welcome or not, and a fight, is for the people, and so is
    how far one moves, or which of several to add.
    """
    found = ask(state)
    if ADD not in found.open() or found.purpose == MOVE:
        return ""
    g = working_state(state)
    if outcome_of_roll(g, found) == outcome_of_roll(g, found, found.n):
        return LEAVE
    left, added = (outcome(state, key, found.seat) for key in (LEAVE, ADD))
    fights = any(each.state.fight is not None for each in (left, added))
    if left.worth == added.worth or left.open or added.open or fights:
        return LEAVE if left == added else ""
    return ADD if added.worth > left.worth else LEAVE


def worth_of_event(event: Event, seat: int, book: Book | None = None) -> int:
    """Return the worth of one event for a seat; what is bad for others is good. A card of a `book` may be a burden.

    >>> [worth_of_event(Event("lost", 0, n=n, what="strength"), 0) for n in (1, 0)]
    [-1, 0]
    """
    if _in_vain(event):
        return NEUTRAL
    if event.kind in HAD and book is not None:
        return worth_of_card(book, event.card) * (1 if event.seat == seat else -1)
    if event.kind in GAINS:
        return GOOD if event.seat == seat else BAD
    return NEUTRAL if event.kind not in HARMS else BAD if event.seat == seat else GOOD


def worth_of_card(book: Book, card: str) -> int:
    """Return whether a card is good to have (1), a burden (-1) or both (0); one that nobody knows is taken for good."""
    definition = book.find(plain_card(card)) if card else None
    return worth_of_having(definition) if definition else GOOD


def _in_vain(event: Event) -> bool:
    return event.kind in AMOUNTS and not event.n


def comes_to_nothing(state: State, option: Option) -> bool:
    """Return whether an open option that does something would change nothing now: a healer for whoever is well.

    Options that are meant to do nothing (to pass, to leave) are not meant.

    >>> from talisman_nb.notation.situation import situation
    >>> village = situation("troll fields-6, gold 0 | thief city > 1 > clockwise")
    >>> [option.key for option in ask(village).options if comes_to_nothing(village, option)]
    ['blacksmith', 'healer']
    """
    if option.closed or not _does_something(state, option):
        return False
    seat = ask(state).seat
    after, events = step(state, Answer(state.ply, option.key))
    for event in events:
        if event.kind in TURN_OVER:
            return True
        if event.kind not in NOTHING:
            return False
    found = ask(after)
    return found.seat == seat and found.kind in ("take", "close") and len(after.stack) <= len(state.stack)


def _does_something(state: State, option: Option) -> bool:
    choice = choice_of(working_state(state), option.key)
    return bool(choice.do) if choice else option.verb == "visit"


__all__ = [
    "ADD", "AMOUNTS", "BAD", "GOOD", "LEAVE", "NEUTRAL", "Outcome", "added_best", "comes_to_nothing", "outcome",
    "worth_of_card", "worth_of_event",
]  # fmt: skip


class BuyerTurn(NamedTuple):
    """A seat in the order of buying, with what it may buy; `past`: it has had its turn."""

    seat: int
    wares: tuple[Option, ...]
    past: bool


def buyers(g: WorkingState) -> tuple[BuyerTurn, ...]:
    """Return everybody who buys in the open shop, in order; () if none is open.

    >>> from talisman_nb.notation.situation import situation
    >>> from talisman_nb.engine.working_state import working_state
    >>> state = situation("troll fields-6, gold 2 | thief city > 1 > clockwise > blacksmith")
    >>> [row.seat for row in buyers(working_state(state))]
    [0]
    """
    frame = g.stack[-1]
    program = g.runtime.programs[frame.program]
    op = program.code[frame.pc][1]
    if not isinstance(op, o.BuyFromStock):
        return ()
    g.enter(frame, program)
    now = frame.other if op.who == "other" else frame.you
    listed = frame.slots[program.names[SEATS]] if op.who == "other" and SEATS in program.names else (now,)
    seats = [int(one) for one in listed if g.alive(int(one))] if isinstance(listed, tuple) else [now]
    at = seats.index(now)
    return tuple(BuyerTurn(seat, tuple(wares_for(g, op, seat)), n < at) for n, seat in enumerate(seats))


SEATS: Final = "other#list"
"""Variable in which the loop over the buyers keeps them."""


def still_to_buy(state: State) -> tuple[int, ...]:
    """Return the seats that are asked what to buy, one after the other, if each is done at once; () in no shop."""
    found, source = ask(state), ask(state).source
    seats: list[int] = []
    while (found.kind, found.source) == ("shop", source):
        seats.append(found.seat)
        state, _ = step(state, Answer(state.ply, DONE))
        found = ask(state)
    return tuple(seats)


BUYER: Final = "buyer:"
"""Prefix of the key of what a later buyer buys; those before are done then: "buyer:SEAT/KEY"."""
