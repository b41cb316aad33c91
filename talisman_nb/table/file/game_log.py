"""The file of a table: an append-only log with file lock, one line per press, synced before the result is shown.

A copy made at any moment, also during a write, holds every answer up to that moment.
"""

from __future__ import annotations

import errno
import glob
import hashlib
import os
import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path

import msgspec

from talisman_nb.table.records import FORMAT, HEADER, MAGIC, LogEntry, encode_entry, entry_of, is_whole

from .file_error import TableFileError, as_table_file_error, rescue_command

PATIENCE = 5.0
"""Seconds to wait for the lock of the file: other windows hold it for moments."""
IMPATIENCE = 0.1
"""Seconds to wait while another program holds it: it was waited for before in vain, and a host has one thread."""
LARGEST = 1 << 28
"""Upper bound of a table's file in bytes: a thousand long games."""
KEPT = ".older"
"""Ending that is added to the name of a file that has been converted."""
TEMPORARY = re.compile(r"\..+\.[a-z0-9_]{8}\.new")
"""Matches the names of temporary files, as `tempfile` makes them."""
ABANDONED = 3600.0
"""Age in seconds after which a temporary file counts as left behind by a killed process and is removed."""


class GameLog:
    """An append-only log of entries, in a file or (when new) in memory.

    >>> log = GameLog()
    >>> with log.writing():
    ...     log.append(LogEntry(at=0.0, after=2))
    >>> log.read()
    []
    """

    def __init__(self) -> None:
        self.path: Path | None = None
        self.cut_off = 0  # bytes after the last complete line: an interrupted write
        self.converted_from: Path | None = None  # the file as it was, until the next entry
        self._data = bytearray(HEADER)  # all complete lines read or written so far
        self._file: FileIO | None = None
        self._locked = self._busy = False

    @classmethod
    def opened(cls, path: Path) -> GameLog:
        """Open the file at `path` and check its header. Raises `TableFileError`. The file is not changed."""
        log = cls()
        log.path, log._file, log._data = path, _open_log(path), bytearray()
        try:
            with as_table_file_error(path), log._lock():
                log._check_header()
        except BaseException:
            log.close()
            raise
        return log

    @classmethod
    def of(cls, path: Path, data: bytes) -> GameLog:
        """Return a log in memory with the content of a file, whose errors name `path`."""
        log = cls()
        end = data.rfind(b"\n") + 1
        log.path, log._data, log.cut_off = path, bytearray(data[:end]), len(data) - end
        return log

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    # --- reading ---

    @property
    def length(self) -> int:
        """Number of bytes read or written so far; every entry adds to it."""
        return len(self._data)

    @property
    def identity(self) -> str:
        """Return the identity of a table, whatever its file is called: the hash of the first entry."""
        start = self._data.find(b"\n") + 1
        return hashlib.sha256(self._data[start : self._data.find(b"\n", start)].strip()).hexdigest()

    @property
    def grown(self) -> bool:
        """Whether there may be entries that were not read yet: the file is longer, or can't be looked at."""
        try:
            return self._file is not None and self._size() > len(self._data) + self.cut_off
        except OSError:
            return True

    def read(self) -> list[LogEntry]:
        """Return the entries appended since the last call, by this or another process.

        Raises `TableFileError`: "damaged" names the first line whose checksum fails, "unreadable" the first that is no
        valid entry.
        """
        if self._file is None:
            return []
        with as_table_file_error(self._path):
            if self._size() <= len(self._data) + self.cut_off:
                return []
            with self._lock():
                lines, end = self._new_lines()
        first = self._data.count(b"\n") + 1
        entries = [self._entry(line, n) for n, line in enumerate(lines.splitlines(keepends=True), first)]
        self._data += lines
        self.cut_off = len(end)  # as it was under the lock: another program may have written since
        if is_whole(end[:-1] + b"\n"):
            raise self._damaged(self._data.count(b"\n") + 1)
        return entries

    def entries(self) -> list[LogEntry]:
        """Return all entries read or written so far."""
        lines = bytes(self._data).splitlines(keepends=True)[1:]
        return [self._entry(line, n) for n, line in enumerate(lines, 2)]

    def _entry(self, line: bytes, n: int) -> LogEntry:
        try:
            if is_whole(line):
                return entry_of(line)
        except msgspec.DecodeError as error:
            raise TableFileError("unreadable", path=str(self.path), n=n) from error
        raise self._damaged(n)

    def _damaged(self, n: int) -> TableFileError:
        return TableFileError("damaged", path=str(self.path), n=n, code=rescue_command(self._path))

    def _new_lines(self) -> tuple[bytes, bytes]:
        """Return the bytes after those already read: complete lines, and the incomplete rest."""
        file = self._open_file
        file.seek(len(self._data))
        found = file.read()
        end = found.rfind(b"\n") + 1
        return found[:end], found[end:]

    def _size(self) -> int:
        return os.fstat(self._open_file.fileno()).st_size

    def _check_header(self) -> None:
        file, path = self._open_file, str(self.path)
        file.seek(0)
        begin = file.read(len(HEADER))
        if begin == HEADER:
            self._data += begin
        elif begin.startswith(MAGIC) and begin[len(MAGIC) :].strip().isdigit():
            raise TableFileError("newer", path=path, written=int(begin[len(MAGIC) :]), format=FORMAT)
        elif begin and HEADER.startswith(begin):
            raise TableFileError("lost", path=path)
        else:
            raise TableFileError("foreign", path=path)

    # --- writing ---

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A transaction: holds the file lock. Raises `TableFileError` "busy" after `PATIENCE`, "gone" or "replaced"."""
        if self._file is None:
            yield
            return
        with as_table_file_error(self._path), self._lock():
            self._check_place()
            yield

    def append(self, entry: LogEntry) -> None:
        """Append an entry atomically, inside `writing`: synced to disk on return, removed again on an error."""
        line = encode_entry(entry)
        if self._file is not None:
            self._append(line)
        self._data += line
        self.cut_off, self.converted_from = 0, None

    def _append(self, line: bytes) -> None:
        file, end = self._open_file, len(self._data)
        if not file.writable():
            raise TableFileError("forbidden", path=str(self.path))
        try:
            if self._size() > end:
                file.truncate(end)  # an incomplete line of an interrupted write
            file.seek(end)
            if file.write(line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(file.fileno())
        except OSError:
            file.truncate(end)
            raise

    def _check_place(self) -> None:
        """Raise `TableFileError` if the file was deleted ("gone"), or replaced or shortened ("replaced")."""
        here = os.fstat(self._open_file.fileno())
        try:
            there = self._path.stat()
        except FileNotFoundError:
            raise TableFileError("gone", path=str(self.path)) from None
        moved = (here.st_dev, here.st_ino) != (there.st_dev, there.st_ino)
        if moved or here.st_size < len(self._data) or not self._is_as_left():
            raise TableFileError("replaced", path=str(self.path))

    def _is_as_left(self) -> bool:
        """Return whether the last line that was read is still at its place in the file."""
        start = self._data.rfind(b"\n", 0, -1) + 1
        self._open_file.seek(start)
        return self._open_file.read(len(self._data) - start) == self._data[start:]

    def save_to(self, path: Path) -> None:
        """Write the whole log atomically to a new file, which becomes the log's file.

        Raises `TableFileError`: "there" if a file of that name exists.
        """
        with as_table_file_error(path):
            _put_in_place(bytes(self._data), path)
            self.close()
            self.path, self._file, self.cut_off = path, _open_log(path), 0

    def put_in_place_of(self, path: Path) -> None:
        """Write the whole log in place of the file at `path`, which stays beside it as `*.older`; go on in it."""
        fresh, kept = (path.with_name(f"{path.name}{end}") for end in (".converted", KEPT))
        with as_table_file_error(path):
            fresh.unlink(missing_ok=True)
            _put_in_place(bytes(self._data), fresh)
            if not kept.exists():
                _put_in_place(path.read_bytes(), kept)
            fresh.replace(path)
            _sync_folder(path.parent)
            self.path, self._file, self.converted_from = path, _open_log(path), kept

    # --- the lock ---

    @contextmanager
    def _lock(self) -> Iterator[None]:
        """Hold the exclusive file lock; reentrant."""
        if self._locked:
            yield
            return
        file, self._busy, patience = self._open_file, True, IMPATIENCE if self._busy else PATIENCE
        _wait_for_lock(file, self._path, patience)
        self._locked, self._busy = True, False
        try:
            yield
        finally:
            self._locked = False
            self._unlock()

    def _unlock(self) -> None:
        """Release the file lock; if the system refuses, by opening the file anew."""
        if self._file is None:
            return
        import portalocker

        try:
            portalocker.unlock(self._file)
        except (OSError, portalocker.LockException):
            self._file.close()
            self._file = _open_log(self._path)

    @property
    def _open_file(self) -> FileIO:
        if self._file is None:
            raise TableFileError("closed", path=str(self.path))
        return self._file

    @property
    def _path(self) -> Path:
        assert self.path is not None, "a log in memory has no file"
        return self.path


def is_plain_file(path: Path) -> bool:
    """Return whether there is a file that can be read without waiting, and not without end: no folder, pipe, device."""
    try:
        return path.is_file() and path.stat().st_size <= LARGEST
    except OSError:
        return False


def _open_log(path: Path) -> FileIO:
    """Open a file for reading and writing, or read-only if writing is not permitted. Raises `TableFileError`."""
    with as_table_file_error(path):
        if not path.is_file():
            raise TableFileError("foreign" if path.exists() else "nowhere", path=str(path), code="talisman-nb tables")
        if not is_plain_file(path):
            raise TableFileError("foreign", path=str(path))
        try:
            return FileIO(path, "r+")
        except OSError as error:
            if error.errno not in (errno.EACCES, errno.EPERM, errno.EROFS):
                raise
        return FileIO(path, "r")


def _wait_for_lock(file: FileIO, path: Path, patience: float) -> None:
    """Poll for the file lock. Raises `TableFileError` "busy" after `patience` seconds."""
    import portalocker  # only a table with a file locks it

    until = time.monotonic() + patience
    while True:
        try:
            portalocker.lock(file, portalocker.LOCK_EX | portalocker.LOCK_NB)
            return
        except portalocker.LockException as error:
            if time.monotonic() > until:
                raise TableFileError("busy", path=str(path)) from error
        time.sleep(0.002)


def _put_in_place(data: bytes, path: Path) -> None:
    """Write a temporary file, sync it and link it to `path`, so that `path` never holds a part of it."""
    _remove_abandoned(path)
    handle, name = tempfile.mkstemp(".new", f".{path.name}.", path.parent)
    fresh = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _name(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)
    _sync_folder(path.parent)


def _name(fresh: Path, path: Path) -> None:
    """Give a file its final name without replacing another. Raises `TableFileError` "there"."""
    try:
        os.link(fresh, path)
    except FileExistsError:
        raise TableFileError("there", path=str(path)) from None
    except (OSError, AttributeError):  # a file system without links, as of a memory stick; a Python in a browser
        if path.exists():
            raise TableFileError("there", path=str(path)) from None
        fresh.rename(path)


def _remove_abandoned(path: Path) -> None:
    """Remove temporary files older than `ABANDONED` of `path` and of other tables in its folder.

    They are of killed processes. One that can't be removed stays.
    """
    for file in {*path.parent.glob(f".*{path.suffix}.*.new"), *path.parent.glob(f".{glob.escape(path.name)}.*.new")}:
        with suppress(OSError):
            if TEMPORARY.fullmatch(file.name) and file.stat().st_mtime < time.time() - ABANDONED:
                file.unlink()


def _sync_folder(folder: Path) -> None:
    """Sync the directory entry of a new file to disk (POSIX only; Windows needs no call)."""
    if os.name != "nt":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
