"""An extension of the servers' kernels: loads the companion in a thread while the page still waits for its kernel."""

from __future__ import annotations

from importlib import import_module
from threading import Thread

NAME = "talisman-nb preload"
"""Name of the thread."""
SHOWN_BY = ("talisman_nb.panels.companion", "talisman_nb.panels.controller_choice")
"""Modules that show a table; with them comes nearly everything."""


def load_ipython_extension(shell: object) -> None:
    """Begin to load; IPython calls this when a kernel starts. A cell that imports the same waits for this import."""
    Thread(target=_preload, name=NAME, daemon=True).start()


def _preload() -> None:
    """Import what shows a table, and open the usual book, which stays open."""
    for module in SHOWN_BY:
        import_module(module)
    from talisman_nb.rules.book import open_book

    open_book()
