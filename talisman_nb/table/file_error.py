"""Why a table's file can't be used: the errors of the operating system, each with a sentence of its own."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from talisman_nb.model import UserError
from talisman_nb.text.phrases import load_phrases


class TableFileError(UserError):
    """A table's file can't be used: says what is wrong, where, and what to do. The file is left as it is."""

    topic = "files"

    def __init__(self, key: str, **fields: object) -> None:
        super().__init__(key, load_phrases("en").say(self.topic, key, **fields), **fields)


def rescue_command(path: Path | None) -> str:
    """What to type to rescue a damaged table."""
    return f'talisman-nb rescue "{path}"'


LONGEST = 200
"""Bytes of a table's name: systems take 255 for a file's, of which some are needed beside it."""

KEYS = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), "full"),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), "forbidden"),
    **dict.fromkeys((errno.ENOENT, errno.ENOTDIR, errno.ESTALE, errno.ENODEV), "folder-missing"),
    errno.ENAMETOOLONG: "name-long",
    errno.EISDIR: "foreign",
}
"""The phrase of an error number; any other is told as "system", with the system's own reason."""


def system_error(path: Path, error: OSError) -> TableFileError:
    """What an error of the operating system means for the table's file at `path`.

    >>> system_error(Path("t.talisman"), OSError(errno.ENOSPC, "No space left on device")).key
    'full'
    """
    if error.errno in KEYS:
        return TableFileError(KEYS[error.errno], path=str(path), name=path.stem[:20], most=LONGEST)
    return TableFileError("system", path=str(path), reason=os.strerror(error.errno) if error.errno else str(error))


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn errors of the operating system into a `TableFileError` for the file at `path`."""
    try:
        yield
    except OSError as error:
        raise system_error(path, error) from error
