"""Things that a table always picks up: what costs nothing, fits into the hands and has no drawback."""

from __future__ import annotations

from talisman_nb.cards.having import drawback
from talisman_nb.engine import ask, step
from talisman_nb.engine.foresight import GOOD, comes_to_nothing, outcome
from talisman_nb.model import Answer, Ask, Option, State
from talisman_nb.rules.book import book_of, plain_card

ALL, DONE, GOLD, PART, NONE = "all", "done", "gold", "part-of-gold", "none"
GAINED = ("gained", "healed")
"""Kinds of events that bring a figure of the sheet up, and nothing else."""


def taken_unasked(found: Ask, state: State) -> str:
    """Return the option that takes everything that lies there, "" if the people should choose.

    They should where something costs gold, may be visited, has a drawback (`drawback`) or does not fit, so that
    something would have to be put down.
    """
    open_ = [option for option in found.options if not option.closed and not comes_to_nothing(state, option)]
    things = [option for option in open_ if option.key not in (ALL, DONE, PART)]
    if not things:
        return DONE
    if any(option.verb or (option.n and option.key != GOLD) or _unwanted(state, option) for option in things):
        return ""
    key = things[0].key if len(things) == 1 else ALL
    return key if key in found.open() and _fits(found, state, key) else ""


def gained_unasked(found: Ask, state: State) -> str:
    """Return the only option besides declining if it costs nothing and brings a gain or a Spell at once, else ""."""
    open_ = [option for option in found.options if not option.closed and option.key != NONE]
    if len(open_) != 1 or open_[0].n or NONE not in found.open():
        return ""
    after, events = step(state, Answer(state.ply, open_[0].key))
    judged, asked = outcome(state, open_[0].key, found.seat), ask(after)
    gained = any(event.kind in GAINED and event.n > 0 and event.seat == found.seat for event in events)
    drawn = (asked.kind, asked.purpose, asked.seat) == ("card", book_of(after.book).face_down, found.seat)
    free = not judged.open and all(event.kind != "paid" for event in events)
    return open_[0].key if (gained or drawn) and free and judged.worth == GOOD else ""


def _fits(found: Ask, state: State, key: str) -> bool:
    """Return whether nothing has to be put down after taking."""
    after, events = step(state, Answer(state.ply, key))
    return ask(after).kind != "pick" and not any(event.kind == "dropped" for event in events)


def _unwanted(state: State, option: Option) -> bool:
    if option.key == GOLD:
        return False
    definition = book_of(state.book).find(plain_card(option.key))
    return definition is None or drawback(definition)


__all__ = ["gained_unasked", "taken_unasked"]
