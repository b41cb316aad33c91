"""A lesson on the wall of a class, and the teacher's notes that follow the wall, as widgets."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from threading import Lock
from typing import Any

import msgspec
from traitlets import Bool, Int, Unicode

from talisman_nb.drawing.board_picture import SHOWN_WIDE, draw_named_board
from talisman_nb.drawing.definition_picture import still_beside, still_page
from talisman_nb.lessons import Lesson, LessonError, RunningLesson, lesson, lessons, render_step
from talisman_nb.lessons.read_through import lines
from talisman_nb.lessons.teacher import WallPlace, last_place, leave_place, notes_of
from talisman_nb.panels.lesson import Wall
from talisman_nb.panels.lesson.lesson_controller import LessonController
from talisman_nb.panels.sync.companion import FOLLOW
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.text.errors import describe_error
from talisman_nb.text.pages import Page, Section
from talisman_nb.text.phrases import load_phrases

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
    page = Int(read_only=True).tag(sync=True)
    """The number of the page that is shown, 0 for the title."""
    shows = Unicode(read_only=True).tag(sync=True)
    """The kind of the step that is shown, as "predict"; "title" or "end"."""
    kept = Unicode().tag(sync=True)
    """Where the lesson stands and what the class has said, as the page keeps it over a reload (`WallPlace` as JSON)."""
    resumes = Bool().tag(sync=True)
    """Whether a page that is loaded again goes on where it was: one whose address opens the lesson."""

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
        panel.resumes = True
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
            elif message == {"type": "said"}:
                self.send({"type": "said", **msgspec.to_builtins(self._controller.said())})
            else:
                self._show(self._controller.handle(message))

    def _show(self, wall: Wall) -> None:
        here = self.running.now.shown or self.running.now.before
        book = here.state.book if here else self._book or open_book().id
        if book != self._book:
            self._book = book
            self.labels = labels_for(book_of(book), wall.lang, FIELDS)
        leave_place(self.running)
        self.kept = msgspec.json.encode(WallPlace.of(self.running)).decode()
        self.content = msgspec.to_builtins(wall)
        self.set_trait("page", self.running.place[0])
        self.set_trait("shows", wall.kind)

    def _still(self) -> dict[str, str]:
        running, lang = self.running, self.content["lang"]
        told = tuple(lines(render_step(running), lang))
        title, *about = filter(None, dict.fromkeys((self.content["title"], self.content["place"])))
        page = Page(title, tuple(about), (Section("", told),))
        here = running.now.shown or running.now.before
        if not here:
            return still_page(page)
        over = "".join(self.content["overlay"].values())
        board = draw_named_board(book_of(here.state.book), lang, SHOWN_WIDE, over)
        return still_beside(board, page)


class LessonNotesPanel(Part):
    """The notes, the answer and the next step of a lesson, at the step that its wall shows; none of it is on the wall.

    It follows the wall of the lesson that was used last on this computer, in whichever window or notebook that is.

    Parameters
    ----------
    lesson_name
        Its name, in any language, or the key of one's own; "" is the first one.
    lang
        en, it, fr or pl; None takes the wall's own.
    refused
        Why another lesson could not be opened.

    Raises
    ------
    LessonError
        There is no such lesson.

    Examples
    --------
    >>> panel = LessonNotesPanel("combat", "it")
    >>> panel.content["title"]
    'Il combattimento in 40 minuti'
    """

    lesson = Unicode().tag(sync=True)
    """The key of the lesson."""

    def __init__(self, lesson_name: str = "", lang: str | None = None, refused: str = "", **traits: Any) -> None:
        self._lesson: Lesson = lesson(lesson_name or next(iter(lessons())))
        self._asked, self._refused = lang, refused
        self._seen: WallPlace | None = last_place(self._lesson)
        super().__init__("notes", lesson=self._lesson.key, **traits)
        self._show()
        with suppress(RuntimeError):  # no event loop: no kernel, and nothing runs by itself
            self._following = asyncio.get_running_loop().create_task(self._follow())

    @classmethod
    def opened(cls, name: str, lang: str | None = None) -> LessonNotesPanel:
        """Return the panel of a lesson that came with an address; of the first one, and why, if it can't be opened.

        Parameters
        ----------
        name
            The lesson.
        lang
            en, it, fr or pl; None takes the wall's own.

        Returns
        -------
        LessonNotesPanel
            The panel.

        Examples
        --------
        >>> LessonNotesPanel.opened("combat").lesson
        'combat'
        """
        try:
            return cls(name, lang)
        except LessonError as wrong:
            return cls("", lang, describe_error(wrong, lang or os.environ.get("TALISMAN_NB_LANG") or "en"))

    def follow(self) -> bool:
        """Show the step that the wall is at now.

        Returns
        -------
        bool
            Whether it is another one.

        Examples
        --------
        >>> notes = LessonNotesPanel("combat")
        >>> _ = notes.follow()
        >>> notes.follow()
        False
        """
        found = last_place(self._lesson)
        if found is None or found == self._seen:
            return False
        self._seen = found
        self._show()
        return True

    def _show(self) -> None:
        lang = self._asked or (self._seen.lang if self._seen else os.environ.get("TALISMAN_NB_LANG") or "en")
        running = self._seen.running(self._lesson, lang) if self._seen else RunningLesson.of(self._lesson, lang)
        if self.labels.get("lang") != lang:
            self.labels = labels_for(open_book(), lang, ())
        none_yet = "" if self._seen else load_phrases(lang).say("lessons", "teacher.no-wall")
        self.content = {**msgspec.to_builtins(notes_of(running)), "refused": self._refused or none_yet}

    def _still(self) -> dict[str, str]:
        shown = self.content
        told = tuple(Section(each["heading"], tuple(each["lines"])) for each in shown["sections"])
        return still_page(Page(shown["title"], tuple(filter(None, (shown["place"], shown["refused"]))), told))

    async def _follow(self) -> None:
        """Look where the wall is until the widget is closed."""
        while self.comm is not None:
            self.follow()
            await asyncio.sleep(FOLLOW)
