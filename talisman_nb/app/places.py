"""Where things lie on this computer: saved tables, the servers' own settings, the notebooks, the boards."""

from __future__ import annotations

import os
import re
from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).resolve().parents[1]
TABLE_SUFFIX = ".talisman"


def home() -> Path:
    """The folder of all that is this user's: `TALISMAN_NB_HOME`, else the local (never synchronised) data folder."""
    chosen = os.environ.get("TALISMAN_NB_HOME")
    if chosen:
        return Path(chosen).expanduser().resolve()
    return platformdirs.user_data_path("talisman-nb", appauthor=False)


def tables_dir() -> Path:
    """The folder of the saved tables, made when missing."""
    return _made(home() / "tables")


def running_dir() -> Path:
    """The folder where a running server leaves its address, made when missing and closed to other users."""
    return _made(home() / "running")


def lab_dir() -> Path:
    """The folder JupyterLab shows: copies of our notebooks, so that trying things out never changes the originals."""
    return _made(home() / "notebooks")


def table_file(name: str) -> Path:
    r"""The file of the table called `name`; refuses names that can't be a file name on every system.

    >>> table_file("a/b")
    Traceback (most recent call last):
    ValueError: a table's name is a word or a few, without / \ : * ? " < > | and no dot in front; got 'a/b'
    """
    if not name.strip() or name.startswith(".") or re.search(r'[/\\:*?"<>|\x00-\x1f]', name):
        raise ValueError(
            rf"""a table's name is a word or a few, without / \ : * ? " < > | and no dot in front; got {name!r}"""
        )
    return tables_dir() / f"{name.strip()}{TABLE_SUFFIX}"


def saved_tables() -> list[Path]:
    """The saved tables, the one played last first."""
    return sorted(tables_dir().glob(f"*{TABLE_SUFFIX}"), key=lambda file: file.stat().st_mtime, reverse=True)


def notebooks_dir() -> Path:
    """The folder of the notebooks that came with the program: in a checkout its own, else inside the package."""
    return _shipped("notebooks")


def boards_dir() -> Path:
    """The folder of the boards that came with the program: in a checkout its own, else inside the package."""
    return _shipped("boards")


def _shipped(folder: str) -> Path:
    checkout = PACKAGE.parent
    # An editable install leaves a stale copy inside the package: the checkout comes first.
    in_checkout = (checkout / "pyproject.toml").is_file() and (checkout / folder).is_dir()
    return checkout / folder if in_checkout else PACKAGE / folder


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder
