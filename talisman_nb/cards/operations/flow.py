"""Structs of the operations of control flow, as decoded from TOML; `engine.ops.flow` executes them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from talisman_nb.cards.terms import Condition, Cost, Term
from talisman_nb.cards.vocabulary import AnAct, ListName, MomentName, SeatName, Stoppable
from talisman_nb.model.bounds import RESULT, ROWS, Name, OwnName, Result, Times, Variable

from .base import Block, Operation


class Call(Operation, tag="call"):
    """Run a named program as a new frame; if it is another seat's, the one that calls it is its second party."""

    program: str
    with_: tuple[str, ...] = ()
    who: SeatName = "you"


class If(Operation, tag="if"):
    """Run one of two blocks, depending on a condition."""

    when: Condition
    do: Block
    otherwise: Block = field(default=None, name="else")


class Each(Operation, tag="each"):
    """Run a block for each item of a list fixed at the start; seats clockwise from the active one, without the dead."""

    of: ListName | SeatName
    as_: Variable = field(name="as")
    do: Block


class Repeat(Operation, tag="repeat"):
    """Repeat a block while a condition holds, at most a number of times."""

    do: Block
    at_most: Times = 100
    when: Condition | None = field(default=None, name="while")


class Choice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One option of `choose`."""

    key: Name
    do: Block
    name: OwnName = ""  # the label of an option of one's own, which has no phrase
    when: Condition | None = None
    cost: Cost | None = None
    cites: tuple[str, ...] = ()


Options = Annotated[tuple[Choice, ...], Meta(min_length=1, max_length=ROWS, description=f"1 to {ROWS} options")]


class Choose(Operation, tag="choose"):
    """Ask for one of several options; a closed option shows the condition or cost that closes it.

    `moment_for`: a moment left for an act before what follows. It is asked only while somebody could use it: while the
    seat may do the act or has an ability for it, or a Spell that somebody holds might allow it.
    """

    options: Options
    who: SeatName = "you"
    optional: bool = False
    purpose: str = "choice"
    moment_for: AnAct | Literal[""] = ""


class Pick(Operation, tag="pick"):
    """Ask for one item of a list; the variable is empty if none is open."""

    of: ListName = field(name="from")
    into: Variable
    who: SeatName = "you"
    optional: bool = False
    purpose: str = "pick"
    when: Condition | None = None


LOWEST, HIGHEST = -RESULT, RESULT


class Row(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The row for the results `from` to `to`; without `from` it has no lower, without `to` no upper end."""

    low: Result = field(name="from", default=LOWEST)
    high: Result = field(name="to", default=HIGHEST)
    do: Block = ()


Rows = Annotated[tuple[Row, ...], Meta(min_length=1, max_length=ROWS, description=f"1 to {ROWS} rows")]


class Table(Operation, tag="table"):
    """Run the row for the value of a variable; rows cover every value it can have."""

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
    """Tell the event that nothing happens."""


class JumpLabel(Operation, tag="mark"):
    """A label in a program, at which it continues after `stop` or a jump."""

    name: Literal["close", "end", "next", "over", "throw_you", "throw_foe"]


class Moment(Operation, tag="moment"):
    """Set the moment of the turn, on which the use of abilities and Spells depends."""

    name: MomentName = field(name="is")


class Hands(Operation, tag="hands"):
    """Ask the players to settle a text by hand and to give the changes."""

    who: SeatName = "you"
