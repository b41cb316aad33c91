"""History of a table: the tree of answers read from the log, the current path through it, undo and transactions."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any

from talisman_nb.engine import NotAllowedError, ask, step
from talisman_nb.model import Answer, Ask, State
from talisman_nb.table.file.file_error import TableFileError, rescue_command
from talisman_nb.table.file.fitting import UNKNOWN, StoredAnswer, is_put_in, lines_of, waiting_line
from talisman_nb.table.file.game_log import GameLog

from .records import BOT, BOT_ROLLED, POLICY, AnswerRecord, GivenAnswer, LogEntry, Settings


class Draft:
    """Answers that are played but not yet written, following the answer `at` (None: the beginning)."""

    def __init__(self, history: History, at: AnswerRecord | None, first_id: int, undo_group: int) -> None:
        self.lines: list[AnswerRecord] = []
        self.pending: list[AnswerRecord] = list(history.pending)
        self.skipped: list[AnswerRecord] = []
        self._history, self._at, self._first_id, self._group = history, at, first_id, undo_group

    @property
    def state(self) -> State:
        """The state after the last answer."""
        last = self.last
        return last.after if last else self._history.start

    @property
    def last(self) -> AnswerRecord | None:
        """The draft's last answer, else the one it follows; None at the beginning."""
        return self.lines[-1] if self.lines else self._at

    def add(self, answer: Answer, by: str) -> AnswerRecord:
        """Play one more answer and return its line; `by` is a value of `AnswerRecord.by`. Raises `NotAllowedError`."""
        state, last = self.state, self.last
        found = ask(state)
        after, events = step(state, answer)
        n, parent = (last.n + 1, last.id) if last else (1, 0)
        id = self._first_id + len(self.lines)
        self.lines.append(AnswerRecord(n, id, parent, self._group, answer, by, found, events, state, after))
        return self.lines[-1]

    def skip(self, n: int) -> None:
        """Move the first `n` waiting answers to `skipped`: their question does not come again."""
        self.skipped += self.pending[:n]
        del self.pending[:n]

    def backwards(self) -> Iterator[AnswerRecord]:
        """Yield all answers that led to this state, newest first."""
        return chain(reversed(self.lines), self._history.led_to(self._at.n if self._at else 0))

    def said_here(self) -> list[tuple[str, str]]:
        """Return (by, key) of all answers ever given to the current question, oldest first."""
        return self._history.said_after(self.last)


