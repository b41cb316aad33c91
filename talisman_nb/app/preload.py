"""An extension of the servers' kernels: loads the companion in a thread while the page still waits for its kernel.

The first cell begins when that thread has ended: msgspec builds what it knows of a struct when the struct is first
decoded, and two threads that do so for the same one end the process.
"""

from __future__ import annotations

from importlib import import_module
from threading import Thread

from IPython.core.interactiveshell import InteractiveShell

NAME = "talisman-nb preload"
"""Name of the thread."""
SHOWN_BY = ("talisman_nb.panels.sync.companion", "talisman_nb.panels.hosted.controller_choice")
"""Modules that show a table; with them comes nearly everything."""


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Begin to load, and let every cell wait until that has ended; IPython calls this when a kernel starts."""
    thread = Thread(target=_preload, name=NAME, daemon=True)
    thread.start()
    shell.events.register("pre_execute", thread.join)


def _preload() -> None:
    """Import what shows a table, and open the usual book, which stays open."""
    for module in SHOWN_BY:
        import_module(module)
    from talisman_nb.rules.book import open_book

    open_book()
