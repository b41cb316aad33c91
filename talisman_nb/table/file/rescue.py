"""Recovery of a damaged table file: copies its readable entries into a new file beside it."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec.structs import replace

from talisman_nb.table.records import HEADER, LogEntry, entry_of, is_whole

from .file_error import TableFileError, as_table_file_error
from .game_log import GameLog

LINE_END = ord("\n")
LONGEST_MENDED = 1 << 20
"""Upper bound in bytes of a damaged line in which a flipped bit is searched; the longest is that of the definitions."""
POLYNOMIAL = 0xEDB88320
"""The polynomial of CRC-32, its bits reversed."""
FLIPS = {zlib.crc32(bytes([1 << bit])) ^ zlib.crc32(b"\0"): bit for bit in range(8)}
"""Maps the change of a checksum to the bit of the last byte that makes it."""
BEGIN = re.compile(rb"(?=[0-9a-f]{8} |\Z)")


def rescue_table(path: str | Path) -> Path:
    """Write the readable entries of a damaged file to a new file beside it; the damaged file is not changed.

    A single flipped bit is found by the checksum and corrected. Answers that follow a lost answer can't be replayed and
    are left out.

    Parameters
    ----------
    path
        The damaged file.

    Returns
    -------
    Path
        The new file.

    Raises
    ------
    TableFileError
        "nowhere": there is no such file; "lost": no entry with settings is readable.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from talisman_nb.table import Table
    >>> with TemporaryDirectory() as folder:
    ...     Table.new({"Ada": "dwarf"}, path=f"{folder}/Friday.talisman").close()
    ...     rescue_table(f"{folder}/Friday.talisman").name
    'Friday (rescued).talisman'
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
    """Yield the lines whose checksum fits, and those repaired by `_mend_block`."""
    bad = b""
    for line in data.removeprefix(HEADER).splitlines(keepends=True):
        if not is_whole(line):
            bad += line
            continue
        yield from _mend_block(bad)
        yield line
        bad = b""
    yield from _mend_block(bad)


def _mend_block(block: bytes) -> list[bytes]:
    """Return the lines of a damaged block if flipping one bit makes all their checksums fit, else an empty list."""
    return _without_flip(block) or _with_line_end(block) if block else []


def _without_flip(line: bytes) -> list[bytes]:
    """Return a damaged line with the bit flipped back that makes its checksum fit, or an empty list.

    In the content it is found by the checksum alone: as CRC is linear, its change tells the bit and how far from the
    end it is.
    """
    for at in (*range(min(9, len(line))), len(line) - 1):
        for bit in range(8):
            if is_whole(mended := _flip_bit(line, at, bit)):
                return [mended]
    if not re.match(rb"[0-9a-f]{8} ", line) or not 9 < len(line) <= LONGEST_MENDED:
        return []
    change = zlib.crc32(line[9:-1]) ^ int(line[:8], 16)
    for at in range(len(line) - 2, 8, -1):
        if change in FLIPS and is_whole(mended := _flip_bit(line, at, FLIPS[change])):
            return [mended]
        for _ in range(8):  # the change that the same bit would make if the content ended one byte earlier
            change = (change ^ POLYNOMIAL) << 1 | 1 if change >> 31 else change << 1
    return []


def _flip_bit(line: bytes, at: int, bit: int) -> bytes:
    return b"%b%c%b" % (line[:at], line[at] ^ 1 << bit, line[at + 1 :])


def _with_line_end(block: bytes) -> list[bytes]:
    """Return the two lines of a block between which one bit of the line end was flipped, or an empty list."""
    crc, end = 0, 9
    expected = block[:8]
    for found in BEGIN.finditer(block, 10):
        at = found.start() - 1
        crc, end = zlib.crc32(block[end:at], crc), at
        if b"%08x" % crc == expected and (block[at] ^ LINE_END).bit_count() == 1:
            lines = [block[:at] + b"\n", block[at + 1 :]]
            return lines if is_whole(lines[1]) else lines[:1] if not lines[1] else []
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
