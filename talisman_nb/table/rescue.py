"""What can still be read of a damaged file goes into a new one beside it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from .journal import Journal, Row, TableFileError, checksum


def rescued(path: str | Path) -> Path:
    """A new table with every answer of a damaged file that can be read; the damaged file stays as it is.

    Raises `TableFileError` when not even how the table plays can be read.
    """
    damaged = Path(path)
    new = damaged.with_name(f"{damaged.stem} (rescued){damaged.suffix}")
    link = sqlite3.connect(f"{damaged.absolute().as_uri()}?mode=ro", uri=True)
    try:
        settings, rows, pinned = _settings(link, damaged), _rows(link), _pinned(link)
    finally:
        link.close()
    journal = Journal.made(new, {"settings": settings})
    whole = _with_parents(rows)
    with journal.writing():
        journal.add(tuple(whole.values()))
        journal.keep("head", str(max(whole, default=0)))
        for book, texts in pinned:
            journal.pin(book, texts)
    journal.close()
    return new


def _settings(link: sqlite3.Connection, path: Path) -> str:
    try:
        return str(link.execute("SELECT value FROM kept WHERE name = 'settings'").fetchone()[0])
    except (sqlite3.DatabaseError, TypeError) as error:
        raise TableFileError("lost", path=str(path)) from error


def _rows(link: sqlite3.Connection) -> list[Row]:
    """The answers, one by one, so that one that can't be read does not hide the others."""
    found = []
    for id in range(1, _last(link) + 1):
        try:
            fields = link.execute("SELECT id, parent, deed, by, CAST(answer AS BLOB), sum FROM answers WHERE id = ?", (id,)).fetchone()
        except sqlite3.DatabaseError:
            continue
        if fields and checksum(Row(*fields[:-1])) == fields[-1]:
            found.append(Row(*fields[:-1]))
    return found


def _last(link: sqlite3.Connection) -> int:
    try:
        return int(link.execute("SELECT coalesce(max(id), 0) FROM answers").fetchone()[0])
    except sqlite3.DatabaseError:
        return 100_000


def _pinned(link: sqlite3.Connection) -> list[tuple[str, bytes]]:
    try:
        return [(str(book), bytes(texts)) for book, texts in link.execute("SELECT book, texts FROM definitions")]
    except sqlite3.DatabaseError:
        return []


def _with_parents(rows: list[Row]) -> dict[int, Row]:
    kept: dict[int, Row] = {}
    for row in rows:
        if not row.parent or row.parent in kept:
            kept[row.id] = row
    return kept
