"""SVG pictures of the board, pawns, cards and pages; they render in a notebook without a kernel."""

from .board_picture import draw_board
from .card_picture import Card, draw_card
from .palette import style_sheet
from .pawns import DrawnCover, Lying, Pawn, SpaceHighlight, Stone, draw_overlay
from .picture import Picture
from .print_pages import PrintPage, as_pdf, print_pages

__all__ = [
    "Card",
    "DrawnCover",
    "Lying",
    "Pawn",
    "Picture",
    "PrintPage",
    "SpaceHighlight",
    "Stone",
    "as_pdf",
    "draw_board",
    "draw_card",
    "draw_overlay",
    "print_pages",
    "style_sheet",
]  # fmt: skip
