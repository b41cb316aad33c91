"""What options lead to, as far as it decides how they are shown: closed because nothing comes of it, or filled."""

from __future__ import annotations

from talisman_nb.cards.operations import Heal, Repeat, Shop
from talisman_nb.cards.operations.base import Block, Operation
from talisman_nb.cards.terms import ConditionTable
from talisman_nb.engine import ask as ask_of
from talisman_nb.engine import step
from talisman_nb.engine.foresight import BAD, comes_to_nothing, outcome
from talisman_nb.engine.totals import printed
from talisman_nb.engine.upcoming import choice_of, running
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import UNSEEN, Answer, Ask, ClosedReason, Option, State
from talisman_nb.rules.book import plain_card

CHOSEN = ("choose", "take")
"""Kinds of asks whose options may come to nothing."""
GAINING = ("choose", "take", "plus", "card", "die", "hands", "over", "character")
"""Kinds of asks whose first option may lose nothing. In all others something is at stake: a life, fate, gold, a chance
that the other options keep."""


def in_vain(state: State, g: WorkingState, ask: Ask) -> dict[str, ClosedReason]:
    """Map the open options that would change nothing now to the reason."""
    if ask.kind not in CHOSEN:
        return {}
    return {option.key: _reason(g, ask, option) for option in ask.options if comes_to_nothing(state, option)}


def _reason(g: WorkingState, ask: Ask, option: Option) -> ClosedReason:
    player = g.players[ask.seat]
    for op in _done(g, option):
        if isinstance(op, Heal):
            if int(getattr(player, op.what)) >= printed(g, ask.seat, op.what):
                return "full-life" if op.what == "life" else "full-fate"
            return "no-gold"
        if isinstance(op, Shop) and all(price > player.gold for price in op.wares.values()):
            return "no-gold"
        if isinstance(op, Repeat) and isinstance(op.when, ConditionTable) and op.when.some == "your.objects":
            return "no-object"
    return "in-vain"


def _done(g: WorkingState, option: Option) -> tuple[Operation, ...]:
    """The operations of a choice, or those of visiting a card."""
    choice, definition = choice_of(g, option.key), running(g)
    if choice is None:
        visited = g.book.find(plain_card(option.source))
        return visited.blocks.get("visited", ()) if visited else ()
    block: Block = choice.do
    if isinstance(block, str):
        return definition.blocks.get(block, ()) if definition else ()
    return block or ()


def loses_nothing(state: State, g: WorkingState, ask: Ask, closed: dict[str, ClosedReason]) -> bool:
    """Whether the first open option may be filled, because it puts nothing at stake.

    It does where it costs something, ends the turn while something else is open, moves a figure, lets dice decide, or
    names what the viewer may not see; and where another option does something too, since filling one would advise it.
    """
    open_ = [option for option in ask.options if not option.closed and option.key not in closed]
    if ask.kind not in GAINING or not open_:
        return ask.kind in GAINING
    if ask.kind not in CHOSEN:
        return True
    first = open_[0]
    if (first.n and ask.kind == "choose") or first.source == UNSEEN:
        return False
    if ask.kind == "choose" and sum(bool(_done(g, option)) for option in open_) > 1:
        return False
    after, events = step(state, Answer(state.ply, first.key))
    told = {event.kind for event in events}
    chance = ask_of(after).kind in ("die", "fight") and ask_of(after).seat == ask.seat
    return not (told & RISKS) and not chance and outcome(state, first.key, ask.seat).worth != BAD


RISKS = frozenset({"paid", "teleported", "attacks", "aligned"})
"""Kinds of events that are no harm yet, and no gain."""
