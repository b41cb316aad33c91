"""A game being played: answers and what came of them, undo, hold on, the file that keeps everything."""

from __future__ import annotations

from talisman_nb.engine import NotAllowedError
from talisman_nb.model.hand_move import HandMove

from .file_error import TableFileError
from .hand_moves import difference
from .records import Line, Settings
from .replay import Replay
from .rescue import rescued
from .table import Table

__all__ = [
    "HandMove",
    "Line",
    "NotAllowedError",
    "Replay",
    "Settings",
    "Table",
    "TableFileError",
    "difference",
    "rescued",
]
