"""The hands line: what hands must do at the physical board, kept until the first answer of the next turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, takewhile
from typing import NamedTuple

from msgspec.structs import replace

from talisman_nb.engine.view import view_event
from talisman_nb.model import UNSEEN, Event, State
from talisman_nb.model.hand_move import HandMove
from talisman_nb.table import AnswerRecord, Table
from talisman_nb.table.records import BY_HAND
from talisman_nb.table.told_moves import untold
from talisman_nb.text.events.hands import hands, say_moves, say_stays, spells_drawn

Lines = tuple[str, ...]
Press = tuple[AnswerRecord, ...]
"""The answers of one press, the policy's after the person's."""
Turn = tuple[int, int]
"""Whose turn of which round it is."""


class Jump(NamedTuple):
    """An undo, redo or jump: what hands do for it, and for those before it in the same turn."""

    version: int  # of the table
    before: Lines
    said: Lines
    answers: int  # that it left
    turn: Turn


ENDS = ("turn_ends", "won", "nobody_left")
"""Kinds of events after which what lies on a space stays there."""


class HandLines:
    """Finds the hands line of a table; keeps what was found, because a press is looked at again at each answer."""

    def __init__(self) -> None:
        self._of: tuple[Table, str, int] | None = None
        self._found: dict[tuple[int, int], Lines] = {}  # by the ids of the first and last answer of a press
        self._jump: Jump | None = None  # the last one, while the turn it went back to is played

    def lines(self, table: Table, lang: str, viewer: int, *, moved: bool) -> tuple[Lines, Lines]:
        """Return what hands should have done in the turn that was played last, and what the last press adds.

        So everything stays until the first answer of the next turn, whoever throws or casts in between.

        `moved`: the last press was an undo, redo or jump; then hands do the difference of the two states.
        """
        if self._of != (table, lang, viewer):
            self._of, self._found, self._jump = (table, lang, viewer), {}, None
        answers = table.lines
        if moved:
            self._jump = jump = self._jumped(table, lang, viewer)
            return jump.before, jump.said
        if self._jump and not _goes_on(self._jump, answers):
            self._jump = None
        told = [self._jump.before, self._jump.said] if self._jump else []
        since = self._jump.answers if self._jump else 0
        told += [self._press(table, press, lang, viewer) for press in _same_turn(answers[since:])]
        if not answers:
            told.append(_opening(table, lang, viewer, answers))
        return tuple(line for lines in told[:-1] for line in lines), told[-1] if told else ()

    def _jumped(self, table: Table, lang: str, viewer: int) -> Jump:
        last, turn = self._jump, (table.state.turn, table.state.round)
        if last and last.version == table.version:
            return last
        again = last is not None and last.turn == turn and last.answers >= len(table.lines)
        before = (*last.before, *last.said) if last and again else ()
        said = say_moves(table.known_people, moves_shown(table.hands, viewer), lang)
        return Jump(table.version, before, said, len(table.lines), turn)

    def _press(self, table: Table, press: Press, lang: str, viewer: int) -> Lines:
        key = press[0].id, press[-1].id
        if key not in self._found:
            first = press[0].n == 1 and not press[0].undo_group
            self._found[key] = _opening(table, lang, viewer, press) if first else _told(table, press, lang, viewer)
        return self._found[key]


def moves_shown(moves: Iterable[HandMove], viewer: int) -> tuple[HandMove, ...]:
    """The moves as a seat may see them: cards that stay hidden in another's hand are not named."""
    return tuple(replace(move, card=UNSEEN) if _hidden(move, viewer) else move for move in moves)


def _hidden(move: HandMove, viewer: int) -> bool:
    hands = [place for place in (move.origin, move.to) if place.startswith("spells:")]
    shown = move.to.startswith("discards:") or f"spells:{viewer}" in hands
    return bool(hands) and not shown


# --- whose turn it was ---


def _goes_on(jump: Jump, answers: Press) -> bool:
    """Whether the turn that a jump went back to is still played."""
    more = len(answers) - jump.answers
    return more == 0 or (more > 0 and _turn(next(_presses(answers))[0]) == jump.turn)


def _turn(line: AnswerRecord) -> Turn:
    return line.before.turn, line.before.round


def _presses(lines: Press) -> Iterator[Press]:
    """The answers by the press they came of, the last press first."""
    for _, found in groupby(reversed(lines), lambda line: line.undo_group):
        yield tuple(found)[::-1]


def _same_turn(lines: Press) -> list[Press]:
    """The presses of the turn in which the last one was made, oldest first."""
    turn = _turn(next(_presses(lines))[0]) if lines else None
    return list(takewhile(lambda press: _turn(press[0]) == turn, _presses(lines)))[::-1]


# --- what a press asks of hands ---


def _opening(table: Table, lang: str, viewer: int, lines: Press) -> Lines:
    """What is laid out before the first question."""
    events = (*table.opening, *(event for line in lines for event in line.events))
    return _said(table.state, events, lang, viewer)


def _said(state: State, events: Iterable[Event], lang: str, viewer: int) -> Lines:
    events = tuple(events)
    seen = tuple(view_event(event, viewer) for event in events)
    return hands(state, seen, lang, steps=True) + spells_drawn(state, events, lang)


def _told(table: Table, press: Press, lang: str, viewer: int) -> Lines:
    """What the events of a press ask of hands, what else has moved, and at the end of a turn what stays."""
    state, events = press[-1].after, [event for line in press for event in line.events]
    rest = moves_shown((move for move in _untold(press) if not _drawn(move)), viewer)
    stays = _staying(table, press) if any(event.kind in ENDS for event in events) else ()
    return _said(state, events, lang, viewer) + say_moves(state, rest, lang) + say_stays(state, stays, lang)


def _untold(press: Press) -> Iterator[HandMove]:
    """Moves that no event of a press tells; a correction by hand takes over what lies there, tokens excepted."""
    for by_hand, lines in groupby(press, lambda line: line.by == BY_HAND):
        part = tuple(lines)
        found = untold(part[0].before, part[-1].after, (event for line in part for event in line.events))
        yield from (move for move in found if not by_hand or move.kind == "token")


def _drawn(move: HandMove) -> bool:
    """Whether a card came from its deck onto a space, where it is met first."""
    return move.kind == "card" and move.origin.startswith("deck:") and move.to.startswith("space:")


def _staying(table: Table, press: Press) -> tuple[HandMove, ...]:
    """The cards drawn in the turn that ends with a press, and still lie on a space."""
    lines = table.lines[: press[-1].n]
    begun = next((at for at in range(press[0].n - 2, -1, -1) if _begins_turn(lines[at])), -1)
    before = lines[begun].after if begun >= 0 else table.start
    events = (event for line in lines[begun + 1 :] for event in line.events)
    return tuple(move for move in untold(before, press[-1].after, events) if _drawn(move))


def _begins_turn(line: AnswerRecord) -> bool:
    return any(event.kind == "turn_begins" for event in line.events)
