"""The file of a table: every answer is a row that is written before its result is shown, and never changed."""

from __future__ import annotations

import sqlite3
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from talisman_nb.model import ToldError
from talisman_nb.text.phrases import load_phrases

PROGRAM = 0x54414C4E  # "TALN", kept in the header of the file
FORMAT = 1
HEADER = b"SQLite format 3\0"

TABLES = """
CREATE TABLE kept (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE answers (id INTEGER PRIMARY KEY, parent INTEGER NOT NULL, deed INTEGER NOT NULL, by TEXT NOT NULL,
  answer TEXT NOT NULL, sum INTEGER NOT NULL, at REAL NOT NULL);
CREATE TABLE jumps (id INTEGER PRIMARY KEY, what TEXT NOT NULL, origin INTEGER NOT NULL, head INTEGER NOT NULL);
CREATE TABLE definitions (book TEXT PRIMARY KEY, texts BLOB NOT NULL) WITHOUT ROWID;
"""


class TableFileError(ToldError):
    """A table's file can't be used: says what is wrong, where, and what to do. The file is left as it is."""

    topic = "files"

    def __init__(self, key: str, **fields: object) -> None:
        super().__init__(key, load_phrases("en").say(self.topic, key, **fields), **fields)


class Row(NamedTuple):
    """One answer as it is written; `parent` 0 is the beginning of the game."""

    id: int
    parent: int
    deed: int
    by: str
    answer: bytes


class Jump(NamedTuple):
    """The game went on somewhere else than after its last answer: a hold on, a die thrown again."""

    what: str
    origin: int
    head: int


class Journal:
    """An SQLite file in which nothing answered is ever lost or overwritten; `path` None keeps it in memory.

    >>> journal = Journal.made(None, {"settings": "{}"})
    >>> with journal.writing():
    ...     journal.add((Row(1, 0, 1, "person", b"{}"),))
    ...     journal.keep("head", "1")
    >>> journal.rows(), journal.kept("head")
    ([Row(id=1, parent=0, deed=1, by='person', answer=b'{}')], '1')
    """

    def __init__(self, path: Path | None, link: sqlite3.Connection) -> None:
        self.path, self._link = path, link
        self._version = -1

    @classmethod
    def made(cls, path: Path | None, kept: dict[str, str]) -> Journal:
        """A new file; `TableFileError` when there is one already."""
        if path is not None and path.exists():
            raise TableFileError("there", path=str(path))
        link = _linked(path)
        link.executescript(f"PRAGMA application_id = {PROGRAM}; PRAGMA user_version = {FORMAT}; {TABLES}")
        journal = cls(path, link)
        with journal.writing():
            for name, value in kept.items():
                journal.keep(name, value)
        return journal

    @classmethod
    def opened(cls, path: Path) -> Journal:
        """The file at `path`, looked at before anything is read from it."""
        _look_at(path)
        link = _linked(path)
        journal = cls(path, link)
        with _said_plainly(path):
            _is_ours(path, link)
            found = link.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise _damaged(path) from sqlite3.DatabaseError(found)
        return journal

    def close(self) -> None:
        """Let go of the file."""
        self._link.close()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Everything written inside is in the file together, or not at all; other windows wait."""
        with _said_plainly(self.path):
            self._link.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._link.execute("COMMIT")
            except BaseException:
                if self._link.in_transaction:  # a full disk may have ended it already
                    self._link.execute("ROLLBACK")
                raise

    def changed(self) -> bool:
        """Whether another window has written since the last look."""
        version = self._link.execute("PRAGMA data_version").fetchone()[0]
        before, self._version = self._version, version
        return bool(before != version)

    def rows(self, after: int = 0) -> list[Row]:
        """The answers with a higher id than `after`; those that don't add up are left out: see `highest`."""
        with _said_plainly(self.path):
            found = self._link.execute(
                "SELECT id, parent, deed, by, CAST(answer AS BLOB), sum FROM answers WHERE id > ? ORDER BY id", (after,)
            ).fetchall()
        return [row for *fields, sum in found if checksum(row := Row(*fields)) == sum]

    def highest(self) -> int:
        """The highest id of an answer, readable or not."""
        return int(self._link.execute("SELECT coalesce(max(id), 0) FROM answers").fetchone()[0])

    def add(self, rows: tuple[Row, ...]) -> None:
        """Write answers."""
        now = time.time()
        self._link.executemany(
            "INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(r.id, r.parent, r.deed, r.by, r.answer.decode(), checksum(r), now) for r in rows],
        )

    def kept(self, name: str, default: str = "") -> str:
        """A value kept under a name: settings, head …"""
        found = self._link.execute("SELECT value FROM kept WHERE name = ?", (name,)).fetchone()
        return str(found[0]) if found else default

    def keep(self, name: str, value: str) -> None:
        """Keep a value under a name."""
        self._link.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (name, value))

    def jump(self, jump: Jump) -> None:
        """Write down that the game goes on somewhere else."""
        self._link.execute("INSERT INTO jumps (what, origin, head) VALUES (?, ?, ?)", jump)

    def jumps(self) -> list[Jump]:
        """All jumps, the oldest first."""
        return [Jump(*row) for row in self._link.execute("SELECT what, origin, head FROM jumps ORDER BY id")]

    def pin(self, book: str, texts: bytes) -> None:
        """Keep the definitions a game is played with."""
        self._link.execute("INSERT OR IGNORE INTO definitions VALUES (?, ?)", (book, texts))

    def pinned(self, book: str) -> bytes | None:
        """The definitions kept for a book's id."""
        found = self._link.execute("SELECT texts FROM definitions WHERE book = ?", (book,)).fetchone()
        return bytes(found[0]) if found else None


