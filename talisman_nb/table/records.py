"""The records of a table: its settings (`Settings`) and the record of each answer (`AnswerRecord`)."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from talisman_nb.engine.asides import is_aside
from talisman_nb.model import Answer, Ask, Event, State
from talisman_nb.rules.layers import BASE
from talisman_nb.text.names import LANGUAGES

PERSON, POLICY, BY_HAND, ROLLED, AGAIN = "person", "policy", "by hand", "rolled", "rolled again"
"""Values of `AnswerRecord.by`, the source of an answer: a player, the table's policy, a correction by hand, the
table's own dice and decks, and the same thrown or drawn again."""

SOURCES = (PERSON, POLICY, BY_HAND, ROLLED, AGAIN)
"""All of them."""

CHANCE = (ROLLED, AGAIN)
"""Values of `AnswerRecord.by` of answers that the table's own dice and decks gave."""


class Settings(Struct, frozen=True, kw_only=True):
    """Settings of a table. Raises `ValueError` for a value that is not allowed."""

    players: tuple[tuple[str, str], ...]  # name and first character, in seat order
    edition: str = BASE
    house: dict[str, int | float | str | bool | list[int | float]] = {}
    first: int = 0  # the seat that began
    dice: str = "physical"  # or "virtual"
    cards: str = "physical"  # or "virtual"
    spells: str = "hands"  # real Spells stay face down ("hands") or are typed ("known")
    lang: str = "en"
    name: str = ""
    seed: int = 0
    boxed: tuple[str, ...] = ()  # the cards that the mixed decks of virtual cards leave in the box
    sheets_only: bool = False  # the program keeps sheets and answers nothing: the players set what happened
    react: tuple[str, ...] = ()  # per seat, one of REACT; () means pass
    demo: bool = False  # made to try the program: counts in no statistics as long as it has the name it was made with
    book: str = ""  # id of the book the game was begun with; "" in settings that are not saved yet

    def __post_init__(self) -> None:
        for field, known in KNOWN.items():
            if getattr(self, field) not in known:
                raise ValueError(f"{field} is {' or '.join(map(repr, known))}, not {getattr(self, field)!r}")
        if self.players and not 0 <= self.first < len(self.players):
            raise ValueError(f"first is one of {len(self.players)} seats from 0 on, not {self.first}")
        if strange := [said for said in self.react if said not in REACT]:
            raise ValueError(f"react is {', '.join(REACT)} per seat, not {strange[0]!r}")


KNOWN = {
    "dice": ("physical", "virtual"),
    "cards": ("physical", "virtual"),
    "spells": ("hands", "known"),
    "lang": LANGUAGES,
}
"""Maps fields of `Settings` to their allowed values."""
REACT = ("pass", "hit", "ask-if-could", "spells", "always")
"""Allowed values of `Settings.react`, when a seat is asked at reaction points: never, when a Spell is cast at it or it
is about to lose a life, when it has an open aside, after every Spell of another seat, whenever it holds a Spell."""


class AnswerRecord(NamedTuple):
    """One answer of the journal with the question it answered, the events it caused and the states around it."""

    n: int  # position on the current path, from 1
    id: int  # unique in the file; never reused, even after undo
    parent: int  # id of the answer before it; 0 for the first
    undo_group: int  # shared by all answers of one press, which undo takes back together; 0 before the first question
    answer: Answer
    by: str
    ask: Ask
    events: tuple[Event, ...]
    before: State
    after: State

    @property
    def mark(self) -> str:
        """What this answer revealed, for the warning after an undo: `die`, `card`, `secret` or `plain` (nothing)."""
        if any(event.only >= 0 for event in self.events):
            return "secret"
        return self.ask.kind if self.ask.kind in ("die", "card") and not self.aside else "plain"

    @property
    def aside(self) -> bool:
        """Whether the answer is an aside."""
        return is_aside(self.answer.key)

    @property
    def folded(self) -> bool:
        """Whether the policy gave the answer; the journal shows such lines folded."""
        return self.by == POLICY
