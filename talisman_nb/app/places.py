"""Where things lie on this computer: saved tables, the servers' own settings, the notebooks, the boards."""

from __future__ import annotations

import os
from pathlib import Path

from talisman_nb.board import boards_dir
from talisman_nb.table import TableFileError
from talisman_nb.table.saved import SUFFIX as TABLE_SUFFIX
from talisman_nb.table.saved import home, made_folder, saved_tables, summary, table_file, tables_dir

PACKAGE = Path(__file__).resolve().parents[1]
__all__ = [
    "PACKAGE",
    "TABLE_SUFFIX",
    "TableFileError",
    "boards_dir",
    "home",
    "lab_dir",
    "notebooks_dir",
    "running_dir",
    "saved_tables",
    "summary",
    "table_file",
    "tables_dir",
]


def running_dir() -> Path:
    """The folder where a running server leaves its address, made when missing and closed to other users."""
    folder = made_folder(home() / "running")
    if os.name == "posix" and folder.stat().st_mode & 0o077:
        folder.chmod(0o700)
    return folder


def lab_dir() -> Path:
    """The folder JupyterLab shows: copies of our notebooks, so that trying things out never changes the originals."""
    return made_folder(home() / "notebooks")


def notebooks_dir() -> Path:
    """The folder of the notebooks that came with the program: in a checkout its own, else inside the package."""
    return _shipped("notebooks")


def _shipped(folder: str) -> Path:
    checkout = PACKAGE.parent
    # An editable install leaves a stale copy inside the package: the checkout comes first.
    in_checkout = (checkout / "pyproject.toml").is_file() and (checkout / folder).is_dir()
    return checkout / folder if in_checkout else PACKAGE / folder
