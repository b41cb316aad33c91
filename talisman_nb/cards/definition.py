"""What a TOML table becomes: a definition with its facts, programs and modifiers."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct, field

from .modifiers import Modifier
from .operations import Operation

Instr: TypeAlias = tuple[str, Any, Any]
"""Name of the instruction, its operation, and where it may jump to."""

PARTS = ("drawn", "met", "visited", "taken", "crossing", "cast", "setup", "begun", "ended")
"""The moments of a definition that the engine runs by itself."""


class Facts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Figures and facts of a card, character, space, form or effect."""

    type: str = ""
    number: float = 0
    copies: int = 1
    strength: int = 0
    craft: int = 0
    life: int = 0
    fate: int = 0
    gold: int = 1
    alignment: str = ""
    start: str = ""
    keywords: tuple[str, ...] = ()
    have_only: tuple[str, ...] = ()
    have_not: tuple[str, ...] = ()
    take: str = "may"
    stays: str = ""  # until_killed, game, first_visit
    gone_after: str = ""  # "turn": cannot be kept
    tokens: int = 0
    price: int = 0  # gold to take it along
    bribe: int = 0  # gold for which an enemy does not attack
    save: int = 0  # lowest face that saves a life: an Armour
    at: tuple[str, ...] = ()  # moments a spell may be cast at
    target: str = ""  # the list a spell's target comes from
    when: dict[str, Any] = {}  # what else must be so for a spell to be cast
    twin: str = ""  # the card it plays as
    priced: dict[str, int] = {}
    turns: int = 0  # how long a form lasts
    sleeps: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    guard: tuple[str, ...] = ()
    needs: str = ""  # what one must have to enter this space
    meeting: bool = False  # characters are met here although one does not move by the die
    role: str = ""  # turn, move, encounter, fight: what `stop` can end; limit: what can't be settled by hand


class Program(Struct, frozen=True):
    """A compiled program: flat instructions and the names of its variables."""

    key: str
    code: tuple[Instr, ...]
    slots: tuple[str, ...]
    role: str = ""
    guard: tuple[str, ...] = ()
    marks: dict[str, int] = field(default_factory=dict)


class Definition(Struct, frozen=True):
    """A card, character, space, form, effect or program file."""

    key: str
    facts: Facts
    blocks: dict[str, tuple[Operation, ...]]  # parts and named programs, as written
    held: tuple[Modifier, ...] = ()
    here: tuple[Modifier, ...] = ()
    mods: tuple[Modifier, ...] = ()
    file: str = ""
