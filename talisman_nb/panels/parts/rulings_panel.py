"""Widgets with much to type: rulings, searched; the bench for a situation; a group's cards in a grid; the workshop."""

from __future__ import annotations

import os
from collections.abc import Sequence
from threading import Lock
from typing import Any

import msgspec
from traitlets import Dict, TraitError, Tuple, Unicode, observe, validate

from talisman_nb.analysis import Analysis
from talisman_nb.analysis.tree import USUAL
from talisman_nb.board import BoardError
from talisman_nb.cards.decode import CardError, did_you_mean
from talisman_nb.model import OwnCard, UserError
from talisman_nb.model.situation import SituationError
from talisman_nb.panels.bench import AnalysisScreen
from talisman_nb.panels.bench.analysis_controller import AnalysisController
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rules.layers import Layer
from talisman_nb.rulings.case_types import Case
from talisman_nb.rulings.cases import cases_of
from talisman_nb.rulings.own_rulings import own_rulings
from talisman_nb.rulings.rulings_by_subject import RULING, page_of_case
from talisman_nb.rulings.search import asked_where, find_answers
from talisman_nb.table.boxes import installed_boxes
from talisman_nb.table.own_cards import with_cards
from talisman_nb.text.errors import describe_error
from talisman_nb.text.pages import Page
from talisman_nb.text.pages.rule_page import rule_texts
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.screen.setup_values import WorkshopScreen
from talisman_nb.text.wording import Wording

from .card_grid import CardGrid
from .part import BookPart, Part, labels_for
from .workshop_model import WorkshopModel

MOST = 20
"""How many of the rulings found are listed; of the others only the number is told."""


class RulingsPanel(BookPart):
    """A field for questions, words, names and rule ids of any language: the rulings that answer, one of them whole.

    `situation` is the line of text of the chosen ruling with its answers, to be linked with that of an `AnalysisPanel`,
    which it begins with; `chosen` its key.

    Parameters
    ----------
    query
        What is searched, "" for all; `found` has the ids of those found, the best first.
    edition
        Layers, as "second+my-cards"; "" for the usual edition.
    lang
        en, it, fr or pl; None takes that of `TALISMAN_NB_LANG`, else en.
    traits
        Values to begin with, such as `ruling`: the id of the one that is shown whole, "" for none; one that isn't there
        raises `TraitError`.

    Examples
    --------
    >>> panel = RulingsPanel("święty graal")
    >>> panel.found
    ('w23', 'grail-refused', 'forbidden-taken', 'second-grail')
    >>> panel.ruling = "w23"
    >>> panel.chosen, panel.situation == panel.case.played_text()
    ('ruling.w23', True)
    """

    query = Unicode().tag(sync=True)
    """The words that are searched."""
    found = Tuple().tag(sync=True)
    """The ids of the rulings found, the best first."""
    ruling = Unicode().tag(sync=True)
    """The id of the ruling that is shown whole."""
    situation = Unicode().tag(sync=True)
    """The situation of that ruling with its answers, as one line; it stays when no ruling is chosen."""

    def __init__(self, query: str = "", edition: str = "", lang: str | None = None, **traits: Any) -> None:
        self._own = own_rulings()[0]
        super().__init__("rulings", edition, lang, situation=USUAL)
        self.labels = labels_for(self._book, self._lang, ("spoken",), ())
        self.query = query
        self._show()
        for name, value in traits.items():
            setattr(self, name, value)

    @property
    def case(self) -> Case | None:
        """The ruling that is shown whole, as its definition."""
        return self._known().get(self.ruling)

    def _known(self) -> dict[str, Case]:
        return {**cases_of(self._book), **self._own}

    @validate("ruling")
    def _there(self, proposal: dict[str, Any]) -> str:
        id = str(proposal["value"]).removeprefix(RULING)
        if id and id not in self._known():
            raise TraitError(f"no ruling {id!r}{did_you_mean(id, self._known())}")
        return id

    @observe("query")
    def _searched(self, _change: dict[str, Any]) -> None:
        self._show()

    @observe("ruling")
    def _other_ruling(self, _change: dict[str, Any]) -> None:
        if case := self.case:
            self.chosen = f"{RULING}{case.id}"
            self.situation = case.played_text()
        self._show()

    def _show(self) -> None:
        known = self._known()
        answers = find_answers(words, self._book, self._own, self._lang) if (words := self.query.strip()) else None
        found = answers.cases if answers else [*known.values()]
        self.found = tuple(case.id for case in found)
        case = self.case
        self.content = {
            "found": [self._line(each) for each in found[:MOST]],
            "left": max(0, len(found) - MOST),
            "note": load_phrases(self._lang).say("answers", "no-ruling") if answers and not answers.sure else "",
            "rules": [rule_texts(self._book, self._lang)[id] for id in answers.rules] if answers else [],
            "whole": _whole(page_of_case(case, self._lang), case.id) if case else None,
        }

    def _line(self, case: Case) -> dict[str, str]:
        standing = Wording(self._lang, book=self._book).say("pages", case.decided_by)
        return {"id": case.id, "asks": asked_where(case, self._book, self._lang), "standing": standing}


