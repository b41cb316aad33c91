"""Display of a card, space or rule in a notebook (`show`); the board as a graph, and what one draws on it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from numbers import Real
from typing import Any

import networkx as nx
from babel.numbers import format_decimal
from msgspec import Struct

from talisman_nb.drawing.board_picture import draw_named_board
from talisman_nb.drawing.board_told import MarkedSpace, draw_marks
from talisman_nb.drawing.definition_picture import draw_definition, draw_page
from talisman_nb.drawing.picture import Picture
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import BASE
from talisman_nb.rulings.edition_differences import differences
from talisman_nb.rulings.look_up import SHELVES
from talisman_nb.rulings.search import find_answers
from talisman_nb.text.pages import Page, Section
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.wording import Wording

from .look_up import not_found

CARD_WIDE = 300
"""Width of a card's picture in pixels."""


class ShownPage(Struct, frozen=True):
    """A picture that a notebook displays as SVG, also without a kernel; `str` gives the page as text.

    Attributes
    ----------
    page
        The page as its sections and lines.
    picture
        The picture as SVG.

    Examples
    --------
    >>> shown = show("space", "City")
    >>> str(shown.page) == str(shown), shown.picture[:4]
    (True, '<svg')
    """

    page: Page
    picture: str

    def _repr_svg_(self) -> str:
        return self.picture

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"image/svg+xml": str(self.picture), "text/plain": repr(self)}

    def __repr__(self) -> str:
        return str(self.page)


def show_differences(one: str, other: str, lang: str | None = None) -> ShownPage:
    """Return the display of what differs between two editions; raises `SetupError` for an unknown one.

    >>> str(show_differences("second", "revised4", "fr")).splitlines()[0]
    'Deuxième édition / Quatrième édition révisée\xa0: ce qui diffère'
    """
    page = differences(one, other, lang or os.environ.get("TALISMAN_NB_LANG") or "en")
    return ShownPage(page, draw_page(page))


def show(kind: str, name: str, lang: str | None = None, edition: str = "") -> ShownPage:
    """Return the display of a card, space or rule; `kind` is "card", "space" or "rule".

    `name` may be in any of the four languages; `lang` is that of the page (None: `TALISMAN_NB_LANG`, else English).
    `edition`: the specification of the layers it is looked up in, "" for the usual edition.
    A question in place of a rule's name is answered, or what is nearest to it is told as such.
    Raises `LookupError` for an unknown or ambiguous name, with the similar or matching ones.

    >>> str(show("card", "Orso")).splitlines()[0]
    'Bear'
    >>> show("rule", "combat.stnadoff")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    LookupError: There is no rule called “combat.stnadoff”; did you mean “combat.standoff”, ...
    """
    shelf, book, lang = SHELVES[kind], open_book(edition or BASE), lang or os.environ.get("TALISMAN_NB_LANG") or "en"
    found = shelf.find(book, name)
    if not found:
        near = shelf.near(book, name, lang)
        answers = find_answers(name, book, lang=lang) if kind == "rule" and not near else None
        if not answers or not answers.hits:
            raise LookupError(not_found(kind, name, near, lang))
        page = Page(name, (), (Section("", tuple(answers.lines(book, lang))),))
        return ShownPage(page, draw_page(page))
    if len(found) > 1:
        several = load_phrases(lang).say("pages", "several", name=name)
        raise LookupError("\n  ".join([several, *(shelf.label(book, key, lang) for key in found)]))
    page = shelf.page(book, found[0], lang)
    picture = draw_page(page) if kind == "rule" else draw_definition(book, found[0], lang, size=CARD_WIDE)
    return ShownPage(page, picture)


