"""What a table keeps: how it is played, and one line per answer."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from talisman_nb.engine.asides import is_aside
from talisman_nb.model import Answer, Ask, Event, State

PERSON, POLICY, BY_HAND, ROLLED, AGAIN = "person", "policy", "by hand", "rolled", "rolled again"
"""Who answered: somebody, the table's policy, hands (a correction), the table's own dice and decks, the same anew."""

CHANCE = (ROLLED, AGAIN)


class Settings(Struct, frozen=True, kw_only=True):
    """How a table plays."""

    players: tuple[tuple[str, str], ...]  # name and first character, in seat order
    edition: str = "revised4"
    house: dict[str, int | float | str | bool] = {}
    first: int = 0  # the seat that began
    dice: str = "physical"  # or "virtual"
    cards: str = "physical"  # or "virtual"
    spells: str = "hands"  # real Spells stay face down ("hands") or are typed ("known")
    lang: str = "en"
    name: str = ""
    seed: int = 0
    react: tuple[str, ...] = ()  # per seat, one of REACT; () means pass
    book: str = ""  # id of the definitions it was begun with

    def __post_init__(self) -> None:
        for field, known in KNOWN.items():
            if getattr(self, field) not in known:
                raise ValueError(f"{field} is {' or '.join(map(repr, known))}, not {getattr(self, field)!r}")
        if strange := [said for said in self.react if said not in REACT]:
            raise ValueError(f"react is {', '.join(REACT)} per seat, not {strange[0]!r}")


KNOWN = {"dice": ("physical", "virtual"), "cards": ("physical", "virtual"), "spells": ("hands", "known")}
REACT = ("pass", "ask-if-could", "spells", "always")
"""Whether a seat wants to be asked at reaction points: never, when its hand holds an answer, after every Spell, always."""


class Line(NamedTuple):
    """One answer of the journal with the question it answered and what came of it.

    `before` and `after` are the states around it; `n` counts the answers of this game from 1.
    """

    n: int
    id: int  # never used again, also when undone
    parent: int  # id of the answer before it; 0 for the first
    undo_group: int  # answers that came of one press share it: undo takes them back together
    answer: Answer
    by: str
    ask: Ask
    events: tuple[Event, ...]
    before: State
    after: State

    @property
    def mark(self) -> str:
        """What somebody has seen by it: `die`, `card`, `secret` or `plain`."""
        if any(event.only >= 0 for event in self.events):
            return "secret"
        return self.ask.kind if self.ask.kind in ("die", "card") and not self.aside else "plain"

    @property
    def aside(self) -> bool:
        """Whether it was put in instead of answering the question."""
        return is_aside(self.answer.key)

    @property
    def folded(self) -> bool:
        """Whether the policy answered it."""
        return self.by == POLICY
