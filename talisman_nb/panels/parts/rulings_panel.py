"""The rulings as a widget: searched by words in four languages, one of them whole, its situation for a bench."""

from __future__ import annotations

from typing import Any

import msgspec
from traitlets import TraitError, Tuple, Unicode, observe, validate

from talisman_nb.analysis.tree import USUAL
from talisman_nb.cards.decode import did_you_mean
from talisman_nb.rulings.case_types import Case
from talisman_nb.rulings.layer_cases import cases_of
from talisman_nb.rulings.own_rulings import own_rulings
from talisman_nb.rulings.rulings_by_subject import RULING, page_of_case
from talisman_nb.rulings.search import found_rulings
from talisman_nb.text.pages.page import Page
from talisman_nb.text.wording import Wording

from .part import BookPart, labels_for

MOST = 20
"""How many of the rulings found are listed; of the others only the number is told."""


class RulingsPanel(BookPart):
    """A field that searches the rulings by words, names and rule ids of any language, and the one that is chosen.

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
    ('grail-refused', 'forbidden-taken', 'w23', 'second-grail')
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
        words = self.query.strip()
        found = [hit.case for hit in found_rulings(words, self._book, self._own)] if words else [*known.values()]
        self.found = tuple(case.id for case in found)
        case = self.case
        self.content = {
            "found": [self._line(each) for each in found[:MOST]],
            "left": max(0, len(found) - MOST),
            "whole": _whole(page_of_case(case, self._lang), case.id) if case else None,
        }

    def _line(self, case: Case) -> dict[str, str]:
        standing = Wording(self._lang, book=self._book).say("pages", case.decided_by)
        return {"id": case.id, "asks": case.asks(self._lang), "standing": standing}


def _whole(page: Page, id: str) -> dict[str, Any]:
    """Return a page of a ruling as plain values."""
    sections = [{"title": each.title, "lines": list(each.lines)} for each in page.sections]
    return {"id": id, "about": list(msgspec.to_builtins(page.about)), "sections": sections}
