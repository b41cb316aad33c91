"""A lesson on the wall of a class, as a widget."""

from __future__ import annotations

import os
from threading import Lock
from typing import Any

import msgspec
from traitlets import Unicode

from talisman_nb.lessons import LessonError, RunningLesson, lessons
from talisman_nb.lessons.teacher import leave_place
from talisman_nb.panels.lesson.lesson_controller import LessonController
from talisman_nb.panels.lesson.lesson_values import Wall
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.text.errors import describe_error

from .part import Part, labels_for

FIELDS = ("pictures", "board", "places", "frames", "corners", "marks", "types", "variant", "decks", "of_deck")


class LessonPanel(Part):
    """A lesson for a class, a key a step: predictions, throws with real dice, rules, tallies.

    Parameters
    ----------
    lesson
        Its name, in any language, or the key of one's own; "" is the first one.
    lang
        en, it, fr or pl; None takes that of `TALISMAN_NB_LANG`, else en.
    page
        The page it opens at, 0 for its title.
    names
        What its figures are called, "Ada,Bruno" or "troll=Ada".

    Raises
    ------
    LessonError
        There is no such lesson, page or figure.

    Examples
    --------
    >>> wall = LessonPanel("combat", "fr")
    >>> wall.content["kind"], wall.lesson, wall.running.at_end
    ('title', 'combat', False)
    """

    lesson = Unicode().tag(sync=True)
    """The key of the lesson."""

    def __init__(
        self, lesson: str = "", lang: str | None = None, page: int = 0, names: str = "", **traits: Any
    ) -> None:
        self._one_at_a_time = Lock()
        name = lesson or next(iter(lessons()))
        self._controller = LessonController(name, lang or os.environ.get("TALISMAN_NB_LANG") or "en", page, names)
        self._book = ""
        super().__init__("lesson", lesson=self._controller.running.lesson.key, **traits)
        self._show(self._controller.screen())
        self.on_msg(self._receive)

    @classmethod
    def opened(cls, name: str, lang: str | None = None, page: str = "", names: str = "") -> LessonPanel:
        """Return the panel of a lesson that came with an address; what it can't be opened with is left out and told.

        Without a page or names that fit, it is the lesson at its title; without a lesson, the first one.

        Parameters
        ----------
        name
            The lesson.
        lang
            en, it, fr or pl; None takes that of `TALISMAN_NB_LANG`, else en.
        page
            The number of the page, as text.
        names
            What its figures are called.

        Returns
        -------
        LessonPanel
            The panel.

        Examples
        --------
        >>> LessonPanel.opened("no such lesson", page="x").content["kind"]
        'title'
        """
        number = int(page) if page.isdecimal() else 0
        refused = ""
        for asked in ((name, number, names), (name, 0, ""), ("", 0, "")):
            try:
                panel = cls(asked[0], lang, asked[1], asked[2])
            except LessonError as wrong:
                refused = refused or describe_error(wrong, lang or os.environ.get("TALISMAN_NB_LANG") or "en")
            else:
                break
        if refused:
            panel._show(panel._controller.screen(refused))
        return panel

    @property
    def running(self) -> RunningLesson:
        """The lesson as it stands."""
        return self._controller.running

    def _receive(self, _widget: object, message: object, _buffers: object) -> None:
        with self._one_at_a_time:
            if message == {"type": "sheet"}:
                self.send({"type": "sheet", **msgspec.to_builtins(self._controller.sheet())})
            else:
                self._show(self._controller.handle(message))

    def _show(self, wall: Wall) -> None:
        here = self.running.now.shown or self.running.now.before
        book = here.state.book if here else self._book or open_book().id
        if book != self._book:
            self._book = book
            self.labels = labels_for(book_of(book), wall.lang, FIELDS)
        leave_place(self.running)
        self.content = msgspec.to_builtins(wall)
