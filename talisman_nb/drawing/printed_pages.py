"""Pages to print and cut out: cards nine to a page, character sheets four to a page, their backs, as SVG or one PDF.

A page is 210 x 297 mm. A card is drawn as everywhere else (`card_picture.py`), with smaller letters where its text
would not fit. Backs lie mirrored, so that a sheet printed on both sides has each behind its card. The PDF is written by
fpdf2, which is small and draws the shapes of an SVG as such; its letters are those of the display face.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import svgwrite
from msgspec.structs import replace
from svgwrite.base import BaseElement

from talisman_nb.board.toml_reading import mistake
from talisman_nb.cards.decode import CardError
from talisman_nb.model import Told
from talisman_nb.rules.book import Book
from talisman_nb.rules.pictures import DECK
from talisman_nb.text.wording import Wording

from . import motifs
from .card_picture import HIGH, WIDE, layout, parts_of
from .definition_picture import card_of
from .palette import COOL, HOT, LIGHT, TEMPERATURES
from .picture import Picture, fitting, write

if TYPE_CHECKING:
    from fpdf import FPDF

PAPER = (210.0, 297.0)
"""Width and height of a page, in mm (A4)."""
MARK, AWAY = 4.0, 1.0
"""Length of a crop mark, and its distance from what is cut, in mm."""
SMALLER = ((64.0, 9.0), (48.0, 8.0), (36.0, 7.0))
"""Layouts of a card whose text is long: height of the motif, least letter size; 7 units are 5 points on a card."""
FACE, FACE_PACKAGE, FACE_FILE = "Vollkorn", "fontpkg_vollkorn", "files/Vollkorn[wght].ttf"
COLOURS = {"soft": LIGHT["muted"], "doubt": LIGHT["warn"]}
"""Maps the class of a line of text to its colour; all others are ink."""
BOLD = 650
"""Weight from which letters are bold."""


class Grid(NamedTuple):
    """How many lie on a page, side by side and below each other, and how large each is, in mm."""

    across: int
    down: int
    wide: float
    high: float

    def place(self, n: int, mirrored: bool) -> tuple[float, float]:
        """The left upper corner of the n-th of a page; of a back from the right."""
        row, column = divmod(n, self.across)
        left, top = (PAPER[0] - self.across * self.wide) / 2, (PAPER[1] - self.down * self.high) / 2
        return left + (self.across - 1 - column if mirrored else column) * self.wide, top + row * self.high


CARDS, SHEETS = Grid(3, 3, 63.0, 88.0), Grid(2, 2, 94.0, 132.0)


class Printed(NamedTuple):
    """One side of a card as it is printed: its parts on a ground, laid out as high as its text needs."""

    parts: tuple[BaseElement, ...]
    high: float
    ground: str


class PrintPage(NamedTuple):
    """A page: its name for a file, what is on it, and how it lies.

    Examples
    --------
    >>> from talisman_nb.rules.book import open_book
    >>> front, back = print_pages(open_book(), ["wolf"], "en")
    >>> [(x, y) for _, x, y in front.places], [(x, y) for _, x, y in back.places]
    ([(10.5, 16.5)], [(136.5, 16.5)])
    """

    name: str
    sides: tuple[Printed, ...]
    grid: Grid
    back: bool

    @property
    def places(self) -> Iterator[tuple[Printed, float, float]]:
        """Each side with its left upper corner, in mm."""
        return ((side, *self.grid.place(n, self.back)) for n, side in enumerate(self.sides))

    def picture(self) -> Picture:
        """Draw the page as SVG, 210 x 297 mm.

        Returns
        -------
        Picture
            The page.

        Examples
        --------
        >>> from talisman_nb.rules.book import open_book
        >>> 'width="210mm"' in print_pages(open_book(), ["wolf"], "en")[0].picture()
        True
        """
        drawing = svgwrite.Drawing(debug=False, size=(f"{PAPER[0]:g}mm", f"{PAPER[1]:g}mm"))
        drawing.attribs |= {"viewBox": f"0 0 {PAPER[0]:g} {PAPER[1]:g}", "font-family": f"{FACE}, Georgia, serif"}
        drawing.add(drawing.rect((0, 0), PAPER, fill="#ffffff"))
        for mark in _marks(self.grid):
            drawing.add(drawing.line(mark[:2], mark[2:], stroke="#000000", stroke_width=0.1))
        for side, x, y in self.places:
            drawing.add(drawing.rect((x, y), (self.grid.wide, self.grid.high), fill=side.ground))
            inside = drawing.svg((x, y), (self.grid.wide, self.grid.high), debug=False)
            inside.attribs |= {"viewBox": f"0 0 {WIDE:g} {side.high:g}"}
            for part in side.parts:
                inside.add(part)
            drawing.add(inside)
        return Picture(drawing.tostring())


def print_pages(book: Book, keys: Sequence[str], lang: str, *, backs: bool = True) -> list[PrintPage]:
    """Lay out the cards and characters of a book to be printed.

    Parameters
    ----------
    book
        The book they are in.
    keys
        The definitions, as `wolf` or `character.dwarf`; a card lies there as often as it has copies.
    lang
        The language of names and texts.
    backs
        Whether each page is followed by that of the backs.

    Returns
    -------
    list[PrintPage]
        The pages: cards nine to a page, then character sheets four to a page.

    Examples
    --------
    >>> from talisman_nb.rules.book import open_book
    >>> [page.name for page in print_pages(open_book(), ["wolf", "character.dwarf"], "pl")]
    ['cards-1', 'cards-1-backs', 'characters-1', 'characters-1-backs']
    """
    heroes = [key for key in keys if key.startswith("character.")]
    cards = [key for key in keys if key not in heroes for _ in range(max(book.card(key).facts.copies, 1))]
    pages: list[PrintPage] = []
    for name, found, grid in (("cards", cards, CARDS), ("characters", heroes, SHEETS)):
        most = grid.across * grid.down
        for number, some in enumerate((found[at : at + most] for at in range(0, len(found), most)), 1):
            pages.append(PrintPage(f"{name}-{number}", tuple(_front(book, key, lang) for key in some), grid, False))
            if backs:
                behind = tuple(_back(book, key, lang) for key in some)
                pages.append(PrintPage(f"{name}-{number}-backs", behind, grid, True))
    return pages


def _front(book: Book, key: str, lang: str) -> Printed:
    card = replace(card_of(book, key, lang), note="", doubt="")
    drawing = svgwrite.Drawing(debug=False)
    plan = layout(card, SMALLER)
    return Printed(tuple(_coloured(part) for part in parts_of(drawing, card, plan)), plan.high, LIGHT["page"])


def _coloured(part: BaseElement) -> BaseElement:
    """Return a part with what a style sheet would give it, for a printed page has none."""
    look = str(part.attribs.get("class", ""))
    if part.elementname == "text":
        part.attribs |= {"fill": COLOURS.get(look, LIGHT["ink"])}
    elif look == "value":
        part.attribs |= {"stroke-width": "1"}
    elif look == "mo":
        part.attribs |= {"stroke-linecap": "round", "stroke-linejoin": "round"}
    for inside in part.elements:
        if isinstance(inside, BaseElement):
            _coloured(inside)
    return part


def _back(book: Book, key: str, lang: str) -> Printed:
    """Return the back of a card: the mark and the name of its deck, of a character those of characters."""
    drawing, wording = svgwrite.Drawing(debug=False), Wording(lang, book=book)
    deck = book.deck_of.get(key, "") if book.deck_of.get(key, "") in book.decks else ""  # "" of what lies in the stock
    kind = "character" if key.startswith("character.") else book.card(key).facts.type.replace(" ", "-")
    hidden = deck == book.face_down
    name = str(wording.deck(deck)) if deck else wording.say("panel", "character") if kind == "character" else ""
    name = name[:1].upper() + name[1:]
    role = TEMPERATURES.get(kind, COOL) if not deck else COOL if hidden else HOT
    ground, ink, mark = LIGHT[role], LIGHT[f"{role}-ink"], "spell" if hidden else "event" if deck else kind
    own = book.pictures.get(DECK + deck) if deck else None
    return Printed((
        drawing.rect((14, 14), (WIDE - 28, HIGH - 28), rx=10, fill="none", stroke=ink, stroke_width="3"),
        drawing.rect((21, 21), (WIDE - 42, HIGH - 42), rx=6, fill="none", stroke=ink, stroke_width="1"),
        _coloured(motifs.motif(drawing, mark, WIDE / 2 - 55, 85, 110, ground, ink, own)),
        write(drawing, name, WIDE / 2, 250, fitting([name], WIDE - 60, 22), font_weight="650", fill=ink),
    )[: 3 + bool(name)], HIGH, ground)  # fmt: skip


def _marks(grid: Grid) -> Iterator[tuple[float, float, float, float]]:
    """Yield the crop marks at the edges of the page: from where to where, in mm."""
    left, top = grid.place(0, mirrored=False)
    right, foot = left + grid.across * grid.wide, top + grid.down * grid.high
    for n in range(grid.across + 1):
        x = left + n * grid.wide
        yield x, top - AWAY - MARK, x, top - AWAY
        yield x, foot + AWAY, x, foot + AWAY + MARK
    for n in range(grid.down + 1):
        y = top + n * grid.high
        yield left - AWAY - MARK, y, left - AWAY, y
        yield right + AWAY, y, right + AWAY + MARK, y


# --- PDF ---


def as_pdf(pages: Sequence[PrintPage], title: str) -> bytes:
    """Write pages as one PDF.

    Parameters
    ----------
    pages
        What `print_pages` has laid out.
    title
        What the file calls itself.

    Returns
    -------
    bytes
        The file.

    Raises
    ------
    CardError
        The points of a picture are damaged.

    Examples
    --------
    >>> from talisman_nb.rules.book import open_book
    >>> as_pdf(print_pages(open_book(), ["wolf"], "fr"), "One card")[:5]
    b'%PDF-'
    """
    from fpdf import FPDF

    pdf = FPDF(format="A4", unit="mm")
    pdf.set_title(title)
    pdf.set_auto_page_break(False)
    written = {str(part.text) for page in pages for side in page.sides for part in side.parts if hasattr(part, "text")}
    with TemporaryDirectory() as folder:
        for style, weight in (("", 400), ("B", 700)):
            face = Path(folder) / f"{FACE}-{weight}.ttf"
            face.write_bytes(letters_of_face(weight, "".join(written)))
            pdf.add_font(FACE, style, face)
    for page in pages:
        pdf.add_page()
        pdf.set_line_width(0.1)
        for mark in _marks(page.grid):
            pdf.line(*mark)
        for side, x, y in page.places:
            with pdf.local_context(), pdf.rect_clip(x, y, page.grid.wide, page.grid.high):
                try:
                    _draw_side(pdf, side, page.grid, x, y)
                except (OSError, SyntaxError, ValueError) as wrong:  # of a picture whose points are damaged
                    said = "a picture of this page can't be printed, its points are damaged: save it anew"
                    raise CardError(Told(f"{page.name}: ", mistake("picture-points", said))) from wrong
    return bytes(pdf.output())


def letters_of_face(
    weight: int, text: str, features: Sequence[str] = ("kern", "ccmp", "mark"), flavor: str = ""
) -> bytes:
    """Return the display face in one weight with the letters of a text and digits as high as capitals, as a font file.

    `flavor`: "woff", or "" for TrueType. All letters of it would take seconds.
    """
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    found = find_spec(FACE_PACKAGE)
    font = TTFont(Path((found.origin if found else "") or "").parent / FACE_FILE)
    lining = _substitutes(font, "lnum")
    for table in font["cmap"].tables:
        table.cmap.update({code: lining.get(name, name) for code, name in table.cmap.items()})
    some = Subsetter(Options(layout_features=[*features], hinting=False, name_IDs=[0, 1, 2, 13, 14]))
    some.populate(text=f"{text} ?")
    some.subset(font)
    font = instantiateVariableFont(font, {"wght": weight})
    font.flavor = flavor or None
    into = BytesIO()
    font.save(into)
    return into.getvalue()


def _substitutes(font: Any, feature: str) -> dict[str, str]:
    """Map the glyphs that a feature takes others in place of to those."""
    table = font["GSUB"].table
    numbers = {n for record in table.FeatureList.FeatureRecord if record.FeatureTag == feature
               for n in record.Feature.LookupListIndex}  # fmt: skip
    subtables = (each for n in sorted(numbers) for each in table.LookupList.Lookup[n].SubTable)
    return {one: other for each in subtables for one, other in getattr(each, "mapping", {}).items()}


def _draw_side(pdf: FPDF, side: Printed, grid: Grid, x: float, y: float) -> None:
    """Draw one side: its ground, its shapes in one drawing, then its lines of text."""
    from fpdf.svg import SVGObject

    scale = min(grid.wide / WIDE, grid.high / side.high)
    left, top = x + (grid.wide - WIDE * scale) / 2, y + (grid.high - side.high * scale) / 2
    pdf.set_fill_color(side.ground)
    pdf.rect(x, y, grid.wide, grid.high, style="F")
    shapes = "".join(_shape(part) for part in side.parts if part.elementname != "text")
    wide, high = WIDE * scale, side.high * scale
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.3f}mm" height="{high:.3f}mm"'
    SVGObject(f'{head} viewBox="0 0 {WIDE:g} {side.high:g}">{shapes}</svg>').draw_to_page(pdf, left, top)
    for part in side.parts:
        if part.elementname == "text":
            _write(pdf, part, left, top, scale)


def _shape(part: BaseElement) -> str:
    """Return a part as SVG without frames in it: a picture of a layer is moved and scaled instead."""
    if part.elementname == "svg":
        x, y, wide, high = (float(part.attribs[name]) for name in ("x", "y", "width", "height"))
        left, top, across, down = map(float, str(part.attribs["viewBox"]).split())
        scale = min(wide / across, high / down)
        x, y = x + (wide - across * scale) / 2, y + (high - down * scale) / 2
        colour = part.attribs.get("fill", LIGHT["ink"])
        inside = "".join(_shape(each) for each in part.elements)
        move = f"translate({x:.3f} {y:.3f}) scale({scale:.5f}) translate({-left:g} {-top:g})"
        return f'<g transform="{move}" fill="{colour}">{inside}</g>'
    if part.elementname == "g":
        told = "".join(f' {name}="{value}"' for name, value in part.attribs.items() if name != "class")
        return f"<g{told}>{''.join(_shape(each) for each in part.elements)}</g>"
    return "" if part.elementname == "text" else str(part.tostring())


def _write(pdf: FPDF, part: BaseElement, left: float, top: float, scale: float) -> None:
    """Write a line of text where its element has it."""
    told, text = part.attribs, str(getattr(part, "text", ""))
    bold = int(told.get("font-weight", 400)) >= BOLD
    pdf.set_font(FACE, "B" if bold else "", float(told["font-size"]) * scale * 72 / 25.4)
    pdf.set_text_color(str(told.get("fill", LIGHT["ink"])))
    before = {"middle": 0.5, "end": 1.0}.get(str(told["text-anchor"]), 0.0) * pdf.get_string_width(text)
    pdf.text(left + float(told["x"]) * scale - before, top + float(told["y"]) * scale, text)