def checksum(row: Row) -> int:
    """What a row must add up to when it is read again."""
    return zlib.crc32(row.answer, zlib.crc32(f"{row.id} {row.parent} {row.deed} {row.by}".encode()))


def _linked(path: Path | None) -> sqlite3.Connection:
    # a kernel may hear the panel in another thread than the one that ran the cell; the panel lets in one message at a time
    link = sqlite3.connect(":memory:" if path is None else path, isolation_level=None, check_same_thread=False)
    if path is not None:
        with _said_plainly(path):
            link.execute("PRAGMA journal_mode = WAL")
            link.execute("PRAGMA synchronous = NORMAL")
    return link


def _look_at(path: Path) -> None:
    if not path.is_file():
        raise TableFileError("nowhere", path=str(path), code="talisman-nb tables")
    with path.open("rb") as file:
        begin = file.read(len(HEADER))
    if begin != HEADER:
        raise TableFileError("foreign", path=str(path), begin=repr(begin[:12]))


def _is_ours(path: Path, link: sqlite3.Connection) -> None:
    if link.execute("PRAGMA application_id").fetchone()[0] != PROGRAM:
        raise TableFileError("database", path=str(path))
    written = link.execute("PRAGMA user_version").fetchone()[0]
    if written > FORMAT:
        raise TableFileError("newer", path=str(path), written=written, format=FORMAT)


def _damaged(path: Path | None) -> TableFileError:
    return TableFileError("damaged", path=str(path), code="talisman_nb.table.rescued(path)")


TELLS = {
    "SQLITE_BUSY": "busy",
    "SQLITE_LOCKED": "busy",
    **dict.fromkeys(("SQLITE_READONLY", "SQLITE_FULL", "SQLITE_CANTOPEN"), "unwritable"),
}
"""What some errors of SQLite mean, by the begin of their names; any other means that the file is damaged."""


@contextmanager
def _said_plainly(path: Path | None) -> Iterator[None]:
    try:
        yield
    except sqlite3.DatabaseError as error:
        name = "_".join(getattr(error, "sqlite_errorname", "").split("_")[:2])
        raise (TableFileError(TELLS[name], path=str(path)) if name in TELLS else _damaged(path)) from error
