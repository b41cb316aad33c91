"""The folder of the user's data: saved tables, layers, rulings and texts of one's own, running servers."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, get_args

import platformdirs

from .bounds import Lang


def home() -> Path:
    """Return the user's data folder: `TALISMAN_NB_HOME`, else the local (not roaming) data folder of the platform."""
    chosen = os.environ.get("TALISMAN_NB_HOME")
    if chosen:
        return Path(chosen).expanduser().resolve()
    return platformdirs.user_data_path("talisman-nb", appauthor=False)


LANGUAGES: tuple[str, ...] = get_args(Lang)


def in_every_language(given: Any) -> Any:
    """The texts of a table by language, those it lacks filled with the first it has, marked with that language.

    A single text stands for all languages; what is neither, and other keys of the table, are left as they are.

    >>> in_every_language({"pl": "Tak gramy."})["it"], in_every_language("Tak gramy.")["it"]
    ('[pl] Tak gramy.', 'Tak gramy.')
    """
    if isinstance(given, str):
        return dict.fromkeys(LANGUAGES, given)
    if not isinstance(given, dict):
        return given
    first = next((lang for lang in LANGUAGES if isinstance(given.get(lang), str)), "")
    return {**dict.fromkeys(LANGUAGES, f"[{first}] {given[first]}"), **given} if first else given
