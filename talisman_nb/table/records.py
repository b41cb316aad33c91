"""The records of a table: its settings, the record of each answer, and their format as lines of its file."""

from __future__ import annotations

import math
import os
import zlib
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from talisman_nb.engine.stepping import is_aside
from talisman_nb.model import Answer, Ask, Event, State
from talisman_nb.rules.layers import BASE
from talisman_nb.text.names import LANGUAGES

PERSON, POLICY, BY_HAND, ROLLED, AGAIN = "person", "policy", "by hand", "rolled", "rolled again"
"""Values of `AnswerRecord.by`, the source of an answer: a player, the table's policy, a correction by hand, the
table's own dice and decks, and the same thrown or drawn again."""
BOT, BOT_ROLLED = "bot", "bot rolled"
"""The same of a seat that the program plays: its answer, and what the table's own dice threw for it."""

SOURCES = (PERSON, POLICY, BY_HAND, ROLLED, AGAIN, BOT, BOT_ROLLED)
"""All of them."""

CHANCE = (ROLLED, AGAIN, BOT_ROLLED)
"""Values of `AnswerRecord.by` of answers that the table's own dice and decks gave."""

BOTS = ("random", "greedy", "planner", "search")
"""Kinds of players that may play a seat, each one stronger than those before (`simulate.PLAYERS`)."""
TEMPOS = ("quick", "calm", "slow", "step")
"""How fast they play: so many seconds before each answer, or a press for each."""


class Settings(Struct, frozen=True, kw_only=True):
    """Settings of a table.

    Attributes
    ----------
    players
        Names and first characters, in seat order.
    edition
        The specification of its layers.
    house
        House rules: figures with their values.
    first
        The seat that began.
    dice, cards
        "physical" or "virtual".
    spells
        Real Spells stay face down ("hands") or are typed ("known").
    lang
        en, it, fr or pl.
    name
        The name it was made with.
    seed
        What virtual dice and cards come from.
    boxed
        The cards that the mixed decks of virtual cards leave in the box.
    sheets_only
        The program keeps sheets and answers nothing: the players set what happened.
    clock
        How long turns take is shown, "on" or "off"; nothing follows from it.
    react
        Per seat, one of `REACT`; () means pass.
    bots
        Per seat, one of `BOTS` for one that the program plays, "" for a person's; () means people.
    tempo
        How fast the program plays, one of `TEMPOS`.
    demo
        Made to try the program.
    book
        Id of the book the game was begun with.
    minutes, rounds
        How long the group wanted to play, and how many rounds its games had taken until then; 0: not said, not known.
    group, stake
        What the people who play call themselves, and what they play for, in their own words.

    Raises
    ------
    ValueError
        A value that is not allowed.

    Examples
    --------
    >>> Settings(players=(("Ada", "dwarf"),), lang="de")
    Traceback (most recent call last):
    ValueError: lang is 'en' or 'it' or 'fr' or 'pl', not 'de'
    """

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
    texts: tuple[tuple[str, str], ...] = ()  # what was known of the box when the game began, entries of `State.texts`
    sheets_only: bool = False  # the program keeps sheets and answers nothing: the players set what happened
    clock: str = "off"  # or "on": how long turns take is shown
    react: tuple[str, ...] = ()  # per seat, one of REACT; () means pass
    bots: tuple[str, ...] = ()  # per seat, one of BOTS, "" for a person's; () means people
    tempo: str = "calm"  # one of TEMPOS
    demo: bool = False  # made to try the program: counts in no statistics as long as it has the name it was made with
    book: str = ""  # id of the book the game was begun with; "" in settings that are not saved yet
    minutes: int = 0  # how long the group wanted to play; 0: it has not said
    rounds: int = 0  # how many rounds its games had taken until then, the median; 0: unknown
    group: str = ""  # what the people who play call themselves
    stake: str = ""  # what they play for

    def __post_init__(self) -> None:
        for field, known in KNOWN.items():
            if getattr(self, field) not in known:
                raise ValueError(f"{field} is {' or '.join(map(repr, known))}, not {getattr(self, field)!r}")
        if self.players and not 0 <= self.first < len(self.players):
            raise ValueError(f"first is one of {len(self.players)} seats from 0 on, not {self.first}")
        if strange := [said for said in self.react if said not in REACT]:
            raise ValueError(f"react is {', '.join(REACT)} per seat, not {strange[0]!r}")
        if strange := [kind for kind in self.bots if kind and kind not in BOTS]:
            raise ValueError(f"bots is {', '.join(BOTS)} or '' per seat, not {strange[0]!r}")

    def bot(self, seat: int) -> str:
        """Return the kind of player that plays a seat.

        Parameters
        ----------
        seat
            The seat.

        Returns
        -------
        str
            A kind of `PLAYERS`, "" for a person's seat.

        Examples
        --------
        >>> Settings(players=(("Ada", "dwarf"), ("Bruno", "thief")), bots=("", "planner")).bot(1)
        'planner'
        """
        return self.bots[seat] if 0 <= seat < len(self.bots) else ""


