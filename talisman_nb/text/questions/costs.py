"""What a result takes from its seat though no table says it: what must be left, and what helps less."""

from __future__ import annotations

from talisman_nb.cards.operations import Align, Become
from talisman_nb.cards.operations.base import Block
from talisman_nb.engine.arriving import is_settled
from talisman_nb.engine.conditions import Asked, holds
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Event, State
from talisman_nb.rules.book import book_of, plain_card
from talisman_nb.text.wording import Wording

CHANGING = (Align, Become)
"""Operations after which what a character has may be forbidden to it."""
LEFT = ("dropped", "discarded")
"""Kinds of events by which a seat has something no more."""


def costs(wording: Wording, before: State, after: State, events: tuple[Event, ...], seat: int) -> str:
    """Say what a seat must leave by some events, and which of its cards help less; "" if nothing is lost."""
    left = [card for event in events if event.kind in LEFT and event.seat == seat for card in _cards(event)]
    idle = _idle(before, after, seat)
    said = [wording.say("shown", "must-leave", cards=wording.cards(left))] if left else []
    said += [wording.say("shown", "helps-less", cards=wording.cards(idle))] if idle else []
    return ", ".join(said)


def may_cost(block: Block) -> bool:
    """Return whether a block changes what a character is, so that it may have to leave something."""
    return not isinstance(block, str) and any(isinstance(op, CHANGING) for op in block or ())


def _cards(event: Event) -> tuple[str, ...]:
    return event.cards or ((event.card,) if event.card else ())


def _idle(before: State, after: State, seat: int) -> list[str]:
    """The cards a seat keeps of which more abilities have ended than begun."""
    old, new = (WorkingState(book_of(state.book), state) for state in (before, after))
    return [
        card for card in dict.fromkeys(after.players[seat].goods) if _able(old, seat, card) > _able(new, seat, card)
    ]


def _able(g: WorkingState, seat: int, card: str) -> int:
    """How many abilities of a card, of those that hold at some times only, its owner has now."""
    definition = g.book.find(plain_card(card))
    conditions = (each.when for each in definition.held) if definition else ()
    return sum(is_settled(when) and holds(g, when, Asked(seat, card)) for when in conditions if when is not None)
