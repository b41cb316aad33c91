"""The folder of the user's data: saved tables, layers of one's own, running servers."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def home() -> Path:
    """Return the user's data folder: `TALISMAN_NB_HOME`, else the local (not roaming) data folder of the platform."""
    chosen = os.environ.get("TALISMAN_NB_HOME")
    if chosen:
        return Path(chosen).expanduser().resolve()
    return platformdirs.user_data_path("talisman-nb", appauthor=False)
