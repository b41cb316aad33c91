"""The board as a networkx graph: loading, validation, queries, and the ways of a roll.

Called, `talisman_nb.board(edition="", lang=None, *, rafts=False)` is the graph itself, a `networkx.Graph` of one's own:
`help(talisman_nb.app.notebook_display.board)` tells of its nodes and edges. What stands below is what the game uses.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

from .graph import Board, BoardError, Edge, Space
from .load import boards_dir, load_board
from .merging import check_board
from .ways import Way, WayTable, reach, way_table, ways, ways_after

__all__ = [
    "Board", "BoardError", "Edge", "Space", "Way", "WayTable",
    "boards_dir", "check_board", "load_board", "reach", "way_table", "ways", "ways_after",
]  # fmt: skip


class _CalledFolder(ModuleType):
    """This folder under the name `talisman_nb.board`, which is a function too: a call means that one."""

    @property
    def __wrapped__(self) -> Any:
        return import_module("talisman_nb").board_function()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.__wrapped__(*args, **kwargs)


sys.modules[__name__].__class__ = _CalledFolder
