"""The texts a book is made of, by their path: the program's own, or those stored with a table."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from talisman_nb.board import boards_dir

from .edition import edition_table

FIGURES = "edition.json"
"""The figures of the edition and of the house rules, by dotted name."""
PROGRAMS = "rules/programs"


class Text(NamedTuple):
    """A text that is read like a file."""

    name: str
    text: str

    def read_text(self, encoding: str = "utf-8") -> str:
        """The text."""
        return self.text


def program_texts(edition: str, house: Mapping[str, Any] | None = None) -> dict[str, str]:
    """The texts of the program's own book of an edition, with the figures that the house rules change.

    Raises `SetupError` for an unknown edition or figure, and for a value that can't work.

    >>> sorted(program_texts("revised4"))[0]
    'boards/revised4.toml'
    """
    table = edition_table(edition, house)
    package = files("talisman_nb")
    texts = {FIGURES: json.dumps(dict(table)), board_file(table): (boards_dir() / board_file(table).split("/")[1]).read_text("utf-8")}
    for folder in (PROGRAMS, cards_folder(table)):
        texts |= {f"{folder}/{name}": file.read_text("utf-8") for name, file in _files(package.joinpath(*folder.split("/")))}
    return texts


def board_file(table: Mapping[str, Any]) -> str:
    """The path of the board's text."""
    return f"boards/{table['edition.board']}.toml"


def cards_folder(table: Mapping[str, Any]) -> str:
    """The folder of the cards' texts."""
    return f"cards/{table['edition.cards']}"


def in_folder(texts: Mapping[str, str], folder: str) -> list[Text]:
    """The texts of a folder, by name."""
    return [Text(path.rpartition("/")[2], text) for path, text in sorted(texts.items()) if path.rpartition("/")[0] == folder]


def _files(folder: Traversable, above: str = "") -> Iterator[tuple[str, Traversable]]:
    """The TOML files of a folder and of those in it, by their path within it."""
    for found in folder.iterdir():
        if found.is_dir():
            yield from _files(found, f"{above}{found.name}/")
        elif found.name.endswith(".toml"):
            yield f"{above}{found.name}", found
