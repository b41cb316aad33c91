"""What would happen if a roll were kept, in words."""

from __future__ import annotations

from talisman_nb.cards.operations.base import Block
from talisman_nb.engine.upcoming import Begun, Outcome, Saved, Tested, outcome_of_roll, running
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Ask
from talisman_nb.text.definitions.context import Context
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
