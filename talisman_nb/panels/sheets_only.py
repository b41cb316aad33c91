"""The screen of a table that keeps sheets and asks nothing until somebody lets it take over."""

from __future__ import annotations

from msgspec.structs import replace

from talisman_nb.model import Seen
from talisman_nb.text.questions.question import who
from talisman_nb.text.screen.values import Choice, Question, Screen
from talisman_nb.text.wording import wording_of

TAKE_OVER = "table:take-over:"
"""Prefix of the key with which the program asks again, from the turn of a seat."""


def without_questions(made: Screen, state: Seen, lang: str, viewer: int) -> Screen:
    """Return the screen with the sheets to be set in place of its question.

    A seat sets its own sheet alone, and nothing while it has no character; only the shared screen lets the table take
    over.
    """
    said = wording_of(state, lang)
    shared = viewer < 0
    seats = (seat for seat, p in enumerate(state.players) if not (p.out or p.paused)) if shared else ()
    take_over = tuple(
        Choice(f"{TAKE_OVER}{seat}", said.say("setup", "take-over", who=said.who(seat))) for seat in seats
    )
    sets = shared or bool(state.players[viewer].character)
    headline = said.say("setup", "sheets-only")
    how = said.say("setup", "sheets-only-how" if shared else "sheets-only-own" if sets else "sheets-only-none")
    question = Question(
        state.ply, "sheets" if sets else "over", None if shared else who(state, viewer, said), headline, how,
        offers=take_over,
    )  # fmt: skip
    return replace(made, question=question, asides=(), drops={}, announce="", moment=None)
