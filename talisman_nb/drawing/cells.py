"""The boxes of the spaces on the picture of a board, and the frame of one that may be chosen."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from talisman_nb.board import Board

from .picture import Ink, Part, group, path_of, write

SIDE = 1000.0
WATER, MOUNTAINS, BANK = 32.0, 26.0, 8.0
"""Width of the River, of the mountains, and of a bank beside an arm of the River; in board units."""


STRIP, STRIP_NAME = 60.0, 190.0
"""Height of the strip of a region of which only numbers are known, and the width of its name."""


class Box(Struct, frozen=True):
    """A rectangle in board units; (x, y) is its upper left corner."""

    x: float
    y: float
    w: float
    h: float

    @property
    def middle(self) -> tuple[float, float]:
        """Return the centre."""
        return self.x + self.w / 2, self.y + self.h / 2

    def grown(self, by: float) -> Box:
        """Return the box enlarged by `by` on every side."""
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)


@cache
def attached_spaces(board: Board) -> frozenset[str]:
    """Return the spaces of regions that lie outside the square of the outer ring; they are drawn below it. Cached."""
    first, *others = ([board.space(id).grid for id in board.in_region(region)] for region in board.regions)
    if any(min(cell[side] for cell in first) for side in (0, 1)):
        return frozenset()  # the first region is no outer ring
    most = max(map(max, first))
    regions = zip([*board.regions][1:], others, strict=True)
    return frozenset(
        id for region, cells in regions if all(max(cell) > most for cell in cells) for id in board.in_region(region)
    )


@cache
def cells_across(board: Board) -> int:
    """Return the number of cells along a side of the square of the rings (7 on the boards of the game). Cached."""
    return 1 + max(max(board.space(id).grid) for id in board.spaces if id not in attached_spaces(board))


@cache
def height(board: Board) -> float:
    """Return how high the picture of a board is, in board units: as wide, but for regions below it. Cached."""
    return max(box.y + box.h for box in (cell(board, id) for id in board.spaces))


def _attached_cell(board: Board, id: str) -> Box:
    """Return the box of a space below the square: columns and rows as on its grid, without empty ones in front."""
    grids = [board.space(other).grid for other in attached_spaces(board) if other not in board.by_hand]
    (row, column), size = board.space(id).grid, depth(cells_across(board))
    rows, columns = sorted({grid[0] for grid in grids}), sorted({grid[1] for grid in grids})
    left = 0 if columns[-1] < cells_across(board) else columns[0]
    wide = min(size, SIDE / (columns[-1] - left + 1))
    return Box((column - left) * wide, SIDE + WATER + rows.index(row) * size, wide, size)


def strip(board: Board, region: str) -> Box:
    """Return the strip below the board of a region of which only numbers are known."""
    written = [id for id in attached_spaces(board) if id not in board.by_hand]
    low = max((cell(board, id).y + depth(cells_across(board)) for id in written), default=SIDE)
    number = [name for name, move in board.regions.items() if move == "hand"].index(region)
    return Box(0, low + 2 * BANK + number * (STRIP + BANK), SIDE, STRIP)


def _numbered_cell(board: Board, id: str) -> Box:
    """Return the box of a number in the strip of its region, behind the name of that."""
    place, there = strip(board, board.region(id)), board.in_region(board.region(id))
    wide = (place.w - STRIP_NAME) / len(there)
    return Box(place.x + STRIP_NAME + there.index(id) * wide, place.y, wide, place.h)


def square(level: int, across: int) -> Box:
    """Return the square of the rings from `level` inward; level 0 is the whole board."""
    inset = level * depth(across) + sum((WATER, MOUNTAINS)[:level])
    return Box(inset, inset, SIDE - 2 * inset, SIDE - 2 * inset)


def depth(across: int) -> float:
    """Return the depth of a ring, in board units."""
    gaps = (WATER, MOUNTAINS)[: (across - 1) // 2]
    return (SIDE - 2 * sum(gaps)) / across


def cell(board: Board, id: str) -> Box:
    """Return the box of a space, reduced by the bank beside an arm of the River."""
    if id in board.by_hand:
        return _numbered_cell(board, id)
    if id in attached_spaces(board):
        return _attached_cell(board, id)
    across = cells_across(board)
    box = grid_cell(board.space(id).grid, across)
    for edge in board.edges:
        if edge.kind == "ring" and edge.river and id in (edge.start, edge.end):
            other = edge.end if id == edge.start else edge.start
            box = _back_from(box, grid_cell(board.space(other).grid, across))
    return box


def _back_from(box: Box, other: Box) -> Box:
    if abs(other.y - box.y) > abs(other.x - box.x):
        return Box(box.x, box.y + (BANK if other.y < box.y else 0), box.w, box.h - BANK)
    return Box(box.x + (BANK if other.x < box.x else 0), box.y, box.w - BANK, box.h)


def grid_cell(grid: tuple[int, int], across: int) -> Box:
    """Return the box of a grid cell (row, column): corner cells are square, the others share the rest of the side."""
    row, column = grid
    level = min(row, column, across - 1 - row, across - 1 - column)
    outline, count = square(level, across), across - 2 * level
    y, h = _span(row - level, count, outline, depth(across))
    x, w = _span(column - level, count, outline, depth(across))
    return Box(x, y, w, h)


def _span(place: int, count: int, outline: Box, corner: float) -> tuple[float, float]:
    """Return start and length of cell number `place` of `count` along a side; `corner`: length of a corner cell."""
    if count <= 2:
        return outline.x + place * corner, outline.w / count
    between = (outline.w - 2 * corner) / (count - 2)
    if place == 0:
        return outline.x, corner
    if place == count - 1:
        return outline.x + outline.w - corner, corner
    return outline.x + corner + (place - 1) * between, between


# --- a destination ---

WIDE, POINT, REACH = 36.0, 11.0, 9.0
"""Side of a signpost, length of its point, and how far the point reaches over the edge; in board units."""
SIGNPOST_STYLE = (
    ".tnb .goal{fill:none;stroke:var(--tnb-accent);stroke-width:5.5;stroke-dasharray:12 7}"
    ".tnb .tick{fill:none;stroke:var(--tnb-accent);stroke-width:7}"
    ".tnb .sign{fill:var(--tnb-panel);stroke:var(--tnb-accent);stroke-width:4;stroke-linejoin:round}"
    ".tnb .lay .goals text{fill:var(--tnb-accent)}"
)


def draw_goal(drawing: Ink, letter: str, box: Box) -> Part:
    """Draw a dashed frame with corner ticks round a space and, on the edge towards the centre, the option's letter."""
    made = group(drawing, _frame(drawing, box.grown(-1)), class_="goals")
    if letter:
        for part in _signpost(drawing, letter, box):
            made.add(part)
    return made