def board(edition: str = "", lang: str | None = None, *, rafts: bool = False) -> nx.Graph:
    """Return the board as a graph: a node for each space, an edge where one step leads from one to the other.

    A node has its `name`, `kind` and `region`, the number of cards that are drawn there (`draw`), its place in its
    region (`ring`) and on the picture (`grid`: row and column). An edge has its `kind` (ring, bridge, portal, path,
    raft); `gate` where something must be beaten or rolled first, which the graph doesn't ask; `back`, whether it leads
    back too; `way`, round which way it leads from the end that the board's file names first, for the game's own use.

    Parameters
    ----------
    edition
        An edition and layers over it; "" for the usual one. Spaces of which only the number is known are left out.
    lang
        The language of the names; None takes that of `TALISMAN_NB_LANG`, else en.
    rafts
        Whether a crossing of the River by Raft is an edge too.

    Returns
    -------
    nx.Graph
        A graph of one's own, which may be changed.

    Raises
    ------
    SetupError
        There is no such edition.

    Examples
    --------
    >>> import networkx as nx
    >>> import talisman_nb
    >>> graph = talisman_nb.board(lang="it")
    >>> nx.shortest_path(graph, "village", "forest")
    ['village', 'fields-6', 'forest']
    >>> graph.nodes["village"]["name"], graph.degree["village"]
    ('Villaggio', 2)
    """
    book = open_book(edition or BASE)
    said = Wording(lang or os.environ.get("TALISMAN_NB_LANG") or "en", book=book)
    made = nx.Graph(book.board.graph if rafts else book.board.links)
    made.remove_nodes_from(book.board.by_hand)
    for space, about in made.nodes(data=True):
        about["name"] = str(said.space(space))
    return made


def draw(
    values: Mapping[str, object] | None = None, graph: nx.Graph | None = None, *, way: Sequence[str] = (),
    edition: str = "", lang: str | None = None, size: int = 560,
) -> Picture:  # fmt: skip
    """Draw the board with values, a graph or a way of one's own over it.

    Parameters
    ----------
    values
        What stands on a space, by its id: a number (above the mean of all in a filled square; to a tenth, below 1 to
        two digits) or a short text; None for nothing.
    graph
        A graph of spaces whose nodes and edges are drawn, such as `board()` or a part of it; None for none.
    way
        Spaces that are joined by a broad line, in their order.
    edition, lang
        The board and the language of its names, as `board` takes them.
    size
        Its width in px.

    Returns
    -------
    Picture
        A picture that a notebook shows and keeps; `str` of it is the SVG.

    Raises
    ------
    BoardError
        There is no such space on this board; the nearest id is named.
    SetupError
        There is no such edition.

    Examples
    --------
    >>> import networkx as nx
    >>> import talisman_nb
    >>> graph = talisman_nb.board()
    >>> near = nx.single_source_shortest_path_length(graph, "village", cutoff=3)
    >>> picture = talisman_nb.draw(near, way=nx.shortest_path(graph, "village", "city"))
    >>> ">3</text>" in picture
    True
    >>> talisman_nb.draw({"vilage": 1})
    Traceback (most recent call last):
    ...
    talisman_nb.board.graph.BoardError: no space 'vilage' on the board revised4 (did you mean "village"?)
    """
    book, said = open_book(edition or BASE), lang or os.environ.get("TALISMAN_NB_LANG") or "en"
    nodes, links = ([*graph.nodes], [*graph.edges]) if graph is not None else ([], [])
    told = dict(values or {})
    for space in (*told, *nodes, *way):
        book.board.space(space)
    over = draw_marks(
        book.board, [*(MarkedSpace(space, "node") for space in nodes if space not in told), *_marked(told, said)],
        links, [*pairwise(way)], letters=36, raised=True,
    )  # fmt: skip
    return draw_named_board(book, said, size=size, over="".join(over.values()))


def _marked(values: Mapping[str, object], lang: str) -> Iterator[MarkedSpace]:
    """Yield the marks of values, numbers in the writing of a language and as short as fits on a space."""
    numbers = {space: float(value) for space, value in values.items() if isinstance(value, Real)}
    mean = sum(numbers.values()) / max(len(numbers), 1)
    for space, value in values.items():
        if (n := numbers.get(space)) is None:
            yield MarkedSpace(space, "visited", str(value))
            continue
        short = float(f"{n:.2g}") if abs(n) < 1 else round(n, 1)
        told = format_decimal(short, locale=lang, decimal_quantization=False)
        yield MarkedSpace(space, "frontier" if n > mean else "visited", str(told))
