"""What may be put in at any moment, as choices: each seat's Spells and uses, and what the table itself can do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from msgspec.structs import replace

from talisman_nb.engine import asides
from talisman_nb.model import Option, State
from talisman_nb.table import Table
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.questions.question import asides_of
from talisman_nb.text.screen.values import Choice

HIDDEN = "cast:spell?"
"""Stands for a whole hand until its owner asks to see it."""


def put_in(state: State, seats: Iterable[int], lang: str, hidden: Callable[[int], bool]) -> tuple[Choice, ...]:
    """What these seats may put in; a key says whose it is: "1/cast:healing". `hidden`: is this seat's hand not named?"""
    return tuple(chain.from_iterable(_of_seat(state, seat, lang, hidden(seat)) for seat in seats))


def _of_seat(state: State, seat: int, lang: str, hidden: bool) -> Iterator[Choice]:
    offered = asides(state, seat)
    if hidden:
        rest = tuple(option for option in offered if option.verb != "cast")
        held = (Option(HIDDEN, source="spell?", seat=seat),) if state.players[seat].spells else ()
        offered = held + rest
    for choice in asides_of(state, {seat: offered}, lang):
        said = load_phrases(lang).say("setup", "look", who=state.players[seat].name) if hidden and choice.key == HIDDEN else choice.label
        yield replace(choice, key=f"{seat}/{choice.key}", label=said)


def besides(table: Table, lang: str) -> Iterator[Choice]:
    """What the table itself can do; keys that are nobody's: "/settle"."""
    said = load_phrases(lang)
    if table.can_throw_again:
        yield Choice("/throw-again", said.say("setup", "throw-again"), "X")
    if table.can_settle:
        yield Choice("/settle", said.say("setup", "settle"), "X")
