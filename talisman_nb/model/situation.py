"""The notation of situations (positions as short texts, like FEN in chess), and the types a text is parsed to.

    wizard hills-3, has solomons-crown, spells healing hex | *thief city, gold 3, slavery | on fields-3, bear*2, gold 1

A bar separates parts, a comma the clauses of a part; blanks, line breaks and case are ignored. A card, character or
space is written by its key (`holy-grail`) or its name (`Holy Grail`, `"Święty Graal"`), quoted or not, and `bear*2` is
two.

A **seat** is a character (or `nobody`) and a space; values not given are those printed on its card. `*` in front marks
the active seat; without it the first seat is active.

    life 2, fate 0, gold 3, experience 5     the value itself
    life +2, gold -1                         the difference from the printed value
    strength 6, craft 5                      printed value and counters together, without additions of goods
    strength +2                              two counters
    good, neutral, evil                      the alignment
    has sword, holy grail / spells hex / trophies wolf*2
    aside sword, purse 3                     of nobody: goods and gold that wait for the next character
    as toad 2                                a Toad for 2 more turns; strength and craft stay those of the character,
    as toad 2 strength +1                    the Toad's own stand behind it
    dwarf ghost, grave crags                 a form in place of the space: it stands where its own piece lies, without
                                             life if it lives without, unless `life` is said
    misses 2, misses 1 by storm              turns missed, and what took them
    extra 1, turning-back                    extra turns after this one; turning back from the Crown
    arrived                                  the move is done, the encounter begins
    out, gone                                eliminated, or left the table; written of `nobody`
    paused                                   passed over until the person is back
    born 2, used alignment, named "Old Ada"  second character of the seat; used up this turn; the player's name

An **effect** or promise has a word of its own, named by the card or space it comes from, followed by its number, if
any. On a character it is a clause of that seat (`quest 5`, `slavery`, `werewolf 8`, `invisible`), else a part:

    hex fields-1, of thief, left 2           on a space; 2 of the Thief's turns remain
    blizzard ruins, of 0                     on everybody, shown on the Ruins; `of` a character or the number of a seat
    immobility bear fields-6                 on a card that lies somewhere
    quest 5, on thief                        alternative form of an effect on a character
    grave crags, of dwarf                    a piece of somebody's; of a seat also one of its clauses: `grave crags`

Without `of` the clock is the active seat's, without `left` the full duration remains.

**Other parts**: `on ruins, bear sword, gold 2` cards and gold on a space, `on temple, breach` one that covers it;
`reads fields draw-2` what a kind of spaces says whose text only the board has, `reads hollow-gaunt.craft 5` a figure
that only a card of the box has, `reads figures asked` that such figures are asked for; trophies that buy only lives are
`wolf@life`; `discards wolf hex`, `box character.elf`;
`stock raft 0` copies left in the stock, the others are in the box; `top spell hex healing, seen thief` the next cards
of a deck and the seats that know them; `own Griffin animal, strength 4` a card that is in no list, `own Ada character,
strength 4, craft 3, life 4, gold 1, alignment evil, start chapel` a character that is in none, with a seat `Ada city`;
`edition second`, `house setup.gold=3`; `round 7`, `crown reached`; `turn thief`; `cast thief` seats that cast this
turn, `held 2` Spells the active seat held at its start; `order thief wizard elf` the turn order, if it is not that of
the text.

**Impossible positions** are refused with the reason and its rule. `!` after a clause insists on it (`has bear !`): it
is laid out, limits (too many Objects, no life) are enforced at once, and the printed text keeps the mark. Positions
that the components can't show are refused in any case: two Elves, a fifth copy of a card, a life below 0.

**Answers** may follow, each after `>`: `dwarf crags | thief city > 3 > clockwise > 1: cast:hex`. So any moment of a
turn can be written. `notation.text_answers` decides how an answer is written.

Bounds: a text has at most `LONGEST` characters, a value is at most 99, a card has as many copies as the edition.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from .kinds import OwnCard
from .state import Effect


class Message(Struct, frozen=True):
    """A mistake, worded by `text.errors.message`: `key` is a phrase, `text` the English one, `fields` fill both.

    A field may be a message itself, a `Told`, or a tuple of names of which one is meant. `str` is the English sentence.

    >>> str(Message("no-way", "no way to {space}: try {names}", {"space": "ruins", "names": ("crags", "city")}))
    'no way to ruins: try "crags" or "city"'
    """

    key: str
    text: str
    fields: Mapping[str, object] = {}
    topic: str = "situation"

    def __str__(self) -> str:
        return self.text.format(**{name: _english(value) for name, value in self.fields.items()})


def _english(value: object) -> object:
    if not isinstance(value, tuple):
        return value
    *front, last = (f'"{name}"' for name in value)
    return f"{', '.join(front)} or {last}" if front else last


class Told(str):
    """An English text that says itself in the other languages too: a place of no language, then messages.

    A `ValueError` raised with one is worded by `text.errors.worded`.

    >>> told = Told("mine.toml: ", Message("no-way", "no way to {space}", {"space": "ruins"}))
    >>> told, told.reason
    ('mine.toml: no way to ruins', 'no way to ruins')
    """

    __slots__ = ("parts", "where")
    where: str
    parts: tuple[Message, ...]

    def __new__(cls, where: str, *parts: Message) -> Told:
        """Return the text of a place ("" for none) and what is wrong there."""
        told = super().__new__(cls, where + "".join(map(str, parts)))
        told.where, told.parts = where, parts
        return told

    @property
    def reason(self) -> Told:
        """The same without the place."""
        return Told("", *self.parts)


def reason_of(error: ValueError) -> str:
    """Return what is wrong without the place in front, in every language if the error has it so.

    >>> reason_of(ValueError("mine.toml: no such card"))
    'no such card'
    """
    told = error.args[0] if error.args else ""
    return told.reason if isinstance(told, Told) else str(error).partition(": ")[2]


class UserError(ValueError):
    """Something can't be done, worded by `text.errors.worded`: `key` is a phrase of `topic`, `fields` fill its places.

    `message` is the English text for Python callers.
    """

    topic: ClassVar[str]

    def __init__(self, key: str, message: str, **fields: object) -> None:
        super().__init__(message)
        self.key, self.fields = key, fields


LONGEST = 10_000
"""Upper bound of a situation's text in characters."""
NOBODY = "nobody"

