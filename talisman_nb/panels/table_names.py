"""Saved tables by name: opening them, and errors and progress worded without paths, which a panel never shows."""

from __future__ import annotations

import os
from pathlib import Path

from talisman_nb.cards.decode import nearest
from talisman_nb.table import HouseFileError, Table, TableFileError
from talisman_nb.table.saved_tables import SUFFIX, saved_tables, table_file
from talisman_nb.text.errors import worded
from talisman_nb.text.grammar import PERSON, Noun
from talisman_nb.text.phrases import load_phrases


def open_named(name: str) -> Table:
    """Open the saved table of a name. Raises `TableFileError` for an invalid or unknown name, or a file unusable."""
    path = table_file(name)
    if not os.path.lexists(path):
        known = [file.stem for file in saved_tables()]
        raise TableFileError("unknown", name=name, near=nearest(name, known), known=", ".join(known))
    return Table.open(path)


def told_by_name(error: ValueError, lang: str) -> str:
    """Word an error in a language, with the name of a table or a file of house rules in place of its path.

    >>> told_by_name(TableFileError("busy", path="/home/ada/tables/Friday.talisman"), "en")
    '“Friday” is being written by another window or program: close that one and try again.'
    """
    if isinstance(error, HouseFileError) and "path" in error.fields:
        return worded(HouseFileError(error.key, **{**error.fields, "path": Path(str(error.fields["path"])).name}), lang)
    fields = error.fields if isinstance(error, TableFileError) else {}
    path = str(fields.get("path", ""))
    if not isinstance(error, TableFileError) or not path.endswith(SUFFIX):
        return worded(error, lang)
    name = Path(path).stem
    named = {place: value.replace(path, name) if isinstance(value, str) else value for place, value in fields.items()}
    named["path"] = load_phrases(lang).say("setup", "table-named", name=name)
    return worded(TableFileError(error.key, **named), lang)


def progress(lang: str, round_: int, turn: str, over: bool = False) -> str:
    """Word the progress of a table: round and name of the player whose turn it is, or over; "" if `turn` is "".

    >>> progress("en", 8, "Bruno")
    "round 8, Bruno's turn"
    """
    said = load_phrases(lang)
    if over:
        return said.say("setup", "game-over")
    return said.say("setup", "progress", round=round_, who=Noun(turn, lang, PERSON)) if turn else ""
