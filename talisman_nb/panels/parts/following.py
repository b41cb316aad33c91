"""Parts that follow a table: its board, a sheet, its journal."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from threading import Lock
from typing import Any

import msgspec
from traitlets import Dict, Int, TraitError, Tuple, Unicode, observe, validate

from talisman_nb.chronicle.journal import last_lines
from talisman_nb.drawing.board_picture import draw_position
from talisman_nb.drawing.definition_picture import BESIDE_WIDE, still_page
from talisman_nb.engine.view import seen_by
from talisman_nb.panels.sync.companion import FOLLOW
from talisman_nb.panels.table.audience import ONLOOKER
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import book_of
from talisman_nb.table import Table
from talisman_nb.text.pages import Page, Section
from talisman_nb.text.pages.packing import person_section, position_page
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.screen.contents import sheet
from talisman_nb.text.screen.values import Screen
from talisman_nb.text.wording import wording_of

from .part import Length, Part, Shown, labels_for

WINDOW = "80vh"
"""Height of a board: the window's, but for what a notebook has above it."""
SHEET_TRAITS = ("strength", "craft", "life", "fate", "gold")
"""Figures of a sheet, in the order of a sheet."""


class FollowingPart(Part):
    """A part that shows a table and follows it, also when another widget or window plays on."""

    fields: tuple[str, ...] = ()
    """Fields of `Labels` that the part needs."""

    def __init__(self, table: Table, part: str, **traits: Any) -> None:
        self._onlooker = TableController(table, audience=ONLOOKER)
        self._one_at_a_time = Lock()
        self._version = table.version
        super().__init__(part, **traits)
        self.refresh()
        self.on_msg(self._receive)
        with suppress(RuntimeError):  # no event loop: no kernel, call `refresh` after a change
            self._following = asyncio.get_running_loop().create_task(self._follow())

    @property
    def table(self) -> Table:
        """The table that is shown."""
        assert self._onlooker.table is not None
        return self._onlooker.table

    def refresh(self) -> None:
        """Show the table as it stands now; needed only where no event loop runs, as in a script.

        Examples
        --------
        >>> from talisman_nb import Table
        >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
        >>> sheet = SheetPanel(table)
        >>> _ = table.correct(0, gold=5)
        >>> sheet.refresh()
        >>> sheet.counters["gold"]
        5
        """
        self._onlooker.follow()
        self._version = self.table.version
        screen = self._onlooker.screen()
        state = self.table.state
        self.labels = labels_for(book_of(state.book), self._onlooker.lang, self.fields, texts=state.texts)
        with self.hold_trait_notifications():
            self._show(screen)

    def _show(self, screen: Screen) -> None:
        """Set the traits from the screen."""
        raise NotImplementedError

    async def _follow(self) -> None:
        """Refresh whenever the table has changed, until the widget is closed."""
        while self.comm is not None:
            if self.table.version != self._version:
                with self._one_at_a_time:
                    self.refresh()
            await asyncio.sleep(FOLLOW)

    def _receive(self, _widget: object, message: object, _buffers: object) -> None:
        """Pass a press on a thing on to the table, and show what came of it."""
        with self._one_at_a_time:
            self._onlooker.handle(message)
            self.refresh()


class BoardPanel(FollowingPart):
    """The board of a table with everything that lies on it.

    Parameters
    ----------
    table
        The table to follow; `table` has it.
    traits
        Values to begin with, such as `space`: the id of the space that is marked, which a press on a space sets.

    Examples
    --------
    >>> from talisman_nb import Table
    >>> board = BoardPanel(Table.new({"Ada": "dwarf", "Bruno": "thief"}))
    >>> board.table.ask.kind
    'die'
    >>> board.observe(lambda change: print(change["new"]), "space")
    >>> board.space = "chapel"
    chapel
    >>> board.space = "nowhere"
    Traceback (most recent call last):
    ...
    traitlets.traitlets.TraitError: the board has no space 'nowhere'
    """

    space = Unicode().tag(sync=True)
    """The id of the chosen space, "" for none."""
    standing = Dict(read_only=True).tag(sync=True)
    """Maps each person's name to the id of the space they stand on."""
    height = Length(WINDOW).tag(sync=True)
    """How high the board is at most, and, as it is square, how wide: "80vh" keeps it within the window."""
    fields = ("board", "places", "frames", "corners", "marks", "types", "pictures", "of_deck")

    def __init__(self, table: Table, **traits: Any) -> None:
        super().__init__(table, "board", **traits)

    def _fit(self) -> None:
        """Give the layout of a box the size: as the board is square, its height is a width."""
        self.layout.width = self.width or "100%"
        self.layout.max_width = f"min(100%, {self.height})" if self.height else "100%"

    @validate("space")
    def _known(self, proposal: dict[str, Any]) -> str:
        space = str(proposal["value"])
        if space and space not in book_of(self.table.state.book).board.spaces:
            raise TraitError(f"the board has no space {space!r}")
        return space

    def _show(self, screen: Screen) -> None:
        self.content = plain(screen, "overlay", "here", "lies", "own_types", "lang")
        self.set_trait("standing", Shown({sheet.who.name: sheet.at for sheet in screen.sheets if sheet.at}))

    def _still(self) -> dict[str, str]:
        seen, lang = seen_by(self.table.state), self._onlooker.lang
        return {"image/svg+xml": draw_position(seen, lang), "text/plain": str(position_page(seen, lang))}


