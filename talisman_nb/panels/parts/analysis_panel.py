"""A situation looked into, as a widget: laid out, stepped forth and back, answered otherwise, asked about."""

from __future__ import annotations

import os
from threading import Lock
from typing import Any

import msgspec
from traitlets import TraitError, Unicode, observe, validate

from talisman_nb.analysis import Analysis
from talisman_nb.analysis.tree import USUAL
from talisman_nb.model.situation import SituationError
from talisman_nb.panels.bench.analysis_controller import AnalysisController
from talisman_nb.panels.bench.analysis_values import AnalysisScreen
from talisman_nb.rules.book import book_of
from talisman_nb.text.errors import describe_error

from .part import Part, labels_for

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
