"""Conversion of tables saved by versions before 0.2 (SQLite databases) to the current file format."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec

from talisman_nb.model import Answer

from .file_error import TableFileError, as_table_file_error
from .game_log import GameLog
from .log_entry import Given, LogEntry
from .records import Settings

HEADER = b"SQLite format 3\0"
"""First bytes of every SQLite file."""
OURS = (0x54414C4E).to_bytes(4, "big")
"""SQLite application id of a table's database."""
OURS_AT = 68
"""Byte offset of the application id in a SQLite file."""


def is_older(path: Path) -> bool:
    """Return whether the file is a table saved by an older version; False if it can't be read."""
    try:
        with path.open("rb") as file:
            begin = file.read(OURS_AT + len(OURS))
    except OSError:
        return False
    return begin.startswith(HEADER) and begin.endswith(OURS)


def settings_in_older(path: Path) -> Settings | None:
    """Read the settings of a table saved by an older version; None when they can't be read."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as link:
            found = link.execute("SELECT value FROM kept WHERE name = 'settings'").fetchone()
        return msgspec.json.decode(found[0], type=Settings)
    except (sqlite3.DatabaseError, TypeError, msgspec.DecodeError):
        return None


def convert(path: Path) -> None:
    """Replace an older file by its conversion to the current format; the original is kept beside it as `*.older`.

    Raises `TableFileError` "older" when the database can't be read.
    """
    try:
        with closing(sqlite3.connect(path)) as link:
            entries = _entries(link)
    except (sqlite3.DatabaseError, TypeError, ValueError) as error:
        raise TableFileError("older", path=str(path)) from error
    log = GameLog()
    for entry in entries:
        log.append(entry)
    fresh = path.with_name(f"{path.name}.converted")
    with as_table_file_error(path):
        fresh.unlink(missing_ok=True)
        log.save_to(fresh)
        log.close()
        kept = path.with_name(f"{path.name}.older")
        if not kept.exists():
            os.link(path, kept)
        fresh.replace(path)


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
        given = Given(by, msgspec.json.decode(text, type=Answer))
        entries.append(
            LogEntry(at=at, after=parent, first=id, group=undo_group, answers=(given,), jump=what, jumped_from=origin)
        )
    redo, waiting = (tuple(json.loads(kept.get(name, "[]"))) for name in ("redos", "pending"))
    last = LogEntry(at=rows[-1][5] if rows else begun, after=int(kept.get("head", "0")), redo=redo, waiting=waiting)
    return [*entries, last]
