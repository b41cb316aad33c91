"""SVG pictures of the board, pawns, cards and pages; they render in a notebook without a kernel."""

from .board_picture import draw_board
from .card_picture import Card, draw_card
from .pawns import DrawnCover, Lying, Pawn, SpaceHighlight, Stone, draw_overlay
from .picture import Picture, style_sheet

__all__ = [
    "Card",
    "DrawnCover",
    "Lying",
    "Pawn",
    "Picture",
    "SpaceHighlight",
    "Stone",
    "draw_board",
    "draw_card",
    "draw_overlay",
    "style_sheet",
]  # fmt: skip