class History:
    """The tree of answers with the path from the first answer to the head.

    Every change is appended to the log before it is applied in memory.
    """

    def __init__(
        self, log: GameLog, start: State, settings: Settings, entries: Iterable[LogEntry] = (), head: int | None = None
    ) -> None:
        """Build the tree from `entries` already read from the log; `head` None means the head of the last entry."""
        self.log, self.start, self.settings = log, start, settings
        self.lines: list[AnswerRecord] = []
        self.redos: list[int] = []  # heads that redo goes to, the next one last
        self.pending: list[AnswerRecord] = []  # answers that wait to be replayed
        self.origins: dict[int, int] = {}  # maps heads reached by a jump to the head before the jump
        self._lay: dict[int, int] = {}  # maps an answer that restored a state to the answer whose state it restored
        self._waits: dict[int, tuple[int, ...]] = {}  # maps heads to the ids of the answers that waited there
        self._rows: dict[int, StoredAnswer] = {}  # all answers by id
        self._made: dict[int, tuple[AnswerRecord, ...] | None] = {}  # cache of played answers by id; None doesn't fit
        self._stood: dict[int, tuple[int, int]] = {}  # maps heads to round and turn there
        self._unwritten = False  # whether the answers that don't fit wait here, but not yet in the file
        self._children: dict[int, list[int]] = {}  # maps ids to the ids of the answers that follow
        self.bets: dict[int, dict[int, int]] = {}  # maps heads to the faces bet on there, by seat
        self.given_at: dict[int, float] = {}  # maps ids to the Unix times of the answers; 0 is the first entry
        self._highest = self._group = self._entries = 0
        self._last = LogEntry(at=0.0)
        for entry in entries:
            self._take(entry)
        self._stand_at(self._last.head if head is None else head)

    @property
    def state(self) -> State:
        """The state after the head."""
        return self.lines[-1].after if self.lines else self.start

    @property
    def head(self) -> int:
        """The id of the last answer; 0 before the first."""
        return self.lines[-1].id if self.lines else 0

    def at(self, n: int) -> AnswerRecord | None:
        """Return the `n`-th answer of the path; None for 0, the beginning. Raises `NotAllowedError` "table.stale"."""
        if not 0 <= n <= len(self.lines):
            message = f"there is no answer {n}: the game has {len(self.lines)}"
            raise NotAllowedError("table.stale", message, ("table.stale",))
        return self.lines[n - 1] if n else None

    def led_to(self, n: int) -> Iterator[AnswerRecord]:
        """Yield the answers that led to the state after the `n`-th, newest first.

        An answer that restored an earlier state is replaced by the path to that state.
        """
        lines = self.lines[:n]
        while lines:
            line = lines.pop()
            if line.id in self._lay and not is_put_in(line):
                lines = self._path_to(self._lay[line.id])
            else:
                yield line

    def said_after(self, parent: AnswerRecord | None) -> list[tuple[str, str]]:
        """Return (by, key) of all answers given to the question after `parent`, on any path, oldest first."""
        id, rows = parent.id if parent else 0, list[StoredAnswer]()
        while True:
            rows = [self._rows[child] for child in self._children.get(id, ())] + rows
            if id not in self._lay:
                return [(row.by, row.answer.key) for row in rows]
            id = self._lay[id]

    def as_it_lies(self) -> State:
        """Return the state of the physical board: while answers wait to be replayed, the one before the jump back."""
        lines = self._path_to(self.lies_after()) if self.pending else self.lines
        return lines[-1].after if lines else self.start

    def lies_after(self) -> int:
        """Return the id of the answer whose state the physical board shows; 0 for the beginning."""
        if not self.pending:
            return self.head
        last = self.pending[-1].id
        origins = reversed(self.origins.values())
        found = (origin for origin in origins if any(row.id == last for row in self._path(origin)))
        return next(found, self.head)

    # --- reading ---

    def catch_up(self) -> None:
        """Read the entries that another window has appended, and move to the head of the last one."""
        entries = self.log.read()
        for entry in entries:
            self._take(entry)
        if entries:
            self._stand_at(self._last.head)

    def _take(self, entry: LogEntry) -> None:
        """Index an entry; the head changes only in `_stand_at`.

        Raises `TableFileError`: "answer-missing" if it names an answer that is not there, "unreadable" if its own
        answers are there already.
        """
        self._check(entry)
        parent = entry.after
        round, turn = self._stood.get(parent, (0, 0))
        for id, given in enumerate(entry.answers, entry.first):
            self._know(StoredAnswer(id, parent, entry.group, given.by, given.answer, round, turn))
            parent = id
            self.given_at[id] = entry.at
        self.given_at.setdefault(0, entry.at)
        if entry.bet:
            self.bets.setdefault(entry.after, {})[entry.bet.seat] = entry.bet.face
        self._stood[entry.head] = entry.round, entry.turn
        if entry.jump:
            self.origins[entry.head] = entry.jumped_from
        if entry.lay_after:
            self._lay[entry.head] = entry.lay_after
        self._waits[entry.head] = entry.waiting
        self.settings, self._last = entry.settings or self.settings, entry

    def _check(self, entry: LogEntry) -> None:
        path, named = self.log.path, (entry.after, entry.jumped_from, entry.lay_after, *entry.redo, *entry.waiting)
        for id in named:
            if id and id not in self._rows:
                raise TableFileError("answer-missing", path=str(path), n=id, code=rescue_command(path))
        self._entries += 1
        if entry.answers and entry.first <= self._highest:
            raise TableFileError("unreadable", path=str(path), n=self._entries + 1)

    def _stand_at(self, head: int) -> None:
        """Make `head` the head, or the last answer before it that fits; redo and waiting are those of the last entry.

        Answers that don't fit the rules of today wait like those of a replay; all stay in the file.
        """
        self.lines, rest = self._played(head)
        self.redos = [] if rest else list(self._last.redo)
        waits = [row.id for row in rest if row.by != POLICY]
        self.pending = [self._waiting(id) for id in (*waits, *self._last.waiting)]
        self._unwritten = bool(rest)

    def _waiting(self, id: int) -> AnswerRecord:
        """Return the line of an answer that waits; its question is `UNKNOWN` where it doesn't fit its own path."""
        lines, rest = self._played(id)
        return waiting_line(self._rows[id], self.start) if rest else lines[-1]

    @property
    def unfit(self) -> list[AnswerRecord]:
        """The waiting answers that no longer fit, the first one first."""
        return [line for line in self.pending if line.ask is UNKNOWN]

    def _know(self, row: StoredAnswer) -> None:
        self._rows[row.id] = row
        self._children.setdefault(row.parent, []).append(row.id)
        self._highest, self._group = max(self._highest, row.id), max(self._group, row.undo_group)

    def _path(self, head: int) -> list[StoredAnswer]:
        """Return the rows from the first answer to `head`. Raises `TableFileError` "answer-missing"."""
        found: list[StoredAnswer] = []
        while head:
            row = self._rows.get(head)
            if row is None:
                path = self.log.path
                raise TableFileError("answer-missing", path=str(path), n=head, code=rescue_command(path))
            found.append(row)
            head = row.parent
        return found[::-1]

    def _path_to(self, head: int) -> list[AnswerRecord]:
        """Return the lines from the first answer to `head`, as far as they fit."""
        return self._played(head)[0]

    def _played(self, head: int) -> tuple[list[AnswerRecord], list[StoredAnswer]]:
        """Play the path to `head`: return its lines as far as they fit, and the rows from the first that doesn't.

        Lines not in the cache are played again.
        """
        lines, rows = list[AnswerRecord](), self._path(head)
        for at, row in enumerate(rows):
            if row.id not in self._made:
                self._made[row.id] = lines_of(row, lines[-1].after if lines else self.start, len(lines) + 1)
            made = self._made[row.id]
            if made is None:
                return lines, rows[at:]
            lines += made
        return lines, []

    # --- writing ---

    @contextmanager
    def transaction(self, ply: int | None = None) -> Iterator[None]:
        """Hold the file's lock after reading what others wrote; `ply` is the question that was seen, None for any.

        Raises `NotAllowedError` "table.stale" if the game is at another ply.
        """
        with self.log.writing():
            self.catch_up()
            if ply is not None and ply != self.state.ply:
                message = f"question {ply} is past: the game is at {self.state.ply}"
                raise NotAllowedError("table.stale", message, ("table.stale",))
            if self._unwritten:
                self.note()
                self._unwritten = False
            yield

    def draft(self, n: int | None = None, undo_group: int | None = None) -> Draft:
        """Return an empty draft after answer `n` (None: the last), in a new undo group unless one is given."""
        at, put_in = self.at(len(self.lines) if n is None else n), list[AnswerRecord]()
        while at is not None and is_put_in(at):
            put_in.insert(0, at)
            at = self.at(at.n - 1)
        draft = Draft(self, at, self._highest + 1, self._group + 1 if undo_group is None else undo_group)
        for line in put_in:
            draft.add(line.answer, line.by)
        return draft

    def write(self, draft: Draft, jump: str = "", lay_after: int = 0) -> None:
        """Append a draft to the log, inside `transaction`; its last answer becomes the head.

        `jump` says why the draft doesn't follow the head ("hold on", …), "" if it does. `lay_after` is the id of the
        answer whose state the draft restores, 0 for none.
        """
        before = self.head
        self._append(
            draft.state,
            after=draft.lines[0].parent if draft.lines else draft.last.id if draft.last else 0,
            first=draft.lines[0].id if draft.lines else 0,
            group=draft.lines[0].undo_group if draft.lines else 0,
            answers=tuple(GivenAnswer(line.by, line.answer) for line in draft.lines),
            waiting=_ids(draft.pending),
            jump=jump,
            jumped_from=before if jump else 0,
            lay_after=lay_after,
        )
        self._made.update((line.id, (line,)) for line in draft.lines)
        del self.lines[draft.lines[0].n - 1 if draft.lines else len(self.lines) :]
        self.lines += draft.lines
        self.redos, self.pending = [], draft.pending

    def _append(self, state: State, **fields: Any) -> None:
        """Append an entry with the time, and with round and turn of `state`, then index it."""
        turn = -1 if ask(state).kind == "over" else state.turn
        people = tuple("" if p.gone else p.name for p in state.players)
        if people == tuple(name for name, _ in self.settings.players):
            people = ()
        entry = LogEntry(at=time.time(), round=state.round, turn=turn, people=people, **fields)
        self.log.append(entry)
        self._take(entry)

    def note(self, **fields: Any) -> None:
        """Append an entry without answers (settings, definitions), inside `transaction`; `fields`: see `LogEntry`."""
        self._append(self.state, after=self.head, redo=tuple(self.redos), waiting=_ids(self.pending), **fields)

    def let_go(self) -> None:
        """Drop the answers that wait to be replayed, inside `transaction`."""
        self.pending = []
        self.note()

    # --- back and forth ---

    def before_last(self) -> int | None:
        """Return the head that undo goes to: before the last press or jump; None if there is nothing to undo."""
        at = self.end_of_press()
        if not at:
            return None
        origin, undo_group = self.origins.get(self.lines[at - 1].id), self.lines[at - 1].undo_group
        if origin is not None and not self._played(origin)[1]:
            return origin
        while at and self.lines[at - 1].undo_group == undo_group:
            at -= 1
        return self.lines[at - 1].id if at else 0

    def end_of_press(self) -> int:
        """Return how many answers there are up to the last press of a person, 0 without one.

        What the program has played since for its seats is undone with it; group 0, before the first question, is not.
        """
        at = len(self.lines)
        while at and (undo_group := self.lines[at - 1].undo_group):
            end = at
            while at and self.lines[at - 1].undo_group == undo_group:
                at -= 1
            if self.lines[at].by not in (BOT, BOT_ROLLED, POLICY):
                return end
        return 0

    @property
    def beginning(self) -> int:
        """The head before the first press: what the table itself did first is not undone."""
        first = [line.id for line in self.lines if not line.undo_group]
        return first[-1] if first else 0

    def go(self, head: int, redos: list[int]) -> None:
        """Make another answer the head, inside `transaction`, with the answers that waited there to be replayed."""
        lines = self._path_to(head)
        state = lines[-1].after if lines else self.start
        self._append(state, after=head, redo=tuple(redos), waiting=self._waits.get(head, ()))
        self._stand_at(head)


def _ids(lines: Iterable[AnswerRecord]) -> tuple[int, ...]:
    return tuple(line.id for line in lines)


def same_question(found: Ask, state: State, line: AnswerRecord) -> bool:
    """Return whether an old answer fits the ask `found`: same kind, purpose, seat, source and turn, same option."""
    old = line.ask
    if old is UNKNOWN:
        return line.before.round in (0, state.round) and (not line.before.round or line.before.turn == state.turn)
    if (found.kind, found.purpose, found.seat, found.source) != (old.kind, old.purpose, old.seat, old.source):
        return False
    if (state.turn, state.round) != (line.before.turn, line.before.round):
        return False
    if found.kind == "result" and found.rolls != old.rolls:
        return False
    if found.chance:
        return found.n == old.n or found.kind == "card"
    return _find_option(found, line.answer.key) == _find_option(old, line.answer.key)


def _find_option(found: Ask, key: str) -> object:
    """Return the option or offer of a key, None if there is none."""
    return next((o for o in (*found.options, *found.offers) if o.key == key), None)