KNOWN = {
    "dice": ("physical", "virtual"),
    "cards": ("physical", "virtual"),
    "spells": ("hands", "known"),
    "lang": LANGUAGES,
    "clock": ("off", "on"),
    "tempo": TEMPOS,
}
"""Maps fields of `Settings` to their allowed values."""
REACT = ("pass", "hit", "ask-if-could", "spells", "always")
"""Allowed values of `Settings.react`, when a seat is asked at reaction points: never, when a Spell is cast at it or it
is about to lose a life, when it has an open aside, after every Spell of another seat, whenever it holds a Spell."""


class AnswerRecord(NamedTuple):
    """One answer of the journal with the question it answered, the events it caused and the states around it.

    Attributes
    ----------
    n
        Its position on the current path, from 1.
    id
        Its number in the file; never reused, even after undo.
    parent
        The id of the answer before it; 0 for the first.
    undo_group
        Shared by all answers of one press, which undo takes back together; 0 before the first question.
    answer, ask
        The answer, and the question it answered.
    by
        Who gave it: "person", "policy", "by hand", "rolled", "rolled again", "bot" or "bot rolled".
    events
        What it caused.
    before, after
        The states around it.

    Examples
    --------
    >>> from talisman_nb.table import Table
    >>> line = Table.new({"Ada": "dwarf", "Bruno": "thief"}).answer(3)[0]
    >>> line.n, line.by, line.mark, line.aside, line.folded
    (1, 'person', 'die', False, False)
    """

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

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show the line in a notebook as the journal tells it, in the language of `TALISMAN_NB_LANG`."""
        from talisman_nb.text.events import tell_all

        told = tell_all(self.after, self.events, os.environ.get("TALISMAN_NB_LANG") or "en")
        printer.text(f"{self.n}. {' '.join(told) or self.answer.key}")

    @property
    def mark(self) -> str:
        """Return the kind of thing it revealed, for the warning after an undo: `die`, `card`, `secret` or `plain`."""
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


class AnswerRecords(tuple[AnswerRecord, ...]):
    """Lines of a table in their order; a notebook shows each as the journal tells it, one below the other.

    Examples
    --------
    >>> from IPython.lib.pretty import pretty
    >>> from talisman_nb.table import Table
    >>> print(pretty(Table.new({"Ada": "dwarf", "Bruno": "thief"}).answer(3)))
    1. Ada rolled 3 (movement).
    """

    __slots__ = ()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        for n, line in enumerate(self):
            printer.text("\n" * bool(n))
            printer.pretty(line)


MAGIC = b"talisman-nb table "
"""First bytes of every table file, before the number of its format."""
FORMAT = 2
"""Version of the file format."""
HEADER = MAGIC + b"%d\n" % FORMAT
"""The first line of a file; every other line is an entry."""

MOST = 1 << 31
"""Upper bound of the numbers of answers, rounds and seats."""


class GivenAnswer(Struct, frozen=True, array_like=True):
    """An answer and its source, one of the values of `AnswerRecord.by` (`records.PERSON` …)."""

    by: str
    answer: Answer

    def __post_init__(self) -> None:
        """Raise `ValueError` for a source that no table knows."""
        if self.by not in SOURCES:
            raise ValueError(f"an answer is given by {', '.join(SOURCES)}, not {self.by!r}")


class Bet(Struct, frozen=True, array_like=True):
    """A face that a seat has bet on, while somebody else's die was asked for: no answer, and nothing of the game."""

    seat: int
    face: int

    def __post_init__(self) -> None:
        """Raise `ValueError` for numbers that no table writes."""
        if not 0 <= self.seat < MOST or not 0 < self.face < MOST:
            raise ValueError("a seat or a face is out of range")


