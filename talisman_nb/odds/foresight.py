"""What an answer would bring its character: played on a copy of the game, and judged by what changes."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.cards.operations import Choose
from talisman_nb.engine import NotAllowedError, ask, step
from talisman_nb.engine.book_runtime import runtime_of
from talisman_nb.engine.meeting_order import SPACE
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Ask, Event, State
from talisman_nb.model.state import Player, Promise
from talisman_nb.rules.book import Book, book_of

from .fight import all_thrown, odds_of_fight

Worth = Literal["good", "bad", "level"]
"""`level`: nothing changes, or it may go either way."""

FIGURES = ("strength", "craft", "life", "fate", "gold")
"""Figures of which more is better."""
GOODS = ("goods", "spells", "trophies")
"""What is held, of which more is better."""
OTHERS = ("alignment", "form")
"""What may change for better or worse."""
HARMS = ("will_miss", "became")
"""Kinds of events that are bad for their seat."""
THREATS = ("life_loss", "kill", "armour")
"""Purposes of asks that precede a harm which may still be prevented."""
PASSED: dict[str, str] = {"result": "keep", "plus": "leave", "whom": SPACE}
"""Asks that are passed over, and how: a roll stays as it is, the space is met."""
MOST_TRIED = 4
"""Options of a choice that are tried; of one with more nothing is said."""


class Foreseen(Struct, frozen=True):
    """What comes of an answer: its worth for a seat, whether anything changes, what follows and its events."""

    worth: Worth
    changed: bool
    state: State
    events: tuple[Event, ...]


def foresee(state: State, keys: tuple[str, ...], seat: int) -> Foreseen:
    """Play answers on a copy, keeping rolls as they fall, and judge for a seat what has become of it.

    >>> from talisman_nb.rulings.situation import situation
    >>> forest = situation("dwarf fields-6 | thief city > 1 > anticlockwise")
    >>> foresee(forest, ("6",), 0).worth, foresee(forest, ("2",), 0).worth, foresee(forest, ("4",), 0).changed
    ('good', 'bad', False)
    """
    state = _veiled(state)
    after, events = _played(state, keys)
    before = state.players[seat]
    if ask(state).kind == "way":  # that it moves is no news
        before = replace(before, space=after.players[seat].space)
    worth, changed = _judged(replace(state, players=_with(state, seat, before)), after, events, seat, 1)
    return Foreseen(worth, changed, after, events)


def _veiled(state: State) -> State:
    """The state without what a seat knows of the tops of decks: a screen for all must not tell it."""
    return replace(state, decks=tuple(replace(deck, known=(), knowers=()) for deck in state.decks))


def _with(state: State, seat: int, player: Player) -> tuple[Player, ...]:
    return (*state.players[:seat], player, *state.players[seat + 1 :])


def _played(state: State, keys: tuple[str, ...]) -> tuple[State, tuple[Event, ...]]:
    told: tuple[Event, ...] = ()
    for key in keys:
        state, events = step(state, Answer(state.ply, key))
        told += events
    while (found := ask(state)).kind in PASSED and found.purpose != "attack":
        state, events = step(state, Answer(state.ply, PASSED[found.kind]))
        told += events
    return state, told


def _judged(before: State, after: State, events: tuple[Event, ...], seat: int, deep: int) -> tuple[Worth, bool]:
    """The worth of what happened, and whether anything did; a choice that is still open is tried out."""
    signs = [*_differences(before, after, seat), *_told(events, seat)]
    found = ask(after)
    pending = after.ply > before.ply and _goes_on(before, after, found)
    if pending:
        signs += _of_question(before, after, found, seat, deep)
    if not signs:
        return "level", pending
    return _summed(signs), True


def _summed(signs: list[int]) -> Worth:
    if min(signs) < 0 <= -max(signs):
        return "bad"
    return "good" if max(signs) > 0 <= min(signs) else "level"


def _differences(before: State, after: State, seat: int) -> list[int]:
    """A sign per part of the seat's sheet that is another: 1 for more, -1 for less, 0 for something else."""
    old, new = before.players[seat], after.players[seat]
    signs = [getattr(new, name) - getattr(old, name) for name in FIGURES]
    signs += [len(getattr(new, name)) - len(getattr(old, name)) for name in GOODS]
    found = [1 if sign > 0 else -1 for sign in signs if sign]
    if new.born != old.born or (old.character and not new.character):
        found.append(-1)
    if new.space != old.space:
        found.append(_nearer(book_of(before.book), old.space, new.space))
    found += [_of_promise(before, promise) for promise in new.promises if promise not in old.promises]
    return found + [0 for name in OTHERS if getattr(new, name) != getattr(old, name)]


def _of_promise(state: State, promise: Promise) -> int:
    """1 for a next turn or move that one may use otherwise, -1 for one that is lost."""
    _, first, *_ = runtime_of(book_of(state.book)).programs[promise.program].code[0]
    return 1 if isinstance(first, Choose) and first.optional else -1


def _nearer(book: Book, origin: str, space: str) -> int:
    """1 for a space in a region nearer to the Crown, -1 for one in a region further away, 0 in the same one."""
    board = book.board
    if board.region(origin) == board.region(space):
        return 0
    return 1 if board.steps_to_crown(space) < board.steps_to_crown(origin) else -1


def _told(events: tuple[Event, ...], seat: int) -> list[int]:
    """Signs of events that leave no trace on the sheet."""
    harms = [-1 for event in events if event.kind in HARMS and event.seat == seat]
    return harms + [0 for event in events if event.kind == "began"]


def _goes_on(before: State, after: State, found: Ask) -> bool:
    """Whether the question that follows still belongs to what was answered: its program, or one on top of it."""
    return len(after.stack) >= len(before.stack) and after.turn == before.turn and found.kind not in ("close", "over")


def _of_question(before: State, after: State, found: Ask, seat: int, deep: int) -> list[int]:
    """Signs of the question that follows: a threat, a Spell that is drawn, a fight, a choice."""
    if found.purpose in THREATS:
        return [-1]
    if found.kind == "card" and found.purpose == book_of(after.book).face_down and found.seat == seat:
        return [1]
    if after.fight is not None and before.fight is None:
        return [-1 if _likelier_lost(after, seat) else 0]
    if deep and found.seat == seat and not found.chance and found.kind in ("choose", "pick", "amount"):
        return _of_choice(before, after, found, seat)
    return [0]


def _likelier_lost(state: State, seat: int) -> bool:
    assert state.fight is not None
    g = WorkingState(book_of(state.book), state)
    if state.fight.you != seat or all_thrown(g):
        return False
    odds = odds_of_fight(g)
    return odds.lost > odds.won


def _of_choice(before: State, after: State, found: Ask, seat: int) -> list[int]:
    """The sign of the best option, since it is the seat's choice; 0 if they are many."""
    keys = [option.key for option in found.options if not option.closed]
    if not 0 < len(keys) <= MOST_TRIED:
        return [0]
    signs = []
    for key in keys:
        try:
            following, events = _played(after, (key,))
        except NotAllowedError:
            return [0]
        signs.append({"good": 1, "bad": -1, "level": 0}[_judged(before, following, events, seat, 0)[0]])
    return [max(signs)]
