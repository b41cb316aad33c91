"""Errors of a table's file (`TableFileError`), and the mapping of operating system errors to them."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from talisman_nb.model import UserError
from talisman_nb.text.errors import system_reason
from talisman_nb.text.phrases import load_phrases

FileErrorKey = Literal[
    "answer-missing", "answer-unfit", "busy", "closed", "converted", "cut-off", "damaged", "definitions-changed",
    "definitions-missing", "definitions-unusable", "folder-missing", "forbidden", "foreign", "full", "gone", "home",
    "lost", "name", "name-long", "name-reserved", "newer", "none-open", "nowhere", "older", "replaced", "system",
    "there", "there-other", "unknown", "unreadable",
]  # fmt: skip
"""Errors of a table's file; each has its phrase in `files.toml`."""


class TableFileError(UserError):
    """Raised when a table's file can't be used; `key` names the phrase that says what is wrong and what to do.

    The file is left as it is.
    """

    topic = "files"

    key: FileErrorKey

    def __init__(self, key: FileErrorKey, **fields: object) -> None:
        super().__init__(key, load_phrases("en").say(self.topic, key, **fields), **fields)


def rescue_command(path: Path | None) -> str:
    """Return the shell command that rescues a damaged table."""
    return f'talisman-nb rescue "{path}"'


LONGEST = 200
"""Upper bound of a table's name in bytes, because file systems allow 255 and suffixes need some of them."""

KEYS: dict[int, FileErrorKey] = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EFBIG: "full",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EROFS: "forbidden",
    errno.ENOENT: "folder-missing",
    errno.ENOTDIR: "folder-missing",
    errno.ESTALE: "folder-missing",
    errno.ENODEV: "folder-missing",
    errno.ENAMETOOLONG: "name-long",
    errno.EISDIR: "foreign",
}
"""Maps `errno` values to keys of phrases; all others become "system", with the reason of `system_reason`."""


def system_error(path: Path, error: OSError) -> TableFileError:
    """Convert an operating system error on the file at `path` to a `TableFileError`.

    >>> system_error(Path("t.talisman"), OSError(errno.ENOSPC, "No space left on device")).key
    'full'
    """
    if error.errno in KEYS:
        return TableFileError(KEYS[error.errno], path=str(path), name=path.stem[:20], most=LONGEST)
    return TableFileError("system", path=str(path), reason=system_reason(error))


@contextmanager
def as_table_file_error(path: Path) -> Iterator[None]:
    """Turn errors of the operating system into a `TableFileError` for the file at `path`."""
    try:
        yield
    except OSError as error:
        raise system_error(path, error) from error
