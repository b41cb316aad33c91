"""What was answered, as one sentence: for the journal, where no event tells it."""

from __future__ import annotations

from talisman_nb.engine.asides import is_aside
from talisman_nb.engine.view import view_ask
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import UNSEEN, Answer, Ask, State
from talisman_nb.rules.book import book_of
from talisman_nb.text.phrases import sentence
from talisman_nb.text.wording import Wording, wording_of

from .labels import label
from .question import asked_places


def answered(state: State, ask: Ask, answer: Answer, lang: str, viewer: int) -> str:
    """What the answer to an ask was, in words; what only another seat than the viewer may see is left out.

    >>> from talisman_nb.rulings.situation import situation
    >>> from talisman_nb.engine import ask
    >>> bear = situation("dwarf crags | thief city > 1 > anticlockwise > bear")
    >>> answered(bear, ask(bear), Answer(bear.ply, "fight"), "en", -1)
    'P0 faced the Bear.'
    """
    wording, seen = wording_of(state, lang), view_ask(ask, viewer)
    g = WorkingState(book_of(state.book), state)
    verb, _, spell = answer.key.partition(":")
    keys = (
        (f"aside.{verb}", "aside")
        if is_aside(answer.key)
        else (f"{ask.kind}.{ask.purpose}.{verb}", f"{ask.kind}.{verb}", f"{ask.kind}.{ask.purpose}", ask.kind, "other")
    )
    said = {**asked_places(wording, g, seen), "answer": _label(wording, seen, answer.key)}
    if is_aside(answer.key):
        if answer.seat >= 0:
            said["who"] = wording.who(answer.seat)
        if verb == "cast":  # it leaves the hand face up, before it has a target
            said["answer"] = _spell(wording, spell)
    return sentence(wording.first("journal", keys, **said))


def _spell(wording: Wording, spell: str) -> str:
    """The name of a Spell that is cast; "" for one that is still to be named."""
    return "" if spell == UNSEEN else str(wording.card(spell))


def _label(wording: Wording, seen: Ask, key: str) -> str:
    """The label of the chosen option; "" for one that the viewer may not see."""
    return next((label(wording, seen, option) for option in (*seen.options, *seen.offers) if option.key == key), "")
