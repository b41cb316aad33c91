"""The folder of saved tables: paths and names of their files, their summaries, in how many windows one is open."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import time
from contextlib import suppress
from datetime import datetime
from io import FileIO
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from talisman_nb.cards.decode import nearest
from talisman_nb.model.data_folder import home, write_whole
from talisman_nb.table.records import HEADER, MAGIC, LogEntry, Settings, entry_of, is_whole
from talisman_nb.text.errors import system_reason
from talisman_nb.text.grammar import PERSON, Noun
from talisman_nb.text.phrases import load_phrases

from .file_error import LONGEST, TableFileError, as_table_file_error
from .game_log import is_plain_file
from .older_format import is_older, settings_in_older

SUFFIX = ".talisman"
"""File name suffix of saved tables."""
SIGNS = r'/ \ : * ? " < > |'
"""Characters that a file name can't contain on every operating system, as an error message lists them."""
RESERVED = re.compile(r"(con|prn|aux|nul|(com|lpt)[0-9¹²³])\s*(\..*)?", re.IGNORECASE)
"""Matches file names reserved for devices on Windows."""
TAIL = 1 << 16
"""Bytes read from the end of a file to find its last entry; the whole file is read if none is there."""

CLOCKS_DIFFER = 600.0
"""Seconds by which the clock of another computer, from which a file was copied, may be ahead of ours."""
Trouble = Literal["link", "no-file", "closed", "damaged", "newer", "foreign"]
"""Why a saved table can't be read; each has its phrase, `saved-…`."""


class Summary(NamedTuple):
    """Summary of a saved table for a list of tables."""

    people: tuple[str, ...]
    played: float  # Unix time in seconds of the last answer
    round: int  # 0 is unknown
    turn: str  # name of the player whose turn it is; "" when the game is over or it is unknown
    over: bool
    demo: bool = False


def made_folder(folder: Path) -> Path:
    """Create `folder` (mode 0700) if it is missing, and return it. Raises `TableFileError` ("home") if it can't."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        reason = system_reason(error)
        raise TableFileError("home", path=str(folder), reason=reason, variable="TALISMAN_NB_HOME") from error
    return folder


def tables_dir() -> Path:
    """Return the folder of the saved tables, created if missing. Raises `TableFileError` if it can't be created."""
    return made_folder(home() / "tables")


def table_file(name: str) -> Path:
    r"""Return the file of the table called `name`, whether it exists or not.

    Raises `TableFileError` for a name that can't be a file name on every operating system.

    >>> table_file("a/b")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    talisman_nb.table.file.file_error.TableFileError: A table...s name is one or more words, ... “a/b” can...t be one.
    """
    plain = name.strip()
    if len(plain.encode(errors="replace")) > LONGEST:
        raise TableFileError("name-long", name=plain[:20], most=LONGEST)
    if not plain or "." in (plain[0], plain[-1]) or re.search(r'[/\\:*?"<>|\x00-\x1f\ud800-\udfff]', plain):
        seen = ascii(name) if re.search(r"[\ud800-\udfff]", name) else repr(name)
        raise TableFileError("name", signs=SIGNS, name=seen[1:-1])
    if RESERVED.fullmatch(plain):
        raise TableFileError("name-reserved", name=plain)
    return tables_dir() / f"{plain}{SUFFIX}"


def saved_tables() -> list[Path]:
    """Return the files of the saved tables, the most recently played first. Raises `TableFileError`.

    Whatever has the suffix is one, also what can't be opened (`trouble` says why), so that nothing hides another.
    """
    with as_table_file_error(tables_dir()):
        files = list(tables_dir().glob(f"*{SUFFIX}"))
    return sorted(files, key=time_played, reverse=True)


def time_played(path: Path) -> float:
    """Return the Unix time in seconds of a table's last answer, or of its file's last change if it can't be read.

    A time in the future was saved with a wrong clock, and counts as unknown, 0, if the file's own date is as wrong.
    """
    found = summary(path)
    return found.played if found else _past(_time_changed(path))


def _past(*times: float) -> float:
    """Return the first time that is not in the future, 0 for none."""
    now = time.time() + CLOCKS_DIFFER
    return next((at for at in times if 0 <= at <= now), 0.0)


def _time_changed(path: Path) -> float:
    """Return the time of a file's last change, 0 if it can't be told; of a link itself if it leads nowhere."""
    for look in (path.stat, path.lstat):
        with suppress(OSError):
            return look().st_mtime
    return 0.0


def trouble(path: Path) -> Trouble:
    """Return why a saved table without a `summary` can't be read; the table itself is not played."""
    if path.is_symlink() and not path.exists():
        return "link"
    if not is_plain_file(path):
        return "no-file"
    try:
        with path.open("rb") as file:
            header = file.readline(len(HEADER) + 8)
    except OSError:
        return "closed"
    if header.rstrip(b"\r\n") == HEADER.rstrip() or HEADER.startswith(header) or is_older(path):
        return "damaged"
    return "newer" if header.startswith(MAGIC) else "foreign"


def day_and_time(at: float) -> str:
    """Format a Unix time in seconds as local day and time; "?" when it is unknown or out of range (wrong clock).

    >>> day_and_time(1e12), day_and_time(0)
    ('?', '?')
    """
    if not at:
        return "?"
    try:
        return f"{datetime.fromtimestamp(at):%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError, OSError):
        return "?"


def free_name(wanted: str) -> str:
    """Return an unused table name: `wanted` without characters no file name can contain, numbered if it is taken."""
    plain = re.sub(r'[/\\:*?"<>|\x00-\x1f\ud800-\udfff]', " ", wanted)[:60].strip(" .") or "Talisman"
    if RESERVED.fullmatch(plain):
        plain = f"{plain} 1"
    taken = {file.stem.casefold() for file in saved_tables()}
    names = (plain if n == 1 else f"{plain} {n}" for n in range(1, len(taken) + 2))
    return next(name for name in names if name.casefold() not in taken)


