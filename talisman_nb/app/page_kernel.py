"""The kernel of a full page: an extension that loads the companion ahead, and the query of the page's address.

A page of a static site has no kernel: the program runs in its worker, and its widgets talk to it (`show_in_page`).

The companion is loaded in a thread while the page still waits for its kernel.

The first cell begins when that thread has ended: msgspec builds what it knows of a struct when the struct is first
decoded, and two threads that do so for the same one end the process.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Mapping
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlencode

import comm
import msgspec
from comm.base_comm import BaseComm

from talisman_nb.text.names import LANGUAGES

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

NAME = "talisman-nb preload"
"""Name of the thread."""
SHOWN_BY = (
    "talisman_nb.panels.sync.companion",
    "talisman_nb.panels.hosted.controller_choice",
    "talisman_nb.panels.setup.edition_choice",
    "talisman_nb.chronicle.group",
)
"""Modules that show a table, and the form that a page begins with; with them comes all that it waits for."""


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


class Visit(msgspec.Struct, frozen=True):
    """Query parameters of the page; None where one is missing, table "" for a new table.

    `page`, `names`: of a lesson: the page it opens at, and what its figures are called. `notes`: what the teacher sees
    of a lesson, which follows its wall. `cards`: the edition whose decks the grid of the group's cards has.
    `workshop`: the id of the box that is made, "" for a new one. `make`: the name of the lesson that is made, "" for a
    new one, with a page for the `situation`, if there is one.
    """

    table: str | None = None
    lang: str | None = None
    situation: str | None = None
    lesson: str | None = None
    page: str | None = None
    names: str | None = None
    notes: str | None = None
    cards: str | None = None
    workshop: str | None = None
    make: str | None = None


def visit(environ: Mapping[str, str] = os.environ) -> Visit:
    """Return the query parameters of the page this kernel was started for (Voilà passes them as QUERY_STRING).

    >>> found = visit({"QUERY_STRING": "table=Friday+night&lang=it"})
    >>> found.table, found.lang, found.situation
    ('Friday night', 'it', None)
    >>> visit({"QUERY_STRING": "workshop="}).workshop, visit({}) == Visit()
    ('', True)
    """
    asked = parse_qs(environ.get("QUERY_STRING", ""), keep_blank_values=True)
    return Visit(**{name: asked[name][-1] for name in Visit.__struct_fields__ if name in asked})


class PageComm(BaseComm):
    """Comm of a widget that goes to the page in which the program runs, in place of a kernel."""

    post: Callable[[str, str, str], None] = staticmethod(lambda kind, id, data: None)

    def publish_msg(self, msg_type: str, data: Any = None, *rest: Any, **more: Any) -> None:
        """Post a message to the page: its type, the comm's id, its data as JSON."""
        type(self).post(msg_type, self.comm_id, json.dumps(data))


def show_in_page(
    make: Callable[[], Any], query: str, post: Callable[[str, str, str], None]
) -> tuple[str, Callable[[str, str], None]]:
    """Show what a page without a kernel asks for; every widget made from now on sends its messages by `post`.

    `make` makes the widget (`talisman_nb.companion`), `query` is that of the page's address, `post` takes the type
    of a message ("comm_open", "comm_msg"), the id of its widget and its data as JSON. Return the id of the widget
    to be shown, and what takes a message of the page: the id of a widget, and data as JSON.
    """
    PageComm.post, comm.create_comm = staticmethod(post), PageComm
    random.seed()  # where a picture of its memory was loaded, every page would deal the same
    os.environ["QUERY_STRING"] = query
    panel = make()

    def hear(id: str, data: str) -> None:
        if found := comm.get_comm_manager().get_comm(id):
            found.handle_msg({"content": {"data": json.loads(data)}, "buffers": []})

    return panel.comm.comm_id, hear


REHEARSED = ("lesson=", "cards=", "workshop=", "make=")
"""Queries of pages that are shown before a picture is taken of the program's memory, beside the form and the bench."""


def rehearse(companion: Callable[..., Any]) -> list[str]:
    """Show a page of each kind, so that a picture of this program's memory has all that the next one needs.

    Return the paths of the files in which what was worked out meanwhile is kept.
    """
    from ipywidgets import Widget

    from talisman_nb.analysis.tree import USUAL
    from talisman_nb.model.data_folder import cache_folder

    _preload()
    bench = urlencode({"situation": f"{USUAL} > 3"})
    for query in (*(f"lang={lang}" for lang in LANGUAGES), bench, *REHEARSED):
        show_in_page(companion, query, lambda kind, id, data: None)
    Widget.close_all()
    return [file.as_posix() for file in sorted(cache_folder().rglob("*")) if file.is_file()]
