"""Collects the TOML texts a book is built from, keyed by path, so that a table can store them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from talisman_nb.board import boards_dir

from .edition import edition_table

EDITION_FIGURES = "edition.json"
"""Path of the text with the figures of the edition and house rules, by dotted name (JSON)."""
PROGRAMS = "rules/programs"
"""Folder of the turn's definitions."""


class Text(NamedTuple):
    """A stored text with the interface of a file."""

    name: str
    text: str

    def read_text(self, encoding: str = "utf-8") -> str:
        """Return the text."""
        return self.text


def program_texts(edition: str, house: Mapping[str, Any] | None = None) -> dict[str, str]:
    """Return the installed texts of an edition, keyed by path, with its figures as changed by the house rules.

    Raises `SetupError` for an unknown edition or figure, and for a value out of range.

    >>> sorted(program_texts("revised4"))[0]
    'boards/revised4.toml'
    """
    table = edition_table(edition, house)
    package = files("talisman_nb")
    texts = {
        EDITION_FIGURES: json.dumps(dict(table)),
        board_file(table): (boards_dir() / board_file(table).split("/")[1]).read_text("utf-8"),
    }
    for folder in (PROGRAMS, cards_folder(table)):
        texts |= {
            f"{folder}/{name}": file.read_text("utf-8") for name, file in _files(package.joinpath(*folder.split("/")))
        }
    return texts


def board_file(table: Mapping[str, Any]) -> str:
    """Return the path of the board's text."""
    return f"boards/{table['edition.board']}.toml"


def cards_folder(table: Mapping[str, Any]) -> str:
    """Return the folder of the cards' texts."""
    return f"cards/{table['edition.cards']}"


def in_folder(texts: Mapping[str, str], folder: str) -> list[Text]:
    """Return the texts directly in a folder, in the order of their paths."""
    return [
        Text(path.rpartition("/")[2], text) for path, text in sorted(texts.items()) if path.rpartition("/")[0] == folder
    ]


def _files(folder: Traversable, above: str = "") -> Iterator[tuple[str, Traversable]]:
    """Yield the TOML files below a folder, each with its path relative to the folder."""
    for found in folder.iterdir():
        if found.is_dir():
            yield from _files(found, f"{above}{found.name}/")
        elif found.name.endswith(".toml"):
            yield f"{above}{found.name}", found
