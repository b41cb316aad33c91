"""A Jupyter-native companion for the board game Talisman (unofficial).

`companion()` shows the table in a notebook; `Table` plays one from Python; `play` goes on from a situation in text;
`card`, `space` and `rule` show what stands on a card, what a space does and what a rule says; `answer` a question;
`editions` what differs between two of them; `board` gives the board as a networkx graph, `draw` draws values
and graphs of one's own on it. `panels.parts` has board, sheet, cards, dice and fights as widgets by themselves.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from talisman_nb.cards.text_keys import hand_in

if TYPE_CHECKING:
    from talisman_nb.app.notebook_display import ShownPage, board, draw
    from talisman_nb.cards.text_keys import TextKeys
    from talisman_nb.notation.text_play import Situation
    from talisman_nb.panels.parts import (
        AnalysisPanel,
        CardGridPanel,
        LessonNotesPanel,
        LessonPanel,
        LessonWorkshop,
        Workshop,
    )
    from talisman_nb.panels.sync.companion import Companion
    from talisman_nb.rulings.answer_cards import AnswerCard

    from .table import Table

if sys.platform == "emscripten" and not hasattr(sys.modules.get("fcntl", sys), "flock"):
    # JupyterLite's kernel has put an empty module in the place of the one that locks files.
    sys.modules.pop("fcntl", None)

__all__ = ["Table", "answer", "board", "card", "companion", "draw", "editions", "play", "rule", "space"]


def _text_keys() -> TextKeys:
    from talisman_nb.text.phrases import text_keys

    return text_keys()


hand_in(_text_keys)  # `rules` checks a book by what `text` has names and phrases for, and stands below it


def companion(
    table: Table | str | None = None, lang: str | None = None
) -> Companion | AnalysisPanel | LessonPanel | LessonNotesPanel | CardGridPanel | Workshop | LessonWorkshop:
    """Show the companion as a widget: a saved table that goes on, or the form of a new one.

    Parameters
    ----------
    table
        A `Table`, or the name of a saved or new one; "" is the form of a new one. None: the address of the page decides
        (`?table=Friday`, `?situation=…`, `?lesson=…`, `?notes=…`, `?cards=…`, `?workshop=`, `?make=`), then
        `TALISMAN_NB_TABLE`; else the table played last goes on.
    lang
        en, it, fr or pl. None: the address of the page decides, then `TALISMAN_NB_LANG` for new tables.

    Returns
    -------
    Companion | AnalysisPanel | LessonPanel | LessonNotesPanel | CardGridPanel | Workshop | LessonWorkshop
        A widget, to be the last line of a cell: the table, or the panel that the address asks for.

    Raises
    ------
    TableFileError
        The table's file can't be used.

    Examples
    --------
    >>> from talisman_nb import Table
    >>> companion(Table.new({"Ada": "dwarf", "Bruno": "thief"}))
    Companion('', round 1)
    """
    from talisman_nb.app.page_kernel import visit
    from talisman_nb.panels.hosted.controller_choice import controller_for
    from talisman_nb.panels.sync.companion import Companion

    asked = visit()
    if table is None and asked.lesson is not None:
        from talisman_nb.panels.parts import LessonPanel

        return LessonPanel.opened(asked.lesson, lang or asked.lang, asked.page or "", asked.names or "")
    if table is None and asked.notes is not None:
        from talisman_nb.panels.parts import LessonNotesPanel

        return LessonNotesPanel.opened(asked.notes, lang or asked.lang)
    if table is None and asked.workshop is not None:
        from talisman_nb.panels.parts import Workshop

        return Workshop(asked.workshop, lang=lang or asked.lang)
    if table is None and asked.make is not None:
        from talisman_nb.panels.parts import LessonWorkshop

        return LessonWorkshop.opened(asked.make, lang or asked.lang, asked.situation or "")
    if table is None and asked.situation is not None:
        from talisman_nb.panels.parts import AnalysisPanel

        return AnalysisPanel.opened(asked.situation, lang or asked.lang)
    if table is None and asked.cards is not None:
        from talisman_nb.panels.parts import CardGridPanel

        return CardGridPanel.opened(asked.cards, lang or asked.lang)
    named = (table, asked.table, os.environ.get("TALISMAN_NB_TABLE") or None)
    name = next((each for each in named if each is not None), None)
    return Companion(controller_for(name, lang or asked.lang or "", os.environ.get("TALISMAN_NB_LANG") or ""))


def card(name: str, lang: str | None = None, edition: str = "") -> ShownPage:
    """Show a card or character as a picture of our own, with what is doubtful about it; `print` gives its whole page.

    Parameters
    ----------
    name
        Its name in any of the four languages, or its id.
    lang
        The language of the page; None takes that of `TALISMAN_NB_LANG`, else en.
    edition
        An edition and layers over it, as "second+my-cards"; "" for the usual one.

    Returns
    -------
    ShownPage
        What a notebook displays as SVG, also without a kernel; `str` gives the page as text.

    Raises
    ------
    LookupError
        Nothing is called so, or several things are; with the names that were meant.
    SetupError
        There is no such edition.

    Examples
    --------
    >>> print(str(card("Wolf")).splitlines()[2])
    Enemy – Animal · number 2 · Strength 2 · copies: 1 · Adventure deck
    """
    return _show_page("card", name, lang, edition)


def space(name: str, lang: str | None = None, edition: str = "") -> ShownPage:
    """Show a space of the board, and what it does.

    Parameters
    ----------
    name
        Its name in any of the four languages, or its id.
    lang
        The language of the page; None takes that of `TALISMAN_NB_LANG`, else en.
    edition
        An edition and layers over it; "" for the usual one.

    Returns
    -------
    ShownPage
        What a notebook displays; `str` gives the page as text.

    Raises
    ------
    LookupError
        No space is called so; with the names that were meant.
    SetupError
        There is no such edition.

    Examples
    --------
    >>> str(space("Tempio", "fr")).splitlines()[0]
    'Temple'
    """
    return _show_page("space", name, lang, edition)


def rule(name: str, lang: str | None = None, edition: str = "") -> ShownPage:
    """Show a rule: what it says, where, what was decided, edition by edition.

    Parameters
    ----------
    name
        Its id, or words of it.
    lang
        The language of the page; None takes that of `TALISMAN_NB_LANG`, else en.
    edition
        An edition and layers over it; "" for the usual one.

    Returns
    -------
    ShownPage
        What a notebook displays; `str` gives the page as text.

    Raises
    ------
    LookupError
        There is no such rule; with those that were meant.
    SetupError
        There is no such edition.

    Examples
    --------
    >>> print(str(rule("toad.meet")).splitlines()[1])
    A Toad has encounters as a character does.
    """
    return _show_page("rule", name, lang, edition)


def editions(one: str, other: str, lang: str | None = None) -> ShownPage:
    """Show what differs between two editions: rules, figures, cards, characters and spaces.

    Parameters
    ----------
    one
        An edition, with layers over it if there are any.
    other
        The one it is compared with.
    lang
        The language of the page; None takes that of `TALISMAN_NB_LANG`, else en.

    Returns
    -------
    ShownPage
        What a notebook displays; `str` gives the page as text.

    Raises
    ------
    SetupError
        There is no such edition.

    Examples
    --------
    >>> str(editions("revised4", "second")).splitlines()[0]
    'Revised 4th edition / Second edition: what differs'
    """
    from talisman_nb.app.notebook_display import show_differences

    return show_differences(one, other, lang)


def answer(question: str, lang: str | None = None, edition: str = "") -> AnswerCard:
    """Answer a question about characters, cards and spaces, as people ask it.

    Parameters
    ----------
    question
        Names or a sentence, in any of the four languages, as "may the monk use a sword": characters, cards, kinds of
        cards, spaces and what may be done with them, in any order. Without a character anybody is meant; of a kind of
        cards one is tried; an Enemy beside a good is what that is used against. A card and the name of a figure ask
        which one it adds; a character and other cards named with them are laid out beside it.
    lang
        The language in which it is told; None takes that of `TALISMAN_NB_LANG`, else en.
    edition
        An edition and layers over it, as "second" or "revised4+souls", whose answer comes first; "" for the usual one.

    Returns
    -------
    AnswerCard
        What a notebook displays: a column per edition, with the rules; `print` gives it as text, with the rulings.

    Raises
    ------
    AnswerError
        The question names no card and no space, or nothing that can be done with it.

    Examples
    --------
    >>> answer("may the monk use a sword").cells[0].answer
    'no'
    """
    from talisman_nb.rulings import answer

    return answer(question, lang or os.environ.get("TALISMAN_NB_LANG") or "en", edition)


def play(text: str, lang: str | None = None) -> Situation:
    """Lay a situation in text out, to be played on in text.

    Parameters
    ----------
    text
        The situation, as `talisman_nb.model.situation` tells; answers may follow behind `>`.
    lang
        en, it, fr or pl; None takes that of `TALISMAN_NB_LANG`, else en.

    Returns
    -------
    Situation
        The situation at its question: `.asides`, `.answer("walk ruins", "bear")`, `.step()`, `.undo()`.

    Raises
    ------
    SituationError
        The text can't be read, or is impossible; with the place of what is wrong.

    Examples
    --------
    >>> play("dwarf crags | thief city, spells healing").answer("3").open
    ('clockwise', 'anticlockwise', 'fate:0')
    """
    from talisman_nb.notation.text_play import play

    return play(text, lang)


def _show_page(kind: str, name: str, lang: str | None, edition: str) -> ShownPage:
    from talisman_nb.app.notebook_display import show

    return show(kind, name, lang, edition)


def board_function() -> Any:
    """Return what `talisman_nb.board(…)` calls: the name is a folder's as well, which passes the call on."""
    from talisman_nb.app import notebook_display

    return notebook_display.board


def __getattr__(name: str) -> Any:
    if name == "board":
        return import_module("talisman_nb.board")
    if name == "draw":
        from talisman_nb.app.notebook_display import draw

        return draw
    if name == "Table":
        from .table import Table

        return Table
    raise AttributeError(f"talisman_nb has no {name!r}; it has {', '.join(__all__)}")
