"""Structs of the operations of control flow, the turn, movement and encounters, as decoded from TOML."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct, field

from talisman_nb.cards.terms import Amount, AmountOf, Condition, Cost, Term
from talisman_nb.cards.vocabulary import READ, AnAct, FateTime, ListName, MomentName, Ref, SeatName, Stoppable
from talisman_nb.model.bounds import RESULT, ROWS, Dice, Name, OwnName, Result, Some, Times, Variable

Block: TypeAlias = Any  # str | list[Operation]; decoded by `decode_block`


class Operation(
    Struct, frozen=True, kw_only=True, tag_field="op", forbid_unknown_fields=True, rename={"with_": "with"}
):
    """Base class of all operations; `cites` names the rules that the operation follows."""

    cites: tuple[str, ...] = ()


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


class ChooseOption(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One option of `choose`."""

    key: Name
    do: Block
    name: OwnName = ""  # the label of an option of one's own, which has no phrase
    when: Condition | None = None
    cost: Cost | None = None
    cites: tuple[str, ...] = ()


Options = Annotated[tuple[ChooseOption, ...], Meta(min_length=1, max_length=ROWS, description=f"1 to {ROWS} options")]


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
    """Ask for one item of a list; the variable is empty if none is open.

    `by` = "chance": nobody chooses, it is drawn or thrown among them. `regions`: only spaces of these.
    """

    of: ListName = field(name="from")
    into: Variable
    by: Literal["choice", "chance"] = "choice"
    regions: tuple[Name, ...] = ()
    who: SeatName = "you"
    optional: bool = False
    purpose: str = "pick"
    when: Condition | None = None


LOWEST, HIGHEST = -RESULT, RESULT


class TableRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The row for the results `from` to `to`; without `from` it has no lower, without `to` no upper end."""

    low: Result = field(name="from", default=LOWEST)
    high: Result = field(name="to", default=HIGHEST)
    do: Block = ()


Rows = Annotated[tuple[TableRow, ...], Meta(min_length=1, max_length=ROWS, description=f"1 to {ROWS} rows")]


class TableOp(Operation, tag="table"):
    """Run the row for the value of a variable; rows cover every value it can have."""

    by: Annotated[str, READ]
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


class SetMoment(Operation, tag="moment"):
    """Set the moment of the turn, on which the use of abilities and Spells depends."""

    name: MomentName = field(name="is")


class Hands(Operation, tag="hands"):
    """Ask the players to settle a text by hand and to give the changes; `shows`: the roll that it depends on."""

    who: SeatName = "you"
    shows: Variable | Literal[""] = ""


class ReadBoardText(Operation, tag="board_text"):
    """Ask what the space says, whose text only the board has: once for all spaces of its kind.

    `into` is "die", "by-hand" or what else of `BOARD_TEXTS` it is; `new` is 1 if it was asked now.
    """

    into: Variable
    new: Variable


class BeginTurn(Operation, tag="begin_turn"):
    """Begin the turn: tick clocks, reset uses once a turn, bring a new character for a killed one.

    `into`: where the seat's first move of the turn began, if something asks for that.
    """

    into: Variable = "began_at"


class SetupCharacter(Operation, tag="setup_character"):
    """Give the character what it begins the game with."""


class MissedTurn(Operation, tag="missed_turn"):
    """Tell that the turn is missed."""


class CloseTurn(Operation, tag="close_turn"):
    """Ask for trades of trophies and actions at the end of the turn, and for what may still be taken or visited.

    Nothing may, where `free` names a variable that is empty: something has ended the turn.
    """

    free: str = ""


class EndTurn(Operation, tag="end_turn"):
    """End the turn and begin the next seat's, or an extra turn."""


class RollDice(Operation, tag="roll"):
    """Roll dice into a variable; a reroll for fate is offered now, later (by a following ask) or never."""

    into: Variable
    purpose: str = field(name="for")
    dice: Dice | AmountOf = 1
    who: SeatName = "you"
    fate: FateTime = "now"
    plus: bool = False


