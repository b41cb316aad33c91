"""Paths on this computer: saved tables, files of running servers, notebooks, boards; atomic private writes."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from talisman_nb.board import boards_dir
from talisman_nb.model.data_folder import home
from talisman_nb.table import TableFileError
from talisman_nb.table.file.saved_tables import SUFFIX as TABLE_SUFFIX
from talisman_nb.table.file.saved_tables import (
    day_and_time,
    made_folder,
    saved_tables,
    summary,
    table_file,
    tables_dir,
    time_played,
    trouble,
)
from talisman_nb.text.errors import system_reason

PACKAGE = Path(__file__).resolve().parents[1]
"""Folder of the package `talisman_nb`."""
__all__ = [
    "PACKAGE",
    "TABLE_SUFFIX",
    "TableFileError",
    "boards_dir",
    "day_and_time",
    "home",
    "kept_at_home",
    "lab_dir",
    "made_folder",
    "notebooks_dir",
    "running_dir",
    "saved_tables",
    "summary",
    "table_file",
    "tables_dir",
    "time_played",
    "trouble",
    "write_privately",
]


@contextmanager
def kept_at_home() -> Iterator[None]:
    """Context manager that converts `OSError` to `TableFileError` "home", which names the data folder."""
    try:
        yield
    except OSError as error:
        reason = system_reason(error)
        raise TableFileError("home", path=str(home()), reason=reason, variable="TALISMAN_NB_HOME") from error


def write_privately(file: Path, content: bytes) -> None:
    """Write a file atomically with mode 0600, creating its folder. Raises `TableFileError`."""
    with kept_at_home():
        file.parent.mkdir(parents=True, exist_ok=True)
        out, fresh = tempfile.mkstemp(dir=file.parent, prefix=file.name)
        try:
            with os.fdopen(out, "wb") as opened:
                opened.write(content)
            Path(fresh).replace(file)
        except OSError:
            Path(fresh).unlink()
            raise


def running_dir() -> Path:
    """Return the folder for the addresses of running servers, created if missing, with mode 0700."""
    folder = made_folder(home() / "running")
    with kept_at_home():
        if os.name == "posix" and folder.stat().st_mode & 0o077:
            folder.chmod(0o700)
    return folder


def lab_dir() -> Path:
    """Return the root folder of JupyterLab: copies of our notebooks, so that edits never change the originals."""
    return made_folder(home() / "notebooks")


def notebooks_dir() -> Path:
    """Return the folder of our notebooks: that of the checkout, else that inside the package."""
    return _shipped_folder("notebooks")


def _shipped_folder(folder: str) -> Path:
    checkout = PACKAGE.parent
    # An editable install leaves a stale copy inside the package: the checkout comes first.
    in_checkout = (checkout / "pyproject.toml").is_file() and (checkout / folder).is_dir()
    return checkout / folder if in_checkout else PACKAGE / folder
