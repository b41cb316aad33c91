"""Format of a line of a table's file (`LogEntry`): encoding, decoding and checksum."""

from __future__ import annotations

import math
import zlib

import msgspec
from msgspec import Struct

from talisman_nb.model import Answer
from talisman_nb.table.records import SOURCES, Settings

MAGIC = b"talisman-nb table "
"""First bytes of every table file, before the number of its format."""
FORMAT = 2
"""Version of the file format."""
HEADER = MAGIC + b"%d\n" % FORMAT
"""The first line of a file; every other line is an entry."""

MOST = 1 << 31
"""Upper bound of the numbers of answers, rounds and seats."""


class Given(Struct, frozen=True, array_like=True):
    """An answer and its source, one of the values of `AnswerRecord.by` (`records.PERSON` …)."""

    by: str
    answer: Answer

    def __post_init__(self) -> None:
        """Raise `ValueError` for a source that no table knows."""
        if self.by not in SOURCES:
            raise ValueError(f"an answer is given by {', '.join(SOURCES)}, not {self.by!r}")


class LogEntry(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The change made by one press: answers and the new head. Appended once and never changed.

    Answers are numbered through the whole file and keep their number when they are undone.
    """

    at: float  # Unix time in seconds
    after: int = 0  # number of the answer that these follow; 0 is the beginning of the game
    first: int = 0  # number of the first of its answers
    group: int = 0  # undo takes back the answers of a group together
    answers: tuple[Given, ...] = ()
    redo: tuple[int, ...] = ()  # answers that redo goes to, the next one last
    waiting: tuple[int, ...] = ()  # answers that wait to be replayed
    jump: str = ""  # why the answers don't follow the head of the last entry: "hold on" …; "" if they do
    jumped_from: int = 0  # the head before the jump
    lay_after: int = 0  # number of the answer on another path whose state this entry restores; 0 for none
    settings: Settings | None = None  # new settings; None if unchanged
    definitions: bytes = b""  # compressed texts of the book (`stored_book.packed`); b"" if unchanged
    round: int = 0  # round afterwards, for lists of tables; 0 is unknown
    people: tuple[str, ...] = ()  # names by seat, "" for who has left; () for those of the settings
    turn: int = 0  # seat whose turn it is; -1 when the game is over

    def __post_init__(self) -> None:
        """Raise `ValueError` for numbers that no table writes: an answer follows an earlier one, never itself."""
        counted = (self.after, self.jumped_from, self.lay_after, self.group, self.round, *self.redo)
        if not all(0 <= n < MOST for n in counted) or not all(0 < n < MOST for n in self.waiting):
            raise ValueError("a number is out of range")
        if not -1 <= self.turn < MOST or not math.isfinite(self.at):
            raise ValueError("turn or time is out of range")
        if self.answers and not max(self.after, self.lay_after) < self.first < MOST:
            raise ValueError("an answer follows a later one, or itself")

    @property
    def head(self) -> int:
        """The number of the last answer on the path after this entry: its own last one, else `after`."""
        return self.first + len(self.answers) - 1 if self.answers else self.after


_write = msgspec.json.Encoder().encode
_read = msgspec.json.Decoder(LogEntry).decode


def written(entry: LogEntry) -> bytes:
    r"""Encode an entry as a line of the file: CRC-32 as eight hexadecimal digits, a space, JSON, a newline.

    >>> written(LogEntry(at=0.5, after=3))
    b'4a253803 {"at":0.5,"after":3}\n'
    """
    content = _write(entry)
    return b"%08x %b\n" % (zlib.crc32(content), content)


def is_whole(line: bytes) -> bool:
    r"""Return whether a line is complete and its checksum fits.

    >>> line = written(LogEntry(at=0.5, after=3))
    >>> is_whole(line), is_whole(line.replace(b"3", b"4")), is_whole(line[:-1])
    (True, False, False)
    """
    return line[8:9] == b" " and line.endswith(b"\n") and line[:8] == b"%08x" % zlib.crc32(line[9:-1])


def entry_of(line: bytes) -> LogEntry:
    """Decode a line for which `is_whole` holds. Raises `msgspec.DecodeError` if its JSON is no valid entry."""
    return _read(line[9:])
