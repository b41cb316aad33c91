"""The answers of a table as a tree: one path through it is the game, the rest is what was undone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain

import msgspec

from talisman_nb.engine import NotAllowedError, ask, step
from talisman_nb.model import Answer, Ask, State

from .journal import Journal, Jump, Row, TableFileError
from .line import Line

_read_answer = msgspec.json.Decoder(Answer).decode
_write = msgspec.json.Encoder().encode


class Draft:
    """Answers that are made but not yet written, following the answer `at` (None: the beginning)."""

    def __init__(self, history: History, at: Line | None, first_id: int, deed: int) -> None:
        self.lines: list[Line] = []
        self.pending: list[Line] = list(history.pending)
        self.skipped: list[Line] = []
        self._history, self._at, self._first_id, self._deed = history, at, first_id, deed

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
        self.lines.append(Line(n, id, parent, self._deed, answer, by, found, events, state, after))
        return self.lines[-1]

    def skip(self, n: int) -> None:
        """The question of the first `n` answers that wait does not come again."""
        self.skipped += self.pending[:n]
        del self.pending[:n]

    def backwards(self) -> Iterator[Line]:
        """All answers of the game so far, the last one first."""
        return chain(reversed(self.lines), reversed(self._history.lines[: self._at.n] if self._at else []))

    def said_here(self) -> list[tuple[str, str]]:
        """By whom and with which key this very question was answered before, oldest first."""
        return self._history.said_after(self.last)


class History:
    """The path from the first answer to the head, old states kept; what is in memory is in the journal before."""

    def __init__(self, journal: Journal, start: State) -> None:
        self.journal, self.start = journal, start
        self.lines: list[Line] = []
        self.redos: list[int] = []  # heads to go forth to
        self.pending: list[Line] = []  # answers that wait to be replayed
        self.origins: dict[int, int] = {}  # heads reached by a jump, and from where
        self._waits: dict[int, list[int]] = {}  # by head: the ids of the answers that waited there
        self._rows: dict[int, Row] = {}
        self._made: dict[int, Line] = {}
        self._children: dict[int, list[int]] = {}
        self._highest = self._deed = 0

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

    def said_after(self, parent: Line | None) -> list[tuple[str, str]]:
        """By whom and with which key the question after `parent` was answered before, oldest first."""
        rows = (self._rows[id] for id in self._children.get(parent.id if parent else 0, ()))
        return [(row.by, _read_answer(row.answer).key) for row in rows]

    def as_it_lies(self) -> State:
        """How the real table lies: while answers wait to be said again, as before the first of them was taken back."""
        if not self.pending:
            return self.state
        last = self.pending[-1].id
        origins = (self._path(origin) for origin in reversed(self.origins.values()))
        origin = next(path for path in origins if last in {row.id for row in path})
        return self._path_to(origin[-1].id)[-1].after

    # --- reading ---

    def catch_up(self, head: int | None = None) -> bool:
        """Read what another window has written; False when there was nothing. `head`: go there instead."""
        if not self.journal.changed() and head is None:
            return False
        for row in self.journal.rows(after=self._highest):
            self._know(row)
        self._highest = self.journal.highest()
        self.origins = {jump.head: jump.origin for jump in self.journal.jumps()}
        self.lines = self._path_to(int(self.journal.kept("head", "0")) if head is None else head)
        self.redos = json.loads(self.journal.kept("redos", "[]"))
        self._waits = {int(at): ids for at, ids in json.loads(self.journal.kept("waits", "{}")).items()}
        self._wait()
        return True

    def _wait(self) -> None:
        """Say again what waited at this head."""
        self.pending = [self._path_to(id)[-1] for id in self._waits.get(self.head, ())]

    def _know(self, row: Row) -> None:
        self._rows[row.id] = row
        self._children.setdefault(row.parent, []).append(row.id)
        self._deed = max(self._deed, row.deed)

    def _path(self, head: int) -> list[Row]:
        found: list[Row] = []
        while head:
            row = self._rows.get(head)
            if row is None:
                raise self._unreadable(head)
            found.append(row)
            head = row.parent
        return found[::-1]

    def _unreadable(self, id: int) -> TableFileError:
        last = max((known for known in self._rows if known < id), default=0)
        return TableFileError("answer-unreadable", path=str(self.journal.path), n=id, code=f"Table.open(path, until={last})")

    def _path_to(self, head: int) -> list[Line]:
        """The answers up to one of them; states that are not known yet are made by playing."""
        lines: list[Line] = []
        state = self.start
        for row in self._path(head):
            lines.append(self._made.get(row.id) or self._remade(row, state, len(lines) + 1))
            state = lines[-1].after
        return lines

    def _remade(self, row: Row, state: State, n: int) -> Line:
        answer = _read_answer(row.answer)
        try:
            found = ask(state)
            after, events = step(state, answer)
        except NotAllowedError as refused:
            raise TableFileError(
                "answer-unfit", path=str(self.journal.path), n=n, answer=repr(answer.key), code=f"Table.open(path, until={row.parent})"
            ) from refused
        line = self._made[row.id] = Line(n, row.id, row.parent, row.deed, answer, row.by, found, events, state, after)
        return line

    # --- writing ---

    @contextmanager
    def press(self, n: int | None = None, jump: str = "", deed: int | None = None) -> Iterator[Draft]:
        """A draft after answer `n` (None: the last); written when the block ends, forgotten when it raises."""
        with self.journal.writing():
            self.catch_up()
            draft = self.draft(n, deed)
            yield draft
            self._write(draft, jump)
        self._settle(draft, jump)

    def draft(self, n: int | None = None, deed: int | None = None) -> Draft:
        """Answers to try out after answer `n` (None: the last)."""
        at = self.at(len(self.lines) if n is None else n)
        return Draft(self, at, self._highest + 1, self._deed + 1 if deed is None else deed)

    def _write(self, draft: Draft, jump: str) -> None:
        head = draft.last.id if draft.last else 0
        self.journal.add(tuple(map(_row, draft.lines)))
        self.journal.keep("head", str(head))
        if self.redos:
            self.journal.keep("redos", "[]")
        if draft.pending:
            self._keep(self._waits | {head: _ids(draft.pending)})
        if jump:
            self.journal.jump(Jump(jump, self.head, head))

    def _keep(self, waits: dict[int, list[int]]) -> None:
        self.journal.keep("waits", json.dumps(waits))

    def _settle(self, draft: Draft, jump: str) -> None:
        if jump and draft.last:
            self.origins[draft.last.id] = self.head
        for line in draft.lines:
            self._know(_row(line))
            self._made[line.id] = line
            self._highest = line.id
        kept = draft.lines[0].n - 1 if draft.lines else len(self.lines)
        self.lines = self.lines[:kept] + draft.lines
        self.redos, self.pending = [], draft.pending
        if draft.pending:
            self._waits[self.head] = _ids(draft.pending)

    def let_go(self) -> None:
        """Nothing waits to be replayed any more."""
        waits = {head: ids for head, ids in self._waits.items() if head != self.head}
        with self.journal.writing():
            self._keep(waits)
        self._waits, self.pending = waits, []

    # --- back and forth ---

    def before_last(self) -> int | None:
        """The head that undo goes to: before the last press, or before the last jump; None at the beginning."""
        if not self.lines:
            return None
        if self.head in self.origins:
            return self.origins[self.head]
        deed, at = self.lines[-1].deed, len(self.lines)
        if not deed:
            return None  # what the table did by itself before anybody was asked
        while at and self.lines[at - 1].deed == deed:
            at -= 1
        return self.lines[at - 1].id if at else 0

    def go(self, head: int, redos: list[int]) -> None:
        """Make another answer the head; what waited there to be replayed waits again."""
        with self.journal.writing():
            self.journal.keep("head", str(head))
            self.journal.keep("redos", json.dumps(redos))
        self.lines, self.redos = self._path_to(head), redos
        self._wait()


def _ids(lines: list[Line]) -> list[int]:
    return [line.id for line in lines]


def _row(line: Line) -> Row:
    return Row(line.id, line.parent, line.deed, line.by, _write(line.answer))


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
