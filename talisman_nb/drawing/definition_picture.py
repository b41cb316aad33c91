"""Draws any definition (card, character, form, space) as a card picture: converts it to a `Card`."""

from __future__ import annotations

from collections.abc import Iterator

import svgwrite
from msgspec import Struct
from svgwrite.base import BaseElement

from talisman_nb.model import Seen
from talisman_nb.rules.book import Book
from talisman_nb.rules.pictures import DECK
from talisman_nb.text.definitions.facts import unsure
from talisman_nb.text.definitions.lines import lines_without_figures
from talisman_nb.text.definitions.tree import tree_of
from talisman_nb.text.pages import Page
from talisman_nb.text.pages.definition_page import figures_of, number_of, type_word
from talisman_nb.text.phrases import sentence
from talisman_nb.text.wording import Wording

from .board_picture import draw_position
from .card_picture import REGULAR, Card, draw_card, wrap_lines
from .palette import LIGHT
from .picture import Picture, beside, canvas, finish, write


def draw_definition(book: Book, key: str, lang: str, theme: str = "auto", size: float | None = None) -> Picture:
    """Draw the definition of a key as a card; raises `CardError` for an unknown key. `size`: width in px.

    >>> from talisman_nb.rules.book import open_book
    >>> "Niedźwiedź" in draw_definition(open_book(), "bear", "pl")
    True
    """
    return draw_card(card_of(book, key, lang), theme, size)


def card_of(book: Book, key: str, lang: str) -> Card:
    """Return the content of a definition's picture; raises `CardError` for an unknown key.

    >>> from talisman_nb.rules.book import open_book
    >>> bear = card_of(open_book(), "bear", "it")
    >>> bear.name, bear.type_word, bear.number, bear.figures
    ('Orso', 'Nemico – Animale', 2, (('strength', 3),))
    """
    wording, found = Wording(lang, book=book), book.card(key)
    return Card(
        name=str(wording.source(key)),
        type=motif_of(book, key),
        type_word=type_word(book, key, lang),
        number=int(number_of(book, key)),
        figures=figures_of(book, found),
        words={stat: wording.word(stat) for stat, _ in figures_of(book, found)},
        lines=text_of(book, key, lang),
        note=wording.say("pages", "copies", n=found.facts.copies) if key in book.deck_of else "",
        doubt=unsure(book, key, lang),
        picture=book.picture(key),
        deck=book.pictures.get(DECK + book.deck_of.get(key, "")),
    )


def text_of(book: Book, key: str, lang: str) -> tuple[str, ...]:
    """Return the text of a definition without its figures, which are drawn; a space begins with the cards to draw."""
    lines = lines_without_figures(tree_of(book, key, lang))
    draw = book.board.space(key.removeprefix("space.")).draw if key.startswith("space.") else 0
    return (sentence(Wording(lang).say("words", "draw-cards", n=draw)), *lines) if draw else lines


def motif_of(book: Book, key: str) -> str:
    """Return the motif of a definition: the kind of a space, `character`, the name of a form, or the type of a card."""
    section, _, name = key.partition(".")
    if section == "space":
        return book.board.kind(name)
    if section in ("character", "form"):
        return "character" if section == "character" else name
    return book.card(key).facts.type.replace(" ", "-")


BOLD = 0.92
"""Share of its room that a line of bold letters may take, by their estimated width: a "w" is wider than others."""
WIDE, BESIDE_WIDE, EDGE = 560.0, 400.0, 24.0
"""Width of a page, of one beside a board, and the margin, in units."""
SHOWN = 14 / 12
"""Pixels of a unit in a notebook: the smallest letters, of 12 units, have 14 px."""
SHOWN_WIDE = WIDE * SHOWN
"""Default width in a notebook, in px."""
LINE = 1.4
"""Line height, in letter sizes."""
STYLE = """
.tnb .sheet{fill:var(--tnb-page);stroke:var(--tnb-ink);stroke-width:2}
.tnb text{fill:var(--tnb-ink)}
.tnb .soft{fill:var(--tnb-muted)}
.tnb .head{fill:var(--tnb-accent)}
.tnb .doubt{fill:var(--tnb-warn)}
"""


class LaidOutLine(Struct, frozen=True):
    """A laid out line: `foot` is its baseline, `left` its x, `size` its letter size (units), `look` its CSS class."""

    text: str
    foot: float
    left: float
    size: float
    look: str = ""


def draw_page(page: Page, theme: str = "auto", size: float | None = SHOWN_WIDE, wide: float = WIDE) -> Picture:
    """Draw a page, as high as its text; uncertain lines (with "≈") have the colour of a warning.

    `size`: width in px, None fills the container; `wide`: width in units, which a line of text has room in.
    """
    lines = list(_lines(page, wide))
    high = lines[-1].foot + EDGE
    drawing = canvas((0, 0, wide, high), page.title, STYLE, theme, size)
    drawing.add(
        drawing.rect((2, 2), (wide - 4, high - 4), rx=12, class_="sheet", fill=LIGHT["page"], stroke=LIGHT["ink"])
    )
    for line in lines:
        drawing.add(_draw_line(drawing, line))
    return finish(drawing)


def still_page(page: Page, wide: float = WIDE) -> dict[str, str]:
    """Return a page as what a notebook keeps of it, also without a kernel: its picture, `wide` units, and it as text.

    >>> [*still_page(Page("Friday", (), ()))]
    ['image/svg+xml', 'text/plain']
    """
    return {"image/svg+xml": str(draw_page(page, size=wide * SHOWN, wide=wide)), "text/plain": str(page)}


def still_position(state: Seen, lang: str, page: Page) -> dict[str, str]:
    """Return a game as what a notebook keeps of it: the board as the state tells it beside a page, and that as text."""
    return still_beside(draw_position(state, lang), page)


def still_beside(board: Picture, page: Page) -> dict[str, str]:
    """Return a board beside a page as what a notebook keeps of them."""
    told = draw_page(page, size=BESIDE_WIDE * SHOWN, wide=BESIDE_WIDE)
    return {"image/svg+xml": str(beside(board, told, label=page.title)), "text/plain": str(page)}


def _draw_line(drawing: svgwrite.Drawing, line: LaidOutLine) -> BaseElement:
    look = {"class_": line.look} if line.look else {}
    weight = {"font_weight": "650"} if line.look == "head" or line.size > 16 else {}
    return write(drawing, line.text, line.left, line.foot, line.size, text_anchor="start", **look, **weight)


def _lines(page: Page, wide: float) -> Iterator[LaidOutLine]:
    """Yield the wrapped lines of title, introduction and sections, from top to bottom."""
    foot = EDGE
    parts = [
        (page.title, 0.0, 20.0, ""),
        *((about, 0.0, 14.0, "soft" if at else "") for at, about in enumerate(page.about)),
    ]
    for section in page.sections:
        parts += [(section.title, 0.0, 12.0, "head")] if section.title else []
        parts += [(line, 10.0 + 5 * _depth(line), 12.0, "doubt" if "≈" in line else "") for line in section.lines]
    for text, left, size, look in parts:
        foot += 8 * (look == "head")
        letters = BOLD if size > 16 else REGULAR
        for row in wrap_lines((text.lstrip(" "),), (wide - 2 * EDGE - left) * letters / size):
            foot += size * LINE
            yield LaidOutLine(row, foot, EDGE + left, size, look)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
