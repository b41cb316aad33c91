"""Tables saved by versions before 0.2 (SQLite databases), or with other line ends, read in the current format."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec

from talisman_nb.model import Answer
from talisman_nb.table.records import HEADER as CURRENT
from talisman_nb.table.records import GivenAnswer, LogEntry, Settings, encode_entry

from .file_error import TableFileError, as_table_file_error
from .game_log import KEPT, GameLog, is_plain_file

HEADER = b"SQLite format 3\0"
"""First bytes of every SQLite file."""
OURS = (0x54414C4E).to_bytes(4, "big")
"""SQLite application id of a table's database."""
OURS_AT = 68
"""Byte offset of the application id in a SQLite file."""


def is_older(path: Path) -> bool:
    """Return whether the file is a table saved by an older version; False if it can't be read."""
    begin = _begin(path)
    return begin.startswith(HEADER) and begin.endswith(OURS)


def has_other_line_ends(path: Path) -> bool:
    """Return whether the file is a table whose line ends are those of Windows: changed by Git or a mail program."""
    return _begin(path).startswith(CURRENT.replace(b"\n", b"\r\n"))


def convert(log: GameLog, path: Path) -> None:
    """Put the conversion of a file in its place; as it was it stays beside it, with what SQLite had not merged yet."""
    side = _side(path)
    with as_table_file_error(path):
        unmerged = side.read_bytes() if side.is_file() else b""
        if unmerged:
            _side(path.with_name(path.name + KEPT)).write_bytes(unmerged)
        log.put_in_place_of(path)
        if unmerged:
            side.unlink()


def _side(path: Path) -> Path:
    """The file in which SQLite keeps what it has not merged yet."""
    return path.with_name(f"{path.name}-wal")


def _connect(path: Path) -> sqlite3.Connection:
    """Open a database so that nothing is written, not even files beside it."""
    still = "" if _side(path).exists() else "&immutable=1"
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro{still}", uri=True)


def _begin(path: Path) -> bytes:
    if not is_plain_file(path):
        return b""
    try:
        with path.open("rb") as file:
            return file.read(OURS_AT + len(OURS))
    except OSError:
        return b""


def settings_in_older(path: Path) -> Settings | None:
    """Read the settings of a table saved by an older version; None when they can't be read."""
    try:
        with closing(_connect(path)) as link:
            found = link.execute("SELECT value FROM kept WHERE name = 'settings'").fetchone()
        return msgspec.json.decode(found[0], type=Settings)
    except (OSError, sqlite3.Error, TypeError, ValueError, msgspec.MsgspecError):
        return None


def older_log(path: Path) -> GameLog | None:
    """Read a file that needs to be converted as a log in memory, None for one that needs not; it is not changed.

    `convert` writes the conversion. Raises `TableFileError`, "older" when a database can't be read.
    """
    with as_table_file_error(path):
        if has_other_line_ends(path):
            return GameLog.of(path, path.read_bytes().replace(b"\r\n", b"\n"))
        if not is_older(path):
            return None
    try:
        with as_table_file_error(path), closing(_connect(path)) as link:
            entries = _entries(link)
    except (sqlite3.Error, msgspec.MsgspecError, LookupError, TypeError, ValueError) as error:
        raise TableFileError("older", path=str(path)) from error
    return GameLog.of(path, CURRENT + b"".join(map(encode_entry, entries)))


def _entries(link: sqlite3.Connection) -> list[LogEntry]:
    """Read the database as entries: settings and definitions, one per answer, and the head with redo and waiting."""
    kept = dict(link.execute("SELECT name, value FROM kept"))
    settings = msgspec.json.decode(kept["settings"], type=Settings)
    found = link.execute("SELECT texts FROM definitions WHERE book = ?", (settings.book,)).fetchone()
    jumps = {
        head: (what, origin) for what, origin, head in link.execute("SELECT what, origin, head FROM jumps ORDER BY id")
    }
    rows = link.execute("SELECT id, parent, deed, by, answer, at FROM answers ORDER BY id").fetchall()
    begun = rows[0][5] if rows else 0.0
    entries = [LogEntry(at=begun, settings=settings, definitions=bytes(found[0]) if found else b"")]
    for id, parent, undo_group, by, text, at in rows:
        what, origin = jumps.get(id, ("", 0))
        given = GivenAnswer(by, msgspec.json.decode(text, type=Answer))
        entries.append(
            LogEntry(at=at, after=parent, first=id, group=undo_group, answers=(given,), jump=what, jumped_from=origin)
        )
    redo, waiting = (tuple(json.loads(kept.get(name, "[]"))) for name in ("redos", "pending"))
    last = LogEntry(at=rows[-1][5] if rows else begun, after=int(kept.get("head", "0")), redo=redo, waiting=waiting)
    return [*entries, last]
