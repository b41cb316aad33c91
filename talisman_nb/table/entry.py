"""One line of a saved table: what a press changed, with a checksum, in a form that is written once and never changed."""

from __future__ import annotations

import zlib

import msgspec
from msgspec import Struct

from talisman_nb.model import Answer

from .records import Settings

MAGIC = b"talisman-nb table "
FORMAT = 2
HEADER = MAGIC + b"%d\n" % FORMAT
"""The first line of a file; every other line is an entry."""


class Given(Struct, frozen=True, array_like=True):
    """An answer and who gave it (`line.PERSON` …)."""

    by: str
    answer: Answer


class Entry(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What one press changed. The game stands at the last of its answers, or at `after` when it has none.

    Answers are numbered through the whole file and keep their number when they are undone.
    """

    at: float  # Unix time in seconds
    after: int = 0  # number of the answer that these follow; 0 is the beginning of the game
    first: int = 0  # number of the first of its answers
    group: int = 0  # undo takes back the answers of a group together
    answers: tuple[Given, ...] = ()
    redo: tuple[int, ...] = ()  # answers that redo goes to, the next one last
    waiting: tuple[int, ...] = ()  # answers that wait to be replayed
    jump: str = ""  # why it does not follow the last entry: "hold on" …
    jumped_from: int = 0
    lay_after: int = 0  # its answer leaves everything as it lay after this one, which is on another path
    settings: Settings | None = None
    definitions: bytes = b""  # compressed texts of the book
    round: int = 0  # where the game stands afterwards, for lists of tables; 0 is unknown
    turn: int = 0  # seat whose turn it is; -1 when the game is over

    @property
    def head(self) -> int:
        """The number of the answer at which the game stands afterwards."""
        return self.first + len(self.answers) - 1 if self.answers else self.after


_write = msgspec.json.Encoder().encode
_read = msgspec.json.Decoder(Entry).decode


def written(entry: Entry) -> bytes:
    r"""An entry as a line of the file: a checksum of eight hexadecimal digits, a blank, JSON.

    >>> written(Entry(at=0.5, after=3))
    b'4a253803 {"at":0.5,"after":3}\n'
    """
    content = _write(entry)
    return b"%08x %b\n" % (zlib.crc32(content), content)


def is_whole(line: bytes) -> bool:
    r"""Whether a line is as it was written.

    >>> line = written(Entry(at=0.5, after=3))
    >>> is_whole(line), is_whole(line.replace(b"3", b"4")), is_whole(line[:-1])
    (True, False, False)
    """
    return line[8:9] == b" " and line.endswith(b"\n") and line[:8] == b"%08x" % zlib.crc32(line[9:-1])


def entry_of(line: bytes) -> Entry:
    """The entry of a line that is whole; `msgspec.DecodeError` for one that this program could not have written."""
    return _read(line[9:])