def _frame(drawing: Ink, box: Box) -> list[Part]:
    x, y, right, low = box.x, box.y, box.x + box.w, box.y + box.h
    corners = ((x, y, 1, 1), (right, y, -1, 1), (right, low, -1, -1), (x, low, 1, -1))
    ticks = [path_of("M", at, up + 16 * down, "V", up, "h", 16 * across) for at, up, across, down in corners]
    outline = path_of("M", x, y, "H", right, "V", low, "H", x, "z")
    return [drawing.path(outline, class_="goal"), drawing.path(" ".join(ticks), class_="tick")]


def _signpost(drawing: Ink, letter: str, box: Box) -> list[Part]:
    """Return the post and its letter; the point lies over the edge, the rest beside the space."""
    (x, y), half = box.middle, WIDE / 2
    across, down = SIDE / 2 - x, SIDE / 2 - y
    away = half + POINT - REACH
    if abs(abs(across) - abs(down)) <= BANK and across and down:  # a corner: beside its edges lie other spaces
        right, low = 1 if across > 0 else -1, 1 if down > 0 else -1
        x, y = x + right * (box.w / 2 + half), y + low * (box.h / 2 + half)
        tip = path_of("M", x - right * (half + REACH), y - low * (half + REACH), "L", x + right * half, y - low * half)
        body = path_of("V", y + low * half, "H", x - right * half, "z")
    elif abs(across) > abs(down) + 1:
        side = 1 if across > 0 else -1
        x += side * (box.w / 2 + away)
        tip = path_of("M", x - side * (half + POINT), y, "L", x - side * half, y - half)
        body = path_of("H", x + side * half, "V", y + half, "H", x - side * half, "z")
    else:
        side = -1 if down < 0 else 1
        y += side * (box.h / 2 + away)
        tip = path_of("M", x, y - side * (half + POINT), "L", x - half, y - side * half)
        body = path_of("V", y + side * half, "H", x + half, "V", y - side * half, "z")
    return [drawing.path(f"{tip} {body}", class_="sign"), write(drawing, letter, x, y + 9, 25)]
