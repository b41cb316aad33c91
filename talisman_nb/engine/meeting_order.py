"""Order of meeting, decided here: which things a seat has still to meet on its space (`unmet`, `number_of`).

Reads and updates the variables of the running encounter's frame; `engine.ops.next_thing` meets one thing after
the other.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from talisman_nb.cards.definition import met_as
from talisman_nb.cards.vocabulary import CARRIED, ENEMIES
from talisman_nb.model import Frame

from .covers import cards_below_cover, cover_on, space_at, space_facts, visit_program
from .effects import shown_on
from .working_state import WorkingState

ENCOUNTER: Final = "turn.encounter.do"
"""Key of the program of the encounter, whose variables `met` and `drawn` are read and written here."""
SPACE: Final = "the space"
"""Stands for the space itself among the things to meet."""
NOWHERE: Final = "nowhere"
"""Space guard that always fails."""
UNBEATEN: Final = "unbeaten"
"""Entry in `met`: an Enemy was neither killed nor evaded (`meet.enemies-first`)."""
THINGS: Final = CARRIED
"""Types of cards that are taken, not met."""


DRAWS: Final = "draw-"
"""Prefix of a text of the board that lets draw cards; their number follows."""


class Thing(NamedTuple):
    """Something to meet: a card on the space, or the space itself (`SPACE`).

    Sorts by encounter number, then by `at`, the position on the space.
    """

    number: float
    at: int
    card: str


def begin_encounter(g: WorkingState, who: int) -> None:
    """Push a new encounter of the seat on its space."""
    g.push(ENCOUNTER, who, source=g.players[who].space)


def leave_encounter(g: WorkingState, who: int) -> None:
    """Make the guards of all frames bound to the seat's space fail, as if it had left the space and come back."""
    space = g.players[who].space
    g.stack[:] = [replace(f, where=NOWHERE) if f.you == who and f.where == space else f for f in g.stack]
    if g.frame.you == who and g.frame.where == space:
        g.frame = replace(g.frame, where=NOWHERE)
    g.guards_changed = g.stack_changed = True


def unmet(g: WorkingState, who: int, met: tuple[object, ...]) -> list[Thing]:
    """Return the things still to be met on the seat's space, by encounter number, equal ones as drawn (`meet.order`).

    `met` lists the cards met already, and `SPACE` once the space has been.
    """
    space = g.players[who].space
    gone = [*met, *shown_on(g, space)] if g.effects else list(met)
    found = []
    for at, card in enumerate(cards_below_cover(g, space)):
        if card in gone:
            gone.remove(card)
        else:
            found.append(Thing(number_of(g, card), at, card))
    if visit_program(g, space) and SPACE not in met:
        found.append(Thing(float(space_facts(g, space).number or g.figures["order.space"]), -1, SPACE))
    return sorted(found)


def number_of(g: WorkingState, card: str) -> float:
    """The encounter number of a card: its own, else that of its type. Cached per book."""
    known = g.runtime.numbers.get(card)
    if known is None or card in g.owned:
        facts = g.facts[card]
        known = g.runtime.numbers[card] = float(facts.number or g.figures.get(f"order.{facts.type}", 4))
    return known


def kind_met(g: WorkingState, card: str) -> str:
    """The type of card that a card is met like, by its action word (`meet.action-word`)."""
    return met_as(g.facts[card])


def text_on_board(g: WorkingState, space: str) -> str:
    """Return the text of a space that only the board has, one of `BOARD_TEXTS`; "" as long as nobody has read it."""
    return dict(g.texts).get(g.board.text_kind(space), "") if g.texts and not cover_on(g, space) else ""


def draws_at(g: WorkingState, space: str) -> int:
    """The number of cards up to which a space lets draw.

    0 also of one whose text nobody has read on the board, and where no deck is drawn from.
    """
    text = text_on_board(g, space)
    if not g.book.deck_at(space):
        return 0
    return int(text.removeprefix(DRAWS)) if text.startswith(DRAWS) else g.runtime.draws.get(space_at(g, space), 0)


def note_unbeaten(g: WorkingState, who: int) -> None:
    """Mark in the seat's running encounter that an Enemy was neither killed nor evaded (`meet.enemies-first`)."""
    _note_met(g, who, (UNBEATEN,))


