"""A situation as a short text, in the manner of FEN: who stands where with what, what lies where, whose turn it is.

    wizard hills-3, has solomons-crown, spells healing hex | *thief city, gold 3, slavery | on fields-3, bear*2, gold 1

A bar separates parts, a comma the clauses of a part; blanks, line breaks and capitals don't matter. A card, character or
space is written by its key (`holy-grail`) or its name (`Holy Grail`, `"Święty Graal"`), quoted or not, and `bear*2` is two.

A **seat** is a character (or `nobody`) and a space; what isn't said is as printed on its card. `*` in front marks whose turn
it is, else it is the first seat's.

    life 2, fate 0, gold 3, experience 5     the figure itself
    life +2, gold -1                         as much above or below the printed figure
    strength 6, craft 5                      one's own, card and counters together, without what goods add
    strength +2                              two counters
    good, neutral, evil                      the alignment
    has sword, holy grail / spells hex / trophies wolf*2
    as toad 2                                a Toad for 2 more turns; strength and craft stay those of the character,
    as toad 2 strength +1                    the Toad's own stand behind it
    misses 2, misses 1 by storm              turns missed, and what took them
    extra 1, turning-back                    turns that follow this one, on the way back from the Crown
    arrived                                  the move is done, the encounter begins
    out                                      eliminated, written of `nobody`
    born 2, used alignment, named "Old Ada"  the second character of the seat, what is used up this turn, the player's name

**Something lasting** has a word of its own, named by the card or space it comes from, and what it remembers behind it. It
stands among the clauses of the character it lasts on (`quest 5`, `slavery`, `werewolf 8`, `invisible`), else in a part:

    hex fields-1, of thief, left 2           on a space; 2 of the Thief's turns remain
    blizzard ruins, of 0                     on everybody, shown on the Ruins; `of` a character or the number of a seat
    immobility bear fields-6                 on a card that lies somewhere
    quest 5, on thief                        also so, for who prefers it

Without `of` it is the one whose turn it is, without `left` the full term.

**Other parts**: `on ruins, bear sword, gold 2` what lies on a space; `discards wolf hex`, `box character.elf`; `stock raft 0` so
many are left to buy, the others are in the box; `top spell hex healing, seen thief` the next cards of a deck and who knows
them; `own Griffin animal, strength 4` a card that is in no list; `edition second`, `house setup.gold=3`; `round 7`,
`crown reached`; `turn thief`; `cast thief` who cast this turn, `held 2` Spells held as it began.

**Impossible positions** are refused with the reason and its rule. `!` behind a clause insists (`has bear !`): it is laid out
all the same, what can be settled (too many Objects, no life) is settled at once, and the printed text keeps the mark.
Nothing helps against what no table could show: two Elves, a fifth copy of a card, a life below 0.

**Answers** may follow, each behind `>`: `dwarf crags | thief city > 3 > clockwise > 1: cast:hex`. What an answer may be is told
by `rulings.playing.say`. So any moment of a turn can be written.

Bounds: a text has at most `LONGEST` characters, a figure is at most 99, a card has the copies that are in the box.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from .state import Effect, OwnCard

LONGEST = 10_000
NOBODY = "nobody"
MISSED = "turn.missed.do"
"""The program of a turn missed."""

NUMBERS = ("life", "fate", "gold", "experience", "extra", "born")
COUNTERS = ("strength", "craft")
ALIGNMENTS = ("good", "neutral", "evil")
CARDS = {"has": "goods", "spells": "spells", "trophies": "trophies", "used": "used"}
FLAGS = {"turning-back": "turning_back", "out": "out"}
SEAT_WORDS = (*NUMBERS, *COUNTERS, *ALIGNMENTS, *CARDS, *FLAGS, "as", "misses", "named", "arrived")
PART_WORDS = (
    "edition", "house", "own", "on", "discards", "box", "stock", "top", "round", "crown", "turn", "cast", "held",
)  # fmt: skip


class SituationError(ValueError):
    """A text that says no situation, or a state that no text says; the message names place, expectation and what was meant."""

    def __init__(self, message: str, at: int = -1) -> None:
        super().__init__(message)
        self.message, self.at = message, at

    def placed(self, text: str) -> SituationError:
        """The same with the line and column of the text."""
        return self if self.at < 0 else SituationError(f"{place(text, self.at)}: {self.message}")


def place(text: str, at: int) -> str:
    """Where a character of a text stands, counted from 1.

    >>> place("dwarf crags", 6), place("dwarf crags |\\nthief city", 20)
    ('column 7', 'line 2, column 7')
    """
    before = text[:at]
    column = at - before.rfind("\n")
    return f"line {before.count(chr(10)) + 1}, column {column}" if "\n" in text else f"column {column}"


class Word(Struct, frozen=True, gc=False):
    """A word of a text and where it stands; `glued`: no blank before it."""

    text: str
    at: int
    quoted: bool = False
    glued: bool = False


class Clause(Struct, frozen=True):
    """The words between two commas; `insisted`: a `!` stands behind them."""

    words: tuple[Word, ...]
    insisted: bool = False

    @property
    def at(self) -> int:
        """Where it begins."""
        return self.words[0].at


def words_of(part: tuple[Clause, ...]) -> list[Word]:
    """The words of a part, its commas left away."""
    return [word for clause in part for word in clause.words]


class Written(Struct, frozen=True):
    """A text split: parts of clauses, and the answers that follow."""

    parts: tuple[tuple[Clause, ...], ...]
    answers: tuple[Word, ...] = ()


class Seat(Struct, frozen=True):
    """A player: a character (or `nobody`), a space, and every value that is not as printed, by its name in `Player`."""

    character: str
    space: str
    figures: dict[str, Any] = field(default_factory=dict)


class Position(Struct, frozen=True):
    """What a text says, by key; whether it can be is looked at when it is laid out.

    `insisted` holds the names of the clauses that stand however impossible ("0.has", "on.ruins"), `at` where each was read.
    """

    seats: tuple[Seat, ...]
    edition: str = "revised4"
    house: dict[str, Any] = field(default_factory=dict)
    turn: int = 0
    arrived: bool = False
    lying: dict[str, tuple[str, ...]] = field(default_factory=dict)
    gold: dict[str, int] = field(default_factory=dict)
    discards: tuple[str, ...] = ()
    box: tuple[str, ...] = ()
    stock: dict[str, int] = field(default_factory=dict)
    known: dict[str, tuple[tuple[str, ...], tuple[int, ...]]] = field(default_factory=dict)
    effects: tuple[Effect, ...] = ()
    own: tuple[OwnCard, ...] = ()
    round: int = 1
    crown: bool = False
    cast: tuple[int, ...] = ()
    held: int = -1
    insisted: frozenset[str] = frozenset()
    at: dict[str, int] = field(default_factory=dict)

    def insisting(self, on: frozenset[str]) -> Position:
        """The same, these clauses marked."""
        return replace(self, insisted=on)