class SpaceProgram(Operation, tag="space_program"):
    """Run a part of the space's definition, if it has it."""

    part: Literal["met", "visited", "crossing"]


class Crossing(Operation, tag="crossing"):
    """Run the `crossing` program of the space, if it has one; that program ends the turn if the seat may not pass."""


class NextThing(Operation, tag="next_thing"):
    """Meet what is here, by encounter number, until nothing is left; without `space` the space counts as met."""

    into: Variable = "met"
    space: bool = True


class Landed(Operation, tag="landed"):
    """Fire the trigger `landed`, before anything is met."""


class Whom(Operation, tag="whom"):
    """Ask whether to meet a character here, with a fight or an ability, or the space.

    `besides`: the space was met, and a character may be met besides (`house.meet-both`).
    """

    into: Variable
    besides: bool = False


class Fill(Operation, tag="fill"):
    """Draw cards until as many lie on the space as it says."""

    into: Variable = "drawn"
    left: Variable = "need"
    filled: Variable = "filled"  # number of cards drawn this way, without later replacements


class PlaceDrawn(Operation, tag="place_drawn"):
    """Run the `drawn` programs of drawn cards, before any is met; `after` is the number of those done already.

    Each card's runs once: `placed` counts in the encounter those that are done.
    """

    after: Annotated[str, READ] = ""
    placed: Variable = "placed"


class Plan(Operation, tag="plan"):
    """Ask for the way of a move."""

    into: Variable
    steps: Amount = 1
    after: Annotated[str, READ] = ""  # variable with the space the seat crossed from; "" at the start of a move
    fate: Annotated[str, READ] = ""  # variable with the roll that may be rerolled in this ask


class Ahead(Operation, tag="ahead"):
    """Find the space `n` steps clockwise of the seat's own, round its region."""

    into: Variable
    n: Amount = 1


class Walk(Operation, tag="walk"):
    """Walk the way; `left` gets the steps left at a guarded crossing."""

    along: Annotated[str, READ]
    left: Variable


class Cross(Operation, tag="cross"):
    """Move one step over the bridge or door at the seat's space."""

    into: Annotated[str, READ]  # variable with the steps left; becomes one less


class Teleport(Operation, tag="teleport"):
    """Move seats directly to a space, or to that of the character a variable names.

    `meet`: with a new encounter there in the same turn. `gate`: through a gate just opened, which `house.teleport`
    leaves as it is.
    """

    to: str
    who: SeatName = "you"
    meet: bool = False
    gate: bool = False


class CrossedRiver(Operation, tag="crossed_river"):
    """Fire the trigger `crossed_river` after a crossing by ferry or Raft."""


class TurnBack(Operation, tag="turn_back"):
    """Begin turning back in the Inner Region."""

    who: SeatName = "you"


class Draw(Operation, tag="draw"):
    """Draw `n` cards from a deck, one ask each: into the hand, or face up onto the space.

    Of a deck that is in parts the seat draws from the one that its space draws from.
    Never more Spells than the seat's limit allows; `up_to_limit` ignores `n` and draws to that limit. `into` gets the
    last card drawn onto the space; `triggers`: it fires `deck_drawn`, as drawing for a space fires `drawn`. `of`: the
    variable, given to the program, that holds the deck's name in place of `deck`.
    """

    deck: Annotated[Name | Literal[""], Ref("a deck of the book", ("book.deck_names",))] = ""
    of: Variable | Literal[""] = ""
    to: Literal["hand", "space"] = "hand"
    n: Amount = 1
    who: SeatName = "you"
    up_to_limit: bool = False
    left: Variable = "to_draw"
    into: Variable | Literal[""] = ""
    triggers: bool = False


class Look(Operation, tag="look"):
    """Show the frame's `you` the top `n` cards of the deck `at`, or (`at="spells"`) all Spells of its `other`."""

    at: Annotated[Name, Ref("a deck or 'spells'", ("book.deck_names",), words=("spells",))]
    n: Some = 1
