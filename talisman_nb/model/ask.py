"""Questions and answers: what the game waits for, and what somebody may say."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from .keys import Verb, read_key
from .kinds import AskKind, ClosedReason
from .state import OwnCard, State

EVERYBODY = -1
"""The seat of an ask that goes to all seats at once (a reaction point)."""

MOST_FIGURE = 99
"""The highest figure anybody may say by hand or in a text: lives, gold, missed turns."""


class Option(Struct, frozen=True, gc=False):
    """One way to answer; closed options stay visible and say why.

    >>> Option("evade", closed="evade", cites=("evade.what",)).closed
    'evade'
    """

    key: str
    closed: ClosedReason = ""
    cites: tuple[str, ...] = ()  # the rules that close (or give) it
    source: str = ""  # card, ability or space it comes from
    space: str = ""  # where it leads
    seat: int = -1  # whom it concerns
    n: int = 0  # price, amount, number on the card
    path: tuple[str, ...] = ()  # spaces passed on the way

    @property
    def verb(self) -> Verb | Literal[""]:
        """What is done to the item; "" where the key is a name alone."""
        return read_key(self.key).verb

    @property
    def item(self) -> str:
        """What it is done to, or the key itself."""
        return read_key(self.key).item


class Ask(Struct, frozen=True, gc=False):
    """The one question a state waits for, computed from its top frame and never stored beside it."""

    ply: int
    kind: AskKind
    seat: int
    purpose: str = ""  # what a roll or a choice is for: move, attack, space, pray …
    options: tuple[Option, ...] = ()
    offers: tuple[Option, ...] = ()  # may be taken instead; the question then comes again
    chance: bool = False  # answered by dice or cards, not by a mind
    weights: tuple[int, ...] = ()  # of a chance ask; () means equal
    source: str = ""  # card, space or ability it comes from
    other: int = -1  # the second party: victim, defender …
    rolls: tuple[int, ...] = ()  # faces already known of the roll it belongs to
    n: int = 0  # how many are missing, an amount, a step count
    ahead: tuple[Any, ...] = ()  # operations of the definition that run when the result is kept
    cites: tuple[str, ...] = ()

    def open(self) -> tuple[str, ...]:
        """Keys of everything that may be answered now, options first."""
        return tuple([o.key for o in self.options + self.offers if not o.closed])


class Change(Struct, frozen=True, omit_defaults=True, gc=False):
    """One value corrected by hand (rule `table.correction`).

    `what` is one of life, fate, gold, strength, craft, alignment, character, space, turn, miss, form, card, out.
    Numbers are the new value, never a difference, and at most `MOST_FIGURE`. A card goes from one place to another; a place is
    "seat:1", "spells:1", "trophies:1", "space:ruins", "discards:adventure", "deck:adventure", "stock" or "box".
    """

    what: str
    seat: int = -1
    n: int = 0
    to: str = ""
    card: str = ""
    origin: str = ""


class Answer(Struct, frozen=True, omit_defaults=True, gc=False):
    """What somebody says to ask number `ply`; a key starting with an aside's verb interrupts it.

    Asides, from any seat: `cast:<spell>`, `use:<action>`, `drop:<card>`, `settle`, `hand`: with `changes`, or with `state`,
    every value and the question of an earlier moment of the same game.
    """

    ply: int
    key: str
    seat: int = -1
    changes: tuple[Change, ...] = ()
    own: OwnCard | None = None
    state: State | None = None