def evade_all(g: WorkingState, who: int) -> None:
    """Where one evades all creatures at once (`evade.effect`), mark all Enemies on the seat's space as met."""
    if g.figures["evade.all"]:
        lying = g.lying(g.players[who].space)
        _note_met(g, who, tuple(card for card in lying if g.facts[card].type in ENEMIES))


def _note_met(g: WorkingState, who: int, cards: tuple[str, ...]) -> None:
    """Add cards to those the seat's running encounter has met; without effect if none is running."""
    for at in range(len(g.stack) - 1, -1, -1):
        frame, program = g.stack[at], g.runtime.programs[g.stack[at].program]
        if program.role == "encounter" and "met" in program.names and frame.you == who:
            met = program.names["met"]
            before = frame.slots[met]
            slots = list(frame.slots)
            slots[met] = (*before, *cards) if isinstance(before, tuple) else cards
            g.stack[at] = replace(frame, slots=tuple(slots))
            return


def drawn_here(g: WorkingState, who: int, in_place: bool = True) -> tuple[str, ...]:
    """The cards drawn in the seat's running encounter that still lie on its space, in the order drawn.

    With `in_place` False, without cards drawn as replacements for others: a seat can't throw those away too.
    """
    frame = next((f for f in (g.frame, *reversed(g.stack)) if f.program == ENCOUNTER and f.you == who), None)
    if frame is None:
        return ()
    names, slots = g.runtime.programs[ENCOUNTER].names, g.vars if frame is g.frame else frame.slots
    drawn, filled = slots[names["drawn"]], slots[names["filled"]]
    lying = list(g.lying(g.players[who].space))
    found = []
    last = filled if isinstance(filled, int) and not in_place else None
    for card in drawn[:last] if isinstance(drawn, tuple) else ():
        if card in lying:
            lying.remove(card)
            found.append(str(card))
    return tuple(found)


def newly_drawn(g: WorkingState, who: int, placed: str) -> tuple[str, ...]:
    """The cards drawn in the seat's running encounter that lie here and were not among these before.

    `placed` is the variable of the encounter that counts the cards asked for so far.
    """
    at = next((at for at in range(len(g.stack) - 1, -1, -1) if _meets(g.stack[at], who)), -1)
    running = _meets(g.frame, who)
    names = g.runtime.programs[ENCOUNTER].names
    if placed not in names or (at < 0 and not running):
        return drawn_here(g, who)
    slots = list(g.vars if running else g.stack[at].slots)
    drawn, before = slots[names["drawn"]], slots[names[placed]]
    cards = drawn if isinstance(drawn, tuple) else ()
    slots[names[placed]] = len(cards)
    if running:
        g.vars[:] = slots
    else:
        g.stack[at] = replace(g.stack[at], slots=tuple(slots))
    lying, found = list(g.lying(g.players[who].space)), []
    for number, card in enumerate(cards):
        if card in lying:
            lying.remove(str(card))
            found += [str(card)] if number >= (before if isinstance(before, int) else 0) else []
    return tuple(found)


def _meets(frame: Frame, who: int) -> bool:
    """Whether a frame is the encounter of a seat."""
    return frame.program == ENCOUNTER and frame.you == who


def just_arrived(g: WorkingState, who: int) -> bool:
    """Whether the running fight is the first thing of the encounter, with no card drawn: the seat has just moved."""
    frame = next((f for f in reversed(g.stack) if f.program == ENCOUNTER and f.you == who), None)
    if frame is None or g.fight is None or g.fight.you != who:
        return False
    names = g.runtime.programs[ENCOUNTER].names
    met, foes = frame.slots[names["met"]], {foe.card for foe in g.fight.foes}
    return not frame.slots[names["drawn"]] and isinstance(met, tuple) and set(met) <= foes


def left_to_meet(g: WorkingState, who: int) -> list[str]:
    """Return the cards that a seat's encounter has still to meet, without those that are only there to be taken."""
    frame = next((f for f in reversed(g.stack) if f.program == ENCOUNTER and f.you == who), None)
    if frame is None:
        return []
    names = g.runtime.programs[ENCOUNTER].names
    met = (g.vars if frame is g.frame else frame.slots)[names["met"]]
    return [
        t.card
        for t in unmet(g, who, met if isinstance(met, tuple) else ())
        if t.card == SPACE or kind_met(g, t.card) not in THINGS
    ]
