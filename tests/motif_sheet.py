"""Draws the contact sheet of a book: every motif as large as on a card and as small as on a player's sheet.

python tests/motif_sheet.py second+my-cards > motifs.svg
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

import svgwrite
from svgwrite.base import BaseElement

from talisman_nb.drawing import motifs
from talisman_nb.drawing.definition_picture import motif_of
from talisman_nb.drawing.palette import LIGHT
from talisman_nb.drawing.picture import Picture, canvas, finish, fitting, group, write
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.layers import BASE
from talisman_nb.text.wording import Wording

LARGE, SMALL = 60.0, 25.0
"""Sizes of a motif, in px."""
WIDE, HIGH, EDGE, COLUMNS = 112.0, 92.0, 12.0, 12
"""Width and height of a cell and margin of the sheet, in px; cells in a row."""
LETTERS = 11.0
"""Largest letter size of a name."""
STYLE = (
    motifs.STYLE
    + """
.tnb .page{fill:var(--tnb-page)}
.tnb text{fill:var(--tnb-ink)}
.tnb .tile,.tnb .g,.tnb .c{fill:var(--tnb-inner)}
.tnb .mo{stroke:var(--tnb-inner-ink)}
.tnb .k{fill:var(--tnb-inner-ink)}
.tnb .own{color:var(--tnb-inner-ink)}
"""
)


def draw_motif_sheet(book: Book, lang: str, theme: str = "auto") -> Picture:
    """Draw every motif of a book with its name: characters and forms, then the cards of each deck.

    >>> draw_motif_sheet(open_book(), "it").count(">Orso<")
    1
    """
    keys = drawn_keys(book)
    rows = -(-len(keys) // COLUMNS)
    size = (2 * EDGE + COLUMNS * WIDE, 2 * EDGE + rows * HIGH)
    drawing = canvas((0, 0, *size), book.edition, STYLE, theme, size[0])
    drawing.add(drawing.rect((0, 0), size, class_="page", fill=LIGHT["page"]))
    for number, key in enumerate(keys):
        row, column = divmod(number, COLUMNS)
        for part in _cell(drawing, book, key, lang):
            drawing.add(group(drawing, [part], transform=f"translate({EDGE + column * WIDE:g} {EDGE + row * HIGH:g})"))
    return finish(drawing)


def drawn_keys(book: Book) -> tuple[str, ...]:
    """Return the keys of what has a name and could have a motif of its own: no space, and no second copy of a card."""
    people = [f"character.{name}" for name in book.characters]
    forms = [key for key in book.definitions if key.startswith("form.") and key.count(".") == 1]
    cards = [card for deck in book.decks for card in book.deck_cards[deck]]
    return tuple(
        dict.fromkeys((*people, *forms, *cards, *(c for c in book.stock_cards if not book.card(c).facts.twin)))
    )


def _cell(drawing: svgwrite.Drawing, book: Book, key: str, lang: str) -> Iterator[BaseElement]:
    """Draw a motif in both sizes, and the name below."""
    ground, ink, left = LIGHT["inner"], LIGHT["inner-ink"], (WIDE - LARGE - SMALL - 4) / 2
    for x, y, size in ((left, 0.0, LARGE), (left + LARGE + 4, LARGE - SMALL, SMALL)):
        yield drawing.rect((x - 1, y - 1), (size + 2, size + 2), rx=3, class_="tile", fill=ground)
        yield motifs.motif(drawing, motif_of(book, key), x, y, size, ground, ink, book.picture(key))
    name = str(Wording(lang, book=book).source(key))
    yield write(drawing, name, WIDE / 2, LARGE + 16, fitting([name], WIDE - 6, LETTERS))


def main(arguments: Sequence[str]) -> None:
    """Print the contact sheet of an edition and the layers over it, by default of the first edition."""
    print(draw_motif_sheet(open_book(arguments[0] if arguments else BASE), "en", "light"))


if __name__ == "__main__":
    main(sys.argv[1:])