def take_in(wanted: str, data: bytes) -> str:
    """Save a table whose file came from elsewhere, under a free name like the one it had; return that name.

    Raises `TableFileError` where nothing can be written.
    """
    name = free_name(wanted)
    file = table_file(name)
    with as_table_file_error(file):
        made_folder(file.parent)
        write_whole(file, data)
    return name


def summary(path: Path) -> Summary | None:
    """Read the summary of a saved table from its first and last entries; None when it can't be read."""
    if not is_plain_file(path):
        return None
    try:
        with path.open("rb") as file:
            first = _first(file.readline(), file.readline())
            file.seek(max(len(HEADER), file.seek(0, os.SEEK_END) - TAIL))
            last = _last(file.read()) or _last(path.read_bytes())
    except OSError:
        return None
    if is_older(path):
        settings, last = settings_in_older(path), LogEntry(at=_time_changed(path))
    else:
        settings = first.settings if first else None
    if settings is None or last is None:
        return None
    people, over = last.people or tuple(name for name, _ in settings.players), last.turn < 0
    turn = "" if over or not last.round else "".join(people[last.turn : last.turn + 1])
    at = _past(last.at, _time_changed(path), first.at if first else 0.0)
    return Summary(
        tuple(filter(None, people)), at, last.round, turn, over, settings.demo and settings.name == path.stem
    )


def settings_in(path: Path, *, begun: bool = False) -> Settings | None:
    """Read the settings of a saved table without replaying it, as they are or as it was `begun`; None if unreadable."""
    if not is_plain_file(path):
        return None
    if is_older(path):
        return settings_in_older(path)
    try:
        lines = path.read_bytes().splitlines(keepends=True)
    except OSError:
        return None
    if not lines or _plain(lines[0]) != HEADER:
        return None
    order = lines if begun else reversed(lines)
    found = (entry.settings for line in order if b'"settings"' in line and (entry := _entry(line)))
    return next(filter(None, found), None)


def demo_of(path: Path) -> str:
    """Return the name of a demo table; "" for a table that is none: made by people, or renamed since."""
    found = summary(path)
    return path.stem if found and found.demo else ""


def found_table(name: str | Path) -> Path:
    """Return the file of a saved table, given its name or path.

    A path is returned unchecked. Raises `TableFileError` ("unknown", with the saved names) for an unknown name.
    """
    if isinstance(name, Path) or name.endswith(SUFFIX) or "/" in name or "\\" in name:
        return Path(name)
    path = table_file(name)
    if not os.path.lexists(path):
        known = [file.stem for file in saved_tables()]
        raise TableFileError("unknown", name=name, near=nearest(name, known), known=", ".join(known))
    return path


def _first(header: bytes, line: bytes) -> LogEntry | None:
    return _entry(line) if _plain(header) == HEADER else None


def _last(end: bytes) -> LogEntry | None:
    return next(filter(None, map(_entry, reversed(end.splitlines(keepends=True)))), None)


def _entry(line: bytes) -> LogEntry | None:
    """Decode a line; None when its checksum or content is not valid."""
    try:
        return entry_of(_plain(line)) if is_whole(_plain(line)) else None
    except msgspec.DecodeError:
        return None


def _plain(line: bytes) -> bytes:
    """A line whose end is ours: Git and mail programs write those of Windows."""
    return line[:-2] + b"\n" if line.endswith(b"\r\n") else line


# Counting of the windows in which a table is open: each process holds a lock on a file of its own per table. A lock
# ends with its process, however that ends, so that no window is counted that is gone.

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
        _MARKS[table] = _locked_mark(folder, _prefix(table))
    return _MARKS[table][0]


def _locked_mark(folder: Path, prefix: str) -> tuple[Path, FileIO]:
    """Make a file and lock it; anew if another process, which looks whether it is held, has come between."""
    import portalocker

    for last in (False,) * MARK_TRIES + (True,):
        mark = folder / f"{prefix}{secrets.token_hex(8)}"
        file = FileIO(mark, "x")
        try:
            portalocker.lock(file, portalocker.LOCK_EX | portalocker.LOCK_NB)
            if os.path.samestat(mark.stat(), os.fstat(file.fileno())):
                return mark, file
        except (portalocker.LockException, FileNotFoundError):
            if last:
                raise
        file.close()
    raise AssertionError("a mark of a random name is never another's")


MARK_TRIES = 20
"""How often a mark is made anew."""


def _prefix(table: Path) -> str:
    return f"{hashlib.sha256(str(table.resolve()).encode()).hexdigest()[:16]}-"


def _is_held(mark: Path) -> bool:
    """Return whether the process of a mark still runs; remove the mark if not."""
    import portalocker

    try:
        with FileIO(mark, "r+") as file:
            portalocker.lock(file, portalocker.LOCK_EX | portalocker.LOCK_NB)
            with suppress(OSError):  # Windows removes no open file
                mark.unlink()
            portalocker.unlock(file)
    except FileNotFoundError:
        return False
    except (portalocker.LockException, PermissionError):
        return True
    with suppress(OSError):
        mark.unlink(missing_ok=True)
    return False


def progress(lang: str, round_: int, turn: str, over: bool = False) -> str:
    """Word the progress of a table: round and name of the player whose turn it is, or over; "" if `turn` is "".

    >>> progress("en", 8, "Bruno")
    "round 8, Bruno's turn"
    """
    said = load_phrases(lang)
    if over:
        return said.say("setup", "game-over")
    return said.say("setup", "progress", round=round_, who=Noun(turn, lang, PERSON)) if turn else ""