NUMBERS = ("life", "fate", "gold", "experience", "extra", "born", "purse")
COUNTERS = ("strength", "craft")
ALIGNMENTS = ("good", "neutral", "evil")
CARDS = {"has": "goods", "spells": "spells", "trophies": "trophies", "used": "used", "aside": "aside"}
"""Maps words of a seat's clauses that list cards to fields of `Player`."""
FLAGS = {"turning-back": "turning_back", "out": "out", "paused": "paused", "gone": "gone"}
"""Maps words of a seat's clauses that set a flag to fields of `Player`."""
SEAT_WORDS = (*NUMBERS, *COUNTERS, *ALIGNMENTS, *CARDS, *FLAGS, "as", "misses", "named", "arrived")
PART_WORDS = (
    "edition", "house", "own", "on", "discards", "box", "stock", "top", "round", "crown", "turn", "cast", "held",
    "order", "reads",
)  # fmt: skip


def message(key: str, text: str, /, **fields: object) -> Message:
    """A message about a situation: its phrase, the English one, and what fills both."""
    return Message(key, text, fields)


class Wrong(NamedTuple):
    """A reason why a position is impossible: the clause, the message, the rules; `hard`: insisting does not help."""

    where: str
    message: Message
    rules: tuple[str, ...]
    hard: bool = False

    def reason(self) -> Message:
        """Return the message with the rules."""
        return message("by-rule", "{why} ({rules})", why=self.message, rules=", ".join(dict.fromkeys(self.rules)))

    def message_with_hint(self) -> Message:
        """Return the reason with the hint that `!` insists, if it does."""
        if self.hard:
            return self.reason()
        return message("may-insist", '{why}; "!" after the clause insists on it', why=self.reason())


class SaidError(UserError):
    """An error about a situation: `key` is a phrase, `text` the English one, `fields` fill both."""

    topic = "situation"

    def __init__(self, key: str, text: str, /, **fields: object) -> None:
        self.message = message(key, text, **fields)
        super().__init__(key, str(self.message), **fields)


class SituationError(SaidError):
    """A text is no valid situation, or a state can't be written as one; `at` is the index in the text, -1 for none."""

    def __init__(self, key: str, text: str, /, at: int = -1, **fields: object) -> None:
        super().__init__(key, text, **fields)
        self.at = at

    @classmethod
    def of(cls, said: Message, at: int = -1) -> SituationError:
        """The error with such a message."""
        return cls(said.key, said.text, at, **said.fields)

    def placed(self, text: str) -> SituationError:
        """The same error with line and column in its message.

        >>> print(SituationError("nothing-said", "nothing is said here", 8).placed("dwarf |\\n| thief"))
        line 2, column 1: nothing is said here
        """
        if self.at < 0:
            return self
        before = text[: self.at]
        column, line = self.at - before.rfind("\n"), before.count("\n") + 1
        if "\n" not in text:
            return SituationError("at-column", "column {column}: {wrong}", column=column, wrong=self.message)
        return SituationError(
            "at-line", "line {line}, column {column}: {wrong}", line=line, column=column, wrong=self.message
        )


class Word(Struct, frozen=True, gc=False):
    """A word of a text and its index; `glued`: there is no blank before it."""

    text: str
    at: int
    quoted: bool = False
    glued: bool = False


class Clause(Struct, frozen=True):
    """The words between two commas; `insisted`: they are followed by `!`."""

    words: tuple[Word, ...]
    insisted: bool = False

    @property
    def at(self) -> int:
        """The index of its first word."""
        return self.words[0].at


def words_of(part: tuple[Clause, ...]) -> list[Word]:
    """The words of all clauses of a part."""
    return [word for clause in part for word in clause.words]


class Written(Struct, frozen=True):
    """A situation's text, split into parts, their clauses, and the answers that follow."""

    parts: tuple[tuple[Clause, ...], ...]
    answers: tuple[Word, ...] = ()


class Seat(Struct, frozen=True):
    """A player: a character (or `nobody`), a space, and the values that differ from the printed ones.

    `figures` is keyed by the fields of `Player`.
    """

    character: str
    space: str
    figures: dict[str, Any] = field(default_factory=dict)


class Position(Struct, frozen=True):
    """A parsed situation, with names resolved to keys; whether it is possible is checked when it is laid out.

    `insisted` holds the clauses kept even if impossible ("0.has", "on.ruins"); `at` maps clauses to their index.
    """

    seats: tuple[Seat, ...]
    edition: str
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
    seating: tuple[int, ...] = ()
    texts: tuple[tuple[str, str], ...] = ()
    insisted: frozenset[str] = frozenset()
    at: dict[str, int] = field(default_factory=dict)

    def insisting(self, on: frozenset[str]) -> Position:
        """A copy with these clauses insisted on."""
        return replace(self, insisted=on)
