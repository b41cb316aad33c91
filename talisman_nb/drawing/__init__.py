"""SVG pictures of the board, pawns, cards and pages; they render in a notebook without a kernel."""

from talisman_nb.drawing.board_picture import draw_board
from talisman_nb.drawing.card_picture import Card, draw_card
from talisman_nb.drawing.palette import style_sheet
from talisman_nb.drawing.pawns import Lying, Pawn, draw_overlay
from talisman_nb.drawing.picture import Picture
from talisman_nb.drawing.signposts import Highlight

__all__ = [
    "Card", "Highlight", "Lying", "Pawn", "Picture", "draw_board", "draw_card", "draw_overlay", "style_sheet",
]  # fmt: skip
