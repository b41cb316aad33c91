"""Where the saved tables lie on this computer."""

from __future__ import annotations

import os
import re
import sqlite3
from pathlib import Path

import msgspec
import platformdirs

from talisman_nb.cards.decode import nearest

from .journal import TableFileError
from .line import Settings

SUFFIX = ".talisman"
SIGNS = r'/ \ : * ? " < > |'
"""What no file name may hold on every system."""


def home() -> Path:
    """The folder of all that is this user's: `TALISMAN_NB_HOME`, else the local (never synchronised) data folder."""
    chosen = os.environ.get("TALISMAN_NB_HOME")
    if chosen:
        return Path(chosen).expanduser().resolve()
    return platformdirs.user_data_path("talisman-nb", appauthor=False)


def tables_dir() -> Path:
    """The folder of the saved tables, made when missing."""
    folder = home() / "tables"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def table_file(name: str) -> Path:
    r"""The file of the table called `name`; refuses names that can't be a file name on every system.

    >>> table_file("a/b")
    Traceback (most recent call last):
    talisman_nb.table.journal.TableFileError: A table's name is a word or a few, without / \ : * ? " < > | and no dot in front, not 'a/b'.
    """
    if not name.strip() or name.startswith(".") or re.search(r'[/\\:*?"<>|\x00-\x1f]', name):
        raise TableFileError("name", signs=SIGNS, name=repr(name))
    return tables_dir() / f"{name.strip()}{SUFFIX}"


def saved_tables() -> list[Path]:
    """The saved tables, the one played last first."""
    return sorted(tables_dir().glob(f"*{SUFFIX}"), key=lambda file: file.stat().st_mtime, reverse=True)


def free_name(wanted: str) -> str:
    """A table's name that is still free: `wanted` without what can't be in a file's name, numbered if need be."""
    plain = re.sub(r'[/\\:*?"<>|\x00-\x1f]', " ", wanted).strip(" .")[:60] or "Talisman"
    taken = {file.stem.casefold() for file in saved_tables()}
    names = (plain if n == 1 else f"{plain} {n}" for n in range(1, len(taken) + 2))
    return next(name for name in names if name.casefold() not in taken)


def settings_in(path: Path) -> Settings | None:
    """How a saved table plays, without opening it; None when that can't be read."""
    try:
        link = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        try:
            kept = link.execute("SELECT value FROM kept WHERE name = 'settings'").fetchone()
        finally:
            link.close()
        return msgspec.json.decode(kept[0], type=Settings)
    except (sqlite3.DatabaseError, TypeError, msgspec.DecodeError):
        return None


def found_table(name: str | Path) -> Path:
    """The file of a saved table, by its name or path; `TableFileError` lists what there is."""
    if isinstance(name, Path) or name.endswith(SUFFIX) or "/" in name or "\\" in name:
        return Path(name)
    path = table_file(name)
    if not path.is_file():
        known = [file.stem for file in saved_tables()]
        raise TableFileError("unknown", name=name, near=nearest(name, known), known=", ".join(known))
    return path
