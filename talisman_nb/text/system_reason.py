"""Why the operating system refused a file, in the languages of the program."""

from __future__ import annotations

import errno
import os
from typing import Literal

from talisman_nb.model import UserError

from .phrases import load_phrases

SystemReasonKey = Literal["missing", "forbidden", "folder", "full", "no-folder", "other"]
"""What is told apart; each has its phrase in `system.toml`."""
KEYS: dict[int, SystemReasonKey] = {
    errno.ENOENT: "missing",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EROFS: "forbidden",
    errno.EISDIR: "folder",
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.ENOTDIR: "no-folder",
}


class SystemReasonError(UserError):
    """A reason that fills the place `reason` of another error, worded with it; `str` is the English one."""

    topic = "system"
    key: SystemReasonKey

    def __init__(self, key: SystemReasonKey, **fields: object) -> None:
        super().__init__(key, load_phrases("en").say(self.topic, key, **fields), **fields)


def system_reason(error: OSError) -> SystemReasonError:
    """Return why a file could not be used; a rare reason is the operating system's own text.

    >>> str(system_reason(FileNotFoundError(errno.ENOENT, "No such file or directory")))
    'there is no such file'
    >>> from talisman_nb.text.errors import worded
    >>> worded(system_reason(PermissionError(errno.EACCES, "Permission denied")), "fr")
    "l'accès est refusé"
    """
    if error.errno in KEYS:
        return SystemReasonError(KEYS[error.errno])
    return SystemReasonError("other", reason=os.strerror(error.errno) if error.errno else str(error))
