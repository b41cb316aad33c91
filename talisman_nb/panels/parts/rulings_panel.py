"""Widgets with much to type: rulings, searched; the bench for a situation; a group's cards in a grid; the workshop."""

from __future__ import annotations

import os
from html import escape
from threading import Lock
from typing import Any

import msgspec
from ipywidgets import HTML, Dropdown, HBox, IntSlider, Layout, VBox
from traitlets import TraitError, Tuple, Unicode, observe, validate

from talisman_nb.analysis import Analysis
from talisman_nb.analysis.tree import USUAL
from talisman_nb.cards.decode import did_you_mean
from talisman_nb.drawing.definition_picture import still_page
from talisman_nb.model.situation import SituationError
from talisman_nb.panels.bench import AnalysisScreen
from talisman_nb.panels.bench.analysis_controller import AnalysisController
from talisman_nb.rules.book import book_of
from talisman_nb.rulings.case_types import Case
from talisman_nb.rulings.cases import cases_of
from talisman_nb.rulings.example import WorkedExample, worked_example, worked_examples
from talisman_nb.rulings.own_rulings import own_rulings
from talisman_nb.rulings.rulings_by_subject import RULING, page_of_case
from talisman_nb.rulings.search import asked_where, find_answers
from talisman_nb.text.errors import describe_error
from talisman_nb.text.pages import Page, Section
from talisman_nb.text.pages.rule_page import rule_texts
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.wording import Wording

from .part import NARROWEST, BookPart, Part, labels_for

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
            self.situation = case.played_text() or self.situation
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
            "note": next(answers.lines(self._book, self._lang)) if answers and not answers.sure else "",
            "rules": [rule_texts(self._book, self._lang)[id] for id in answers.rules] if answers else [],
            "whole": _whole(page_of_case(case, self._lang), case.id) if case else None,
        }

    def _still(self) -> dict[str, str]:
        if case := self.case:
            return still_page(page_of_case(case, self._lang))
        found = tuple(each["asks"] for each in self.content["found"])
        title = self.query or load_phrases(self._lang).say("panel", "rulings-found")
        return still_page(Page(title, (), (Section("", (*self.content["rules"], *found)),)))

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
    asked = Unicode().tag(sync=True)
    """The question of the game there, as a sentence."""
    answers = Tuple().tag(sync=True)
    """The keys of the answers that are open."""

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
        self.situation, self.asked = screen.text, screen.question.headline
        self.answers = tuple(each.key for each in screen.question.options if not each.closed)

    def _still(self) -> dict[str, str]:
        return self.analysis._repr_mimebundle_()


class ExampleGallery(VBox):  # type: ignore[misc]
    """A list of the worked examples, a slider over the steps of the one chosen, its board and what happens.

    `example`: its id, which may be set and observed; one that isn't there raises `TraitError`.

    >>> gallery = ExampleGallery("w2")
    >>> gallery.step.max, gallery.shown.done
    (3, False)
    """

    example = Unicode("w1")
    """The id of the example that is shown."""

    def __init__(self, example: str = "w1", lang: str = "en", **traits: Any) -> None:
        self._lang = lang
        say = load_phrases(lang).say
        choices = [(f"{found.id}  {found.asks(lang)}", found.id) for found in worked_examples()]
        self.which = Dropdown(options=choices, value=example, layout=Layout(width="100%"))
        self.step = IntSlider(0, 0, 1, description=say("notebooks", "step"))
        self._board, self._text = HTML(), HTML()
        for part in (self._board, self._text):
            part.layout = Layout(flex="1 1 320px", min_width=NARROWEST)
        both = HBox([self._board, self._text], layout=Layout(flex_flow="row wrap"))
        super().__init__([self.which, self.step, both], **traits)
        self.which.observe(lambda change: setattr(self, "example", change["new"]), "value")
        self.observe(lambda change: self._other(change["new"]), "example")
        self.step.observe(lambda _change: self._show(), "value")
        self._other(example)

    @property
    def shown(self) -> WorkedExample:
        """The example at the step that is shown."""
        at = worked_example(self.which.value, self._lang)
        for _ in range(self.step.value):
            at = at.step()
        return at

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        return {**super()._repr_mimebundle_(**kwargs), **self.shown._repr_mimebundle_()}

    def _other(self, id: str) -> None:
        self.which.value = self.example = id
        self.step.value, self.step.max = 0, len(worked_example(id).case.steps)
        self._show()

    def _show(self) -> None:
        shown = self.shown
        self._board.value = str(shown.board)
        self._text.value = "".join(f"<p>{escape(line)}</p>" for line in shown.text.splitlines())
