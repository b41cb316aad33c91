"""The board as a networkx graph: loading, validation, queries, and the ways of a roll."""

from talisman_nb.board.check_board import check_board
from talisman_nb.board.graph import Board, BoardError, Edge, Space
from talisman_nb.board.load import boards_dir, load_board
from talisman_nb.board.ways import Way, WayTable, reach, way_table, ways, ways_after

__all__ = [
    "Board", "BoardError", "Edge", "Space", "Way", "WayTable",
    "boards_dir", "check_board", "load_board", "reach", "way_table", "ways", "ways_after",
]  # fmt: skip