class SheetPanel(FollowingPart):
    """The whole sheet of one person at a table; a press on a thing does what may be done with it.

    Parameters
    ----------
    table
        The table to follow; `table` has it.
    person
        A name or a seat.
    traits
        Values of traits to begin with. `counters` has strength, craft, life, fate and gold as they count now, `goods`
        the keys of the cards.

    Examples
    --------
    >>> from talisman_nb import Table
    >>> sheet = SheetPanel(Table.new({"Ada": "dwarf", "Bruno": "thief"}), "Bruno")
    >>> sheet.seat, sheet.counters["craft"], sheet.table.state.players[sheet.seat].name
    (1, 3, 'Bruno')
    >>> sheet.counters["craft"] = 5
    Traceback (most recent call last):
    ...
    TypeError: a part only shows this: change what it follows, as with table.correct(0, gold=5)
    """

    seat = Int().tag(sync=True)
    """Whose sheet it is."""
    counters = Dict(read_only=True).tag(sync=True)
    """Maps strength, craft, life, fate and gold to what they are now; what the edition has not is left out."""
    goods = Tuple(read_only=True).tag(sync=True)
    """Keys of the Objects and Followers, in the order in which they are shown."""
    space = Unicode(read_only=True).tag(sync=True)
    """The id of the space somebody stands on."""
    fields = ("pictures", "abilities", "doubts", "spoken", "rules", "keywords", "marked")

    def __init__(self, table: Table, person: str | int = 0, **traits: Any) -> None:
        super().__init__(table, "sheet", seat=_seat_of(table, person), **traits)

    @validate("seat")
    def _at_table(self, proposal: dict[str, Any]) -> int:
        try:
            return _seat_of(self.table, proposal["value"])
        except ValueError as wrong:
            raise TraitError(str(wrong)) from None

    @observe("seat")
    def _other_seat(self, change: dict[str, Any]) -> None:
        self.refresh()

    def _show(self, screen: Screen) -> None:
        sheet = screen.sheets[self.seat]
        now = {what: getattr(sheet, what) for what in SHEET_TRAITS}
        counted = {what: n[1] if isinstance(n, tuple) else n for what, n in now.items() if n is not None}
        for name, value in (("goods", sheet.goods_keys), ("space", sheet.at), ("counters", Shown(counted))):
            self.set_trait(name, value)
        self.content = plain(screen, "sheets", "asides", "drops", "question", "lang", "trophy_price")

    def _still(self) -> dict[str, str]:
        seen, lang = seen_by(self.table.state), self._onlooker.lang
        found = person_section(wording_of(seen, lang), sheet(seen, self.seat, lang))
        return still_page(Page(found.title, (), (Section("", found.lines),)), BESIDE_WIDE)


class JournalPanel(FollowingPart):
    """The last lines of a table's journal.

    Parameters
    ----------
    table
        The table to follow; `table` has it.
    traits
        Values to begin with, such as `lines`: how many are shown, at most those that a screen has.

    Examples
    --------
    >>> from talisman_nb import Table
    >>> journal = JournalPanel(Table.new({"Ada": "dwarf", "Bruno": "thief"}), lines=2)
    >>> _ = journal.table.answer(3)
    >>> journal.refresh()
    >>> len(journal.content["journal"])
    2
    """

    lines = Int(12, min=1).tag(sync=True)
    """How many lines are shown."""
    told = Tuple(read_only=True).tag(sync=True)
    """The lines as they read."""
    fields = ("spoken", "rules")

    def __init__(self, table: Table, **traits: Any) -> None:
        super().__init__(table, "journal", **traits)

    @observe("lines")
    def _other_number(self, change: dict[str, Any]) -> None:
        self.refresh()

    def _show(self, screen: Screen) -> None:
        lines = last_lines(self.table, self._onlooker.lang, self._onlooker.viewer)[-self.lines :]
        self.content = {"lang": screen.lang, "journal": msgspec.to_builtins(lines)}
        self.set_trait("told", tuple(line.text for line in lines))

    def _still(self) -> dict[str, str]:
        title = load_phrases(self._onlooker.lang).say("panel", "journal")
        return still_page(Page(title, (), (Section("", tuple(self.told)),)), BESIDE_WIDE)


def plain(screen: Screen, *fields: str) -> dict[str, Any]:
    """Return some fields of a screen as plain values."""
    whole: dict[str, Any] = msgspec.to_builtins(screen)
    return {field: whole[field] for field in fields if field in whole}


def _seat_of(table: Table, person: str | int) -> int:
    """Return the seat of a person; raises `ValueError` with those at the table."""
    names = [player.name for player in table.state.players]
    if isinstance(person, str) and person in names:
        return names.index(person)
    if isinstance(person, int) and 0 <= person < len(names):
        return person
    raise ValueError(f"nobody at the table is {person!r}: expected a seat or one of {', '.join(names)}")
