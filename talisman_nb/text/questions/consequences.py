"""What options lead to, as far as it decides how they are shown; previews of faces and costs."""

from __future__ import annotations

from talisman_nb.cards.operations import Align, Become, Heal, Repeat, Shop
from talisman_nb.cards.operations.flow import Block, Operation
from talisman_nb.cards.terms import ConditionTable
from talisman_nb.engine import ask as ask_of
from talisman_nb.engine import step
from talisman_nb.engine.arriving import is_settled
from talisman_nb.engine.conditions import Asked, holds
from talisman_nb.engine.foresight import BAD, comes_to_nothing, outcome
from talisman_nb.engine.totals import printed
from talisman_nb.engine.upcoming import Begun, Outcome, Saved, Tested, choice_of, outcome_of_roll, running
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import UNSEEN, Answer, Ask, ClosedReason, Event, Option, State
from talisman_nb.rules.book import book_of, plain_card
from talisman_nb.text.definitions.nodes import Context
from talisman_nb.text.definitions.one_line import nothing, one_line
from talisman_nb.text.definitions.tree import block_nodes
from talisman_nb.text.grammar import Noun
from talisman_nb.text.wording import NOBODY, Wording


def preview(wording: Wording, g: WorkingState, ask: Ask, added: int = 0) -> str:
    """What the roll would do, with what an ability adds: "Dario becomes a toad for 3 turns"; "" when unknown."""
    outcome = outcome_of_roll(g, ask, added)
    return "" if outcome is None else told(wording, g, ask, outcome, wording.who(ask.seat))


def told(wording: Wording, g: WorkingState, ask: Ask, outcome: Outcome, subject: Noun = NOBODY) -> str:
    """An outcome of a roll in words, with a subject or without: "loses 1 life"; "" when unknown."""
    if isinstance(outcome, Saved):
        key = "armour.saves" if outcome.succeeds else "armour.fails"
        return wording.say("asks", key, source=wording.card(outcome.armour))
    if isinstance(outcome, Begun):
        own = "" if outcome.n is None else f"{outcome.what}.{outcome.n}"
        return wording.word(own) if wording.phrases.has("words", own) else ""
    if isinstance(outcome, Tested):
        own = f"{ask.purpose}.{'then' if outcome.passed else 'else'}"
        if wording.phrases.has("asks", own):
            return wording.say("asks", own, who=wording.who(ask.seat))
    return _block(wording, g, ask, outcome.block, subject)


def _block(wording: Wording, g: WorkingState, ask: Ask, block: Block, subject: Noun) -> str:
    """A block in words; "" for a program of the turn, which no definition tells."""
    found = running(g)
    if found is None:
        return ""
    nodes = block_nodes(Context(g.book, found, wording, wording.source(ask.source)), block)
    return one_line(wording, nodes, subject) or nothing(wording)


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
