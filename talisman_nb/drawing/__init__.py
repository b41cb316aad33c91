"""SVG pictures of the board, pawns, cards and pages; they render in a notebook without a kernel."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .board_picture import draw_board
    from .card_picture import Card, draw_card
    from .palette import style_sheet
    from .pawns import DrawnCover, Lying, Pawn, SpaceHighlight, Stone, draw_overlay
    from .picture import Picture
    from .printed_pages import PrintPage, as_pdf, print_pages

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

_HOMES = {
    "board_picture": ("draw_board",),
    "card_picture": ("Card", "draw_card"),
    "palette": ("style_sheet",),
    "pawns": ("DrawnCover", "Lying", "Pawn", "SpaceHighlight", "Stone", "draw_overlay"),
    "picture": ("Picture",),
    "printed_pages": ("PrintPage", "as_pdf", "print_pages"),
}
"""Names by the module they are in, which is imported when one of them is asked for."""


def __getattr__(name: str) -> Any:
    home = next((module for module, names in _HOMES.items() if name in names), "")
    if not home:
        raise AttributeError(f"{__name__} has no {name!r}; it has {', '.join(__all__)}")
    return getattr(import_module(f".{home}", __name__), name)
