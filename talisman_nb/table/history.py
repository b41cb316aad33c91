"""The answers of a table as a tree: one path through it is the game, the rest is what was undone."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any, NamedTuple

from talisman_nb.engine import NotAllowedError, ask, step
from talisman_nb.model import Answer, Ask, State

from .entry import Entry, Given
from .file_error import TableFileError, rescue_command
from .journal import Journal
from .records import Line, Settings


class Row(NamedTuple):
    """One answer as it is written; `parent` 0 is the beginning of the game."""

    id: int
    parent: int
    undo_group: int
    by: str
    answer: Answer


class Draft:
    """Answers that are made but not yet written, following the answer `at` (None: the beginning)."""

    def __init__(self, history: History, at: Line | None, first_id: int, undo_group: int) -> None:
        self.lines: list[Line] = []
        self.pending: list[Line] = list(history.pending)
        self.skipped: list[Line] = []
        self._history, self._at, self._first_id, self._group = history, at, first_id, undo_group

    @property
    def state(self) -> State:
        """The state after the last of them."""
        last = self.last
        return last.after if last else self._history.start

    @property
    def last(self) -> Line | None:
        """The last answer, written or not."""
        return self.lines[-1] if self.lines else self._at

    def add(self, answer: Answer, by: str) -> Line:
        """One more answer; `NotAllowedError` when the game refuses it."""
        state, last = self.state, self.last
        found = ask(state)
        after, events = step(state, answer)
        n, parent = (last.n + 1, last.id) if last else (1, 0)
        id = self._first_id + len(self.lines)
        self.lines.append(Line(n, id, parent, self._group, answer, by, found, events, state, after))
        return self.lines[-1]

    def skip(self, n: int) -> None:
        """The question of the first `n` answers that wait does not come again."""
        self.skipped += self.pending[:n]
        del self.pending[:n]

    def backwards(self) -> Iterator[Line]:
        """All answers that led to this state, the last one first."""
        return chain(reversed(self.lines), self._history.led_to(self._at.n if self._at else 0))

    def said_here(self) -> list[tuple[str, str]]:
        """By whom and with which key this very question was answered before, oldest first."""
        return self._history.said_after(self.last)


class History:
    """The path from the first answer to the head, old states kept; what is in memory is in the journal before."""

    def __init__(self, journal: Journal, start: State, settings: Settings, entries: Iterable[Entry] = (), head: int | None = None) -> None:
        """`entries`: what the journal held already; the game then stands at answer `head`, None being where it was left."""
        self.journal, self.start, self.settings = journal, start, settings
        self.lines: list[Line] = []
        self.redos: list[int] = []  # heads to go forth to
        self.pending: list[Line] = []  # answers that wait to be replayed
        self.origins: dict[int, int] = {}  # heads reached by a jump, and from where
        self._lay: dict[int, int] = {}  # by an answer that left everything as it lay: the answer after which it lay so
        self._waits: dict[int, tuple[int, ...]] = {}  # by head: the ids of the answers that waited there
        self._rows: dict[int, Row] = {}
        self._made: dict[int, Line] = {}
        self._children: dict[int, list[int]] = {}
        self._highest = self._group = 0
        self._last = Entry(at=0.0)
        for entry in entries:
            self._take(entry)
        self._stand_at(self._last.head if head is None else head)

    @property
    def state(self) -> State:
        """The state the game is in."""
        return self.lines[-1].after if self.lines else self.start

    @property
    def head(self) -> int:
        """The id of the last answer; 0 before the first."""
        return self.lines[-1].id if self.lines else 0

    def at(self, n: int) -> Line | None:
        """The `n`-th answer of the game; None for 0, the beginning."""
        if not 0 <= n <= len(self.lines):
            raise NotAllowedError("table.stale", f"there is no answer {n}: the game has {len(self.lines)}", ("table.stale",))
        return self.lines[n - 1] if n else None

    def led_to(self, n: int) -> Iterator[Line]:
        """The answers that led to the state after the `n`-th, the last one first; where all was left as it lay, those up to there."""
        lines = self.lines[:n]
        while lines:
            line = lines.pop()
            if line.id in self._lay:
                lines = self._path_to(self._lay[line.id])
            else:
                yield line

    def said_after(self, parent: Line | None) -> list[tuple[str, str]]:
        """By whom and with which key the question after `parent` was answered before, oldest first."""
        id, rows = parent.id if parent else 0, list[Row]()
        while True:
            rows = [self._rows[child] for child in self._children.get(id, ())] + rows
            if id not in self._lay:
                return [(row.by, row.answer.key) for row in rows]
            id = self._lay[id]

    def as_it_lies(self) -> State:
        """How the real table lies: while answers wait to be said again, as before the first of them was taken back."""
        return self._path_to(self.lies_after())[-1].after if self.pending else self.state

    def lies_after(self) -> int:
        """The id of the answer after which the real table lies as it does; 0 for the beginning."""
        if not self.pending:
            return self.head
        last = self.pending[-1].id
        return next(origin for origin in reversed(self.origins.values()) if any(row.id == last for row in self._path(origin)))

    # --- reading ---

    def catch_up(self) -> None:
        """Read what another window has written since the last look."""
        entries = self.journal.read()
        for entry in entries:
            self._take(entry)
        if entries:
            self._stand_at(self._last.head)

    def _take(self, entry: Entry) -> None:
        """Remember what an entry holds; the game stands elsewhere only after `_stand_at`."""
        parent = entry.after
        for id, given in enumerate(entry.answers, entry.first):
            self._know(Row(id, parent, entry.group, given.by, given.answer))
            parent = id
        if entry.jump:
            self.origins[entry.head] = entry.jumped_from
        if entry.lay_after:
            self._lay[entry.head] = entry.lay_after
        self._waits[entry.head] = entry.waiting
        self.settings, self._last = entry.settings or self.settings, entry

    def _stand_at(self, head: int) -> None:
        """WorkingState to an answer; redo and what waits are as the last entry says."""
        self.lines = self._path_to(head)
        self.redos = list(self._last.redo)
        self.pending = [self._path_to(id)[-1] for id in self._last.waiting]

    def _know(self, row: Row) -> None:
        self._rows[row.id] = row
        self._children.setdefault(row.parent, []).append(row.id)
        self._highest, self._group = max(self._highest, row.id), max(self._group, row.undo_group)

    def _path(self, head: int) -> list[Row]:
        found: list[Row] = []
        while head:
            row = self._rows.get(head)
            if row is None:
                path = self.journal.path
                raise TableFileError("answer-missing", path=str(path), n=head, code=rescue_command(path))
            found.append(row)
            head = row.parent
        return found[::-1]

    def _path_to(self, head: int) -> list[Line]:
        """The answers up to one of them; states that are not known yet are made by playing."""
        lines: list[Line] = []
        state = self.start
        for row in self._path(head):
            lines.append(self._made.get(row.id) or self._remade(row, state, len(lines) + 1))
            state = lines[-1].after
        return lines

    def _remade(self, row: Row, state: State, n: int) -> Line:
        answer = row.answer
        try:
            found = ask(state)
            after, events = step(state, answer)
        except NotAllowedError as refused:
            raise TableFileError(
                "answer-unfit", path=str(self.journal.path), n=n, answer=repr(answer.key), code=f"Table.open(path, until={row.parent})"
            ) from refused
        line = self._made[row.id] = Line(n, row.id, row.parent, row.undo_group, answer, row.by, found, events, state, after)
        return line

    # --- writing ---

    @contextmanager
    def transaction(self, ply: int | None = None) -> Iterator[None]:
        """Nobody else writes meanwhile, and what others wrote is known; `ply` is that of the question that was seen.

        `NotAllowedError` when the game has gone on since.
        """
        with self.journal.writing():
            self.catch_up()
            if ply is not None and ply != self.state.ply:
                raise NotAllowedError("table.stale", f"question {ply} is past: the game is at {self.state.ply}", ("table.stale",))
            yield

    def draft(self, n: int | None = None, undo_group: int | None = None) -> Draft:
        """Answers to try out after answer `n` (None: the last)."""
        at = self.at(len(self.lines) if n is None else n)
        return Draft(self, at, self._highest + 1, self._group + 1 if undo_group is None else undo_group)

    def write(self, draft: Draft, jump: str = "", lay_after: int = 0) -> None:
        """Write a draft, inside `transaction`; the game then stands after it.

        `lay_after`: it leaves everything as it lay after that answer.
        """
        before = self.head
        self._append(
            draft.state,
            after=draft.lines[0].parent if draft.lines else draft.last.id if draft.last else 0,
            first=draft.lines[0].id if draft.lines else 0,
            group=draft.lines[0].undo_group if draft.lines else 0,
            answers=tuple(Given(line.by, line.answer) for line in draft.lines),
            waiting=_ids(draft.pending),
            jump=jump,
            jumped_from=before if jump else 0,
            lay_after=lay_after,
        )
        self._made.update((line.id, line) for line in draft.lines)
        del self.lines[draft.lines[0].n - 1 if draft.lines else len(self.lines) :]
        self.lines += draft.lines
        self.redos, self.pending = [], draft.pending

    def _append(self, state: State, **fields: Any) -> None:
        turn = -1 if ask(state).kind == "over" else state.turn
        entry = Entry(at=time.time(), round=state.round, turn=turn, **fields)
        self.journal.append(entry)
        self._take(entry)

    def note(self, **fields: Any) -> None:
        """Write something that moves nothing, inside `transaction`: other settings, the definitions."""
        self._append(self.state, after=self.head, redo=tuple(self.redos), waiting=_ids(self.pending), **fields)

    def let_go(self) -> None:
        """Nothing waits to be replayed any more, inside `transaction`."""
        self.pending = []
        self.note()

    # --- back and forth ---

    def before_last(self) -> int | None:
        """The head that undo goes to: before the last press, or before the last jump; None at the beginning."""
        if not self.lines:
            return None
        if self.head in self.origins:
            return self.origins[self.head]
        undo_group, at = self.lines[-1].undo_group, len(self.lines)
        if not undo_group:
            return None  # what the table did by itself before anybody was asked
        while at and self.lines[at - 1].undo_group == undo_group:
            at -= 1
        return self.lines[at - 1].id if at else 0

    def go(self, head: int, redos: list[int]) -> None:
        """Make another answer the head, inside `transaction`; what waited there to be replayed waits again."""
        lines = self._path_to(head)
        state = lines[-1].after if lines else self.start
        self._append(state, after=head, redo=tuple(redos), waiting=self._waits.get(head, ()))
        self._stand_at(head)


def _ids(lines: Iterable[Line]) -> tuple[int, ...]:
    return tuple(line.id for line in lines)


def same_question(found: Ask, state: State, line: Line) -> bool:
    """Whether an old answer still answers what is asked: same kind, purpose, seat, and the option means the same."""
    old = line.ask
    if (found.kind, found.purpose, found.seat, found.source) != (old.kind, old.purpose, old.seat, old.source):
        return False
    if (state.turn, state.round) != (line.before.turn, line.before.round):
        return False
    if found.kind == "result" and found.rolls != old.rolls:
        return False
    if found.chance:
        return found.n == old.n or found.kind == "card"
    return _meant(found, line.answer.key) == _meant(old, line.answer.key)


def _meant(found: Ask, key: str) -> object:
    return next((o for o in (*found.options, *found.offers) if o.key == key), None)
