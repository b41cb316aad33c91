"""A game being played (`Table`): answers and their results, undo, hold on, the table's file and its recovery."""

from __future__ import annotations

from talisman_nb.engine import NotAllowedError
from talisman_nb.table.file.file_error import TableFileError
from talisman_nb.table.file.rescue import rescue_table
from talisman_nb.text.moves import HandMove

from .autoplay import Replay
from .hand_moves import difference
from .house_files import HouseFileError, save_house
from .records import AnswerRecord, AnswerRecords, Settings
from .table import Table

__all__ = [
    "AnswerRecord",
    "AnswerRecords",
    "HandMove",
    "HouseFileError",
    "NotAllowedError",
    "Replay",
    "Settings",
    "Table",
    "TableFileError",
    "difference",
    "rescue_table",
    "save_house",
]
