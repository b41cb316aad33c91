"""The board as a networkx graph: loading, validation, queries, and the ways of a roll."""

from .graph import Board, BoardError, Edge, Space, check_board
from .load import boards_dir, load_board
from .ways import Way, WayTable, reach, way_table, ways, ways_after

__all__ = [
    "Board", "BoardError", "Edge", "Space", "Way", "WayTable",
    "boards_dir", "check_board", "load_board", "reach", "way_table", "ways", "ways_after",
]  # fmt: skip