def _whole(page: Page, id: str) -> dict[str, Any]:
    """Return a page of a ruling as plain values."""
    sections = [{"title": each.title, "lines": list(each.lines)} for each in page.sections]
    return {"id": id, "about": list(msgspec.to_builtins(page.about)), "sections": sections}


FIELDS = (
    "pictures", "board", "places", "frames", "abilities", "doubts", "spoken", "rules", "forms", "marks", "types",
    "corners", "keywords", "marked", "decks", "of_deck",
)  # fmt: skip


class AnalysisPanel(Part):
    """A bench for a situation: the board, what is asked, what happened and why, the tree of what was tried.

    Parameters
    ----------
    situation
        One line of text (see `talisman_nb.model.situation`). It is a trait, which may be set and observed; one that
        can't be read raises `TraitError` with the reason.
    lang
        en, it, fr or pl; None takes that of `TALISMAN_NB_LANG`, else en.

    Examples
    --------
    >>> panel = AnalysisPanel("dwarf crags | thief city > 1")
    >>> panel.content["question"]["kind"]
    'way'
    >>> panel.situation = "troll crags | thief city"
    >>> panel.analysis.text
    'troll crags | thief city'
    """

    situation = Unicode().tag(sync=True)
    """The text of what is looked at."""

    def __init__(self, situation: str = USUAL, lang: str | None = None, **traits: Any) -> None:
        self._one_at_a_time = Lock()
        self._controller = AnalysisController(situation, lang or os.environ.get("TALISMAN_NB_LANG") or "en")
        self._labels_of: tuple[object, ...] = ()
        super().__init__("analysis", **traits)
        self._show(self._controller.screen())
        self.on_msg(self._receive)

    @classmethod
    def opened(cls, text: str, lang: str | None = None) -> AnalysisPanel:
        """Return the panel of a text that came with an address; one that can't be read stands there with the reason.

        Parameters
        ----------
        text
            The situation, "" for the usual one.
        lang
            en, it, fr or pl; None takes that of `TALISMAN_NB_LANG`, else en.

        Returns
        -------
        AnalysisPanel
            The panel.

        Examples
        --------
        >>> AnalysisPanel.opened("dwarf crags | thief city").situation
        'dwarf crags | thief city'
        """
        try:
            return cls(text or USUAL, lang)
        except SituationError:
            panel = cls(USUAL, lang)
            panel._show(panel._controller.handle({"type": "text", "value": text}))
            return panel

    @property
    def analysis(self) -> Analysis:
        """The analysis that is looked at."""
        return self._controller.analysis

    @validate("situation")
    def _readable(self, proposal: dict[str, Any]) -> str:
        text = str(proposal["value"])
        try:
            return text if text == self.analysis.text else Analysis.of(text).text
        except SituationError as wrong:
            raise TraitError(describe_error(wrong, self._controller.analysis.node.situation.lang)) from None

    @observe("situation")
    def _other_situation(self, change: dict[str, Any]) -> None:
        if change["new"] != self.analysis.text:
            self._show(self._controller.handle({"type": "text", "value": change["new"]}))

    def _receive(self, _widget: object, message: object, _buffers: object) -> None:
        with self._one_at_a_time:
            self._show(self._controller.handle(message))

    def _show(self, screen: AnalysisScreen) -> None:
        state = self.analysis.state
        shown = state.book, screen.lang, state.texts
        if shown != self._labels_of:
            self._labels_of = shown
            self.labels = labels_for(book_of(state.book), screen.lang, FIELDS, texts=state.texts)
        self.content = msgspec.to_builtins(screen)
        self.situation = screen.text


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

    def _show_bench(self, screen: AnalysisScreen) -> None:
        assert self._bench is not None
        state = self._bench.analysis.state
        self.bench_labels = labels_for(book_of(state.book), screen.lang, FIELDS, texts=state.texts)
        self.bench = msgspec.to_builtins(screen)
