"""Saved tables by their names: a panel takes no path and shows none."""

from __future__ import annotations

from pathlib import Path

from talisman_nb.cards.decode import nearest
from talisman_nb.table import Table, TableFileError
from talisman_nb.table.saved import SUFFIX, saved_tables, table_file
from talisman_nb.text.errors import worded
from talisman_nb.text.phrases import load_phrases


def open_named(name: str) -> Table:
    """The saved table of that name; `TableFileError` for what is no name, or the name of no table."""
    path = table_file(name)
    if not path.is_file():
        known = [file.stem for file in saved_tables()]
        raise TableFileError("unknown", name=name, near=nearest(name, known), known=", ".join(known))
    return Table.open(path)


def told_by_name(error: ValueError, lang: str) -> str:
    """What is wrong, a table being told by its name instead of its path.

    >>> told_by_name(TableFileError("busy", path="/home/ada/tables/Friday.talisman"), "en")
    '“Friday” is being written by another window or program: close that one and try again.'
    """
    fields = error.fields if isinstance(error, TableFileError) else {}
    path = str(fields.get("path", ""))
    if not isinstance(error, TableFileError) or not path.endswith(SUFFIX):
        return worded(error, lang)
    name = Path(path).stem
    named = {place: value.replace(path, name) if isinstance(value, str) else value for place, value in fields.items()}
    named["path"] = load_phrases(lang).say("setup", "table-named", name=name)
    return worded(TableFileError(error.key, **named), lang)


def progress(lang: str, round_: int, turn: str, over: bool = False) -> str:
    """How far a table is: the round and whose turn it is, or that it is over; "" where that is unknown.

    >>> progress("en", 8, "Bruno")
    "round 8, Bruno's turn"
    """
    said = load_phrases(lang)
    if over:
        return said.say("setup", "game-over")
    return said.say("setup", "progress", round=round_, who=turn) if turn else ""
