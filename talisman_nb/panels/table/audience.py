"""Who looks at a screen of a table (`Audience`): what they may send, and what is hidden from them."""

from __future__ import annotations

from msgspec import Struct

from talisman_nb.engine import NotAllowedError
from talisman_nb.engine.view import EVERYONE
from talisman_nb.model import Ask
from talisman_nb.panels.sync.message import Message
from talisman_nb.table import Table

from .aside_choices import HIDDEN, LOOK

SHARED = -1
"""Viewer of a shared screen: no seat."""
PLAYING = ("answer", "roll", "hand", "aside", "hold-on", "amend")
"""Types of messages that answer the game."""
READING = ("chronicle", "export", "journal", "look-up", "packing", "situation")
"""Types of messages that only look back."""
PERSONAL = ("language", "wish", *READING)
"""Types of messages that a phone may send at any time: they change nothing for anybody else."""
UNHELD = ("aside", *PERSONAL)
"""Types of messages that a hold does not stop."""
FROM_PHONES = ("answer", "roll", "hand", "correct", "hold-on", "undo", *UNHELD)
"""Types of messages that a phone may send."""


class Audience(Struct, frozen=True):
    """Those who look at one screen.

    `viewer` is the seat whose hidden cards are shown, or `SHARED`; `may_send` are the types of messages that are taken,
    None for all. `hosted`: other screens are beside it, with which it shares a `Gathering`. `hides_looks`: no hidden
    cards are shown on request, for there are phones for it. `hides_hands`: cards in hands are never named.
    `counts_windows`: it is a window of the table, and tells how many there are.

    >>> table = Table.new({"Ada": "wizard", "Bruno": "thief"}, cards="physical")
    >>> [each.hands_shown(table) for each in (ALONE, at_phone(1), AT_TELEVISION)]
    [(0, 1), (1,), ()]
    >>> AT_LAPTOP.check(Message("start"), table)
    >>> at_phone(1).check(Message("start"), table)
    Traceback (most recent call last):
    ...
    talisman_nb.engine.refusal.NotAllowedError: 'start' is not taken here
    """

    viewer: int = SHARED
    may_send: tuple[str, ...] | None = None
    hosted: bool = False
    hides_looks: bool = False
    hides_hands: bool = False
    counts_windows: bool = True

    @property
    def is_phone(self) -> bool:
        """Whether only what one seat is asked can be answered."""
        return self.hosted and self.viewer != SHARED

    @property
    def presses(self) -> bool:
        """Whether anything can be pressed."""
        return self.may_send != ()

    def check(self, message: Message, table: Table | None) -> None:
        """Raise `NotAllowedError` for a message that may not be sent."""
        if self.may_send is not None and message.type not in self.may_send:
            raise NotAllowedError("table.not-open", f"{message.type!r} is not taken here", ("table.not-open",))
        if table and self.hides_looks and self.hides(table) and _asks_to_look(message):
            raise NotAllowedError("table.on-phone", "hidden cards are shown on phones", ("spell.hidden",))

    def hides(self, table: Table) -> bool:
        """Return whether Spells must not be named unasked: a shared screen with virtual cards."""
        return self.viewer == SHARED and table.settings.cards == "virtual"

    def hands_shown(self, table: Table, looking: int = SHARED) -> tuple[int, ...]:
        """Return the seats whose hidden cards may be named: viewer, or seat looking; with physical cards all."""
        if self.hides_hands:
            return ()
        if self.viewer != SHARED:
            return (self.viewer,)
        return (looking,) if self.hides(table) else tuple(range(len(table.state.players)))

    def eyes(self, table: Table, found: Ask, looking: int = SHARED) -> int:
        """Return the seat whose hand may be named: viewer, else seat looking (virtual) or asked (physical cards)."""
        if self.hides_hands:
            return EVERYONE
        if self.viewer != SHARED:
            return self.viewer
        return looking if self.hides(table) else found.seat


ALONE = Audience()
"""Everybody at the one screen of a table: a notebook, or the panel in a browser."""
AT_LAPTOP = Audience(hosted=True, hides_looks=True)
"""Those at the laptop of a hosted table: any seat may be played there, but hands are shown on phones only."""
AT_TELEVISION = Audience(may_send=(), hosted=True, hides_hands=True, counts_windows=False)
"""Those before a television: it shows what everybody may see, and nothing can be pressed."""
ONLOOKER = Audience(counts_windows=False)
"""Those who look at a part of a table, which is no window of it."""


def at_phone(seat: int) -> Audience:
    """Return who looks at a phone: it shows what the seat may see, and answers the questions to this seat."""
    return Audience(seat, FROM_PHONES, hosted=True, counts_windows=False)


def _asks_to_look(message: Message) -> bool:
    """Whether a message asks to show what a seat holds face down."""
    keys = (message.key, *message.keys)
    return message.type == "look" or any(key.startswith(LOOK) or key.endswith(f"/{HIDDEN}") for key in keys)
