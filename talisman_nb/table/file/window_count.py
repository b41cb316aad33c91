"""Counting of the windows in which a table is open: each process holds a lock on a file of its own per table.

A lock ends with its process, however that ends, so that no window is counted that is gone.
"""

from __future__ import annotations

import hashlib
import secrets
from contextlib import suppress
from io import FileIO
from pathlib import Path

import portalocker

from talisman_nb.model.data_folder import home

from .saved_tables import made_folder

_MARKS: dict[Path, tuple[Path, FileIO]] = {}
"""Maps the files of tables open in this process to the mark of each: its path, and the locked file."""


def count_windows(table: Path) -> int:
    """Mark the table in the file `table` as open in this process; return how many processes have it open.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "Friday.talisman"
    ...     count_windows(path), close_window(path)
    (1, None)
    """
    own = _make_mark(table)
    return 1 + sum(_is_held(mark) for mark in own.parent.glob(f"{_prefix(table)}*") if mark != own)


def close_window(table: Path) -> None:
    """Remove this process's mark of a table, if there is one."""
    if found := _MARKS.pop(table, None):
        mark, file = found
        file.close()
        mark.unlink(missing_ok=True)


def _make_mark(table: Path) -> Path:
    """Return the path of this process's mark of a table, made if missing."""
    if table not in _MARKS:
        folder = made_folder(home() / "windows")
        name = f"{_prefix(table)}{secrets.token_hex(8)}"
        fresh, mark = folder / f"new-{name}", folder / name
        file = FileIO(fresh, "w")
        portalocker.lock(file, portalocker.LOCK_EX | portalocker.LOCK_NB)
        fresh.rename(mark)  # others see it only once it is locked
        _MARKS[table] = mark, file
    return _MARKS[table][0]


def _prefix(table: Path) -> str:
    return f"{hashlib.sha256(str(table.resolve()).encode()).hexdigest()[:16]}-"


def _is_held(mark: Path) -> bool:
    """Return whether the process of a mark still runs; remove the mark if not."""
    try:
        with FileIO(mark, "r+") as file:
            portalocker.lock(file, portalocker.LOCK_EX | portalocker.LOCK_NB)
            portalocker.unlock(file)
    except FileNotFoundError:
        return False
    except (portalocker.LockException, PermissionError):
        return True
    with suppress(OSError):
        mark.unlink(missing_ok=True)
    return False