class LogEntry(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The change made by one press: answers and the new head. Appended once and never changed.

    Answers are numbered through the whole file and keep their number when they are undone.
    """

    at: float  # Unix time in seconds
    after: int = 0  # number of the answer that these follow; 0 is the beginning of the game
    first: int = 0  # number of the first of its answers
    group: int = 0  # undo takes back the answers of a group together
    answers: tuple[GivenAnswer, ...] = ()
    redo: tuple[int, ...] = ()  # answers that redo goes to, the next one last
    waiting: tuple[int, ...] = ()  # answers that wait to be replayed
    jump: str = ""  # why the answers don't follow the head of the last entry: "hold on" …; "" if they do
    jumped_from: int = 0  # the head before the jump
    lay_after: int = 0  # number of the answer on another path whose state this entry restores; 0 for none
    settings: Settings | None = None  # new settings; None if unchanged
    definitions: bytes = b""  # compressed texts of the book (`stored_book.packed`); b"" if unchanged
    round: int = 0  # round afterwards, for lists of tables; 0 is unknown
    people: tuple[str, ...] = ()  # names by seat, "" for who has left; () for those of the settings
    turn: int = 0  # seat whose turn it is; -1 when the game is over
    bet: Bet | None = None  # on the die that is asked for after `after`

    def __post_init__(self) -> None:
        """Raise `ValueError` for numbers that no table writes: an answer follows an earlier one, never itself."""
        counted = (self.after, self.jumped_from, self.lay_after, self.group, self.round, *self.redo)
        if not all(0 <= n < MOST for n in counted) or not all(0 < n < MOST for n in self.waiting):
            raise ValueError("a number is out of range")
        if not -1 <= self.turn < MOST or not math.isfinite(self.at):
            raise ValueError("turn or time is out of range")
        if self.answers and not max(self.after, self.lay_after) < self.first < MOST:
            raise ValueError("an answer follows a later one, or itself")

    @property
    def head(self) -> int:
        """The number of the last answer on the path after this entry: its own last one, else `after`."""
        return self.first + len(self.answers) - 1 if self.answers else self.after


_write = msgspec.json.Encoder().encode
_read = msgspec.json.Decoder(LogEntry).decode


def encode_entry(entry: LogEntry) -> bytes:
    r"""Encode an entry as a line of the file: CRC-32 as eight hexadecimal digits, a space, JSON, a newline.

    >>> encode_entry(LogEntry(at=0.5, after=3))
    b'4a253803 {"at":0.5,"after":3}\n'
    """
    content = _write(entry)
    return b"%08x %b\n" % (zlib.crc32(content), content)


def is_whole(line: bytes) -> bool:
    r"""Return whether a line is complete and its checksum fits.

    >>> line = encode_entry(LogEntry(at=0.5, after=3))
    >>> is_whole(line), is_whole(line.replace(b"3", b"4")), is_whole(line[:-1])
    (True, False, False)
    """
    return line[8:9] == b" " and line.endswith(b"\n") and line[:8] == b"%08x" % zlib.crc32(line[9:-1])


def entry_of(line: bytes) -> LogEntry:
    """Decode a line for which `is_whole` holds. Raises `msgspec.DecodeError` if its JSON is no valid entry."""
    return _read(line[9:])
