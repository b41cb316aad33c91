"""A Jupyter-native companion for the board game Talisman (unofficial).

`companion()` shows the table in a notebook; `Table` plays one from Python.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from talisman_nb.panels.companion import Companion
    from talisman_nb.table import Table

__all__ = ["Table", "companion"]


def companion(table: Table | str | None = None, lang: str | None = None) -> Companion:
    """The companion as a widget: a saved table that goes on, or the form of a new one.

    `table`: a `Table`, or the name of a saved or new one. Without it the address of the page decides (`?table=Friday`),
    then `TALISMAN_NB_TABLE`; the language likewise, `TALISMAN_NB_LANG` (en, it, fr or pl).
    """
    from talisman_nb.app.visit import visit
    from talisman_nb.panels.companion import Companion
    from talisman_nb.panels.opening import controller_for

    asked = visit()
    name = table if table is not None else asked.table or os.environ.get("TALISMAN_NB_TABLE") or ""
    return Companion(controller_for(name, lang or asked.lang or os.environ.get("TALISMAN_NB_LANG") or "en"))


def __getattr__(name: str) -> Any:
    if name == "Table":
        from talisman_nb.table import Table

        return Table
    raise AttributeError(f"talisman_nb has no {name!r}; it has {', '.join(__all__)}")
