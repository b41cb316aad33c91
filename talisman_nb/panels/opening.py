"""Which controller a page gets: a table that goes on, or the form of a new one."""

from __future__ import annotations

from talisman_nb.cards.decode import CardError
from talisman_nb.table import Table, TableFileError
from talisman_nb.table.saved import table_file
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.problem import worded

from .controller import TableController


def controller_for(table: Table | str, asked: str = "", otherwise: str = "") -> TableController:
    """The controller of a table, of the saved table of that name, or of a new one that will be called so.

    `asked`: the language somebody wants to see, a saved table's too, which else keeps its own; `otherwise`: that of a
    new table. A table that can't be opened leaves the form, with what is wrong in its note.
    """
    lang = next((each for each in (asked, otherwise) if each in LANGUAGES), LANGUAGES[0])
    if isinstance(table, Table):
        return TableController(table)
    try:
        if table and table_file(table).is_file():
            saved = Table.open(table)
            if asked in LANGUAGES and asked != saved.settings.lang:
                saved.set(lang=asked)
            return TableController(saved)
        return TableController(None, lang, name=table)
    except (TableFileError, CardError) as problem:
        found = TableController(None, lang)
        found.refuse(worded(problem, lang))
        return found
