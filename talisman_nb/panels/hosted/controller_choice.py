"""Choice of a page's first view (`controller_for`): a given, named or last played table, or the form of a new one."""

from __future__ import annotations

import os

from talisman_nb.cards.decode import CardError
from talisman_nb.panels.setup.setup_form import open_named, told_by_name
from talisman_nb.panels.table.audience import ALONE, Audience
from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table, TableFileError
from talisman_nb.table.file.game_log import is_plain_file
from talisman_nb.table.file.saved_tables import saved_tables, summary, table_file
from talisman_nb.text.names import LANGUAGES


def controller_for(
    table: Table | str | None, asked: str = "", otherwise: str = "", audience: Audience = ALONE
) -> TableController:
    """Return the controller of a table, of the saved table of a name, or of the form of a new one of that name.

    `table` None resumes the table played last, unless its game is over; "" means the form of a new table. `asked` is
    the language of a saved or new table ("": a saved table keeps its own), `otherwise` the default language of a new
    one. If the table can't be opened, returns the form with the error as its note.
    """
    lang = next((each for each in (asked, otherwise) if each in LANGUAGES), LANGUAGES[0])
    if isinstance(table, Table):
        return TableController(table, audience=audience)
    try:
        name = _last_unfinished_table() if table is None else table
        if not name or not os.path.lexists(table_file(name)):
            return TableController(None, lang, audience, name=name)
        saved = open_named(name)
        if asked in LANGUAGES and asked != saved.settings.lang:
            saved.set(lang=asked)
        return TableController(saved, audience=audience, resumed=table is None)
    except (TableFileError, CardError) as problem:
        return TableController(None, lang, audience, note=told_by_name(problem, lang))


def _last_unfinished_table() -> str:
    """Return the name of the table played last, "" if its game is over or it can't be read."""
    last = next(filter(is_plain_file, saved_tables()), None)
    found = summary(last) if last else None
    return last.stem if last and found and not found.over else ""
