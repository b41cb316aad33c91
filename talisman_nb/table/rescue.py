"""Recovery of a damaged table file: copies its readable entries into a new file beside it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec.structs import replace

from .file_error import TableFileError, as_table_file_error
from .game_log import GameLog
from .log_entry import HEADER, LogEntry, entry_of, is_whole

LINE_END = ord("\n")
LONGEST_MENDED = 1 << 15
"""Upper bound in bytes of a damaged block in which a flipped bit is searched, because the search is quadratic."""


def rescued(path: str | Path) -> Path:
    """Write the readable entries of a damaged file to a new file and return its path; the damaged file is not changed.

    A single flipped bit is found by the checksum and corrected. Answers that follow a lost answer can't be replayed and
    are left out. Raises `TableFileError` if there is no such file ("nowhere"), or no entry with settings is readable
    ("lost").
    """
    damaged = Path(path)
    with as_table_file_error(damaged):
        if not damaged.is_file():
            raise TableFileError("nowhere", path=str(damaged), code="talisman-nb tables")
        data = damaged.read_bytes()
    entries = list(_playable(_entries(_lines(data))))
    if not entries or not any(entry.settings for entry in entries):
        raise TableFileError("lost", path=str(damaged))
    log = GameLog()
    for entry in entries:
        log.append(entry)
    with as_table_file_error(damaged):
        new = _free(damaged)
    log.save_to(new)
    log.close()
    return new


def _free(damaged: Path) -> Path:
    """Return the first unused path "NAME (rescued)", "NAME (rescued 2)", … beside the damaged file."""
    names = (f"{damaged.stem} (rescued{f' {n}' if n > 1 else ''}){damaged.suffix}" for n in range(1, 1000))
    return next(path for path in map(damaged.with_name, names) if not path.exists())


def _lines(data: bytes) -> Iterator[bytes]:
    """Yield the lines whose checksum fits, and those repaired by `_mended`."""
    bad = b""
    for line in data.removeprefix(HEADER).splitlines(keepends=True):
        if not is_whole(line):
            bad += line
            continue
        yield from _mended(bad)
        yield line
        bad = b""
    yield from _mended(bad)


def _mended(block: bytes) -> list[bytes]:
    """Return the lines of a damaged block if flipping one bit makes all their checksums fit, else an empty list.

    In a long block, such as one with the definitions, only a lost line end is searched.
    """
    for at in range(len(block)):
        for bit in range(8):
            mended = block[at] ^ 1 << bit
            if len(block) > LONGEST_MENDED and mended != LINE_END:
                continue
            lines = (b"%b%c%b" % (block[:at], mended, block[at + 1 :])).splitlines(keepends=True)
            if all(map(is_whole, lines)):
                return lines
    return []


def _entries(lines: Iterator[bytes]) -> Iterator[LogEntry]:
    """Decode lines, skipping those that are no valid entry."""
    for line in lines:
        try:
            yield entry_of(line)
        except msgspec.DecodeError:
            continue


def _playable(entries: Iterator[LogEntry]) -> Iterator[LogEntry]:
    """Yield the entries whose parent answer exists; other references to lost answers are removed from them."""
    known = {0}
    for entry in entries:
        if entry.after not in known:
            continue
        known.update(range(entry.first, entry.first + len(entry.answers)))
        redo, waiting = (tuple(id for id in ids if id in known) for ids in (entry.redo, entry.waiting))
        jumped_from = entry.jumped_from if entry.jumped_from in known else waiting[-1] if waiting else 0
        lay_after = entry.lay_after if entry.lay_after in known else 0
        yield replace(entry, redo=redo, waiting=waiting, jumped_from=jumped_from, lay_after=lay_after)
