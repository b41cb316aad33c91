"""Flow: calls, choices, loops, tables, variables."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from talisman_nb.cards.terms import AmountOf, Condition, Cost, Term
from talisman_nb.cards.vocabulary import FateTime, ListName, MomentName, SeatName, Stoppable
from talisman_nb.model.bounds import RESULT, ROWS, Dice, Result, Times, Variable

from .base import Block, Operation


class Call(Operation, tag="call"):
    """Run a named program as a new frame."""

    program: str
    with_: tuple[str, ...] = ()
    who: SeatName = "you"


class If(Operation, tag="if"):
    """Go one way or the other."""

    when: Condition
    do: Block
    otherwise: Block = field(default=None, name="else")


class Each(Operation, tag="each"):
    """For each of a list fixed at the start, in order from the active seat clockwise; gone members are skipped."""

    of: ListName | SeatName
    as_: Variable = field(name="as")
    do: Block


class Repeat(Operation, tag="repeat"):
    """Again and again, a bounded number of times."""

    do: Block
    at_most: Times = 100
    when: Condition | None = field(default=None, name="while")


class Choice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One option of `choose`."""

    key: str
    do: Block
    when: Condition | None = None
    cost: Cost | None = None
    cites: tuple[str, ...] = ()


Options = Annotated[tuple[Choice, ...], Meta(min_length=1, max_length=ROWS, description=f"1 to {ROWS} options")]


class Choose(Operation, tag="choose"):
    """One of several things; a closed option says which condition or cost closes it."""

    options: Options
    who: SeatName = "you"
    optional: bool = False
    purpose: str = "choice"


class Pick(Operation, tag="pick"):
    """One card, space, character or number out of a list; none open: the variable is empty."""

    of: ListName = field(name="from")
    into: Variable
    who: SeatName = "you"
    optional: bool = False
    purpose: str = "pick"
    when: Condition | None = None


LOWEST, HIGHEST = -RESULT, RESULT


class Row(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The results `from` to `to` of a table; without `from` everything below too, without `to` everything above."""

    low: Result = field(name="from", default=LOWEST)
    high: Result = field(name="to", default=HIGHEST)
    do: Block = ()


Rows = Annotated[tuple[Row, ...], Meta(min_length=1, max_length=ROWS, description=f"1 to {ROWS} rows")]


class Table(Operation, tag="table"):
    """A table by a roll or a number; rows cover every value that can come."""

    by: str
    rows: Rows


class Set(Operation, tag="set"):
    """Write a variable."""

    var: Variable
    to: Term


class Stop(Operation, tag="stop"):
    """End the program, fight, encounter, move or turn that is running."""

    what: Stoppable


class Nothing(Operation, tag="nothing"):
    """Say that nothing happens, where somebody waits for a word."""


class Mark(Operation, tag="mark"):
    """A place in a program that `stop` can go to."""

    name: Literal["close", "end", "next", "over", "throw_you", "throw_foe"]


class Moment(Operation, tag="moment"):
    """Say which moment of the turn it is: abilities and Spells name the moments they fit."""

    name: MomentName = field(name="is")


class RollDice(Operation, tag="roll"):
    """Throw dice and keep the faces; fate now, later (a following ask offers it) or never."""

    into: Variable
    purpose: str = field(name="for")
    dice: Dice | AmountOf = 1
    who: SeatName = "you"
    fate: FateTime = "now"
    plus: bool = False
