"""Widgets in which something is made: cards of a group in a grid, cards in the workshop, lessons."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import msgspec
from traitlets import Dict

from talisman_nb.board import BoardError
from talisman_nb.cards.decode import CardError
from talisman_nb.drawing.definition_picture import draw_definition, still_page
from talisman_nb.lessons import LessonError
from talisman_nb.model import OwnCard, UserError
from talisman_nb.panels.bench import AnalysisScreen
from talisman_nb.panels.bench.analysis_controller import AnalysisController
from talisman_nb.panels.lesson import Wall
from talisman_nb.panels.lesson.lesson_controller import LessonController
from talisman_nb.panels.lesson.lesson_maker import LessonMaker
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rules.layers import Layer
from talisman_nb.table.boxes import installed_boxes
from talisman_nb.table.own_cards import with_cards
from talisman_nb.text.errors import describe_error
from talisman_nb.text.grammar import with_heading
from talisman_nb.text.pages import Page, Section
from talisman_nb.text.screen.setup_values import WorkshopScreen

from .card_grid import CardGrid
from .lesson_panel import FIELDS as WALL_FIELDS
from .loose import CARD_WIDE
from .part import BookPart, Part, labels_for
from .rulings_panel import FIELDS
from .workshop_model import WorkshopModel


class CardGridPanel(BookPart):
    """The group's box of typed cards as a grid: cells to type in, tables and characters to paste.

    Parameters
    ----------
    edition
        Layers, as "second+my-cards"; "" for the usual edition: its decks and spaces are meant.
    lang
        en, it, fr or pl; None takes that of `TALISMAN_NB_LANG`, else en.

    Examples
    --------
    >>> panel = CardGridPanel(lang="pl")
    >>> [column["label"] for column in panel.content["columns"]][:4]
    ['Nazwa', 'Rodzaj', 'Siła', 'Moc']
    """

    def __init__(self, edition: str = "", lang: str | None = None, **traits: Any) -> None:
        super().__init__("grid", edition, lang, **traits)
        self.labels = labels_for(self._book, self._lang, (), ())
        self.grid = CardGrid(self._book, self._lang)
        self.content = msgspec.to_builtins(self.grid.screen())
        self.on_msg(self._receive)

    @classmethod
    def opened(cls, edition: str, lang: str | None = None) -> CardGridPanel:
        """Return the panel of an edition that came with an address; the usual one, with the reason, if it can't be.

        Parameters
        ----------
        edition
            Layers, "" for the usual edition.
        lang
            en, it, fr or pl; None takes that of `TALISMAN_NB_LANG`, else en.

        Returns
        -------
        CardGridPanel
            The panel.

        Examples
        --------
        >>> CardGridPanel.opened("no such edition").content["told"]
        ['There is no edition or layer “no such edition” here: choose another one.']
        """
        try:
            return cls(edition, lang)
        except (UserError, CardError, BoardError) as wrong:
            panel = cls("", lang)
            panel.content = {**panel.content, "told": [describe_error(wrong, panel._lang)]}
            return panel

    def _still(self) -> dict[str, str]:
        heads = " · ".join(each["label"] for each in self.content["columns"])
        rows = (" · ".join(filter(None, row["cells"])) for row in self.content["rows"])
        return still_page(Page(heads, (), (Section("", tuple(rows)),)))

    def _receive(self, _widget: object, message: object, _buffers: object) -> None:
        self.content = msgspec.to_builtins(self.grid.handle(message))


class Workshop(Part):
    """The workshop: cards, characters, endings and spaces made by fields, told in four languages, tried on the bench.

    Parameters
    ----------
    layer
        A `Layer` to go on with, or the id of a box: of an installed one its newest version, else a new one.
    edition
        The edition and layers it is laid over, as "second"; "" for the usual one.
    lang
        en, it, fr or pl; None takes that of `TALISMAN_NB_LANG`, else en.

    Examples
    --------
    >>> workshop = Workshop("moles")
    >>> workshop.handle({"type": "new", "key": "stranger", "value": "Tinker"})
    >>> workshop.content["told"][0]["lines"]
    ('Gains 1 gold.',)
    >>> workshop.layer.name
    'moles'
    >>> workshop.handle({"type": "try"})
    >>> workshop.bench["question"]["kind"]
    'end'
    """

    bench = Dict().tag(sync=True)
    """The bench (`AnalysisScreen`) on which the card is tried, {} while it is made."""
    bench_labels = Dict().tag(sync=True)
    """The labels that the bench needs."""
    grid = Dict().tag(sync=True)
    """The grid of many cards (`CardGridScreen`), {} while it is not open."""

    def __init__(self, layer: Layer | str = "", edition: str = "", lang: str | None = None, **traits: Any) -> None:
        versions = [box for box in installed_boxes() if box.id == layer]
        begun = versions[-1].box().layer if versions else layer
        self.model = WorkshopModel(begun, edition, lang or os.environ.get("TALISMAN_NB_LANG") or "en")
        self._bench: AnalysisController | None = None
        self._grid: CardGrid | None = None
        super().__init__("workshop", **traits)
        self._show(self.model.screen())
        self.on_msg(lambda _widget, message, _buffers: self.handle(message))

    @property
    def layer(self) -> Layer:
        """The layer that is made."""
        return self.model.layer

    def handle(self, message: Any) -> None:
        """Carry out a message of the view: `WorkshopModel.handle`, and what opens the bench or the grid, or saves.

        Parameters
        ----------
        message
            With its `type`: `try` and `edit` go to the bench and back, `many` opens the grid, `save` installs the box;
            `bench` and `grid` pass a `message` on.

        Examples
        --------
        >>> workshop = Workshop("moles")
        >>> workshop.handle({"type": "many"})
        >>> bool(workshop.grid)
        True
        """
        kind, inside = (message.get("type"), message.get("message")) if isinstance(message, dict) else ("", None)
        if kind == "bench" and self._bench:
            self._show_bench(self._bench.handle(inside))
        elif kind == "grid" and self._grid:
            self.grid = msgspec.to_builtins(self._grid.handle(inside))
        elif kind == "many":
            self._grid = CardGrid(self.model.book, self.model.lang, into=self._take)
            self.grid = msgspec.to_builtins(self._grid.screen())
        elif kind == "edit":
            self._bench = self._grid = None
            self.bench, self.grid = {}, {}
        elif kind in ("try", "save"):
            try:
                done = self.model.save() if kind == "save" else self._try()
            except (CardError, BoardError, UserError) as wrong:
                done = describe_error(wrong, self.model.lang)
            self._show(msgspec.structs.replace(self.model.screen(), note=done))
        else:
            self._show(self.model.handle(message))

    def _take(self, cards: Sequence[OwnCard]) -> tuple[Sequence[OwnCard], Sequence[OwnCard]]:
        """Put cards of the grid into the draft; return those that it only lists, and those it has no deck for."""
        layer, listed, left = with_cards(self.model.layer, cards, self.model.book)
        self.model.put(layer)
        self._show(self.model.screen())
        return listed, left

    def _try(self) -> str:
        self._bench = AnalysisController(self.model.trial(), self.model.lang)
        self._show_bench(self._bench.screen())
        return ""

    def _show(self, screen: WorkshopScreen) -> None:
        if not self.labels or self.labels["lang"] != screen.lang:
            self.labels = labels_for(open_book(self.model.below), screen.lang, (), ())
        self.content = msgspec.to_builtins(screen)

    def _still(self) -> dict[str, str]:
        shown, layer = self.content, self.content["title"] or self.content["name"]
        told = tuple(
            Section(with_heading(each["language"], each["name"], shown["lang"]), tuple(each["lines"]))
            for each in shown["told"]
        )
        if not shown["picture"]:
            return still_page(Page(layer, tuple(each["name"] for each in shown["entries"]), told))
        name = next(each["name"] for each in shown["entries"] if each["key"] == shown["open"])
        picture = draw_definition(self.model.book, shown["open"], shown["lang"], size=CARD_WIDE)
        return {**still_page(Page(name, (layer,), told)), "image/svg+xml": picture}

    def _show_bench(self, screen: AnalysisScreen) -> None:
        assert self._bench is not None
        state = self._bench.analysis.state
        self.bench_labels = labels_for(book_of(state.book), screen.lang, FIELDS, texts=state.texts)
        self.bench = msgspec.to_builtins(screen)


class LessonWorkshop(Part):
    """A lesson of one's own, made by fields from positions, judged by the game, tried on the wall.

    Parameters
    ----------
    lesson
        Its name: one of the folder goes on, another one begins.
    lang
        The language of the frame, and of the words a new page begins with; None takes that of `TALISMAN_NB_LANG`,
        else en. What a teacher writes stays as it is written.
    situation
        A situation, or a link to one, that becomes a page at once; "" for none.

    Raises
    ------
    LessonError
        The file of the lesson can't be read.

    Examples
    --------
    >>> workshop = LessonWorkshop("bears", situation="dwarf fields-1, fate 0, arrived | thief city | on fields-1, bear")
    >>> workshop.content["can_try"], workshop.content["wrong"]
    (True, ())
    >>> workshop.handle({"type": "try"})
    >>> workshop.wall["kind"]
    'situation'
    """

    wall = Dict().tag(sync=True)
    """The wall (`Wall`) on which the open page is tried, {} while it is made."""
    wall_labels = Dict().tag(sync=True)
    """The labels that the wall needs."""

    def __init__(self, lesson: str = "", lang: str | None = None, situation: str = "", **traits: Any) -> None:
        self.maker = LessonMaker(lesson, lang or os.environ.get("TALISMAN_NB_LANG") or "en")
        self._wall: LessonController | None = None
        super().__init__("workshop", **traits)
        self._show(self.maker.ask(situation) if situation else self.maker.screen())
        self.on_msg(lambda _widget, message, _buffers: self.handle(message))

    @classmethod
    def opened(cls, name: str, lang: str | None = None, situation: str = "") -> LessonWorkshop:
        """Return the panel of a lesson that came with an address; a new one, and why, if its file can't be read.

        Parameters
        ----------
        name
            The lesson, "" for a new one.
        lang
            en, it, fr or pl; None takes that of `TALISMAN_NB_LANG`, else en.
        situation
            The situation that becomes a page.

        Returns
        -------
        LessonWorkshop
            The panel.

        Examples
        --------
        >>> LessonWorkshop.opened("bears").maker.key
        'bears'
        """
        try:
            return cls(name, lang, situation)
        except LessonError as wrong:
            panel = cls(f"{name}-2", lang, situation)
            panel.maker.note = describe_error(wrong, panel.maker.lang)
            panel._show(panel.maker.screen())
            return panel

    def handle(self, message: Any) -> None:
        """Carry out a message of the view: `LessonMaker.handle`, and what goes to the wall and back.

        Parameters
        ----------
        message
            With its `type`: `try` and `edit` go to the wall and back, `wall` passes a `message` on.

        Examples
        --------
        >>> workshop = LessonWorkshop("bears")
        >>> workshop.handle({"type": "new", "value": "dwarf crags | thief city"})
        >>> len(workshop.content["entries"])
        1
        """
        kind, inside = (message.get("type"), message.get("message")) if isinstance(message, dict) else ("", None)
        if kind == "wall" and self._wall:
            if inside == {"type": "sheet"}:
                self.send({"type": "sheet", **msgspec.to_builtins(self._wall.sheet())})
            else:
                self._show_wall(self._wall.handle(inside))
        elif kind == "try":
            lesson, wrong = self.maker.read()
            if not wrong and lesson.pages:
                self._wall = LessonController(lesson, self.maker.lang, self.maker.page + 1)
                self._show_wall(self._wall.screen())
        elif kind == "edit":
            self._wall, self.wall = None, {}
        else:
            self._show(self.maker.handle(message))

    def _still(self) -> dict[str, str]:
        shown = self.content
        return still_page(Page(shown["title"], tuple(each["name"] for each in shown["entries"]), ()))

    def _show(self, screen: WorkshopScreen) -> None:
        if not self.labels or self.labels["lang"] != screen.lang:
            self.labels = labels_for(open_book(), screen.lang, (), ())
        self.content = msgspec.to_builtins(screen)

    def _show_wall(self, wall: Wall) -> None:
        assert self._wall is not None
        now = self._wall.running.now
        here = now.shown or now.before
        book = book_of(here.state.book) if here else open_book()
        self.wall_labels = labels_for(book, wall.lang, WALL_FIELDS)
        self.wall = msgspec.to_builtins(wall)
