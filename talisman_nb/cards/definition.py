"""What a TOML table becomes: a definition with its facts, programs and modifiers."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct, field

from talisman_nb.cards.vocabulary import ACardType, Alignment, ListName, MomentName
from talisman_nb.model.bounds import Face, Figure, Order, Words

from .modifiers import Modifier
from .operations import Operation
from .terms import Condition

Instr: TypeAlias = tuple[str, Any, Any]
"""Name of the instruction, its operation, and where it may jump to."""

Keyword = Literal["weapon", "armour", "gold", "lady", "unlured"]
"""What the engine asks of a card besides its type."""

PARTS = ("drawn", "met", "visited", "taken", "crossing", "cast", "setup", "begun", "ended")
"""The moments of a definition that the engine runs by itself."""


class Facts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Figures and facts of a card, character, space, form or effect."""

    name: dict[Literal["en", "it", "fr", "pl"], Words] = {}  # of a card of one's own, which is in no catalogue of names
    type: ACardType | Literal[""] = ""
    number: Order = 0
    copies: Figure = 1
    strength: Figure = 0
    craft: Figure = 0
    life: Figure = 0
    fate: Figure = 0
    gold: Figure = 1  # what a trophy counts where a table lets trophies buy gold
    alignment: Alignment | Literal[""] = ""
    start: str = ""
    keywords: tuple[Keyword, ...] = ()
    have_only: tuple[Alignment, ...] = ()
    have_not: tuple[Alignment, ...] = ()
    take: Literal["may", "must"] = "may"
    stays: Literal["", "until_killed", "game", "first_visit"] = ""
    gone_after: Literal["", "turn_start"] = ""  # "turn_start": not kept, the start of the next turn is all it is good for
    tokens: Figure = 0
    price: Figure = 0  # gold to take it along
    bribe: Figure = 0  # gold for which an enemy does not attack
    save: Face = 0  # lowest face that saves a life: an Armour
    at: tuple[MomentName, ...] = ()  # moments a spell may be cast at
    target: ListName | Literal[""] = ""  # the list a spell's target comes from
    when: Condition | None = None  # what else must be so for a spell to be cast
    twin: str = ""  # the card it plays as
    turns: Figure = 0  # how long a form lasts
    sleeps: tuple[Literal["strength", "craft"], ...] = ()
    cites: tuple[str, ...] = ()
    guard: tuple[Literal["you", "here", "ability"], ...] = ()
    needs: str = ""  # what one must have to enter this space
    meeting: bool = False  # characters are met here although one does not move by the die
    role: Literal["", "turn", "move", "encounter", "fight", "limit"] = ""  # what `stop` can end; limit: what can't be settled by hand


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
    table: str = ""  # of the file: what it is in
    origins: dict[str, str] = {}  # of parts that another table of the file gives: that one

    def at(self, name: str) -> str:
        """Where a part of it is written, as errors call it: "mine.toml: [imp] met"."""
        return f"{self.file}: [{self.origins.get(name, self.table or self.key)}] {name}"
