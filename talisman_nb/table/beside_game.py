"""Beside the game: bets on somebody else's throw, and how long turns take. Nothing of the game follows from either.

A bet is kept in the table's file beside the answers. It belongs to the question that was asked when it was made, so
that undo takes back what became of it, and another face, typed or thrown instead, decides it anew. An aside that is put
in first leaves it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from talisman_nb.engine import NotAllowedError, ask
from talisman_nb.engine.stepping import is_aside
from talisman_nb.model import Ask, State

from .history import History
from .records import AnswerRecord, Bet

Faces = Mapping[int, int]
"""The faces that were bet on, by seat."""


class Settled(NamedTuple):
    """A throw that was bet on: its line, and the faces by seat."""

    line: AnswerRecord
    faces: Faces

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that had the face that was thrown, in the order of the seats."""
        return tuple(sorted(seat for seat, face in self.faces.items() if str(face) == self.line.answer.key))


class Tally(NamedTuple):
    """The bets of a seat: how many had the face that was thrown, of how many."""

    points: int
    bets: int


class Bets:
    """The bets of a game, as its current path has them.

    >>> from talisman_nb.table import Table
    >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
    >>> table.bet(1, 3)
    >>> table.bets.open, table.bets.tallies
    ({1: 3}, {})
    >>> _ = table.answer(3)
    >>> table.bets.open, table.bets.tallies
    ({}, {1: Tally(points=1, bets=1)})
    """

    def __init__(self, history: History) -> None:
        self._history = history

    @property
    def settled(self) -> tuple[Settled, ...]:
        """The throws that were bet on, oldest first."""
        return tuple(Settled(line, faces) for line, faces in self._thrown() if line is not None and faces)

    @property
    def open(self) -> Faces:
        """The faces bet on the throw that is asked for now."""
        if not is_throw(ask(self._history.state)):
            return {}
        return {seat: face for line, faces in self._thrown() if line is None for seat, face in faces.items()}

    @property
    def tallies(self) -> dict[int, Tally]:
        """The points of the seats that have bet, as far as there was a throw since."""
        points, bets = Counter[int](), Counter[int]()
        for settled in self.settled:
            bets.update(settled.faces.keys())
            points.update(settled.winners)
        return {seat: Tally(points[seat], n) for seat, n in sorted(bets.items())}

    def taken(self, seat: int) -> bool:
        """Whether a seat may bet now: a throw of somebody else is asked for, and nobody has seen its face yet.

        A face has been seen where the throw was undone, or waits to be given again.
        """
        history, found = self._history, ask(self._history.state)
        last = history.lines[-1] if history.lines else None
        seen = bool(history.pending) or any(key.isdigit() for _, key in history.said_after(last))
        return is_throw(found) and seat != found.seat and not seen

    def place(self, seat: int, face: int) -> None:
        """Write a bet, inside a transaction; another one of the seat on the same throw gives way.

        Raises `NotAllowedError` where none is taken (`taken`), or the die has no such face.
        """
        if not self.taken(seat) or str(face) not in ask(self._history.state).open():
            raise NotAllowedError("table.no-bet", f"seat {seat} may not bet on {face} here", ("table.not-open",))
        if self.open.get(seat) != face:
            self._history.note(bet=Bet(seat, face))

    def _thrown(self) -> Iterator[tuple[AnswerRecord | None, Faces]]:
        """Yield each throw of the path with the bets on it, last the one that is asked for now (None)."""
        history = self._history
        if not history.bets:
            return
        faces, about = dict[int, int](), _throw(ask(history.start), history.start)
        for line in history.lines:
            if made := history.bets.get(line.parent):
                faces, about = _with(faces, about, made, _throw(line.ask, line.before))
            if line.ask.kind == "die" and not is_aside(line.answer.key) and line.answer.key.isdigit():
                yield line, faces if about == _throw(line.ask, line.before) else {}
                faces = {}
        now = _throw(ask(history.state), history.state)
        if made := history.bets.get(history.head):
            faces, about = _with(faces, about, made, now)
        yield None, faces if about == now else {}


def is_throw(found: Ask) -> bool:
    """Whether a question is a die of somebody, with faces to type."""
    return found.kind == "die" and found.seat >= 0 and any(key.isdigit() for key in found.open())


Throw = tuple[int, str, str, int, int]
"""Marks of a throw, by which it is told from another: seat, purpose and source, the turn and its round."""


def _throw(found: Ask, state: State) -> Throw:
    return found.seat, found.purpose, found.source, state.turn, state.round


def _with(faces: Faces, about: Throw, made: Faces, here: Throw) -> tuple[dict[int, int], Throw]:
    """Add bets to those on the same throw; those on another one, which never came, are void."""
    return ({**faces, **made} if about == here else dict(made)), here


# --- how long turns take ---


PAUSE: Final = 10 * 60.0
"""Seconds without an answer from which on nobody thinks: such a time belongs to no turn."""


class TurnTime(NamedTuple):
    """How long a turn has taken so far."""

    seat: int
    round: int
    n: int  # its last line, 0 without one
    seconds: float
    until: float  # Unix time of its last answer, or of the one before it


def turn_times(history: History) -> list[TurnTime]:
    """Return the times of the turns that were played, the current one last.

    They are read off the times of the answers; those of the setup, before the first turn, belong to none.
    """
    found, given = list[TurnTime](), history.given_at
    for line in history.lines:
        if line.ask.kind == "character":
            continue
        began, at = given.get(line.parent, 0.0), given.get(line.id, 0.0)
        took = at - began if 0 < at - began < PAUSE else 0.0
        _add(found, TurnTime(line.before.turn, line.before.round, line.n, took, at))
    now, state = given.get(history.head, 0.0), history.state
    _add(found, TurnTime(state.turn, state.round, history.lines[-1].n if history.lines else 0, 0.0, now))
    return found


def _add(found: list[TurnTime], part: TurnTime) -> None:
    """Add a part of a turn to the last one, or begin another."""
    last = found[-1] if found else None
    if last is not None and last[:2] == part[:2]:
        found[-1] = part._replace(seconds=last.seconds + part.seconds)
    else:
        found.append(part)
