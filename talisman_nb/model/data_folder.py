"""The folder of the user's data: saved tables, layers and boxes, rulings and texts of one's own, running servers."""

from __future__ import annotations

import os
import re
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


def folders_in(folder: Path) -> list[Path]:
    """The folders in a folder, sorted; none where it can't be opened."""
    try:
        return sorted(each for each in folder.iterdir() if each.is_dir())
    except OSError:
        return []


def boxes_folder() -> Path:
    """The folder of the boxes that are installed for this user, `<id>/<version>/`, whether it exists or not."""
    return home() / "boxes"


def box_layers() -> dict[str, Path]:
    """The folders of the installed boxes, by the name of the layer that each is, such as `dragons-v1-4`."""
    boxes = [box for box in folders_in(boxes_folder()) if PLAIN_NAME.fullmatch(box.name)]
    folders = (folder for box in boxes for folder in folders_in(box) if VERSION.fullmatch(folder.name))
    return {box_layer_name(folder.parent.name, folder.name): folder for folder in folders}


def box_layer_name(id: str, version: str) -> str:
    """The name of the layer that a version of a box is.

    >>> box_layer_name("dragons", "1.4")
    'dragons-v1-4'
    """
    return f"{id}-v{version.replace('.', '-')}"


VERSION = re.compile(r"\d{1,3}(\.\d{1,3}){0,2}")
"""Matches the name of the folder of a version."""
PLAIN_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""The names a layer may have."""

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
